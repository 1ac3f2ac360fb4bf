import { createHash, randomBytes } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { parseCookie, stringifySetCookie } from "cookie";
import { hostCookieName } from "./browser-cookie.ts";

const name = "cairn_device";
const maxAgeSeconds = 365 * 24 * 60 * 60;

export function newDeviceCookie(): string {
  return randomBytes(24).toString("base64url");
}

export function readDeviceCookie(request: IncomingMessage): string | undefined {
  const cookies = parseCookie(request.headers.cookie ?? "");
  // The plain name is that of localhost, and of browsers that were given theirs before there was a prefix.
  const value = cookies[hostCookieName(name, { isSecure: true })] ?? cookies[name];
  return value && /^[\w-]{32}$/.test(value) ? value : undefined;
}

export function giveDeviceCookie(response: ServerResponse, value: string, { isSecure }: { isSecure: boolean }): void {
  response.appendHeader(
    "set-cookie",
    stringifySetCookie({
      name: hostCookieName(name, { isSecure }),
      value,
      maxAge: maxAgeSeconds,
      path: "/",
      httpOnly: true,
      sameSite: "lax",
      secure: isSecure,
    }),
  );
}

/** What the database keeps of a cookie. */
export function digestOfCookie(cookie: string): string {
  return createHash("sha256").update(cookie).digest("base64url");
}
