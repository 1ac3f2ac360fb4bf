import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import { sql } from "kysely";
import { uploadFactsSchema } from "../../contract/data-points.ts";
import { type QuestFormPayload, questFormPayloadSchema } from "../../contract/quests.ts";
import { defaultProtocol } from "../../protocol/default-protocol.ts";
import { insertAdventurer } from "../adventurers/adventurer-queries.ts";
import { embeddedIssuer } from "../auth/identity.ts";
import type { Config } from "../config.ts";
import { setPlantIdData } from "../data-points/data-point-queries.ts";
import { ownPhotoPart } from "../data-points/data-point-rules.ts";
import { type StoreDataPointServices, storeDataPoint } from "../data-points/store-data-point.ts";
import type { DatabaseLogger, Db, Tx } from "../database/connection.ts";
import { transaction } from "../database/transaction.ts";
import { receivePhoto } from "../photos/receive-photo.ts";
import { newPhotoKey, type PhotoStore } from "../photos/store/photo-store.ts";
import { insertQuestWithPlaces } from "../quests/create-quest.ts";
import { insertReview } from "../reviews/review-queries.ts";
import { type AccountMaker, createDemoAccounts } from "./demo-accounts.ts";
import { type DemoOrganization, type DemoQuest, demoOrganizations } from "./demo-quest.ts";
import { demoQuests } from "./demo-quests.ts";
import {
  type DemoParticipation,
  type DemoSample,
  demoBios,
  demoGpsReports,
  demoParticipations,
} from "./demo-samples.ts";
import { photographTree } from "./photograph-tree.ts";

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
  await db.connection().execute(async (connection) => {
    // The lock ends with its connection, so a killed process holds nobody up.
    await sql`SET statement_timeout = 0`.execute(connection);
    await sql`SELECT pg_advisory_lock(1667328370, 2)`.execute(connection);
    try {
      if ((await readMark(db, "demo_sown")) === undefined) await sowDemo(parts);
    } finally {
      await sql`SELECT pg_advisory_unlock(1667328370, 2)`.execute(connection);
      await sql`RESET statement_timeout`.execute(connection);
    }
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
    ids[quest.quest_name] = await insertQuestWithPlaces(tx, payloadOf(quest, organizationIds.get(quest.organization)));
  }
  await setMark(tx, "demo_quests", JSON.stringify(ids));
  return ids;
}

function payloadOf({ deadlineInDays, ...quest }: DemoQuest, organizationId: number | undefined): QuestFormPayload {
  return questFormPayloadSchema.parse({
    ...quest,
    // Its own status comes last, since a closed quest takes no samples.
    quest_status: "IN_PROGRESS",
    quest_deadline: deadlineInDays === null ? null : daysFromNow(deadlineInDays).toISOString().slice(0, 10),
    organization: { organization_id: organizationId },
  });
}

async function participate(services: DemoServices, participation: DemoParticipation, ids: QuestIds): Promise<void> {
  const { db } = services;
  const { username, quest, joinedDaysAgo, completedDaysAgo, samples } = participation;
  const questId = ids[quest.quest_name];
  if (questId === undefined) throw new Error(`the demo has no quest ${quest.quest_name}`);
  await db.updateTable("adventurers").set({ bio: demoBios[username] }).where("id", "=", username).execute();
  await db
    .insertInto("adventurer_quests")
    .values({ adventurer_id: username, quest_id: questId, joined_at: daysFromNow(-joinedDaysAgo) })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const lastDay = completedDaysAgo ?? 0;
  for (const [index, sample] of samples.entries()) {
    const share = (index + 1) / (samples.length + 1);
    await addSample(services, sample, {
      username,
      questId,
      id: stableId(`${username}/${quest.quest_name}/${index}`),
      measuredAt: daysFromNow(-(joinedDaysAgo - share * (joinedDaysAgo - lastDay))),
    });
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

async function addSample(
  services: DemoServices,
  sample: DemoSample,
  point: { id: string; username: string; questId: number; measuredAt: Date },
): Promise<void> {
  const { db } = services;
  const { id, measuredAt } = point;
  const known = await db.selectFrom("quest_data").select("id").where("id", "=", id).executeTakeFirst();
  if (!known) await storeSample(services, sample, point);
  await transaction(db, async (tx) => {
    await tx.updateTable("quest_data").set({ created_at: measuredAt }).where("id", "=", id).execute();
    if (sample.plant) await setPlantIdData(tx, id, sample.plant);
    const reviewed = await tx.selectFrom("reviews").select("id").where("quest_data_id", "=", id).executeTakeFirst();
    if (!sample.review || reviewed) return;
    const { decision, comment = null } = sample.review;
    await insertReview(tx, { dataPointId: id, decision, comment, reviewedBy: "admin" });
    await tx
      .updateTable("reviews")
      .set({ reviewed_at: new Date(Math.min(measuredAt.getTime() + dayMs, Date.now())) })
      .where("quest_data_id", "=", id)
      .execute();
  });
}

async function storeSample(
  services: DemoServices,
  { at, circumferenceCm, accuracyMeters }: DemoSample,
  { id, username, questId, measuredAt }: { id: string; username: string; questId: number; measuredAt: Date },
): Promise<void> {
  const [latitude, longitude] = at;
  const bytes = await photographTree({ seed: id, circumferenceCm, latitude, longitude, takenAt: measuredAt });
  const photo = await receivePhoto(Readable.from([bytes]), { store: services.photoStore, key: newPhotoKey() });
  const facts = uploadFactsSchema.parse({
    latitude: String(latitude),
    longitude: String(longitude),
    accuracy: String(accuracyMeters),
    fixed_at: measuredAt.toISOString(),
    position_source: "device",
  });
  // Drawn photos show no plant: they are not worth one of the day's identifications.
  const wantsPlantId = false;
  const form = { version: null, protocol: defaultProtocol };
  const values = { tree_width: circumferenceCm };
  const photos = new Map([[ownPhotoPart, photo]]);
  await storeDataPoint(services, { id, username, questId, form, facts, values, photos, wantsPlantId });
}

/** The same UUID for the same text, so that a demo that was interrupted finds what it has. */
function stableId(text: string): string {
  const hex = createHash("sha256").update(text).digest("hex");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-5${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
