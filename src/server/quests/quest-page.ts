import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import type { CallCosts } from "../calls/call-costs.ts";
import type { Db } from "../database/connection.ts";
import type { LocalizedPages } from "../pages/localized-pages.ts";
import { headOf, servePageWithHead } from "../pages/web-pages.ts";
import { textIn } from "../quest-texts/texts-of-quests.ts";
import { conditionsBesidePlace } from "./quest-queries.ts";

type Services = { db: Db; callCosts: CallCosts; config: { publicUrl: string }; pages: LocalizedPages };
type SharedQuest = { quest_name: string; text: string; quest_image: string | null };

const textLengthMax = 300;

/** Serves the app's page at a quest's address, with a head for chats. */
export function questPage(app: FastifyInstance, services: Services): void {
  const { publicUrl } = services.config;
  servePageWithHead(app, services, {
    path: "/quests/:id",
    file: "quest.html",
    findHead: async ({ questId: id, texts: { language } }) => {
      const quest = await findSharedQuest(services.db, id, language.code);
      if (!quest) return undefined;
      const { quest_name: title, text, quest_image: image } = quest;
      return { html: headOf({ title, text, address: `${publicUrl}/quests/${id}`, image }, publicUrl) };
    },
  });
}

/** Undefined for drafts, as in lists. */
async function findSharedQuest(db: Db, id: number, language: string): Promise<SharedQuest | undefined> {
  const conditions = [sql`q.id = ${id}`, ...conditionsBesidePlace({})];
  const { rows } = await sql<SharedQuest>`
    SELECT ${textIn(language, "quest_name")} AS quest_name, q.quest_image,
      left(coalesce(nullif(${textIn(language, "quest_description")}, ''), o.organization_name), ${textLengthMax}) AS text
    FROM quests q JOIN organizations o ON o.id = q.organization_id
    WHERE ${sql.join(conditions, sql` AND `)}`.execute(db);
  return rows[0];
}
