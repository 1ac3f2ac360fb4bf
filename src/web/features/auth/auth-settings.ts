import type { ClientConfiguration } from "../../../contract/installation.ts";

/** What the browser needs to know of the identity provider. */
export type AuthSettings = ClientConfiguration["oidc"];

let served: Promise<AuthSettings> | undefined;

/** As the server says, asked once for each page load; asked again after a failure. */
export function fetchAuthSettings(): Promise<AuthSettings> {
  served ??= readConfiguration().catch((error: unknown) => {
    served = undefined;
    throw error;
  });
  return served;
}

/** The redirect addresses of the build win over the server's. */
async function readConfiguration(): Promise<AuthSettings> {
  const { VITE_API_BASE = "/api", VITE_SIGN_IN_REDIRECT, VITE_SIGN_OUT_REDIRECT } = import.meta.env;
  const response = await fetch(`${VITE_API_BASE}/config`);
  if (!response.ok) throw new Error(`${VITE_API_BASE}/config answered ${response.status}`);
  const { oidc } = (await response.json()) as ClientConfiguration;
  return {
    ...oidc,
    redirect_uri: VITE_SIGN_IN_REDIRECT || oidc.redirect_uri,
    sign_out_uri: VITE_SIGN_OUT_REDIRECT || oidc.sign_out_uri,
  };
}
