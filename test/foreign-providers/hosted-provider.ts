import { createHash, randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { type CryptoKey, exportJWK, generateKeyPair, type JWK, SignJWT } from "jose";

export type ForeignUser = { username: string; password: string; email: string; groups: string[] };
export type Grant = {
  id: string;
  subject: string;
  user: ForeignUser;
  scope: string;
  nonce?: string;
  authTimeSeconds: number;
};
export type Addresses = { issuer: string; login: string; clientId: string };
type TokenKind = "access" | "id" | "refresh";

/** Differences between products. */
export type Shape = {
  /** Path after the issuer's origin. */
  issuerPath: string;
  /** Paths after the origin of the sign-in pages. */
  paths: { authorize: string; token: string; keys: string; logout: string };
  /** Whether the sign-in pages have their own origin. */
  hasLoginOrigin: boolean;
  document(addresses: Addresses): Record<string, unknown>;
  claims(kind: Exclude<TokenKind, "refresh">, grant: Grant, addresses: Addresses): Record<string, unknown>;
  headerType: string | undefined;
  /** Additional parameters of the redirect. */
  answer(addresses: Addresses): Record<string, string>;
  rotatesRefreshTokens: boolean;
  /** Where to redirect after a sign-out; undefined rejects it. */
  signOutTarget(query: URLSearchParams, addresses: Addresses): string | undefined;
};

export type HostedProvider = {
  issuer: string;
  clientId: string;
  /** Allows an app's redirects and token requests. */
  allowApp(origin: string): void;
  /** Issues tokens without a browser. */
  mint(kind: "access" | "id", username: string, own?: Record<string, unknown>): Promise<string>;
  /** Signs with a new key from now on; the old one stays published by default. */
  rotateKey(options?: { keepOld?: boolean }): Promise<void>;
  /** Lets whoever has a session in, although the app wants a password to be asked for. */
  ignorePrompts(ignores: boolean): void;
  /** Ends all sessions and their refresh tokens. */
  endAllSessions(): void;
  /** `METHOD path` of every request. */
  requests: string[];
  close(): Promise<void>;
};

type PendingSignIn = { redirectUri: string; state: string; challenge: string; scope: string; nonce: string };
type Session = { user: ForeignUser; authTimeSeconds: number };
type Key = { kid: string; privateKey: CryptoKey; jwk: JWK };

const lifetimeSeconds = 300;
const users: ForeignUser[] = [
  { username: "fern", password: "moss and lichen", email: "fern@trees.example", groups: [] },
  { username: "warden", password: "keys of the hut", email: "warden@trees.example", groups: ["admins", "others"] },
];
export const foreignPasswords = Object.fromEntries(users.map(({ username, password }) => [username, password]));

/** An OpenID provider with hosted pages and its own address and keys, that behaves like a given product. */
export async function startHostedProvider(shape: Shape): Promise<HostedProvider> {
  const clientId = "cairn-field-app";
  let keys = [await makeKey()];
  const requests: string[] = [];
  const appOrigins = new Set<string>();
  const pending = new Map<string, PendingSignIn>();
  const codes = new Map<string, { signIn: PendingSignIn; grant: Grant; used: boolean }>();
  const refreshTokens = new Map<string, Grant>();
  const sessions = new Map<string, Session>();
  let ignoresPrompts = false;

  const issuerServer = await listen((request, response) => handle(request, response));
  const loginServer = shape.hasLoginOrigin ? await listen((request, response) => handle(request, response)) : undefined;
  const origin = originOf(issuerServer);
  const addresses: Addresses = {
    issuer: `${origin}${shape.issuerPath}`,
    login: loginServer ? originOf(loginServer) : `${origin}${shape.issuerPath}`,
    clientId,
  };
  const pathOf = (base: string, path: string) => new URL(`${base}${path}`).pathname;
  const isApp = (address: string | null) => address !== null && [...appOrigins].some((app) => address === `${app}/`);

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? "/", "http://here");
    requests.push(`${request.method} ${url.pathname}`);
    const { authorize, token, keys: keysPath, logout } = shape.paths;
    const route = `${request.method} ${url.pathname}`;
    if (route === `GET ${pathOf(addresses.issuer, "/.well-known/openid-configuration")}`) {
      return answerJson(response, 200, { issuer: addresses.issuer, ...shape.document(addresses) }, "*");
    }
    if (route === `GET ${pathOf(addresses.issuer, keysPath)}`) {
      return answerJson(response, 200, { keys: keys.map(({ jwk }) => jwk) }, "*");
    }
    if (route === `GET ${pathOf(addresses.login, authorize)}`) return startSignIn(request, response, url.searchParams);
    if (route === "POST /hosted/login") return finishSignIn(response, await readForm(request));
    if (route === `POST ${pathOf(addresses.login, token)}`) {
      const from = request.headers.origin;
      const allowed = from !== undefined && appOrigins.has(from) ? from : undefined;
      const [status, body] = await giveTokens(await readForm(request));
      return answerJson(response, status, body, allowed);
    }
    if (route === `GET ${pathOf(addresses.login, logout)}`) {
      const target = shape.signOutTarget(url.searchParams, addresses);
      if (target === undefined || !isApp(target)) return answerPage(response, 400, "<p>Invalid sign-out request</p>");
      sessions.delete(cookieOf(request));
      return redirect(response, target, "session=; Path=/; Max-Age=0");
    }
    return answerPage(response, 404, "<p>Nothing here</p>");
  }

  function startSignIn(request: IncomingMessage, response: ServerResponse, query: URLSearchParams) {
    const redirectUri = query.get("redirect_uri");
    if (query.get("client_id") !== clientId || !redirectUri || !isApp(redirectUri)) {
      return answerPage(response, 400, "<p>Unknown client or redirect address</p>");
    }
    const challenge = query.get("code_challenge");
    const scope = query.get("scope") ?? "";
    if (query.get("response_type") !== "code" || query.get("code_challenge_method") !== "S256" || !challenge) {
      return redirect(response, withQuery(redirectUri, { error: "invalid_request", state: query.get("state") ?? "" }));
    }
    const nonce = query.get("nonce") ?? "";
    const signIn = { redirectUri, state: query.get("state") ?? "", challenge, scope, nonce };
    const session = sessions.get(cookieOf(request));
    const asksAgain = query.get("prompt") === "login" && !ignoresPrompts;
    if (session && !asksAgain) return sendCode(response, signIn, session);
    const id = randomUUID();
    pending.set(id, signIn);
    return answerPage(response, 200, loginForm(id));
  }

  function finishSignIn(response: ServerResponse, form: URLSearchParams) {
    const id = form.get("request") ?? "";
    const signIn = pending.get(id);
    if (!signIn) return answerPage(response, 400, "<p>This sign-in has run out</p>");
    const user = users.find(
      ({ username, password }) => username === form.get("username") && password === form.get("password"),
    );
    if (!user) return answerPage(response, 401, `<p role="alert">Wrong user or password</p>${loginForm(id)}`);
    pending.delete(id);
    const session = startSession(user);
    const cookie = randomUUID();
    sessions.set(cookie, session);
    return sendCode(response, signIn, session, `session=${cookie}; Path=/; HttpOnly; SameSite=Lax`);
  }

  function sendCode(response: ServerResponse, signIn: PendingSignIn, session: Session, cookie?: string) {
    const code = randomUUID();
    codes.set(code, { signIn, grant: { ...makeGrant(session, signIn.scope), nonce: signIn.nonce }, used: false });
    redirect(
      response,
      withQuery(signIn.redirectUri, { code, state: signIn.state, ...shape.answer(addresses) }),
      cookie,
    );
  }

  async function giveTokens(form: URLSearchParams): Promise<[number, object]> {
    if (form.get("client_id") !== clientId) return [401, { error: "invalid_client" }];
    if (form.get("grant_type") === "refresh_token") {
      const token = form.get("refresh_token") ?? "";
      const grant = refreshTokens.get(token);
      if (!grant) return [400, { error: "invalid_grant", error_description: "Refresh Token has been revoked" }];
      if (shape.rotatesRefreshTokens) refreshTokens.delete(token);
      return [200, await tokensOf(grant, shape.rotatesRefreshTokens)];
    }
    const entry = codes.get(form.get("code") ?? "");
    const challenge = createHash("sha256")
      .update(form.get("code_verifier") ?? "")
      .digest("base64url");
    const fits =
      entry &&
      !entry.used &&
      entry.signIn.challenge === challenge &&
      entry.signIn.redirectUri === form.get("redirect_uri");
    if (!fits) return [400, { error: "invalid_grant" }];
    entry.used = true;
    return [200, await tokensOf(entry.grant, true)];
  }

  async function tokensOf(grant: Grant, withRefreshToken: boolean): Promise<object> {
    const refreshToken = randomUUID();
    if (withRefreshToken) refreshTokens.set(refreshToken, grant);
    return {
      access_token: await sign("access", grant),
      id_token: await sign("id", grant, grant.nonce ? { nonce: grant.nonce } : {}),
      ...(withRefreshToken && { refresh_token: refreshToken }),
      expires_in: lifetimeSeconds,
      token_type: "Bearer",
    };
  }

  async function sign(kind: "access" | "id", grant: Grant, own: Record<string, unknown> = {}): Promise<string> {
    const [key] = keys;
    if (!key) throw new Error("no key");
    const now = Math.floor(Date.now() / 1000);
    const payload = {
      iss: addresses.issuer,
      sub: grant.subject,
      iat: now,
      exp: now + lifetimeSeconds,
      jti: randomUUID(),
      ...shape.claims(kind, grant, addresses),
      ...own,
    };
    const { kid } = key;
    const header = { alg: "RS256", kid, ...(shape.headerType && { typ: shape.headerType }) };
    return new SignJWT(payload).setProtectedHeader(header).sign(key.privateKey);
  }

  return {
    issuer: addresses.issuer,
    clientId,
    allowApp: (app) => void appOrigins.add(app),
    mint(kind, username, own) {
      const user = users.find((each) => each.username === username);
      if (!user) throw new Error(`nobody is called ${username}`);
      return sign(kind, makeGrant(startSession(user), "openid email profile"), own);
    },
    async rotateKey({ keepOld = true } = {}) {
      keys = [await makeKey(), ...(keepOld ? keys : [])];
    },
    ignorePrompts(ignores) {
      ignoresPrompts = ignores;
    },
    endAllSessions() {
      sessions.clear();
      refreshTokens.clear();
    },
    requests,
    async close() {
      await Promise.all([issuerServer, loginServer].map((server) => server && closeServer(server)));
    },
  };
}

