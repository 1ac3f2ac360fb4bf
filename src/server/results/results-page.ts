import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { FastifyBaseLogger, FastifyInstance } from "fastify";
import type { Config } from "../config.ts";
import type { Db } from "../database/connection.ts";
import type { CallCosts } from "../http/call-costs.ts";
import { policyInFrames } from "../http/security-headers.ts";
import { pagePermissions } from "../http/web-pages.ts";
import { getResults } from "./get-results.ts";
import { findPublicQuest } from "./published-queries.ts";
import { headOfResults } from "./results-head.ts";

type Services = { db: Db; callCosts: CallCosts; config: { publicUrl: string }; webRoot: string };

const plainTitle = /<title>[^<]*<\/title>/;

/** Serves the app's page at the address of public results, with a head for those who don't run the app. */
export async function resultsPage(app: FastifyInstance, services: Services): Promise<void> {
  const page = await readFile(join(services.webRoot, "index.html"), "utf8");
  app.get<{ Params: { id: string } }>("/quests/:id/results", async ({ params: { id }, log }, reply) => {
    const head = /^[1-9]\d{0,8}$/.test(id)
      ? await services.callCosts.during("light", reply.raw, () => findHead(services, Number(id), log))
      : undefined;
    if (head === undefined) return reply.sendFile("index.html");
    reply.header("cache-control", "no-cache").header("permissions-policy", pagePermissions);
    return reply.type("text/html; charset=utf-8").send(page.replace(plainTitle, () => head));
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

/** Undefined if the results are hidden. Without the database the page comes as well, and says so itself. */
async function findHead(
  { db, config }: Services,
  questId: number,
  log: FastifyBaseLogger,
): Promise<string | undefined> {
  try {
    const quest = await findPublicQuest(db, questId);
    return quest && headOfResults(quest, await getResults(db, questId), config.publicUrl);
  } catch (error) {
    log.error({ err: error }, "a results page comes without its head");
    return undefined;
  }
}
