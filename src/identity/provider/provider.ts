import { createHmac } from "node:crypto";
import {
  type Configuration,
  errors,
  interactionPolicy,
  type KoaContextWithOIDC,
  Provider,
  type Session,
} from "oidc-provider";
import { offeredLanguages } from "../../texts/installed-languages.ts";
import { textsForRequest } from "../../texts/texts-for-request.ts";
import type { Account } from "../accounts/account-queries.ts";
import type { Accounts } from "../accounts/accounts.ts";
import { isSignInTooOld, type SecurityPolicy } from "../accounts/security-policy.ts";
import type { IdentityDb } from "../database/identity-database.ts";
import { hostCookieName } from "../sessions/browser-cookie.ts";
import type { Devices } from "../sessions/devices.ts";
import { endGrant } from "../sessions/end-sessions.ts";
import { accessTokenClaims, accountClientId, apiAudience, clientId, idTokenClaims, scopes } from "./claims.ts";
import { type CookieKeys, type SigningKeys, signingAlgorithm } from "./keys.ts";
import { payloadStore } from "./payload-store.ts";
import { refusalPage } from "./refusal-page.ts";
import { wantsSecureCookies } from "./secure-cookies.ts";

// The provider uses it, but our oldest supported Node versions lack it.
URL.parse ??= (address, base) => (URL.canParse(address, base) ? new URL(address, base) : null);

const accessTokenTtlSeconds = 10 * 60;
const dayInSeconds = 24 * 60 * 60;
/** The form_post mode would need a content security policy that allows every app. */
const responseModes: ("query" | "fragment")[] = ["query", "fragment"];
const flowTtlSeconds = 60 * 60;

export type ProviderLogger = {
  info(details: object, message: string): void;
  warn(details: object, message: string): void;
  error(details: object, message: string): void;
};

