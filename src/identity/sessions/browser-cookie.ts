import type { IncomingMessage, ServerResponse } from "node:http";
import { parseCookie, stringifySetCookie } from "cookie";

export type BrowserCookie = {
  read(request: IncomingMessage): string | undefined;
  give(response: ServerResponse, value: string): void;
};

/** A cookie of the whole site that no script reads; without `maxAgeSeconds` it goes with the browser's session. */
export function browserCookie(
  plainName: string,
  { isSecure, maxAgeSeconds }: { isSecure: boolean; maxAgeSeconds?: number },
): BrowserCookie {
  const name = hostCookieName(plainName, { isSecure });
  return {
    read: (request) => parseCookie(request.headers.cookie ?? "")[name],
    give(response, value) {
      response.appendHeader(
        "set-cookie",
        stringifySetCookie({
          name,
          value,
          ...(maxAgeSeconds !== undefined && { maxAge: maxAgeSeconds }),
          path: "/",
          httpOnly: true,
          sameSite: "lax",
          secure: isSecure,
        }),
      );
    },
  };
}

/**
 * The name of a cookie of the whole site. Where cookies are secure, its prefix makes browsers refuse one that another
 * host, such as a sub-domain, wants to plant.
 */
export function hostCookieName(plainName: string, { isSecure }: { isSecure: boolean }): string {
  return isSecure ? `__Host-${plainName}` : plainName;
}
