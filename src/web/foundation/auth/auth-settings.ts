import type { ClientConfiguration } from "../../../contract/installation.ts";
import { isApiElsewhere } from "../api/addresses.ts";
import { callWithoutToken } from "../api/client.ts";

/** Settings of the identity provider. */
export type AuthSettings = ClientConfiguration["oidc"];

let served: Promise<AuthSettings> | undefined;

/** Fetches the settings once per page load; retries after a failure. */
export function fetchAuthSettings(): Promise<AuthSettings> {
  served ??= readConfiguration().catch((error: unknown) => {
    served = undefined;
    throw error;
  });
  return served;
}

/** An app of another origin uses its own redirect URLs instead of the server's. */
async function readConfiguration(): Promise<AuthSettings> {
  const { VITE_SIGN_IN_REDIRECT, VITE_SIGN_OUT_REDIRECT } = import.meta.env;
  const home = isApiElsewhere() ? `${location.origin}/` : undefined;
  const { oidc } = await callWithoutToken("getClientConfiguration", {});
  return {
    ...oidc,
    redirect_uri: VITE_SIGN_IN_REDIRECT || home || oidc.redirect_uri,
    sign_out_uri: VITE_SIGN_OUT_REDIRECT || home || oidc.sign_out_uri,
  };
}
