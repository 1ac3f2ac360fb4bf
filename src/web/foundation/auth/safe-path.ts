/** Restricts a stored path to this app. */
export function safePath(path: string | undefined): string {
  if (!path?.startsWith("/")) return "/";
  const url = new URL(path, location.origin);
  if (url.origin !== location.origin) return "/";
  for (const name of ["code", "state", "iss", "session_state", "error", "error_description"])
    url.searchParams.delete(name);
  return `${url.pathname}${url.search}`;
}
