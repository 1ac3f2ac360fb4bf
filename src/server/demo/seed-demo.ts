import { createHash } from "node:crypto";
import { sql } from "kysely";
import { type QuestFormPayload, questFormPayloadSchema } from "../../contract/quests.ts";
import { insertAdventurer } from "../adventurers/adventurer-queries.ts";
import { embeddedIssuer } from "../auth/identity.ts";
import type { Config } from "../config.ts";
import { setPlantIdData } from "../data-points/data-point-queries.ts";
import type { AskedForm } from "../data-points/data-point-rules.ts";
import type { StoreDataPointServices } from "../data-points/store-data-point.ts";
import type { DatabaseLogger, Db, Tx } from "../database/connection.ts";
import { transaction } from "../database/transaction.ts";
import type { PhotoStore } from "../photos/store/photo-store.ts";
import { insertQuestWithPlaces } from "../quests/create-quest.ts";
import { setProtocol } from "../quests/protocol-queries.ts";
import { type AccountMaker, createDemoAccounts } from "./demo-accounts.ts";
import { type DemoOrganization, type DemoQuest, demoOrganizations } from "./demo-quest.ts";
import { demoQuests } from "./demo-quests.ts";
import type { DemoParticipation, DemoSample } from "./demo-sample.ts";
import { demoBios, demoGpsReports, demoParticipations } from "./demo-samples.ts";
import { type SamplePoint, storeAnswer, storeSample, takePictures } from "./store-sample.ts";

export type DemoServices = StoreDataPointServices & {
  config: Config;
  logger: DatabaseLogger;
  photoStore: PhotoStore;
};

/** Ids of the demo's quests, by name. */
type QuestIds = Record<string, number>;

const dayMs = 24 * 60 * 60_000;
const daysFromNow = (days: number) => new Date(Date.now() + days * dayMs);

type DemoParts = { services: DemoServices; accounts: AccountMaker };

/**
 * Fills an empty database with organizations, quests, accounts and samples, once. When it was interrupted, the next
 * call goes on where it stopped; a database with quests of somebody else stays as it is. Of several processes one does
 * the work, and the others wait until it is done.
 */
export async function seedDemo(parts: DemoParts): Promise<void> {
  const { db } = parts.services;
  if ((await readMark(db, "demo_sown")) !== undefined) return;
  await transaction(db, async (tx) => {
    // The lock and the limits end with their transaction, so a killed process holds nobody up, and a pooler may stand in between.
    await sql`SET LOCAL statement_timeout = 0`.execute(tx);
    await sql`SET LOCAL idle_in_transaction_session_timeout = 0`.execute(tx);
    await sql`SELECT pg_advisory_xact_lock(1667328370, 2)`.execute(tx);
    if ((await readMark(db, "demo_sown")) === undefined) await sowDemo(parts);
  });
}

async function sowDemo({ services, accounts }: DemoParts): Promise<void> {
  const { config, db, logger } = services;
  const ids = await transaction(db, plantQuests);
  if (!ids) return;
  await createDemoAccounts(accounts, config);
  for (const participation of demoParticipations) {
    const account = await accounts.find(participation.username);
    if (!account) throw new Error(`the demo has no account ${participation.username}`);
    await insertAdventurer(db, { username: participation.username, issuer: embeddedIssuer, subject: account.id });
    await participate(services, participation, ids);
  }
  await transaction(db, async (tx) => {
    for (const { quest_name, quest_status } of demoQuests) {
      await tx
        .updateTable("quests")
        .set({ quest_status })
        .where("id", "=", ids[quest_name] ?? 0)
        .execute();
    }
    await tx
      .insertInto("poor_gps_reports")
      .values(demoGpsReports.map((report) => ({ ...report, reported_by: "tester" })))
      .execute();
    await setMark(tx, "demo_sown", new Date().toISOString());
  });
  logger.info({ quests: demoQuests.length }, "the demo is sown");
}

async function readMark(db: Db, name: string): Promise<string | undefined> {
  const row = await db.selectFrom("installation").select("value").where("name", "=", name).executeTakeFirst();
  return row?.value;
}

async function setMark(tx: Tx, name: string, value: string): Promise<void> {
  await tx.insertInto("installation").values({ name, value }).execute();
}

/** Organizations and quests, all or none; undefined where the database has quests that are not the demo's. */
async function plantQuests(tx: Tx): Promise<QuestIds | undefined> {
  const planted = await readMark(tx, "demo_quests");
  if (planted !== undefined) return JSON.parse(planted) as QuestIds;
  const stranger = await tx.selectFrom("quests").select("id").limit(1).executeTakeFirst();
  if (stranger) return undefined;
  const organizationIds = new Map<DemoOrganization, number>();
  for (const [key, { name, email }] of Object.entries(demoOrganizations)) {
    const { id } = await tx
      .insertInto("organizations")
      .values({ organization_name: name, organization_email: email })
      .returning("id")
      .executeTakeFirstOrThrow();
    organizationIds.set(key as DemoOrganization, id);
  }
  const ids: QuestIds = {};
  for (const quest of demoQuests) {
    const organizationId = organizationIds.get(quest.organization);
    const id = await insertQuestWithPlaces(tx, payloadOf(quest, organizationId));
    if (quest.firstProtocol) await setProtocol(tx, id, quest.protocol);
    ids[quest.quest_name] = id;
  }
  await setMark(tx, "demo_quests", JSON.stringify(ids));
  return ids;
}

