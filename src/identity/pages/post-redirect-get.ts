import type { FastifyContextConfig, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { addressKey, shownPagePerAddress } from "../attempts/attempt-limits.ts";
import type { IdentityContext } from "../context.ts";
import { isForeignForm, sendPage } from "./form.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /** The address that shows this form's page; by default the nearest parent address with a page. */
    pageAt?: (request: FastifyRequest) => string;
  }
}

/**
 * Answers every form with a 303 to an address that shows the handler's page, so that Back and Reload don't resend the
 * form. The page keeps the handler's status, because password managers rely on it. Forbidden forms, and forms from an
 * address that sends too many, are answered directly.
 */
export function answerFormsByRedirect(app: FastifyInstance, context: IdentityContext): void {
  const { shownPages, limits, publicUrl } = context;

  app.addHook("preHandler", async (request, reply) => {
    const { shown } = request.query as { shown?: unknown };
    if (request.method !== "GET" || typeof shown !== "string") return;
    const page = await shownPages.find(request, pathOf(request.url), shown);
    if (!page) return;
    if (page.retryAfter !== undefined) reply.header("retry-after", page.retryAfter);
    return sendPage(reply, page.markup, page.status);
  });

  app.addHook("onSend", async (request, reply, payload) => {
    const isPage = String(reply.getHeader("content-type")).startsWith("text/html");
    if (request.method !== "POST" || !isPage || reply.statusCode === 403 || typeof payload !== "string") return payload;
    const address = addressOfPage(app, request);
    if (address === undefined || isForeignForm(request, publicUrl)) return payload;
    const key = `shown-page:address:${addressKey(request.ip)}`;
    if (await limits.take([{ key, limit: shownPagePerAddress }])) return payload;
    const id = await shownPages.keep(request, reply, pathOf(address), pageOf(reply, payload));
    reply.code(303).header("location", `${address}${address.includes("?") ? "&" : "?"}shown=${id}`);
    reply.removeHeader("content-type");
    reply.removeHeader("retry-after");
    return "";
  });
}

function pageOf(reply: FastifyReply, markup: string) {
  const retryAfter = reply.getHeader("retry-after");
  return { status: reply.statusCode, markup, ...(retryAfter !== undefined && { retryAfter: String(retryAfter) }) };
}

function addressOfPage(app: FastifyInstance, request: FastifyRequest): string | undefined {
  const { url: pattern = "", config } = request.routeOptions;
  const pageAt = (config as FastifyContextConfig).pageAt?.(request);
  if (pageAt !== undefined) return pageAt;
  const patternParts = pattern.split("/");
  const parts = pathOf(request.url).split("/");
  while (patternParts.length > 1) {
    if (app.hasRoute({ method: "GET", url: patternParts.join("/") }))
      return parts.slice(0, patternParts.length).join("/");
    patternParts.pop();
  }
  return undefined;
}

function pathOf(url: string): string {
  return url.split("?", 1)[0] ?? "";
}
