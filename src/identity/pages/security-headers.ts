import type { ServerResponse } from "node:http";
import { pageScriptAddresses } from "./page-script.ts";

/**
 * Headers of everything the provider answers. They go on the raw response, since its own pages bypass the framework.
 * `form-action` names the app's origin because a sign-in form ends there by redirect; `script-src` names the
 * files of the hosted pages and the digest of a page's own script; the provider adds that of its self-submitting form.
 */
export function setSecurityHeaders(response: ServerResponse, publicUrl: string, scriptDigest = ""): void {
  const { origin, protocol } = new URL(publicUrl);
  response.setHeader(
    "content-security-policy",
    [
      "default-src 'none'",
      ["script-src", ...pageScriptAddresses.map((address) => `${origin}${address}`), scriptDigest].join(" ").trim(),
      "style-src 'self'",
      "img-src 'self' data:",
      "font-src 'self'",
      `form-action 'self' ${origin}`,
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

/** Lets the forms of this answer end at an address of a further client, where a redirect leads them. */
export function allowFormTarget(response: ServerResponse, address: string): void {
  const { protocol, origin, hostname } = new URL(address);
  // A policy can name neither an address of IPv6 nor what comes after a scheme of an app's own.
  const source = /^https?:$/.test(protocol) && !hostname.startsWith("[") ? origin : protocol;
  const policy = String(response.getHeader("content-security-policy") ?? "");
  if (policy.includes(` ${source}`)) return;
  response.setHeader("content-security-policy", policy.replace("form-action 'self'", `form-action 'self' ${source}`));
}
