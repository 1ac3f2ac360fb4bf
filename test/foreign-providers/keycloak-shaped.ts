import { decodeJwt } from "jose";
import { type HostedProvider, startHostedProvider } from "./hosted-provider.ts";

/**
 * A provider that behaves like Keycloak: a realm in the issuer, the client in `azp`, `account` as the audience, the
 * token type in the claim `typ`, groups as paths, rotating refresh tokens, its name in the redirect, and a sign-out
 * that requires the ID token.
 */
export function startKeycloakShaped(): Promise<HostedProvider> {
  return startHostedProvider({
    issuerPath: "/realms/field",
    hasLoginOrigin: false,
    paths: {
      authorize: "/protocol/openid-connect/auth",
      token: "/protocol/openid-connect/token",
      keys: "/protocol/openid-connect/certs",
      logout: "/protocol/openid-connect/logout",
    },
    document: ({ issuer }) => ({
      authorization_endpoint: `${issuer}/protocol/openid-connect/auth`,
      token_endpoint: `${issuer}/protocol/openid-connect/token`,
      jwks_uri: `${issuer}/protocol/openid-connect/certs`,
      end_session_endpoint: `${issuer}/protocol/openid-connect/logout`,
      authorization_response_iss_parameter_supported: true,
      code_challenge_methods_supported: ["plain", "S256"],
    }),
    claims: (kind, { user, id }, { clientId }) => ({
      azp: clientId,
      sid: id,
      acr: "1",
      preferred_username: user.username,
      email: user.email,
      groups: user.groups.map((group) => `/${group}`),
      ...(kind === "access"
        ? { typ: "Bearer", aud: "account", realm_access: { roles: ["offline_access"] } }
        : { typ: "ID", aud: clientId, at_hash: "LDktKdoQak3Pk0cnXxCltA" }),
    }),
    headerType: "JWT",
    answer: ({ issuer }) => ({ iss: issuer, session_state: "3f2c9a" }),
    rotatesRefreshTokens: true,
    signOutTarget: (query, { issuer, clientId }) => {
      const hint = query.get("id_token_hint");
      if (!hint) return undefined;
      const { iss, aud, typ } = decodeJwt<{ typ?: string }>(hint);
      const isOurs = iss === issuer && aud === clientId && typ === "ID";
      return isOurs ? (query.get("post_logout_redirect_uri") ?? undefined) : undefined;
    },
  });
}
