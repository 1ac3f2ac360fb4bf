import { setTimeout as wait } from "node:timers/promises";
import type { FastifyInstance } from "fastify";
import { textsForRequest } from "../../texts/texts-for-request.ts";
import type { Texts } from "../../texts/texts-of.ts";
import type { CallCosts } from "../calls/call-costs.ts";
import { escapeHtml } from "./escape-html.ts";
import type { LocalizedPages } from "./localized-pages.ts";
import { pagePermissions } from "./web-pages.ts";

/** What a link shared in a chat shows (Open Graph). */
export type SharedPage = {
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
