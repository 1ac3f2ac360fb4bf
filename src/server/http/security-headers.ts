import type { FastifyHelmetOptions } from "@fastify/helmet";
import type { ExternalProvider } from "../auth/external-provider.ts";
import type { Config } from "../config.ts";

/** Nothing runs in our pages but our own files and the script in the page itself, named by its digest; pictures come from us, from the map's tile server, and where they are sent on from the photo store. */
export function contentSecurityPolicy(
  config: Config,
  provider?: ExternalProvider,
  inlineScripts: readonly string[] = [],
): FastifyHelmetOptions {
  const isHttps = config.publicUrl.startsWith("https:");
  // Asked with every answer: an endpoint may have another origin than the issuer, and is known only once it was read.
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
    // Pages at another origin of the app show pictures of ours.
    crossOriginResourcePolicy: { policy: config.appOrigins.length > 0 ? "cross-origin" : "same-origin" },
  };
}

/** Where a photo's address may lead. */
function photoOrigins({ photoStore }: Config): string[] {
  return photoStore.kind === "s3" && photoStore.browserEndpoint ? [new URL(photoStore.browserEndpoint).origin] : [];
}

/** `https://{s}.tiles.example/{z}/{x}/{y}.png` → `https://*.tiles.example`. Addresses of our own need no mention. */
function tileOrigins(template: string): string[] {
  const match = /^(https?:\/\/)([^/]+)/.exec(template);
  if (!match?.[1] || !match[2]) return [];
  return [match[1] + match[2].replace(/^\{[^}]+\}\./, "*.")];
}
