import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { messagesOf } from "../../texts/installed-languages.ts";
import type { KeyOf } from "../../texts/keys.ts";
import { english } from "../../texts/languages.ts";
import { textsForRequest } from "../../texts/texts-for-request.ts";
import type { Texts } from "../../texts/texts-of.ts";
import type { CallCosts } from "../calls/call-costs.ts";
import { sayLanguage } from "../calls/say-language.ts";
import { DomainError } from "../refusals/domain-error.ts";
import { escapeHtml } from "./escape-html.ts";
import { LocalizedPages } from "./localized-pages.ts";

/** Pages with an HTML file of their own, which preloads the code of that page. `quest.html` is served with a head of its own. */
const shells = {
  "/": "index.html",
  "/quests/:id/data": "quest-data.html",
  "/contributions": "contributions.html",
  "/contributions/:id": "contribution.html",
};

/** What pages may ask the device for. */
const pagePermissions = "camera=(self), geolocation=(self), microphone=(self)";

/** Programs use these paths, and must get a 404 instead of the app's page. */
const isForMachines = /^\/(\.well-known|oauth2|metrics|ogc)(\/|\?|$)/;

/** Only pages need these headers, and each file would carry half a kilobyte of them. */
const headersOfPages = [
  "content-security-policy",
  "cross-origin-opener-policy",
  "origin-agent-cluster",
  "x-dns-prefetch-control",
  "x-download-options",
  "x-frame-options",
  "x-permitted-cross-domain-policies",
  "x-xss-protection",
];

const yearInMs = 365 * 24 * 60 * 60 * 1000;

/** The inline scripts of the page, as sources for the content security policy. All pages have the same. */
export async function inlineScripts(webRoot: string): Promise<string[]> {
  const page = await readFile(join(webRoot, "index.html"), "utf8");
  return page
    .split("<script>")
    .slice(1)
    .map((rest) => rest.slice(0, rest.indexOf("</script>")))
    .map((script) => `'sha256-${createHash("sha256").update(script).digest("base64")}'`);
}

/**
 * Serves the built app. Files in `assets/` have a hash in their name and never expire; every other page address gets
 * the one page with the router.
 */
export async function servePages(
  app: FastifyInstance,
  { webRoot, config }: { webRoot: string; config: { publicUrl: string } },
): Promise<LocalizedPages> {
  const pages = await LocalizedPages.read(webRoot, config.publicUrl, [...Object.values(shells), "quest.html"]);
  await app.register(fastifyStatic, {
    root: webRoot,
    index: false,
    cacheControl: false,
    dotfiles: "ignore",
    preCompressed: true,
    setHeaders: (reply, path) => {
      const isHashed = path.includes("/assets/");
      if (isHashed) for (const name of headersOfPages) reply.removeHeader(name);
      else reply.header("permissions-policy", pagePermissions);
      reply.header("cache-control", isHashed ? `public, max-age=${yearInMs / 1000}, immutable` : "no-cache");
    },
  });
  await serveManifest(app, webRoot);
  const send = (request: FastifyRequest, reply: FastifyReply, file: string) =>
    pages.send(request, reply.header("permissions-policy", pagePermissions), file);
  for (const [path, file] of Object.entries(shells)) app.get(path, (request, reply) => send(request, reply, file));
  // Linked in emails: not for search engines.
  app.get("/mail/off", (request, reply) => send(request, reply.header("x-robots-tag", "noindex"), "index.html"));
  // The service worker keeps photos that are shared with the app. The server takes none, and leaves the body unread.
  app.post("/share", { onRequest: async (_request, reply) => reply.redirect("/share?unkept", 303) }, () => {});
  app.setNotFoundHandler((request, reply) => {
    const wantsPage = request.method === "GET" || request.method === "HEAD";
    const looksLikeFile = /\.[a-z0-9]{1,8}$/i.test(request.url.split("?", 1)[0] ?? "");
    if (wantsPage && !looksLikeFile && !isForMachines.test(request.url)) return send(request, reply, "index.html");
    throw new DomainError("not_found");
  });
  return pages;
}

const file = "manifest.webmanifest";

/** What an installed app shows, in the language of the request. The page's link asks for it with the cookie. */
async function serveManifest(app: FastifyInstance, webRoot: string): Promise<void> {
  const built = await readFile(join(webRoot, file), "utf8");
  app.get(`/${file}`, (request, reply) => {
    const texts = textsForRequest(request);
    sayLanguage(reply, texts);
    return reply
      .header("cache-control", "no-cache")
      .type("application/manifest+json; charset=utf-8")
      .send(translateManifest(built, texts));
  });
}

function translateManifest(built: string, { language, t }: Texts): string {
  const source = messagesOf(english.code).get("manifest") ?? {};
  const keyOf = new Map(Object.entries(source).map(([key, text]) => [text, key as KeyOf<"manifest">]));
  const translated = JSON.parse(built, (_, value) => {
    const key = keyOf.get(value);
    return key === undefined ? value : t(key);
  });
  return JSON.stringify({ ...translated, lang: language.code, dir: language.direction });
}

/** What a link shared in a chat shows (Open Graph). */
type SharedPage = {
  title: string;
  text: string;
  address: string;
  /** Address or path of a picture, if there is one. */
  image: string | null;
};

/** @param publicUrl without a trailing slash */
export function headOf({ title, text, address, image }: SharedPage, publicUrl: string): string {
  const properties: [string, string][] = [
    ["og:type", "website"],
    ["og:title", title],
    ["og:description", text],
    ["og:url", address],
    ["og:image", new URL(image ?? "/icons/icon-512.png", publicUrl).href],
  ];
  return [
    `<title>${escapeHtml(title)}</title>`,
    `<link rel="canonical" href="${escapeHtml(address)}" />`,
    ...properties.map(([property, content]) => `<meta property="${property}" content="${escapeHtml(content)}" />`),
  ].join("\n    ");
}

type PageHead = {
  html: string;
  /** The header `Link`, which programs read. */
  links?: string;
};

type Served = {
  /** Has `:id`, which is a quest's, and perhaps `:number`. */
  path: string;
  /** The page without its head. */
  file: string;
  /** Undefined for a page that isn't shared. */
  findHead: (ids: { questId: number; number: number; texts: Texts }) => Promise<PageHead | undefined>;
};

/** People must not wait for a head that they don't see. */
const waitMs = 2_000;
const plainTitle = /<title>[^<]*<\/title>/;

/**
 * Serves a page of a quest with a head for those who don't run the app. Without the database, or when much is
 * asked at once, it comes plainly.
 */
export function servePageWithHead(
  app: FastifyInstance,
  { pages, callCosts }: { pages: LocalizedPages; callCosts: CallCosts },
  { path, file, findHead }: Served,
): void {
  app.get<{ Params: { id: string; number?: string } }>(path, async (request, reply) => {
    const { id, number = "1" } = request.params;
    const texts = textsForRequest(request);
    const finding = [id, number].every((each) => /^[1-9]\d{0,8}$/.test(each))
      ? callCosts
          .during("light", reply.raw, () => findHead({ questId: Number(id), number: Number(number), texts }))
          .catch((error: unknown) => {
            request.log.error({ err: error }, "a page comes without its head");
            return undefined;
          })
      : undefined;
    const head = await Promise.race([finding, wait(waitMs, undefined, { ref: false })]);
    reply.header("permissions-policy", pagePermissions);
    if (head === undefined) return pages.send(request, reply, file);
    if (head.links) reply.header("link", head.links);
    return pages.send(request, reply, file, (page) => page.replace(plainTitle, () => head.html));
  });
}
