import * as oauth from "oauth4webapi";
import type { HttpBrowser, HttpPage } from "./http-browser.ts";

export type SignedIn = { tokens: oauth.TokenEndpointResponse; claims: oauth.IDToken; userInfo: oauth.UserInfoResponse };

/** A website or a notebook that signs people in with a library which is no work of ours. */
export class IndependentClient {
  readonly #insecure = { [oauth.allowInsecureRequests]: true };
  readonly #client: oauth.Client;

  constructor(
    readonly issuer: string,
    clientId: string,
    readonly redirectAddress: string,
    readonly secret?: string,
  ) {
    this.#client = { client_id: clientId };
  }

  async discover(): Promise<oauth.AuthorizationServer> {
    const issuer = new URL(this.issuer);
    return oauth.processDiscoveryResponse(issuer, await oauth.discoveryRequest(issuer, this.#insecure));
  }

  /** Where the browser is sent, and what the answer is checked by. */
  async start(scope: string, more: Record<string, string> = {}) {
    const server = await this.discover();
    const verifier = oauth.generateRandomCodeVerifier();
    const [state, nonce] = [oauth.generateRandomState(), oauth.generateRandomNonce()];
    const url = new URL(server.authorization_endpoint ?? "");
    const parameters = {
      client_id: this.#client.client_id,
      response_type: "code",
      redirect_uri: this.redirectAddress,
      scope,
      state,
      nonce,
      code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
      code_challenge_method: "S256",
      ...more,
    };
    for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
    return { server, url: url.href, verifier, state, nonce };
  }

  /** What the browser brought back, turned into tokens and what userinfo says. */
  async finish(
    { server, verifier, state, nonce }: Awaited<ReturnType<IndependentClient["start"]>>,
    callback: string,
  ): Promise<SignedIn> {
    const parameters = oauth.validateAuthResponse(server, this.#client, new URL(callback), state);
    const response = await oauth.authorizationCodeGrantRequest(
      server,
      this.#client,
      this.secret ? oauth.ClientSecretBasic(this.secret) : oauth.None(),
      parameters,
      this.redirectAddress,
      verifier,
      this.#insecure,
    );
    const tokens = await oauth.processAuthorizationCodeResponse(server, this.#client, response, {
      expectedNonce: nonce,
      requireIdToken: true,
    });
    const claims = oauth.getValidatedIdTokenClaims(tokens);
    if (!claims) throw new Error("There is no ID token");
    const userInfo = await oauth.processUserInfoResponse(
      server,
      this.#client,
      claims.sub,
      await oauth.userInfoRequest(server, this.#client, tokens.access_token, this.#insecure),
    );
    return { tokens, claims, userInfo };
  }

  async refresh(refreshToken: string): Promise<oauth.TokenEndpointResponse> {
    const server = await this.discover();
    const authentication = this.secret ? oauth.ClientSecretBasic(this.secret) : oauth.None();
    const response = await oauth.refreshTokenGrantRequest(
      server,
      this.#client,
      authentication,
      refreshToken,
      this.#insecure,
    );
    return oauth.processRefreshTokenResponse(server, this.#client, response);
  }

  /** Is the browser back at the client? Nothing listens there. */
  readonly isCallback = (url: string): boolean => url.startsWith(this.redirectAddress);

  /** Signs in on the hosted pages; where somebody is signed in already, the first page is the one about consent. */
  async signIn(browser: HttpBrowser, page: HttpPage, username: string, password: string): Promise<HttpPage> {
    return browser.submit(page, "/sign-in", { username, password }, this.isCallback);
  }
}
