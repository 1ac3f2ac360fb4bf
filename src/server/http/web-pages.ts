import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance } from "fastify";
import { DomainError } from "../refusals/domain-error.ts";

/** Addresses whose page has a shell of its own, which asks for that page's code at once. */
const shells = {
  "/": "index.html",
  "/quests/:id": "quest.html",
  "/quests/:id/data": "quest-data.html",
  "/contributions": "contributions.html",
  "/contributions/:id": "contribution.html",
};

/** Who asks there for what is not there is a program, to which the app's page would mean that it is. */
const isForMachines = /^\/(\.well-known|oauth2|metrics)(\/|\?|$)/;

/** What only means something to a page: on a slow line, half a kilobyte for each of its files. */
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

/** How a content security policy names the scripts that stand in the page itself; all shells have the same. */
export async function inlineScripts(webRoot: string): Promise<string[]> {
  const page = await readFile(join(webRoot, "index.html"), "utf8");
  return page
    .split("<script>")
    .slice(1)
    .map((rest) => rest.slice(0, rest.indexOf("</script>")))
    .map((script) => `'sha256-${createHash("sha256").update(script).digest("base64")}'`);
}

/**
 * Serves the built web application. Files under `assets/` carry a hash in their name and may be kept for good; every
 * other address that a browser opens as a page gets the one page, whose router decides.
 */
export async function servePages(app: FastifyInstance, webRoot: string): Promise<void> {
  await app.register(fastifyStatic, {
    root: webRoot,
    index: false,
    cacheControl: false,
    // The build keeps its own notes there.
    dotfiles: "ignore",
    preCompressed: true,
    setHeaders: (reply, path) => {
      const isHashed = path.includes("/assets/");
      if (isHashed) for (const name of headersOfPages) reply.removeHeader(name);
      reply.header("cache-control", isHashed ? `public, max-age=${yearInMs / 1000}, immutable` : "no-cache");
    },
  });
  for (const [path, file] of Object.entries(shells)) app.get(path, (_request, reply) => reply.sendFile(file));
  // Where mails lead: nothing for a search engine.
  app.get("/mail/off", (_request, reply) => reply.header("x-robots-tag", "noindex").sendFile("index.html"));
  app.setNotFoundHandler((request, reply) => {
    const wantsPage = request.method === "GET" || request.method === "HEAD";
    const looksLikeFile = /\.[a-z0-9]{1,8}$/i.test(request.url.split("?", 1)[0] ?? "");
    if (wantsPage && !looksLikeFile && !isForMachines.test(request.url)) return reply.sendFile("index.html");
    throw new DomainError("not_found");
  });
}
