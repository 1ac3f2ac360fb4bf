import type { ServerResponse } from "node:http";
import { pageScripts } from "./page-scripts.ts";

/**
 * Headers of all provider responses, set on the raw response, because the provider's pages bypass the framework.
 * `form-action` includes the app's origins, because a sign-in form redirects there. The provider adds the digest of its
 * self-submitting form to `script-src`.
 */
export function setSecurityHeaders(
  response: ServerResponse,
  publicUrl: string,
  appOrigins: readonly string[] = [],
): void {
  const { origin, protocol } = new URL(publicUrl);
  response.setHeader(
    "content-security-policy",
    [
      "default-src 'none'",
      ["script-src", ...pageScripts.map(({ address }) => `${origin}${address}`)].join(" "),
      "style-src 'self'",
      "img-src 'self' data:",
      "font-src 'self'",
      ["form-action 'self'", origin, ...appOrigins].join(" "),
      "connect-src 'self'",
      "base-uri 'none'",
      "frame-ancestors 'none'",
    ].join("; "),
  );
  response.setHeader("referrer-policy", "same-origin");
  response.setHeader("x-content-type-options", "nosniff");
  response.setHeader("x-frame-options", "DENY");
  response.setHeader("cross-origin-opener-policy", "same-origin");
  response.setHeader("permissions-policy", "camera=(), geolocation=(), microphone=()");
  if (protocol === "https:") response.setHeader("strict-transport-security", "max-age=31536000; includeSubDomains");
}
