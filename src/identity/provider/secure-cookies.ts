/**
 * Whether cookies are for encrypted connections only: everywhere but on the developer's own machine, where there are none.
 * Under another name without https a browser does not take them, and signing in needs https there for its own reasons.
 */
export function wantsSecureCookies(publicUrl: string): boolean {
  const { protocol, hostname } = new URL(publicUrl);
  return protocol === "https:" || !isOwnMachine(hostname);
}

/** Names that browsers trust without encryption. */
function isOwnMachine(hostname: string): boolean {
  return /^(localhost|.+\.localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(hostname);
}
