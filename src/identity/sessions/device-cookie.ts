import { createHash, randomBytes } from "node:crypto";
import { type BrowserCookie, browserCookie } from "./browser-cookie.ts";

const maxAgeSeconds = 365 * 24 * 60 * 60;

export function newDeviceCookie(): string {
  return randomBytes(24).toString("base64url");
}

export function deviceCookie({ isSecure }: { isSecure: boolean }): BrowserCookie {
  const cookie = browserCookie("cairn_device", { isSecure, maxAgeSeconds });
  return {
    ...cookie,
    read(request) {
      const value = cookie.read(request);
      return value && /^[\w-]{32}$/.test(value) ? value : undefined;
    },
  };
}

/** The form in which the database stores a cookie. */
export function digestOfCookie(cookie: string): string {
  return createHash("sha256").update(cookie).digest("base64url");
}
