import { randomInt } from "node:crypto";
import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import type { SharedContribution } from "../../contract/contributions.ts";
import type { CallCosts } from "../calls/call-costs.ts";
import { constraintOf, type Db } from "../database/connection.ts";
import type { LocalizedPages } from "../pages/localized-pages.ts";
import { headOf, servePageWithHead } from "../pages/web-pages.ts";
import { nameInLanguages } from "../quest-texts/texts-of-quests.ts";
import { DomainError } from "../refusals/domain-error.ts";
import { publishFew } from "../results/publish-points.ts";

/** Long enough that nobody finds the pages of others by counting. */
const newNumber = () => randomInt(100_000_000, 1_000_000_000);

type Shared = { username: string; questId: number; publicUrl: string };

/**
 * Shares the volunteer's part of a quest's public results.
 * @param publicUrl without a trailing slash
 * @throws DomainError `not_joined`
 */
export async function shareContribution(db: Db, shared: Shared, makeNumber = newNumber): Promise<{ address: string }> {
  const { username, questId, publicUrl } = shared;
  try {
    const row = await db
      .updateTable("adventurer_quests")
      .set({ shared_number: sql<number>`coalesce(shared_number, ${makeNumber()})` })
      .where("adventurer_id", "=", username)
      .where("quest_id", "=", questId)
      .returning("shared_number")
      .executeTakeFirst();
    if (!row) throw new DomainError("not_joined");
    return { address: `${publicUrl}/quests/${questId}/shared/${row.shared_number}` };
  } catch (error) {
    // Somebody else has the number.
    if (constraintOf(error) !== "adventurer_quests_shared_number_unique") throw error;
    return shareContribution(db, shared, makeNumber);
  }
}

export async function unshareContribution(db: Db, username: string, questId: number): Promise<void> {
  await db
    .updateTable("adventurer_quests")
    .set({ shared_number: null })
    .where("adventurer_id", "=", username)
    .where("quest_id", "=", questId)
    .execute();
}

/** @throws DomainError `shared_contribution_not_found`, also while the quest's results are hidden */
export async function getSharedContribution(
  db: Db,
  { id, number }: { id: number; number: number },
): Promise<SharedContribution> {
  const found = await findSharedContribution(db, id, number);
  if (!found) throw new DomainError("shared_contribution_not_found");
  return found;
}

async function findSharedContribution(
  db: Db,
  questId: number,
  number: number,
): Promise<SharedContribution | undefined> {
  await publishFew(db, questId);
  const { rows } = await sql<SharedContribution>`
    SELECT q.id AS quest_id, ${nameInLanguages}, q.quest_type, o.organization_name,
      CASE a.credit WHEN 'username' THEN a.id WHEN 'name' THEN a.credit_name END AS name, own.*,
      greatest(own.own, (SELECT coalesce(sum(n.count), 0)::int FROM sample_counts n
        WHERE n.quest_id = q.id AND n.state = 'accepted')) AS accepted
    FROM adventurer_quests aq
      JOIN quests q ON q.id = aq.quest_id AND q.results_visibility = 'public'
      JOIN organizations o ON o.id = q.organization_id
      JOIN adventurers a ON a.id = aq.adventurer_id
      CROSS JOIN LATERAL (
        SELECT count(*)::int AS own, to_char(min(p.day), 'YYYY-MM-DD') AS first_day,
          to_char(max(p.day), 'YYYY-MM-DD') AS last_day
        FROM quest_data d LEFT JOIN published_points p ON p.id = d.id
        WHERE d.adventurer_id = a.id AND d.quest_id = q.id AND d.review_decision = 'accepted') own
    WHERE aq.quest_id = ${questId} AND aq.shared_number = ${number}`.execute(db);
  return rows[0];
}

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
