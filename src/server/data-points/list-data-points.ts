import { sql } from "kysely";
import type { DataPointSummary, QuestDataPoint } from "../../contract/data-points.ts";
import { maxId, ownPlacesMax, pageSize } from "../../contract/limits.ts";
import type { Quest } from "../../contract/quests.ts";
import type { Scope } from "../auth/scope.ts";
import { batchSize, ItemInParts, WholeList } from "../calls/write-answer.ts";
import type { Db } from "../database/connection.ts";
import { type Part, type PartRequest, requireCursor } from "../database/list-parts.ts";
import { requireParticipation } from "../participations/get-participation.ts";
import type { PhotoAddresses } from "../photos/signed-address.ts";
import { listTeamQuests } from "../quests/quest-queries.ts";
import * as queries from "./data-point-queries.ts";
import { describeDataPoint } from "./describe-data-point.ts";

type Services = { db: Db; photoAddresses: PhotoAddresses };

/** A volunteer's data points of a quest, oldest first, streamed. @throws DomainError `quest_not_found`, `not_joined` */
export async function listDataPoints(
  services: Services,
  username: string,
  questId: number,
): Promise<WholeList<QuestDataPoint>> {
  const { db } = services;
  await requireParticipation(db, username, questId);
  return new WholeList(inBatches(services, (batch) => queries.listDataPoints(db, username, questId, batch)));
}

/** Lists a team's quests, drafts included, with their data points. */
export function listQuestsWithDataPoints(services: Services, scope: Scope): WholeList<Quest> {
  return new WholeList(readQuestsWithDataPoints(services, scope));
}

async function* readQuestsWithDataPoints(
  services: Services,
  scope: Scope,
): AsyncGenerator<(Quest | ItemInParts<Quest>)[]> {
  const { db } = services;
  for (let before: number | undefined; ; ) {
    const quests = await listTeamQuests(db, { scope, before, limit: batchSize });
    for await (const group of groupsWithFewPoints(db, quests)) {
      const [first] = group.quests;
      if (first && group.points > batchSize) {
        const parts = inBatches(services, (batch) => queries.listDataPointsOfQuest(db, first.id, batch));
        yield [new ItemInParts(first, "quest_data", parts)];
      } else {
        if (group.points > 0) await addDataPoints(services, group.quests);
        yield group.quests;
      }
    }
    if (quests.length < batchSize) return;
    before = quests.at(-1)?.id;
  }
}

type Group = { quests: Quest[]; points: number };

/** Groups quests, in order, whose data points fit in one batch; a quest with more is alone. */
async function* groupsWithFewPoints(db: Db, quests: readonly Quest[]): AsyncGenerator<Group> {
  const ids = quests.map(({ id }) => id);
  const counts = await queries.countDataPointsUpTo(db, ids, batchSize + 1);
  let group: Group = { quests: [], points: 0 };
  for (const [index, quest] of quests.entries()) {
    const points = counts[index] ?? 0;
    if (group.quests.length > 0 && group.points + points > batchSize) {
      yield group;
      group = { quests: [], points: 0 };
    }
    group.quests.push(quest);
    group.points += points;
  }
  if (group.quests.length > 0) yield group;
}

async function addDataPoints({ db, photoAddresses }: Services, quests: readonly Quest[]): Promise<void> {
  const byId = new Map(quests.map((quest) => [quest.id, quest]));
  for (const row of await queries.listDataPointsOfQuests(db, [...byId.keys()])) {
    byId.get(row.quest_id)?.quest_data.push(describeDataPoint(row, photoAddresses));
  }
}

async function* inBatches(
  { photoAddresses }: Services,
  read: (batch: queries.BatchRequest) => Promise<queries.Batch>,
): AsyncGenerator<QuestDataPoint[]> {
  let after: queries.Batch["last"];
  do {
    const { rows, last } = await read({ after, limit: batchSize });
    yield rows.map((row) => describeDataPoint(row, photoAddresses));
    after = last;
  } while (after);
}