/** The OpenID provider; hosted pages are elsewhere. */
export function createProvider(options: {
  db: IdentityDb;
  accounts: Accounts;
  devices: Devices;
  keys: SigningKeys & CookieKeys;
  /** Derives the ids of successor refresh tokens. */
  refreshSecret: string;
  /** Otherwise they get no session and lose existing ones. */
  mayEnter(account: Account): Promise<boolean>;
  policy: SecurityPolicy;
  publicUrl: string;
  appOrigins: readonly string[];
  logger: ProviderLogger;
  isOutage: (error: unknown) => boolean;
  clock: () => Date;
}): Provider {
  const { db, accounts, devices, keys, refreshSecret, mayEnter, policy } = options;
  const { publicUrl, appOrigins, logger, isOutage, clock } = options;
  const idleSeconds = policy.sessionIdleDays * dayInSeconds;
  const maxSeconds = policy.sessionMaxDays * dayInSeconds;
  const homeUrl = `${publicUrl}/`;
  const returnUrls = [homeUrl, ...appOrigins.map((origin) => `${origin}/`)];

  const successorOf = (refreshToken: string) =>
    createHmac("sha256", refreshSecret).update(`refresh-token-after:${refreshToken}`).digest("base64url");

  const configuration: Configuration = {
    adapter: payloadStore(db, clock, successorOf),
    jwks: { keys: keys.signing as NonNullable<Configuration["jwks"]>["keys"] },
    clients: [
      {
        client_id: clientId,
        client_name: "Cairn",
        token_endpoint_auth_method: "none",
        grant_types: ["authorization_code", "refresh_token"],
        response_types: ["code"],
        redirect_uris: returnUrls,
        post_logout_redirect_uris: returnUrls,
        id_token_signed_response_alg: signingAlgorithm,
      },
      {
        client_id: accountClientId,
        client_name: "Cairn account",
        token_endpoint_auth_method: "none",
        grant_types: ["authorization_code"],
        response_types: ["code"],
        redirect_uris: [`${publicUrl}/account/signed-in`],
        id_token_signed_response_alg: signingAlgorithm,
      },
    ],
    responseTypes: ["code"],
    clientAuthMethods: ["none"],
    clientDefaults: { response_modes: responseModes },
    pkce: { required: () => true },
    scopes: scopes.split(" "),
    claims: {
      openid: ["sub", "cognito:username", "cognito:groups", "origin_jti", "token_use"],
      email: ["email", "email_verified"],
      profile: ["name", "preferred_username", "cognito:username"],
    },
    conformIdTokenClaims: false,
    extraParams: ["screen_hint"],
    findAccount: async (_ctx, id, token) => {
      const account = await accounts.findById(id);
      // Without access, no code is exchanged and no token refreshed.
      return account && (await mayEnter(account))
        ? { accountId: account.id, claims: () => idTokenClaims(account, token?.grantId) }
        : undefined;
    },
    extraTokenClaims: async (_ctx, token) => {
      if (token.kind !== "AccessToken") return undefined;
      const account = await accounts.findById(token.accountId);
      if (token.grantId) await devices.seen(token.grantId);
      return account && accessTokenClaims(account, token.grantId);
    },
    loadExistingGrant: async (ctx) => {
      const grant = await loadGrant(ctx, idleSeconds);
      if (grant?.accountId && ctx.oidc.client?.clientId === clientId)
        await devices.attachGrant(ctx.req, grant.accountId, grant.jti);
      return grant;
    },
    issueRefreshToken: async (_ctx, client) => client.grantTypeAllowed("refresh_token"),
    expiresWithSession: async () => false,
    rotateRefreshToken: true,
    clientBasedCORS: (_ctx, origin) => origin === new URL(publicUrl).origin || appOrigins.includes(origin),
    cookies: {
      keys: keys.cookies,
      names: cookieNames({ isSecure: wantsSecureCookies(publicUrl) }),
      long: { signed: true, httpOnly: true, sameSite: "lax", path: "/" },
      short: { signed: true, httpOnly: true, sameSite: "lax" },
    },
    discovery: {
      userinfo_endpoint: `${publicUrl}/oauth2/userInfo`,
      ui_locales_supported: offeredLanguages().map(({ code }) => code),
    },
    features: {
      devInteractions: { enabled: false },
      userinfo: { enabled: false },
      dPoP: { enabled: false },
      pushedAuthorizationRequests: { enabled: false },
      revocation: { enabled: true, allowedPolicy: (_ctx, client, token) => token.clientId === client.clientId },
      rpInitiatedLogout: { enabled: true },
      resourceIndicators: {
        enabled: true,
        defaultResource: () => apiAudience,
        useGrantedResource: () => true,
        getResourceServerInfo: (_ctx, resource) => {
          if (resource !== apiAudience) throw new errors.InvalidTarget(`the only resource is ${apiAudience}`);
          return {
            scope: scopes,
            audience: apiAudience,
            accessTokenFormat: "jwt",
            accessTokenTTL: accessTokenTtlSeconds,
            jwt: { sign: { alg: signingAlgorithm } },
          };
        },
      },
    },
    interactions: {
      url: (_ctx, { uid }) => `/signin/${uid}`,
      policy: signInPolicy(policy, clock),
    },
    routes: {
      authorization: "/oauth2/authorize",
      token: "/oauth2/token",
      revocation: "/oauth2/revoke",
      end_session: "/logout",
      jwks: "/.well-known/jwks.json",
    },
    ttl: {
      AccessToken: accessTokenTtlSeconds,
      AuthorizationCode: 60,
      // Outlives what depends on it, so that one grant lasts for a whole sign-in.
      Grant: maxSeconds + idleSeconds,
      IdToken: 60 * 60,
      Interaction: flowTtlSeconds,
      RefreshToken: (_ctx, { authTime, iiat }) => {
        const nowSeconds = Math.floor(clock().getTime() / 1000);
        const leftSeconds = (authTime ?? iiat ?? nowSeconds) + maxSeconds - nowSeconds;
        return Math.max(1, Math.min(idleSeconds, leftSeconds));
      },
      Session: idleSeconds,
    },
    renderError: async (ctx, out) => {
      ctx.type = "html";
      const texts = textsForRequest(ctx.req, ctx.oidc?.params?.ui_locales ?? ctx.query.ui_locales);
      ctx.body = refusalPage({ texts, homeUrl, error: out.error, reason: out.error_description });
    },
  };

  const provider = new Provider(publicUrl, configuration);
  // The mount sets the forwarded host and protocol from the public address, so requests can't.
  provider.proxy = true;
  provider.silent = true;
  nameSuccessors(provider, successorOf);
  // Cookie security follows the public address, whatever the request used.
  Object.defineProperty(provider.request, "secure", { get: () => wantsSecureCookies(publicUrl) });
  // The provider keeps the tokens of a session that another account replaces; here they end with it.
  provider.use(async (ctx, next) => {
    await next();
    const { oidc } = ctx as Partial<KoaContextWithOIDC>;
    if (oidc?.route === "discovery") Object.assign(ctx.body as object, { response_modes_supported: responseModes });
    const session: (Session & { destroyed?: boolean }) | undefined =
      oidc?.route === "end_session_confirm" ? oidc.session : undefined;
    for (const { grantId } of Object.values(session?.authorizations ?? {})) {
      if (grantId && session?.destroyed) await endGrant(db, grantId);
    }
  });
  provider.on("server_error", (ctx, error) => {
    logger.error({ err: error }, "identity provider failed");
    if (!isOutage(error)) return;
    // apps retry after a 503; any other error would sign people out
    ctx.status = 503;
    ctx.set("Retry-After", "10");
  });
  provider.on("grant.error", (ctx, error) => {
    logger.info(
      { error: error.message, detail: error.error_detail, client: ctx.oidc.client?.clientId },
      "token refused",
    );
  });
  provider.on("authorization.error", (_ctx, error) => {
    logger.info({ error: error.message, detail: error.error_detail }, "authorization refused");
  });
  return provider;
}