function payloadOf(
  { deadlineInDays, firstProtocol, ...quest }: DemoQuest,
  organizationId: number | undefined,
): QuestFormPayload {
  return questFormPayloadSchema.parse({
    ...quest,
    protocol: firstProtocol ?? quest.protocol,
    // Its own status comes last, since a closed quest takes no samples.
    quest_status: "IN_PROGRESS",
    quest_deadline: deadlineInDays === null ? null : daysFromNow(deadlineInDays).toISOString().slice(0, 10),
    organization: { organization_id: organizationId },
  });
}

async function participate(services: DemoServices, participation: DemoParticipation, ids: QuestIds): Promise<void> {
  const { db } = services;
  const { username, quest, joinedDaysAgo, completedDaysAgo } = participation;
  const questId = ids[quest.quest_name];
  if (questId === undefined) throw new Error(`the demo has no quest ${quest.quest_name}`);
  await db.updateTable("adventurers").set({ bio: demoBios[username] }).where("id", "=", username).execute();
  await db
    .insertInto("adventurer_quests")
    .values({ adventurer_id: username, quest_id: questId, joined_at: daysFromNow(-joinedDaysAgo) })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const points = await planPoints(db, participation, questId);
  const pictures = await Promise.all(
    points.map(({ sample, point, isKnown }) => isKnown || takePictures(sample, point)),
  );
  for (const [index, { sample, point }] of points.entries()) {
    const taken = pictures[index];
    if (taken instanceof Map) {
      await storeSample(services, sample, point, { form: formOf(quest, sample), pictures: taken });
    }
    await dateAndReview(db, sample, point, completedDaysAgo);
    await answerRequest(services, sample, point, formOf(quest, sample));
  }
  // Last, since a quest that is completed takes no more samples.
  if (completedDaysAgo === undefined) return;
  await db
    .updateTable("adventurer_quests")
    .set({ status: "completed", completed_at: daysFromNow(-completedDaysAgo) })
    .where("adventurer_id", "=", username)
    .where("quest_id", "=", questId)
    .execute();
}

/** When each sample was measured, and whether it is there already. */
async function planPoints(db: Db, participation: DemoParticipation, questId: number) {
  const { username, quest, joinedDaysAgo, completedDaysAgo: lastDay = 0, samples } = participation;
  const points = samples.map((sample, index) => {
    const share = (index + 1) / (samples.length + 1);
    const daysAgo = sample.daysAgo ?? joinedDaysAgo - share * (joinedDaysAgo - lastDay);
    const id = stableId(`${username}/${quest.quest_name}/${index}`);
    return { sample, point: { id, username, questId, measuredAt: daysFromNow(-daysAgo) } };
  });
  const rows = await db.selectFrom("quest_data").select("id").where("quest_id", "=", questId).execute();
  const known = new Set(rows.map(({ id }) => id));
  return points.map(({ sample, point }) => ({ sample, point, isKnown: known.has(point.id) }));
}

/** The first version where it was measured under that, else the newest. */
function formOf({ protocol, firstProtocol }: DemoQuest, { isUnderFirstProtocol }: DemoSample): AskedForm {
  if (firstProtocol && isUnderFirstProtocol) return { version: 1, protocol: firstProtocol };
  return { version: firstProtocol ? 2 : 1, protocol };
}

async function dateAndReview(
  db: Db,
  { plant, review, reviewerMessage: text, arrivedDaysLate }: DemoSample,
  { id, measuredAt }: SamplePoint,
  completedDaysAgo = 0,
): Promise<void> {
  const arrival =
    arrivedDaysLate === undefined
      ? { created_at: measuredAt }
      : { created_at: daysFromNow(arrivedDaysLate - completedDaysAgo), late: true };
  await transaction(db, async (tx) => {
    await tx.updateTable("quest_data").set(arrival).where("id", "=", id).execute();
    if (plant) await setPlantIdData(tx, id, plant);
    const reviewed = await tx.selectFrom("reviews").select("id").where("quest_data_id", "=", id).executeTakeFirst();
    if (!review || reviewed) return;
    const { decision, comment = null } = review;
    // Decided long ago: it is no news to anybody.
    const reviewedAt = new Date(Math.min(measuredAt.getTime() + dayMs, Date.now()));
    await tx
      .insertInto("reviews")
      .values({ quest_data_id: id, decision, comment, reviewed_by: "admin", reviewed_at: reviewedAt })
      .execute();
    if (text) {
      const message = { quest_data_id: id, author: "admin", is_reviewer: true, revision: 1, text };
      await tx
        .insertInto("data_point_messages")
        .values({ ...message, written_at: reviewedAt })
        .execute();
    }
    await tx.updateTable("quest_data").set({ review_decision: decision }).where("id", "=", id).execute();
  });
}

/** A day after its reviewer asked for a change; the data point waits again. */
async function answerRequest(
  services: DemoServices,
  sample: DemoSample,
  point: SamplePoint,
  form: AskedForm,
): Promise<void> {
  if (!sample.answer) return;
  const answeredAt = new Date(Math.min(point.measuredAt.getTime() + 2 * dayMs, Date.now()));
  if (!(await storeAnswer(services, sample, { ...point, measuredAt: answeredAt }, form))) return;
  await transaction(services.db, async (tx) => {
    await tx.updateTable("quest_data").set({ revised_at: answeredAt }).where("id", "=", point.id).execute();
    const moments = [
      ["data_point_revisions", { arrived_at: answeredAt }],
      ["data_point_messages", { written_at: answeredAt }],
    ] as const;
    for (const [table, moment] of moments) {
      await tx.updateTable(table).set(moment).where("quest_data_id", "=", point.id).execute();
    }
  });
}

/** The same UUID for the same text, so that a demo that was interrupted finds what it has. */
function stableId(text: string): string {
  const hex = createHash("sha256").update(text).digest("hex");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-5${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
