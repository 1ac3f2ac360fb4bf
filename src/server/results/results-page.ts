import type { FastifyInstance } from "fastify";
import { languageCookie } from "../../texts/languages.ts";
import { textsForRequest } from "../../texts/texts-for-request.ts";
import type { CallCosts } from "../calls/call-costs.ts";
import type { Db } from "../database/connection.ts";
import type { LocalizedPages } from "../pages/localized-pages.ts";
import { servePageWithHead } from "../pages/page-heads.ts";
import { policyInFrames } from "../pages/security-headers.ts";
import type { Config } from "../settings/config.ts";
import { getResults } from "./get-results.ts";
import { findPublicQuest } from "./published-queries.ts";
import { headOfResults } from "./results-head.ts";

type Services = { db: Db; callCosts: CallCosts; config: { publicUrl: string }; pages: LocalizedPages };

/** Serves the app's page at the address of public results, with a head for those who don't run the app. */
export function resultsPage(app: FastifyInstance, services: Services): void {
  const { db, config } = services;
  servePageWithHead(app, services, {
    path: "/quests/:id/results",
    file: "index.html",
    findHead: async ({ questId: id, texts }) => {
      const quest = await findPublicQuest(db, id);
      return quest && { html: headOfResults(quest, await getResults(db, id), { publicUrl: config.publicUrl, texts }) };
    },
  });
}

/**
 * The same page for frames on other sites: without tiles, cookies, devices and search engines. The site may name a
 * language in the address; otherwise it is the visitor's.
 */
export function resultsInFrames(
  app: FastifyInstance,
  { config, pages }: { config: Config; pages: LocalizedPages },
): void {
  app.get("/quests/:id/results/embed", (request, reply) => {
    const policy = String(reply.getHeader("content-security-policy"));
    reply
      .removeHeader("x-frame-options")
      .header("content-security-policy", policyInFrames(policy, config))
      .header("x-robots-tag", "noindex");
    const { [languageCookie]: ofSite } = request.query as Record<string, unknown>;
    return pages.send(request, reply, "index.html", undefined, textsForRequest(request, ofSite));
  });
}
