import type { ClientConfiguration } from "../../../contract/calls.ts";

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

async function readConfiguration(): Promise<AuthSettings> {
  const response = await fetch("/api/config");
  if (!response.ok) throw new Error(`/api/config answered ${response.status}`);
  return ((await response.json()) as ClientConfiguration).oidc;
}
