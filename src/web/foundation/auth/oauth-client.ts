import * as oauth from "oauth4webapi";
import { t } from "../../../../generated/web-texts/app.ts";
import { t as arrivalText } from "../../../../generated/web-texts/arrival.ts";
import { clockSkewSeconds } from "../api/server-clock.ts";
import { currentLanguage } from "../texts/area-texts.ts";
import type { AuthSettings } from "./auth-settings.ts";
import { readClaims, type SignInFlow, type StoredSession } from "./session-store.ts";
import { SignInProblem } from "./sign-in-problem.ts";

/** The refresh token is revoked or expired, or the user is disabled. */
export class SessionEndedError extends Error {
  override readonly name = "SessionEndedError";
}

/** The provider let somebody in by the session that was signed out of. */
export class UnprovenError extends SignInProblem {}

const clockToleranceSeconds = 60;
/** Claims are whole seconds. */
const roundingSeconds = 2;
const discovered = new Map<string, Promise<oauth.AuthorizationServer>>();

/** The sign-in URL and the state to keep until the browser returns. */
export async function startSignIn(
  settings: AuthSettings,
  options: { signUp: boolean; returnTo: string; signOut?: string | undefined },
): Promise<{ url: string; flow: SignInFlow }> {
  const server = await discover(settings);
  if (!server.authorization_endpoint) throw new Error("The provider has no sign-in page");
  const { returnTo, signOut } = options;
  const secrets = { state: randomText(24), verifier: randomText(96), nonce: randomText(24) };
  const flow = { ...secrets, returnTo, startedAtMs: Date.now(), signOut };
  const url = new URL(server.authorization_endpoint);
  const parameters = {
    client_id: settings.client_id,
    redirect_uri: settings.redirect_uri,
    response_type: "code",
    scope: settings.scopes,
    state: flow.state,
    nonce: flow.nonce,
    code_challenge: await oauth.calculatePKCECodeChallenge(flow.verifier),
    code_challenge_method: "S256",
    ui_locales: currentLanguage().code,
    ...(signOut !== undefined && { prompt: "login", max_age: "0" }),
    // Creating an account is a proof, too.
    ...(options.signUp && signUpHint(server)),
  };
  for (const [name, value] of new URLSearchParams(settings.authorization_parameters))
    url.searchParams.append(name, value);
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  // Cognito has a separate sign-up page with the same parameters.
  if (options.signUp && settings.logout_style === "cognito") {
    url.pathname = url.pathname.replace(/\/oauth2\/authorize$/, "/signup");
  }
  return { url: url.href, flow };
}

/** Uses `prompt=create` if the provider supports it, otherwise a hint that it may ignore. */
function signUpHint(server: oauth.AuthorizationServer): Record<string, string> {
  const prompts = server.prompt_values_supported;
  return Array.isArray(prompts) && prompts.includes("create") ? { prompt: "create" } : { screen_hint: "signup" };
}

/** Exchanges the code for tokens. */
export async function completeSignIn(settings: AuthSettings, callback: URL, flow: SignInFlow): Promise<StoredSession> {
  if (callback.searchParams.get("state") !== flow.state) throw new SignInProblem(t("app.signIn.invalidState"));
  const server = await discover(settings);
  const client = clientOf(settings);
  const answer = oauth.validateAuthResponse(server, client, callback, flow.state);
  const response = await oauth.authorizationCodeGrantRequest(
    server,
    client,
    oauth.None(),
    answer,
    settings.redirect_uri,
    flow.verifier,
    requestOptions(settings),
  );
  try {
    const expected = { expectedNonce: flow.nonce };
    const tokens = await oauth.processAuthorizationCodeResponse(server, client, response, expected);
    if (flow.signOut !== undefined && isOlderThan(flow, tokens.id_token)) {
      throw new UnprovenError(arrivalText("arrival.notProven"));
    }
    return sessionOf(settings, tokens);
  } catch (error) {
    const isOfTime = error instanceof oauth.OperationProcessingError && error.code === oauth.JWT_TIMESTAMP_CHECK;
    throw isOfTime ? new SignInProblem(arrivalText("arrival.clockWrong"), { cause: error }) : error;
  }
}

/**
 * Whether the provider says that it asked for a password before the sign-in began. Only differences of times by the same
 * clock count: the provider's and the phone's may be far apart.
 */
function isOlderThan({ startedAtMs }: SignInFlow, idToken: string | undefined): boolean {
  const { auth_time, iat } = readClaims(idToken);
  if (typeof auth_time !== "number" || typeof iat !== "number") return false;
  return iat - auth_time > (Date.now() - startedAtMs) / 1000 + roundingSeconds;
}

/** Checks that the token has a username and the API accepts it. @throws SignInProblem */
export function requireUsable(username: string | undefined, refusal: string | undefined): void {
  if (!username) throw new SignInProblem(arrivalText("arrival.noUsername"));
  if (refusal !== undefined) throw new SignInProblem(arrivalText("arrival.refused", { reason: refusal }));
}

const clockOffTellMinutes = 5;

/** A warning if the clock is far off, because measurements use it. */
export function clockProblem(): string | undefined {
  const minutes = Math.round(clockSkewSeconds() / 60);
  if (Math.abs(minutes) < clockOffTellMinutes) return undefined;
  return arrivalText(minutes < 0 ? "arrival.clockFast" : "arrival.clockSlow", { count: Math.abs(minutes) });
}

