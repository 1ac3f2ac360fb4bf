import type { IncomingMessage, ServerResponse } from "node:http";
import { parseCookie, stringifySetCookie } from "cookie";

export type BrowserCookie = {
  read(request: IncomingMessage): string | undefined;
  give(response: ServerResponse, value: string): void;
};

/** A site-wide cookie that scripts can't read; without `maxAgeSeconds` it is a session cookie. */
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
 * Name of a site-wide cookie. The prefix on secure cookies makes browsers reject ones that another host, such as a
 * subdomain, tries to set.
 */
export function hostCookieName(plainName: string, { isSecure }: { isSecure: boolean }): string {
  return isSecure ? `__Host-${plainName}` : plainName;
}
