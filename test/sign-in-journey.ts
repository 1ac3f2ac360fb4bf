import { createHash, randomBytes } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { HttpBrowser, type HttpPage } from "./http-browser.ts";

export type Tokens = {
  access_token: string;
  id_token: string;
  refresh_token: string;
  expires_in: number;
  scope: string;
};

export type StartedFlow = {
  page: HttpPage;
  verifier: string;
  state: string;
};

/** Signs people in and up at a server with the embedded provider, as the app in a browser does. */
export class SignInJourney {
  constructor(
    readonly publicUrl: string,
    readonly browser = new HttpBrowser(),
  ) {}

  /** Whether this is the app's address with the provider's answer. */
  readonly isCallback = (url: string): boolean => url.startsWith(`${this.publicUrl}/?`);

  authorizeUrl(extra: Record<string, string | undefined> = {}): { url: string; verifier: string; state: string } {
    const verifier = randomBytes(96).toString("base64url");
    const state = randomBytes(24).toString("base64url");
    const parameters: Record<string, string | undefined> = {
      client_id: "cairn-web",
      response_type: "code",
      redirect_uri: `${this.publicUrl}/`,
      scope: "email profile openid",
      code_challenge: createHash("sha256").update(verifier).digest("base64url"),
      code_challenge_method: "S256",
      state,
      ...extra,
    };
    const given = Object.entries(parameters).filter((entry): entry is [string, string] => entry[1] !== undefined);
    return { url: `${this.publicUrl}/oauth2/authorize?${new URLSearchParams(given)}`, verifier, state };
  }

  async start(extra: Record<string, string | undefined> = {}): Promise<StartedFlow> {
    const { url, verifier, state } = this.authorizeUrl(extra);
    return { page: await this.browser.open(url, {}, this.isCallback), verifier, state };
  }

  submitSignIn(flow: StartedFlow, username: string, password: string): Promise<HttpPage> {
    return this.browser.submit(flow.page, "/sign-in", { username, password }, this.isCallback);
  }

  exchange(callback: HttpPage | string, verifier: string, extra: Record<string, string> = {}): Promise<Response> {
    const code = new URL(typeof callback === "string" ? callback : callback.url).searchParams.get("code");
    if (!code) throw new Error(`No code in ${typeof callback === "string" ? callback : callback.url}`);
    return this.token({
      grant_type: "authorization_code",
      code,
      redirect_uri: `${this.publicUrl}/`,
      code_verifier: verifier,
      ...extra,
    });
  }

  refresh(refreshToken: string): Promise<Response> {
    return this.token({ grant_type: "refresh_token", refresh_token: refreshToken });
  }

  token(parameters: Record<string, string>): Promise<Response> {
    return fetch(`${this.publicUrl}/oauth2/token`, {
      method: "POST",
      body: new URLSearchParams({ client_id: "cairn-web", ...parameters }),
    });
  }

  async signIn(username: string, password: string): Promise<Tokens> {
    const flow = await this.start();
    const callback = this.isCallback(flow.page.url) ? flow.page : await this.submitSignIn(flow, username, password);
    const response = await this.exchange(callback, flow.verifier);
    if (!response.ok) throw new Error(`Sign-in failed: ${await response.text()}`);
    return (await response.json()) as Tokens;
  }
}

/** An outbox folder's emails to an address, oldest first. */
export async function readOutbox(folder: string, to: string): Promise<{ subject: string; text: string }[]> {
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith(".json")).sort();
  const mails = await Promise.all(
    names.map(
      async (name) =>
        JSON.parse(await readFile(join(folder, name), "utf8")) as { to: string; subject: string; text: string },
    ),
  );
  return mails.filter((mail) => mail.to === to);
}

/** The code in the newest email to an address that has one. */
export async function readNewestCode(folder: string, to: string): Promise<string> {
  const codes = (await readOutbox(folder, to)).map(({ text }) => /\b\d{6}\b/.exec(text)?.[0]);
  const code = codes.findLast((found) => found !== undefined);
  if (!code) throw new Error(`No code was mailed to ${to}`);
  return code;
}