/** Checks times in tokens by the server's clock, because a phone's may be wrong. */
function clientOf({ client_id }: AuthSettings): oauth.Client {
  return {
    client_id,
    [oauth.clockSkew]: clockSkewSeconds(),
    [oauth.clockTolerance]: clockToleranceSeconds,
  };
}

/** Renews the tokens. @throws SessionEndedError if the provider has ended the session */
export async function renewSession(settings: AuthSettings, session: StoredSession): Promise<StoredSession> {
  if (!session.refreshToken) throw new SessionEndedError("There is no refresh token");
  const server = await discover(settings);
  const client = clientOf(settings);
  try {
    const response = await oauth.refreshTokenGrantRequest(
      server,
      client,
      oauth.None(),
      session.refreshToken,
      requestOptions(settings),
    );
    const tokens = await oauth.processRefreshTokenResponse(server, client, response);
    // Providers may omit unchanged tokens.
    return sessionOf(settings, { refresh_token: session.refreshToken, id_token: session.idToken, ...tokens });
  } catch (error) {
    if (error instanceof oauth.ResponseBodyError && error.status < 500 && error.status !== 429) {
      throw new SessionEndedError(error.error_description ?? error.error, { cause: error });
    }
    throw error;
  }
}

/** Ends the session's tokens, if the provider can. */
export async function revokeRefreshToken(settings: AuthSettings, refreshToken: string): Promise<void> {
  const server = await discover(settings);
  if (!server.revocation_endpoint) return;
  const options = { ...requestOptions(settings), additionalParameters: { token_type_hint: "refresh_token" } };
  const response = await oauth.revocationRequest(server, clientOf(settings), oauth.None(), refreshToken, options);
  await oauth.processRevocationResponse(response);
}

/** The provider's sign-out URL; undefined if it has none. It leads back with `state`, unless it is Cognito's. */
export async function signOutAddress(
  settings: AuthSettings,
  { idToken, state }: { idToken?: string | undefined; state: string },
): Promise<string | undefined> {
  const address = settings.logout_url ?? signOutEndpoint(settings, await discover(settings));
  if (!address) return undefined;
  const url = new URL(address);
  const parameters =
    settings.logout_style === "cognito"
      ? { client_id: settings.client_id, logout_uri: settings.sign_out_uri }
      : {
          client_id: settings.client_id,
          post_logout_redirect_uri: settings.sign_out_uri,
          state,
          ...(idToken && { id_token_hint: idToken }),
        };
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  return url.href;
}

/** Cognito's is beside its sign-in pages, whatever its metadata says. */
function signOutEndpoint({ logout_style }: AuthSettings, server: oauth.AuthorizationServer): string | undefined {
  if (logout_style !== "cognito") return server.end_session_endpoint;
  return server.authorization_endpoint && new URL("/logout", server.authorization_endpoint).href;
}

function discover(settings: AuthSettings): Promise<oauth.AuthorizationServer> {
  const issuer = new URL(settings.issuer);
  const known = discovered.get(issuer.href);
  if (known) return known;
  const found = oauth
    .discoveryRequest(issuer, requestOptions(settings))
    .then(async (response) => oauth.processDiscoveryResponse(await statedIssuer(issuer, response), response));
  discovered.set(issuer.href, found);
  found.catch(() => discovered.delete(issuer.href));
  return found;
}

/** The issuer as stated in the metadata, if only a trailing slash differs. Tokens have the stated form. */
async function statedIssuer(issuer: URL, response: Response): Promise<URL> {
  const document: unknown = await response
    .clone()
    .json()
    .catch(() => undefined);
  const stated = (document as { issuer?: unknown } | null | undefined)?.issuer;
  return stated === `${issuer.href}/` || `${String(stated)}/` === issuer.href ? new URL(stated as string) : issuer;
}

function requestOptions(settings: AuthSettings) {
  return {
    [oauth.customFetch]: (url: string, init: object) => retryingFetch(url, init),
    [oauth.allowInsecureRequests]: settings.issuer.startsWith("http:"),
  };
}

function sessionOf(
  settings: AuthSettings,
  tokens: {
    access_token: string;
    refresh_token?: string | undefined;
    id_token?: string | undefined;
    expires_in?: number | undefined;
  },
): StoredSession {
  const { exp, iat } = readClaims(tokens.access_token);
  const lifetimeSeconds = tokens.expires_in ?? (typeof exp === "number" && typeof iat === "number" ? exp - iat : 300);
  return {
    accessToken: tokens.access_token,
    refreshToken: tokens.refresh_token,
    idToken: tokens.id_token,
    expiresAtMs: Date.now() + lifetimeSeconds * 1000,
    names: {
      username_claim: settings.username_claim,
      groups_claim: settings.groups_claim,
      groups_separator: settings.groups_separator,
    },
  };
}

function randomText(bytes: number): string {
  return base64Url(crypto.getRandomValues(new Uint8Array(bytes)));
}

function base64Url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");
}

/** Waits between attempts: exponential, 5000 ms in all. */
const waitsMs = [200, 400, 800, 1600, 2000];

/** Retries requests to the token service after throttling, network errors and 5xx. */
export async function retryingFetch(url: string, init: RequestInit): Promise<Response> {
  for (let attempt = 0; ; attempt++) {
    const waitMs = waitsMs[attempt];
    try {
      const response = await fetch(url, init);
      if (waitMs === undefined || (response.status !== 429 && response.status < 500)) return response;
    } catch (error) {
      // Offline, waiting is pointless.
      if (waitMs === undefined || init.signal?.aborted || !navigator.onLine) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, waitMs));
  }
}
