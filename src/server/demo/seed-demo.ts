import { createHash } from "node:crypto";
import { sql } from "kysely";
import { type QuestFormPayload, questFormPayloadSchema } from "../../contract/quests.ts";
import { insertAdventurer } from "../adventurers/adventurer-queries.ts";
import { embeddedIssuer } from "../auth/identity.ts";
import type { DatabaseLogger, Tx } from "../database/connection.ts";
import { findInstallationValue } from "../database/installation.ts";
import { transaction } from "../database/transaction.ts";
import { insertPoorGpsReport } from "../field-tests/gps-report-routes.ts";
import { insertOrganization } from "../organizations/organization-queries.ts";
import { type ShownCovers, setQuestImageFromFile } from "../quests/covers.ts";
import { setProtocol } from "../quests/protocol-queries.ts";
import { refreshSearchText } from "../quests/refresh-search-text.ts";
import { insertQuestWithPlaces } from "../quests/save-quest.ts";
import type { Config } from "../settings/config.ts";
import { insertStations } from "../stations/station-queries.ts";
import { type AccountMaker, createDemoAccounts } from "./demo-accounts.ts";
import { type Demo, type DemoParticipation, type DemoQuest, readDemo } from "./demo-content.ts";
import { answerRequest, dateAndReview, dayOf, daysAgo, type SampleServices, storeSample } from "./store-sample.ts";

export type DemoServices = SampleServices & ShownCovers & { config: Config; logger: DatabaseLogger };

type QuestIds = Record<string, number>;

type DemoParts = { services: DemoServices; accounts: AccountMaker };

/**
 * Fills an empty database from `demo/`, once. After an interruption the next call continues. Databases with other
 * quests stay as they are. If several processes start, one does the work and the others wait.
 */
export async function seedDemo(parts: DemoParts): Promise<void> {
  const { db } = parts.services;
  if ((await findInstallationValue(db, "demo_sown")) !== undefined) return;
  await transaction(db, async (tx) => {
    // Lock and limits end with their transaction, so a killed process blocks nobody, even behind a pooler.
    await sql`SET LOCAL statement_timeout = 0`.execute(tx);
    await sql`SET LOCAL idle_in_transaction_session_timeout = 0`.execute(tx);
    await sql`SELECT pg_advisory_xact_lock(1667328370, 2)`.execute(tx);
    if ((await findInstallationValue(db, "demo_sown")) === undefined) await makeDemo(parts);
  });
}

async function makeDemo({ services, accounts }: DemoParts): Promise<void> {
  const { config, db, logger } = services;
  const demo = readDemo();
  const ids = await transaction(db, (tx) => insertQuests(tx, demo));
  if (!ids) return;
  await createDemoAccounts(accounts, config);
  for (const [username, bio] of Object.entries(demo.bios)) {
    const account = await accounts.find(username);
    if (!account) throw new Error(`the demo has no account ${username}`);
    await insertAdventurer(db, { username, issuer: embeddedIssuer, subject: account.id });
    await db.updateTable("adventurers").set({ bio }).where("id", "=", username).execute();
  }
  for (const each of demo.quests) {
    for (const participation of each.participations) {
      await participate(services, each, participation, idOf(ids, each));
    }
  }
  await Promise.all(demo.quests.map((each) => setCover(services, each, idOf(ids, each))));
  await transaction(db, async (tx) => {
    for (const each of demo.quests) {
      const { quest_status } = each.quest;
      await tx.updateTable("quests").set({ quest_status }).where("id", "=", idOf(ids, each)).execute();
    }
    for (const report of demo.gpsReports) await insertPoorGpsReport(tx, "tester", report);
    await setMark(tx, "demo_sown", new Date().toISOString());
  });
  logger.info({ quests: demo.quests.length }, "the demo content was added");
}

async function setMark(tx: Tx, name: string, value: string): Promise<void> {
  await tx.insertInto("installation").values({ name, value }).execute();
}

