import type { FastifyHelmetOptions } from "@fastify/helmet";
import type { ExternalProvider } from "../auth/external-provider.ts";
import type { Config } from "../settings/config.ts";

/**
 * Pages run only our files and the inline script with its digest. Images and recordings come from us, the tile server
 * and, with direct downloads, the photo store.
 */
export function contentSecurityPolicy(
  config: Config,
  provider?: ExternalProvider,
  inlineScripts: readonly string[] = [],
): FastifyHelmetOptions {
  const isHttps = config.publicUrl.startsWith("https:");
  // Evaluated per response: the provider's endpoints may have another origin, and are known only after discovery.
  const signIn = provider ? [() => provider.origins().join(" ")] : [];
  const pictures = tileOrigins(config.tiles.browserUrl);
  const photos = photoOrigins(config);
  const api = config.apiOrigin === undefined ? [] : [config.apiOrigin];
  return {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        scriptSrc: ["'self'", ...inlineScripts],
        styleSrc: ["'self'"],
        fontSrc: ["'self'"],
        imgSrc: ["'self'", "data:", "blob:", ...api, ...pictures, ...photos],
        // Recordings of the form, and stored ones.
        mediaSrc: ["'self'", "blob:", ...api, ...photos],
        connectSrc: ["'self'", ...api, ...signIn],
        manifestSrc: ["'self'"],
        workerSrc: ["'self'"],
        formAction: ["'self'", ...config.appOrigins, ...signIn],
        baseUri: ["'none'"],
        objectSrc: ["'none'"],
        frameAncestors: ["'none'"],
        ...(isHttps ? { upgradeInsecureRequests: [] } : {}),
      },
    },
    strictTransportSecurity: isHttps ? { maxAge: 31_536_000, includeSubDomains: false } : false,
    referrerPolicy: { policy: "strict-origin-when-cross-origin" },
    crossOriginEmbedderPolicy: false,
    crossOriginOpenerPolicy: { policy: "same-origin" },
    // Pages of the app at other origins show our images.
    crossOriginResourcePolicy: { policy: config.appOrigins.length > 0 ? "cross-origin" : "same-origin" },
  };
}

/**
 * The policy of a page that other sites show in a frame: from anybody's page, and with nothing from tile servers, stores and
 * providers.
 */
export const policyInFrames = (policy: string, { apiOrigin }: Config): string =>
  policy
    .split(";")
    .map((directive) => framedDirectives(apiOrigin)[directive.split(" ", 1)[0] ?? ""] ?? directive)
    .join(";");

function framedDirectives(apiOrigin: string | undefined): Record<string, string> {
  const own = ["'self'", ...(apiOrigin === undefined ? [] : [apiOrigin])].join(" ");
  return {
    "img-src": "img-src 'self'",
    "media-src": "media-src 'none'",
    "connect-src": `connect-src ${own}`,
    "worker-src": "worker-src 'none'",
    "manifest-src": "manifest-src 'none'",
    "form-action": "form-action 'none'",
    "frame-ancestors": "frame-ancestors *",
  };
}

/** The store, if photos are downloaded from it. */
function photoOrigins({ photoStore }: Config): string[] {
  return photoStore.kind === "s3" && photoStore.browserEndpoint ? [new URL(photoStore.browserEndpoint).origin] : [];
}

/** `https://{s}.tiles.example/{z}/{x}/{y}.png` → `https://*.tiles.example`. Paths of our own need no entry. */
function tileOrigins(template: string): string[] {
  const match = /^(https?:\/\/)([^/]+)/.exec(template);
  if (!match?.[1] || !match[2]) return [];
  return [match[1] + match[2].replace(/^\{[^}]+\}\./, "*.")];
}
