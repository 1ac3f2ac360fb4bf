/**
 * Whether cookies require encrypted connections: always, except on the developer's own machine, which has none. Under
 * other names browsers reject them without https, and signing in needs https there anyway.
 */
export function wantsSecureCookies(publicUrl: string): boolean {
  const { protocol, hostname } = new URL(publicUrl);
  return protocol === "https:" || !isOwnMachine(hostname);
}

/** Names that browsers trust without encryption. */
function isOwnMachine(hostname: string): boolean {
  return /^(localhost|.+\.localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(hostname);
}