/**
 * One page of a volunteer's data points of a quest, newest first, each with its number. `after` is a number. Pages end
 * at multiples of `limit`, so the first may be shorter and the others stay the same while more data points arrive.
 * @throws DomainError `quest_not_found`, `not_joined`, `validation_failed` for an invalid cursor
 */
export async function listDataPointsInParts(
  { db, photoAddresses }: Services,
  username: string,
  questId: number,
  { limit = pageSize.default, after }: PartRequest,
): Promise<Part<QuestDataPoint>> {
  await requireParticipation(db, username, questId);
  const count = await countOwn(db, username, questId);
  const last = after === undefined ? count : Math.min(count, readNumber(after) - 1);
  // The page has the numbers above `before`.
  const before = Math.floor(Math.max(0, last - 1) / limit) * limit;
  if (last <= before) return { rows: [], next: undefined };
  const rows = await queries
    .selectDataPoints(db)
    .where("d.id", "in", (eb) =>
      // The index alone answers this; newer ones come after it.
      eb
        .selectFrom("quest_data")
        .select("id")
        .where("adventurer_id", "=", username)
        .where("quest_id", "=", questId)
        .orderBy("created_at")
        .orderBy("id")
        .offset(before)
        .limit(last - before),
    )
    .orderBy("d.created_at")
    .orderBy("d.id")
    .execute();
  const numbered = rows.map((row, index) => ({
    ...describeDataPoint(row, photoAddresses),
    number: before + index + 1,
  }));
  return { rows: numbered.reverse(), next: before > 0 ? String(before + 1) : undefined };
}

function readNumber(after: string): number {
  const [number] = requireCursor(after, /^([1-9]\d{0,9})$/, ([digits]) => Number(digits) <= maxId);
  return Number(number);
}

async function countOwn(db: Db, username: string, questId: number): Promise<number> {
  const { count } = await db
    .selectFrom("quest_data")
    .select(sql<number>`count(*)::integer`.as("count"))
    .where("adventurer_id", "=", username)
    .where("quest_id", "=", questId)
    .executeTakeFirstOrThrow();
  return count;
}

/**
 * Counts a volunteer's data points by state, and lists the positions of the newest.
 * @throws DomainError `quest_not_found`, `not_joined`
 */
export async function summarizeDataPoints(db: Db, username: string, questId: number): Promise<DataPointSummary> {
  await requireParticipation(db, username, questId);
  type Row = Omit<DataPointSummary, "first_number" | "places"> & { places: DataPointSummary["places"] | null };
  const ofQuest = sql`FROM quest_data WHERE adventurer_id = ${username} AND quest_id = ${questId}`;
  // Both read only the index. Rounding floats takes half as long as numerics.
  const { rows } = await sql<Row>`
    SELECT counted.*, located.* FROM (
      SELECT count(*) FILTER (WHERE review_decision IS NULL)::integer AS pending,
        count(*) FILTER (WHERE review_decision = 'accepted')::integer AS accepted,
        count(*) FILTER (WHERE review_decision = 'denied')::integer AS denied,
        count(*) FILTER (WHERE review_decision = 'change_requested')::integer AS change_requested,
        coalesce(array_agg(DISTINCT protocol_version) FILTER (WHERE protocol_version IS NOT NULL), '{}') AS protocol_versions
      ${ofQuest}) counted, (
      SELECT json_agg(json_build_array(
          round(latitude * 1e6) / 1e6, round(longitude * 1e6) / 1e6, round(accuracy * 10) / 10,
          coalesce(review_decision = 'denied', false)) ORDER BY created_at, id) AS places
      FROM (SELECT created_at, id, latitude, longitude, accuracy, review_decision
        ${ofQuest} ORDER BY created_at DESC, id DESC LIMIT ${ownPlacesMax}) newest) located`.execute(db);
  const [row] = rows;
  if (!row) throw new Error("a query without conditions has a row");
  const count = row.pending + row.accepted + row.denied + row.change_requested;
  const places = row.places ?? [];
  return { ...row, places, first_number: count - places.length + 1 };
}
