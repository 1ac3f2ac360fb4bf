import { type HostedProvider, startHostedProvider } from "./hosted-provider.ts";

/**
 * A provider that behaves like a Cognito user pool: discovery and keys at one origin, sign-in pages and tokens at
 * another; access tokens without an audience; fixed refresh tokens; sign-out by `client_id` and `logout_uri`, whatever
 * the document says.
 */
export function startCognitoShaped(): Promise<HostedProvider> {
  return startHostedProvider({
    issuerPath: "/us-east-2_TestPool1",
    hasLoginOrigin: true,
    paths: {
      authorize: "/oauth2/authorize",
      token: "/oauth2/token",
      keys: "/.well-known/jwks.json",
      logout: "/logout",
    },
    document: ({ issuer, login }) => ({
      authorization_endpoint: `${login}/oauth2/authorize`,
      token_endpoint: `${login}/oauth2/token`,
      jwks_uri: `${issuer}/.well-known/jwks.json`,
      // Answers 404; the real sign-out has another address and other parameters.
      end_session_endpoint: `${issuer}/useless/logout`,
      id_token_signing_alg_values_supported: ["RS256"],
      response_types_supported: ["code", "token"],
      subject_types_supported: ["public"],
    }),
    claims: (kind, { user, scope, authTimeSeconds: auth_time }, { clientId }) => {
      const groups = user.groups.length > 0 ? { "cognito:groups": user.groups } : {};
      return kind === "access"
        ? { token_use: "access", client_id: clientId, username: user.username, scope, auth_time, version: 2, ...groups }
        : {
            token_use: "id",
            aud: clientId,
            "cognito:username": user.username,
            email: user.email,
            auth_time,
            ...groups,
          };
    },
    headerType: undefined,
    answer: () => ({}),
    rotatesRefreshTokens: false,
    signOutTarget: (query, { clientId }) =>
      query.get("client_id") === clientId ? (query.get("logout_uri") ?? undefined) : undefined,
  });
}
