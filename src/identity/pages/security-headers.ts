import type { ServerResponse } from "node:http";
import { pageScriptAddresses } from "./page-script.ts";

/**
 * Headers of all provider responses, set on the raw response, because the provider's pages bypass the framework.
 * `form-action` includes the app's origins, because a sign-in form redirects there; pages that override these headers
 * for their script keep them. `script-src` lists the hosted pages' files and the digest of a page's own script; the
 * provider adds its self-submitting form's.
 */
export function setSecurityHeaders(
  response: ServerResponse,
  publicUrl: string,
  scriptDigest = "",
  appOrigins: readonly string[] = [],
): void {
  const { origin, protocol } = new URL(publicUrl);
  const before = /form-action [^;]*/.exec(String(response.getHeader("content-security-policy") ?? ""))?.[0];
  response.setHeader(
    "content-security-policy",
    [
      "default-src 'none'",
      ["script-src", ...pageScriptAddresses.map((address) => `${origin}${address}`), scriptDigest].join(" ").trim(),
      "style-src 'self'",
      "img-src 'self' data:",
      "font-src 'self'",
      before ?? ["form-action 'self'", origin, ...appOrigins].join(" "),
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
