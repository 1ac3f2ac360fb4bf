import type { FastifyInstance } from "fastify";
import type { Config } from "../config.ts";
import type { Db } from "../database/connection.ts";
import type { CallCosts } from "../http/call-costs.ts";
import { servePageWithHead } from "../http/page-heads.ts";
import { policyInFrames } from "../http/security-headers.ts";
import { getResults } from "./get-results.ts";
import { findPublicQuest } from "./published-queries.ts";
import { headOfResults } from "./results-head.ts";

type Services = { db: Db; callCosts: CallCosts; config: { publicUrl: string }; webRoot: string };

/** Serves the app's page at the address of public results, with a head for those who don't run the app. */
export function resultsPage(app: FastifyInstance, services: Services): Promise<void> {
  const { db, config } = services;
  return servePageWithHead(app, services, {
    path: "/quests/:id/results",
    file: "index.html",
    findHead: async (id) => {
      const quest = await findPublicQuest(db, id);
      return quest && { html: headOfResults(quest, await getResults(db, id), config.publicUrl) };
    },
  });
}

/** The same page for frames on other sites: without tiles, cookies, devices and search engines. */
export function resultsInFrames(app: FastifyInstance, { config }: { config: Config }): void {
  app.get("/quests/:id/results/embed", (_request, reply) => {
    const policy = String(reply.getHeader("content-security-policy"));
    reply
      .removeHeader("x-frame-options")
      .header("content-security-policy", policyInFrames(policy, config))
      .header("x-robots-tag", "noindex");
    return reply.sendFile("index.html");
  });
}
