import fastifyStatic from "@fastify/static";
import type { FastifyInstance } from "fastify";
import { DomainError } from "../contract/errors.ts";

const yearInMs = 365 * 24 * 60 * 60 * 1000;

/**
 * Serves the built web application. Files under `assets/` carry a hash in their name and may be kept for good; every
 * other address that a browser opens as a page gets the one page, whose router decides.
 */
export async function servePages(app: FastifyInstance, webRoot: string): Promise<void> {
  await app.register(fastifyStatic, {
    root: webRoot,
    index: false,
    cacheControl: false,
    setHeaders: (reply, path) => {
      const isHashed = path.includes("/assets/");
      reply.header("cache-control", isHashed ? `public, max-age=${yearInMs / 1000}, immutable` : "no-cache");
    },
  });
  app.get("/", (_request, reply) => reply.sendFile("index.html"));
  app.setNotFoundHandler((request, reply) => {
    const wantsPage = request.method === "GET" || request.method === "HEAD";
    const looksLikeFile = /\.[a-z0-9]{1,8}$/i.test(request.url.split("?", 1)[0] ?? "");
    if (wantsPage && !looksLikeFile) return reply.sendFile("index.html");
    throw new DomainError("not_found", "There is nothing here.");
  });
}
