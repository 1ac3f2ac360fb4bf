import {
  type Configuration,
  errors,
  interactionPolicy,
  type KoaContextWithOIDC,
  Provider,
  type Session,
} from "oidc-provider";
import { offeredLanguages } from "../../texts/languages.ts";
import { textsForRequest } from "../../texts/texts-for-request.ts";
import type { Accounts } from "../accounts/accounts.ts";
import type { IdentityDb } from "../database/identity-database.ts";
import { hostCookieName } from "../sessions/browser-cookie.ts";
import type { Devices } from "../sessions/devices.ts";
import { endGrant } from "../sessions/end-sessions.ts";
import { accessTokenClaims, idTokenClaims } from "./claims.ts";
import { accountClientId, apiAudience, clientId, scopes } from "./clients.ts";
import { type CookieKeys, type SigningKeys, signingAlgorithm } from "./keys.ts";
import { payloadStore } from "./payload-store.ts";
import { refusalPage } from "./refusal-page.ts";
import { wantsSecureCookies } from "./secure-cookies.ts";

// The provider uses it; the older of the Node versions that we support do not have it.
URL.parse ??= (address, base) => (URL.canParse(address, base) ? new URL(address, base) : null);

const accessTokenTtlSeconds = 10 * 60;
const dayInSeconds = 24 * 60 * 60;
/** A volunteer who is away from the network this long signs in again. */
const refreshTokenTtlSeconds = 30 * dayInSeconds;
/** However often it is renewed, a session ends after this. */
const grantTtlSeconds = 180 * dayInSeconds;
const sessionTtlSeconds = 30 * dayInSeconds;
/** A page that sends itself on by a form would need the content security policy opened for every app. */
const responseModes: ("query" | "fragment")[] = ["query", "fragment"];
const flowTtlSeconds = 60 * 60;

export type ProviderLogger = {
  info(details: object, message: string): void;
  warn(details: object, message: string): void;
  error(details: object, message: string): void;
};

/** The OpenID provider itself, its addresses as in the design; hosted pages are elsewhere. */
export function createProvider(options: {
  db: IdentityDb;
  accounts: Accounts;
  devices: Devices;
  keys: SigningKeys & CookieKeys;
  publicUrl: string;
  logger: ProviderLogger;
  clock: () => Date;
}): Provider {
  const { db, accounts, devices, keys, publicUrl, logger, clock } = options;
  const homeUrl = `${publicUrl}/`;

  const configuration: Configuration = {
    adapter: payloadStore(db, clock),
    jwks: { keys: keys.signing as NonNullable<Configuration["jwks"]>["keys"] },
    clients: [
      {
        client_id: clientId,
        client_name: "Cairn",
        token_endpoint_auth_method: "none",
        grant_types: ["authorization_code", "refresh_token"],
        response_types: ["code"],
        redirect_uris: [homeUrl],
        post_logout_redirect_uris: [homeUrl],
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
    scopes: ["openid", "email", "profile"],
    claims: {
      openid: ["sub", "cognito:username", "cognito:groups", "token_use"],
      email: ["email", "email_verified"],
      profile: ["name", "preferred_username"],
    },
    conformIdTokenClaims: false,
    extraParams: ["screen_hint"],
    findAccount: async (_ctx, id) => {
      const account = await accounts.findById(id);
      // A disabled account is nobody: no code of it is exchanged, no token refreshed.
      return account?.enabled ? { accountId: account.id, claims: () => idTokenClaims(account) } : undefined;
    },
    extraTokenClaims: async (_ctx, token) => {
      if (token.kind !== "AccessToken") return undefined;
      const account = await accounts.findById(token.accountId);
      if (token.grantId) await devices.seen(token.grantId);
      return account && { ...accessTokenClaims(account), grant_id: token.grantId };
    },
    loadExistingGrant: async (ctx) => {
      const grant = await loadGrant(ctx);
      if (grant?.accountId && ctx.oidc.client?.clientId === clientId)
        await devices.attachGrant(ctx.req, grant.accountId, grant.jti);
      return grant;
    },
    issueRefreshToken: async (_ctx, client) => client.grantTypeAllowed("refresh_token"),
    expiresWithSession: async () => false,
    rotateRefreshToken: true,
    clientBasedCORS: (_ctx, origin) => origin === new URL(publicUrl).origin,
    cookies: {
      keys: keys.cookies,
      names: cookieNames({ isSecure: wantsSecureCookies(publicUrl) }),
      long: { signed: true, httpOnly: true, sameSite: "lax", path: "/" },
      short: { signed: true, httpOnly: true, sameSite: "lax" },
    },
    discovery: {
      userinfo_endpoint: `${publicUrl}/oauth2/userInfo`,
      ui_locales_supported: offeredLanguages.map(({ code }) => code),
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
          if (resource !== apiAudience) throw new errors.InvalidTarget(`there is no resource but ${apiAudience}`);
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
    interactions: { url: (_ctx, interaction) => `/signin/${interaction.uid}`, policy: signInPolicy() },
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
      Grant: grantTtlSeconds,
      IdToken: 60 * 60,
      Interaction: flowTtlSeconds,
      RefreshToken: refreshTokenTtlSeconds,
      Session: sessionTtlSeconds,
    },
    renderError: async (ctx, out) => {
      ctx.type = "html";
      const texts = textsForRequest(ctx.req, ctx.oidc?.params?.ui_locales ?? ctx.query.ui_locales);
      ctx.body = refusalPage({ texts, homeUrl, error: out.error, reason: out.error_description });
    },
  };

  const provider = new Provider(publicUrl, configuration);
  // The mount sets the forwarded host and protocol from the public address, so that no request can choose them.
  provider.proxy = true;
  provider.silent = true;
  // Whatever a request came by: a cookie is as safe as the public address says.
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
  provider.on("server_error", (_ctx, error) => logger.error({ err: error }, "identity provider failed"));
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

/** Those of a running sign-in are for its own path, which a name with `__Host-` may not have. */
function cookieNames({ isSecure }: { isSecure: boolean }) {
  const prefix = isSecure ? "__Secure-" : "";
  return {
    session: hostCookieName("cairn_session", { isSecure }),
    interaction: `${prefix}cairn_sign_in`,
    resume: `${prefix}cairn_sign_in_resume`,
  };
}

/** The default checks before a code is given, without consent, and with a check that the account is enabled. */
function signInPolicy() {
  const policy = interactionPolicy.base();
  policy.remove("consent");
  policy
    .get("login")
    ?.checks.add(
      new interactionPolicy.Check(
        "account_unusable",
        "the account is disabled or gone",
        (ctx) => ctx.oidc.session?.accountId !== undefined && ctx.oidc.account === undefined,
      ),
    );
  return policy;
}

/** One grant for each browser and account: it is what sign-out and revocation end. */
async function loadGrant(ctx: KoaContextWithOIDC) {
  const { session, client, provider } = ctx.oidc;
  if (!session?.accountId || !client) return undefined;
  const grantId = session.grantIdFor(client.clientId);
  const existing = grantId ? await provider.Grant.find(grantId) : undefined;
  // One that runs out soon is replaced, so that a new sign-in is good for as long as every other.
  if (existing?.accountId === session.accountId && existing.remainingTTL > refreshTokenTtlSeconds) return existing;
  const grant = new provider.Grant({ accountId: session.accountId, clientId: client.clientId });
  grant.addOIDCScope(scopes);
  grant.addResourceScope(apiAudience, scopes);
  await grant.save();
  return grant;
}