const startSession = (user: ForeignUser): Session => ({ user, authTimeSeconds: Math.floor(Date.now() / 1000) });

function makeGrant({ user, authTimeSeconds }: Session, scope: string): Grant {
  const subject = createHash("sha256").update(user.username).digest("hex").slice(0, 32);
  return { id: randomUUID(), subject, user, scope, authTimeSeconds };
}

function loginForm(id: string): string {
  return `<form method="post" action="/hosted/login"><input type="hidden" name="request" value="${id}">
    <label>User <input name="username" autocomplete="username"></label>
    <label>Password <input name="password" type="password" autocomplete="current-password"></label>
    <button>Sign in there</button></form>`;
}

function answerPage(response: ServerResponse, status: number, body: string): void {
  response.writeHead(status, { "content-type": "text/html; charset=utf-8", "cache-control": "no-store" });
  response.end(`<!doctype html><html lang="en"><title>Elsewhere</title><h1>Another provider</h1>${body}</html>`);
}

function answerJson(response: ServerResponse, status: number, body: object, allowOrigin: string | undefined): void {
  response.writeHead(status, {
    "content-type": "application/json",
    ...(allowOrigin && { "access-control-allow-origin": allowOrigin }),
  });
  response.end(JSON.stringify(body));
}

function redirect(response: ServerResponse, location: string, cookie?: string) {
  response.writeHead(302, { location, ...(cookie && { "set-cookie": cookie }) });
  response.end();
}

function withQuery(address: string, parameters: Record<string, string>): string {
  return `${address}?${new URLSearchParams(parameters)}`;
}

function cookieOf(request: IncomingMessage): string {
  return /(?:^|; )session=([^;]+)/.exec(request.headers.cookie ?? "")?.[1] ?? "";
}

async function readForm(request: IncomingMessage): Promise<URLSearchParams> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return new URLSearchParams(Buffer.concat(chunks).toString());
}

async function makeKey(): Promise<Key> {
  const { privateKey, publicKey } = await generateKeyPair("RS256", { extractable: true });
  const kid = randomUUID();
  return { kid, privateKey, jwk: { ...(await exportJWK(publicKey)), kid, use: "sig", alg: "RS256" } };
}

async function listen(handle: (request: IncomingMessage, response: ServerResponse) => Promise<void>): Promise<Server> {
  const server = createServer((request, response) => {
    handle(request, response).catch((error: unknown) => response.writeHead(500).end(String(error)));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return server;
}

function originOf(server: Server): string {
  const address = server.address();
  if (typeof address !== "object" || !address) throw new Error("no address");
  return `http://127.0.0.1:${address.port}`;
}

function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
