export const clientId = "cairn-web";
/** Signs people in for the account page; its tokens are never used. */
export const accountClientId = "cairn-account";
export const apiAudience = "urn:cairn:api";
export const scopes = "email profile openid";
