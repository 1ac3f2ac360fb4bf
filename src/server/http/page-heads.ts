import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import type { FastifyInstance } from "fastify";
import type { CallCosts } from "./call-costs.ts";
import { escapeHtml } from "./escape-html.ts";
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
  /** For programs: the header `Link`. */
  links?: string;
};

type Served = {
  /** With `:id`, which is a quest's, and perhaps `:number`. */
  path: string;
  /** The page without its head, in `webRoot`. */
  file: string;
  /** Undefined for a page that isn't shared. */
  findHead: (questId: number, number: number) => Promise<PageHead | undefined>;
};

/** People must not wait for a head that they don't see. */
const waitMs = 2_000;
const plainTitle = /<title>[^<]*<\/title>/;

/**
 * Serves a page of a quest with a head for those who don't run the app. Without the database, or when much is
 * asked at once, it comes plainly.
 */
export async function servePageWithHead(
  app: FastifyInstance,
  { webRoot, callCosts }: { webRoot: string; callCosts: CallCosts },
  { path, file, findHead }: Served,
): Promise<void> {
  const page = await readFile(join(webRoot, file), "utf8");
  app.get<{ Params: { id: string; number?: string } }>(path, async ({ params: { id, number = "1" }, log }, reply) => {
    const finding = [id, number].every((each) => /^[1-9]\d{0,8}$/.test(each))
      ? callCosts
          .during("light", reply.raw, () => findHead(Number(id), Number(number)))
          .catch((error: unknown) => {
            log.error({ err: error }, "a page comes without its head");
            return undefined;
          })
      : undefined;
    const head = await Promise.race([finding, wait(waitMs, undefined, { ref: false })]);
    if (head === undefined) return reply.sendFile(file);
    reply.header("cache-control", "no-cache").header("permissions-policy", pagePermissions);
    if (head.links) reply.header("link", head.links);
    return reply.type("text/html; charset=utf-8").send(page.replace(plainTitle, () => head.html));
  });
}