/** Inserts all organizations and quests, or none; undefined if the database has other quests. */
async function insertQuests(tx: Tx, { organizations, quests }: Demo): Promise<QuestIds | undefined> {
  const inserted = await findInstallationValue(tx, "demo_quests");
  if (inserted !== undefined) return JSON.parse(inserted) as QuestIds;
  const other = await tx.selectFrom("quests").select("id").limit(1).executeTakeFirst();
  if (other) return undefined;
  const organizationIds = new Map<string, number>();
  for (const [key, organization] of Object.entries(organizations)) {
    organizationIds.set(key, (await insertOrganization(tx, organization)).id);
  }
  const ids: QuestIds = {};
  for (const each of quests) {
    const id = await insertQuestWithPlaces(tx, payloadOf(each, organizationIds.get(each.quest.organization)));
    for (const protocol of each.protocols.slice(1)) await setProtocol(tx, id, protocol);
    if (each.stations) {
      await insertStations(tx, id, each.stations.stations);
      await tx
        .updateTable("quests")
        .set({ station_repeat_days: each.stations.repeat_days })
        .where("id", "=", id)
        .execute();
      await refreshSearchText(tx, id);
    }
    ids[each.quest.quest_name] = id;
  }
  await setMark(tx, "demo_quests", JSON.stringify(ids));
  return ids;
}

function payloadOf({ quest, protocols }: DemoQuest, organizationId: number | undefined): QuestFormPayload {
  const { deadline_in_days: deadlineInDays, ...rest } = quest;
  return questFormPayloadSchema.parse({
    ...rest,
    protocol: protocols[0],
    // The real status is set last, because closed quests accept no samples.
    quest_status: "IN_PROGRESS",
    quest_deadline: deadlineInDays === null ? null : dayOf(daysAgo(-deadlineInDays)),
    organization: { organization_id: organizationId },
  });
}

function idOf(ids: QuestIds, { quest: { quest_name: name } }: DemoQuest): number {
  const id = ids[name];
  if (id === undefined) throw new Error(`the demo was begun without the quest ${name}`);
  return id;
}

async function participate(
  services: DemoServices,
  { quest, protocols, readPhoto }: DemoQuest,
  { username, joined_days_ago, completed_days_ago, samples }: DemoParticipation,
  questId: number,
): Promise<void> {
  const { db } = services;
  await db
    .insertInto("adventurer_quests")
    .values({ adventurer_id: username, quest_id: questId, joined_at: daysAgo(joined_days_ago) })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  for (const [index, sample] of samples.entries()) {
    const id = stableId(`${username}/${quest.quest_name}/${index}`);
    const version = sample.protocol_version ?? protocols.length;
    const protocol = protocols[version - 1];
    if (!protocol) throw new Error(`the demo has no version ${version} of the protocol of ${quest.quest_name}`);
    const point = { id, username, questId, form: { version, protocol }, readPhoto };
    await storeSample(services, sample, point);
    await dateAndReview(db, sample, id);
    await answerRequest(services, sample, point);
  }
  // Last, because completed quests accept no more samples.
  if (completed_days_ago === undefined) return;
  await db
    .updateTable("adventurer_quests")
    .set({ status: "completed", completed_at: daysAgo(completed_days_ago) })
    .where("adventurer_id", "=", username)
    .where("quest_id", "=", questId)
    .execute();
}

/** Sets the quest's cover like an administrator, unless it has one. */
async function setCover(services: DemoServices, { cover }: DemoQuest, questId: number): Promise<void> {
  if (cover === undefined) return;
  const query = services.db.selectFrom("quests").select("cover_id").where("id", "=", questId);
  if ((await query.executeTakeFirstOrThrow()).cover_id !== null) return;
  await setQuestImageFromFile(services, { username: "admin", questId }, cover);
}

/** The same UUID for the same text, so that an interrupted demo finds its samples. */
function stableId(text: string): string {
  const hex = createHash("sha256").update(text).digest("hex");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-5${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
