import type { AdapterPayload } from "oidc-provider";
import { isOwnDevice } from "./client-rules.ts";
import type { Client } from "./clients.ts";

/** A client as the provider takes it. The secret is its digest, to be compared with the digest of what is given. */
export function clientMetadata(client: Client, secretHash: string | undefined, signingAlgorithm: string) {
  const hasRefreshTokens = client.scopes.includes("offline_access");
  return {
    client_id: client.id,
    client_name: client.name,
    // On the person's own device any port is right: a program there takes the one that is free (RFC 8252, 7.3).
    application_type: client.redirectAddresses.some(isOwnDevice) ? "native" : "web",
    token_endpoint_auth_method: client.kind === "public" ? "none" : "client_secret_basic",
    ...(secretHash && { client_secret: secretHash }),
    grant_types: ["authorization_code", ...(hasRefreshTokens ? ["refresh_token"] : [])],
    response_types: ["code"],
    redirect_uris: client.redirectAddresses,
    post_logout_redirect_uris: client.signOutAddresses,
    scope: ["openid", ...client.scopes].join(" "),
    id_token_signed_response_alg: signingAlgorithm,
  } as AdapterPayload;
}
