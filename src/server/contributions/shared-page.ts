import type { FastifyInstance } from "fastify";
import type { CallCosts } from "../calls/call-costs.ts";
import type { Db } from "../database/connection.ts";
import type { LocalizedPages } from "../pages/localized-pages.ts";
import { headOf, servePageWithHead } from "../pages/page-heads.ts";
import { findSharedContribution } from "./shared-contributions.ts";

type Services = { db: Db; callCosts: CallCosts; config: { publicUrl: string }; pages: LocalizedPages };

/** Serves the app's page at the address of a shared contribution, with a head for chats. */
export function sharedPage(app: FastifyInstance, services: Services): void {
  const { db, config } = services;
  servePageWithHead(app, services, {
    path: "/quests/:id/shared/:number",
    file: "index.html",
    findHead: async ({ questId, number, texts: { t } }) => {
      const shared = await findSharedContribution(db, questId, number);
      if (!shared) return undefined;
      const { quest_name: questName, own, accepted: total, name } = shared;
      const page = {
        title: questName,
        text: name === null ? t("shared.part", { own, total }) : t("shared.partOf", { name, own, total }),
        address: `${config.publicUrl}/quests/${questId}/shared/${number}`,
        image: null,
      };
      // People share it with people: search engines shouldn't list it.
      return { html: `${headOf(page, config.publicUrl)}\n    <meta name="robots" content="noindex" />` };
    },
  });
}