/** Cookies of a running sign-in have their own path, which the `__Host-` prefix doesn't allow. */
function cookieNames({ isSecure }: { isSecure: boolean }) {
  const prefix = isSecure ? "__Secure-" : "";
  return {
    session: hostCookieName("cairn_session", { isSecure }),
    interaction: `${prefix}cairn_sign_in`,
    resume: `${prefix}cairn_sign_in_resume`,
  };
}

/**
 * A refresh token has exactly one successor, with a derived id, so that exchanging it again returns the same one. A
 * lost response signs nobody out, and no second chain starts.
 */
function nameSuccessors(provider: Provider, successorOf: (refreshToken: string) => string): void {
  const { prototype } = provider.RefreshToken as unknown as { prototype: { generateTokenId(): string } };
  const randomId = prototype.generateTokenId;
  prototype.generateTokenId = function (this: unknown) {
    const rotated = (Provider.ctx as KoaContextWithOIDC | undefined)?.oidc.entities.RotatedRefreshToken;
    return rotated ? successorOf(rotated.jti) : randomId.call(this);
  };
}

/** The default checks before issuing a code, without consent, plus checks of the account and the session's age. */
function signInPolicy(security: SecurityPolicy, clock: () => Date) {
  const { Check } = interactionPolicy;
  const policy = interactionPolicy.base();
  policy.remove("consent");
  const checks = policy.get("login")?.checks;
  checks?.add(
    new Check(
      "account_unusable",
      "the account is disabled or gone, or lacks a second factor",
      (ctx) => ctx.oidc.session?.accountId !== undefined && ctx.oidc.account === undefined,
    ),
  );
  checks?.add(
    new Check("session_too_old", "the sign-in was too long ago", ({ oidc: { session } }) =>
      Boolean(session?.accountId && isSignInTooOld(security, session.loginTs ?? 0, clock())),
    ),
  );
  return policy;
}

/** One grant per browser and account; sign-out and revocation end it. */
async function loadGrant(ctx: KoaContextWithOIDC, idleSeconds: number) {
  const { session, client, provider } = ctx.oidc;
  if (!session?.accountId || !client) return undefined;
  const grantId = session.grantIdFor(client.clientId);
  const existing = grantId ? await provider.Grant.find(grantId) : undefined;
  // Replaces a grant that expires soon, so that every new sign-in lasts equally long.
  if (existing?.accountId === session.accountId && existing.remainingTTL > idleSeconds) return existing;
  const grant = new provider.Grant({ accountId: session.accountId, clientId: client.clientId });
  grant.addOIDCScope(scopes);
  grant.addResourceScope(apiAudience, scopes);
  await grant.save();
  return grant;
}
