import type { ServerResponse } from "node:http";
import { pageScriptAddresses } from "./page-script.ts";

/**
 * Headers of everything the provider answers. They go on the raw response, since its own pages bypass the framework.
 * `form-action` names the app's origins because a sign-in form ends there by redirect (a page that sets these headers again,
 * for its script, keeps them); `script-src` names the files of the hosted pages and the digest of a page's own script; the
 * provider adds that of its self-submitting form.
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
