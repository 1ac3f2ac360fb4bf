export const clientId = "cairn-web";
/** Signs people in for the account page; its tokens are never asked for. */
export const accountClientId = "cairn-account";
export const apiAudience = "urn:cairn:api";
export const scopes = "email profile openid";

/** Is it a client that was registered, and not one of the provider's own? */
export function isForeignClient(client: { clientId: string } | undefined): boolean {
  return client !== undefined && client.clientId !== clientId && client.clientId !== accountClientId;
}
