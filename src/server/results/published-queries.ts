import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { QuestTranslations } from "../../contract/quest-languages.ts";
import type { StationName } from "../../contract/stations.ts";
import type { FileKind, Values } from "../../protocol/field.ts";
import type { PositionPrecision } from "../../protocol/public-fields.ts";
import { holdPeople } from "../auth/hold-accounts.ts";
import { copyRecordingJob } from "../data-points/file-jobs.ts";
import { type Db, isFound, type Tx } from "../database/connection.ts";
import { type Part, type PartRequest, readPart, requireCursor } from "../database/list-parts.ts";
import { transaction } from "../database/transaction.ts";
import { splitAtDateLine } from "../evidence/boxes.ts";
import { fileKindOf, isPhotoSql } from "../photos/formats/file-formats.ts";
import { nameInLanguages } from "../quest-texts/texts-of-quests.ts";
import { stationNameOf } from "../stations/station-queries.ts";
import type { PublicPosition } from "./public-position-rules.ts";

/** An accepted data point as it is stored, to be published. */
export type PointToPublish = {
  id: string;
  protocol_version: number | null;
  latitude: number;
  longitude: number;
  /** Metres. */
  accuracy: number | null;
  /** ISO 8601. */
  measured_at: string;
  station_id: number | null;
  additional_data: Values;
  files: FileToPublish[];
  /**
   * Key of the first photo, on which the plant is identified, whichever question asked for it and whether it can be
   * shown.
   */
  plant_key: string | null;
};
/** The data point's own photo has no key. */
type StoredFile = { id: string; key: string | null; kind: FileKind; sha256: string };
/** Whether a recording has its copy without metadata; null as long as nobody has tried to make one. */
export type FileToPublish = StoredFile & { copied?: boolean | null };

/** What everybody may see of an accepted data point, as it is stored. */
export type PublishedPoint = PublicPosition & {
  id: string;
  protocol_version: number | null;
  /** `YYYY-MM-DD`, at its public position, or at the quest's first location if positions are hidden. */
  day: string;
  /** ISO 8601; null unless positions are exact. */
  measured_at: string | null;
  /** Null unless positions are exact. */
  station_id: number | null;
  additional_data: Values;
  files: StoredFile[];
};

export type Publishing = {
  precision: PositionPrecision;
  protocolVersion: number | null;
  /** The quest's first location; days of data points without a position are those of this place. */
  place: { latitude: number; longitude: number };
};

/** Where clocks show UTC. */
const placeOfUtc = { latitude: 0, longitude: 0 };

/** How a quest's results are published, locked until the transaction ends; undefined if they are hidden. */
export async function lockPublishing(tx: Tx, questId: number): Promise<Publishing | undefined> {
  const quest = await tx
    .selectFrom("quests")
    .select(["results_positions", "protocol_version"])
    .select(
      sql<{ latitude: number; longitude: number } | null>`(
        SELECT json_build_object('latitude', l.latitude, 'longitude', l.longitude) FROM quest_locations l
        WHERE l.quest_id = quests.id ORDER BY l.id LIMIT 1)`.as("place"),
    )
    .where("id", "=", questId)
    .where("results_visibility", "=", "public")
    .forShare()
    .executeTakeFirst();
  return (
    quest && {
      precision: precisionOf(quest.results_positions),
      protocolVersion: quest.protocol_version,
      place: quest.place ?? placeOfUtc,
    }
  );
}

export const precisionOf = (stored: string): PositionPrecision =>
  stored === "exact" || stored === "hidden" ? stored : (Number(stored) as PositionPrecision);

/** Quests with data points to publish. */
export async function findQuestsToPublish(db: Db): Promise<number[]> {
  const rows = await db.selectFrom("points_to_publish").select("quest_id").distinct().limit(100).execute();
  return rows.map(({ quest_id }) => quest_id);
}

export const hasPointsToPublish = (db: Db, questId: number): Promise<boolean> =>
  isFound(db.selectFrom("points_to_publish").select("quest_id").where("quest_id", "=", questId).limit(1));

/**
 * Takes data points from the queue; others may take more at the same time. The trigger functions `publish_again` (a data
 * point changed) and `publish_quest_again` (what is public of its quest changed) fill it.
 */
export async function takePointsToPublish(tx: Tx, questId: number, limit: number): Promise<string[]> {
  const { rows } = await sql<{ point_id: string }>`
    DELETE FROM points_to_publish WHERE ctid = ANY (ARRAY(
      SELECT ctid FROM points_to_publish WHERE quest_id = ${questId} LIMIT ${limit} FOR UPDATE SKIP LOCKED))
    RETURNING point_id`.execute(tx);
  return [...new Set(rows.map(({ point_id }) => point_id))];
}

export async function putBack(tx: Tx, questId: number, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await tx
    .insertInto("points_to_publish")
    .values(ids.map((point_id) => ({ quest_id: questId, point_id })))
    .execute();
}

/** The accepted ones among these, locked until the transaction ends; and those that somebody is changing. */
export async function lockAccepted(
  tx: Tx,
  questId: number,
  ids: readonly string[],
): Promise<{ points: PointToPublish[]; busy: string[] }> {
  const { rows: free } = await sql<{ id: string }>`
    SELECT id FROM quest_data WHERE id = ANY (${ids}::uuid[]) AND quest_id = ${questId}
    FOR SHARE SKIP LOCKED`.execute(tx);
  const { rows: points } = await sql<PointToPublish>`
    SELECT d.id, d.protocol_version, d.latitude, d.longitude, d.accuracy, d.station_id, d.additional_data,
      to_char(coalesce(d.captured_at, d.created_at) AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS measured_at,
      (CASE WHEN d.photo_sha256 IS NULL OR d.photo_unreadable_at IS NOT NULL THEN '[]' ELSE jsonb_build_array(
          jsonb_build_object('id', coalesce(d.photo_id, d.id), 'key', NULL, 'kind', 'photo', 'sha256', d.photo_sha256))
        END) || coalesce((
          SELECT jsonb_agg(jsonb_build_object('id', p.id, 'key', p.key, 'sha256', p.photo_sha256,
            'kind', ${fileKindOf("p")},
            'copied', CASE WHEN p.copied_at IS NOT NULL THEN true WHEN p.copy_failed_at IS NOT NULL THEN false END)
            ORDER BY p.position)
          FROM quest_data_photos p WHERE p.quest_data_id = d.id AND p.photo_unreadable_at IS NULL), '[]') AS files,
      CASE WHEN d.photo_sha256 IS NULL THEN (SELECT p.key FROM quest_data_photos p
        WHERE p.quest_data_id = d.id AND ${isPhotoSql("p")} ORDER BY p.position LIMIT 1) END AS plant_key
    FROM quest_data d WHERE d.id = ANY (${free.map(({ id }) => id)}::uuid[]) AND d.review_decision = 'accepted'`.execute(
    tx,
  );
  const { rows: known } = await sql<{ id: string }>`
    SELECT id FROM quest_data WHERE id = ANY (${ids}::uuid[]) AND quest_id = ${questId}`.execute(tx);
  const isFree = new Set(free.map(({ id }) => id));
  return { points, busy: known.flatMap(({ id }) => (isFree.has(id) ? [] : [id])) };
}

/** The accepted ones among these, if the quest's results are public. */
export async function findAccepted(db: Db | Tx, questId: number, ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT d.id FROM quest_data d JOIN quests q ON q.id = d.quest_id
    WHERE d.id = ANY (${ids}::uuid[]) AND d.quest_id = ${questId} AND d.review_decision = 'accepted'
      AND q.results_visibility = 'public'`.execute(db);
  return rows.map(({ id }) => id);
}

/**
 * Data points of a quest that are public, but not yet with the copies of their recordings.
 * @param ids by default, all
 */
export async function findWaitingForCopies(db: Db | Tx, questId: number, ids?: readonly string[]): Promise<string[]> {
  const isAsked = ids === undefined ? sql<SqlBool>`true` : sql<SqlBool>`d.id = ANY (${ids}::uuid[])`;
  const { rows } = await sql<{ id: string }>`
    SELECT DISTINCT d.id FROM quest_data d JOIN quest_data_photos p ON p.quest_data_id = d.id
    LEFT JOIN jobs j ON j.unique_key = ${`${copyRecordingJob.name}:`} || p.id AND j.attempts < j.max_attempts
    WHERE d.quest_id = ${questId} AND d.review_decision = 'accepted' AND ${isAsked}
      AND (j.id IS NOT NULL OR (p.copied_at IS NOT NULL AND EXISTS (
        SELECT FROM points_to_publish w WHERE w.quest_id = d.quest_id AND w.point_id = d.id)))`.execute(db);
  return rows.map(({ id }) => id);
}

export async function putPublished(tx: Tx, questId: number, points: readonly PublishedPoint[]): Promise<void> {
  const rows = points.map((point) => ({ ...point, quest_id: questId }));
  await sql`
    INSERT INTO published_points
    SELECT * FROM jsonb_populate_recordset(NULL::published_points, ${JSON.stringify(rows)})
    ON CONFLICT (id) DO UPDATE SET protocol_version = excluded.protocol_version, day = excluded.day,
      measured_at = excluded.measured_at, latitude = excluded.latitude, longitude = excluded.longitude,
      uncertainty_meters = excluded.uncertainty_meters, additional_data = excluded.additional_data,
      station_id = excluded.station_id, files = excluded.files`.execute(tx);
  await sql`
    INSERT INTO quest_results (quest_id, changes) VALUES (${questId}, 1)
    ON CONFLICT (quest_id) DO UPDATE SET changes = quest_results.changes + 1`.execute(tx);
}

/** A quest with public results. */
export type PublicQuest = {
  id: number;
  quest_name: string;
  language: string;
  /** Only names. */
  translations: QuestTranslations;
  quest_description: string | null;
  /** Address or path of its cover. */
  quest_image: string | null;
  organization: { id: number; organization_name: string };
  precision: PositionPrecision;
  target: number | null;
};

/** Undefined if its results are hidden, or there is no such quest. */
export async function findPublicQuest(db: Db | Tx, questId: number): Promise<PublicQuest | undefined> {
  const { rows } = await sql<Omit<PublicQuest, "precision"> & { results_positions: string }>`
    SELECT q.id, ${nameInLanguages}, q.quest_description, q.quest_image, q.results_positions, q.target_total AS target,
      json_build_object('id', o.id, 'organization_name', o.organization_name) AS organization
    FROM quests q JOIN organizations o ON o.id = q.organization_id
    WHERE q.id = ${questId} AND q.results_visibility = 'public'`.execute(db);
  const [quest] = rows;
  if (!quest) return undefined;
  const { results_positions, ...rest } = quest;
  return { ...rest, precision: precisionOf(results_positions) };
}

/** How an adventurer `a` wants to be named in public; null for "a volunteer". */
export const creditOf = sql<string | null>`CASE
  WHEN a.erased_at IS NOT NULL THEN NULL WHEN a.credit = 'username' THEN a.id WHEN a.credit = 'name' THEN a.credit_name END`;

/** Columns of `published_points p`. */
export const publishedColumns = sql`p.id, p.protocol_version, p.day::text AS day, p.latitude, p.longitude, p.uncertainty_meters,
  p.additional_data, p.files, p.station_id, ${stationNameOf("p")} AS station,
  to_char(p.measured_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS measured_at`;

type BoxSides = readonly [west: number, south: number, east: number, north: number];

/** A published data point `p` is in the box; west exceeds east across the antimeridian. */
export function isWithin([west, south, east, north]: BoxSides): RawBuilder<SqlBool> {
  const boxes = splitAtDateLine({ west, south, east, north }).map(
    (box) => sql`(p.longitude BETWEEN ${box.west} AND ${box.east})`,
  );
  return sql<SqlBool>`(p.latitude BETWEEN ${south} AND ${north} AND (${sql.join(boxes, sql` OR `)}))`;
}

export type CreditedPoint = PublishedPoint & { credit: string | null; station: StationName | null };

/** Published data points, those measured on the newest days first. */
export function listPublished(
  db: Db,
  questId: number,
  { bbox, ...part }: PartRequest & { bbox?: BoxSides | undefined },
): Promise<Part<CreditedPoint>> {
  const after =
    part.after === undefined
      ? undefined
      : requireCursor(
          part.after,
          /^(\d{4}-\d\d-\d\d)_([0-9a-f-]{36})$/,
          ([day]) => !Number.isNaN(Date.parse(day ?? "")),
        );
  const read = async (limit: number) => {
    const isAfter = after ? sql`AND (p.day, p.id) < (${after[0]}::date, ${after[1]}::uuid)` : sql``;
    const isThere = bbox ? sql`AND ${isWithin(bbox)}` : sql``;
    const { rows } = await sql<CreditedPoint>`
      SELECT ${publishedColumns}, ${creditOf} AS credit
      FROM published_points p JOIN quest_data d ON d.id = p.id JOIN adventurers a ON a.id = d.adventurer_id
      WHERE p.quest_id = ${questId} ${isThere} ${isAfter} ORDER BY p.day DESC, p.id DESC LIMIT ${limit}`.execute(db);
    return rows;
  };
  return readPart(read, part, ({ day, id }) => `${day}_${id}`);
}

/** Published data points `p` in the order of their random ids, with their adventurers, who aren't public. */
export async function readPublishedAfter(
  db: Db | Tx,
  questId: number,
  part: { after: string | undefined; conditions?: readonly RawBuilder<SqlBool>[]; limit: number },
): Promise<(CreditedPoint & { adventurer_id: string })[]> {
  const { after, conditions = [], limit } = part;
  const all = [
    sql<SqlBool>`p.quest_id = ${questId}`,
    ...(after === undefined ? [] : [sql<SqlBool>`p.id > ${after}::uuid`]),
    ...conditions,
  ];
  const { rows } = await sql<CreditedPoint & { adventurer_id: string }>`
    SELECT ${publishedColumns}, d.adventurer_id, ${creditOf} AS credit
    FROM published_points p JOIN quest_data d ON d.id = p.id JOIN adventurers a ON a.id = d.adventurer_id
    WHERE ${sql.join(all, sql` AND `)} ORDER BY p.id LIMIT ${limit}`.execute(db);
  return rows;
}

export async function isPublicPhoto(db: Db, questId: number, pointId: string, photoId: string): Promise<boolean> {
  const photo = JSON.stringify([{ id: photoId, kind: "photo" }]);
  const { rows } = await sql`
    SELECT FROM published_points WHERE id = ${pointId} AND quest_id = ${questId} AND files @> ${photo}::jsonb`.execute(
    db,
  );
  return rows.length > 0;
}

const batchSize = 500;

/** All published data points of a quest, in batches. */
export async function* readPublished(db: Db, questId: number) {
  let after: string | undefined;
  do {
    const rows = await readPublishedAfter(db, questId, { after, limit: batchSize });
    if (rows.length > 0) yield rows;
    after = rows.length < batchSize ? undefined : rows.at(-1)?.id;
  } while (after !== undefined);
}

/** Identifies a state of a quest's published data points. The count of changes begins again after a change of the policy. */
export async function findMapVersion(db: Db, questId: number): Promise<string> {
  const { rows } = await sql<{ version: string }>`
    SELECT q.xmin || '/' || coalesce(r.changes, 0) AS version
    FROM quests q LEFT JOIN quest_results r ON r.quest_id = q.id WHERE q.id = ${questId}`.execute(db);
  return rows[0]?.version ?? "";
}

const placesOfSlice = 50_000;
/** Beyond this, a map shows the first ones. Data points come in random order. */
const placesMax = 1_000_000;

/** The positions of a quest's published data points; none if its results aren't public with this precision any more. */
export async function readPublishedPlaces(
  db: Db,
  quest: Pick<PublicQuest, "id" | "precision">,
): Promise<{ latitudes: Float64Array; longitudes: Float64Array }> {
  const latitudes: Buffer[] = [];
  const longitudes: Buffer[] = [];
  let after: string | undefined;
  do {
    const slice = await readSliceOfPlaces(db, quest, after);
    if (slice.latitudes) latitudes.push(slice.latitudes);
    if (slice.longitudes) longitudes.push(slice.longitudes);
    after = slice.last ?? undefined;
  } while (after !== undefined && latitudes.length * placesOfSlice < placesMax);
  return { latitudes: numbersIn(latitudes), longitudes: numbersIn(longitudes) };
}

type SliceOfPlaces = { latitudes: Buffer | null; longitudes: Buffer | null; last: string | null };

/** Reads places as two values: rows take ten times as long. */
async function readSliceOfPlaces(
  db: Db,
  { id, precision }: Pick<PublicQuest, "id" | "precision">,
  after: string | undefined,
): Promise<SliceOfPlaces> {
  const isAfter = after === undefined ? sql`` : sql`AND p.id > ${after}::uuid`;
  const { rows } = await sql<SliceOfPlaces>`
    SELECT string_agg(float8send(latitude), '') AS latitudes, string_agg(float8send(longitude), '') AS longitudes,
      max(id::text) AS last
    FROM (SELECT p.id, p.latitude, p.longitude FROM published_points p JOIN quests q ON q.id = p.quest_id
      WHERE p.quest_id = ${id} AND p.latitude IS NOT NULL ${isAfter}
        AND q.results_visibility = 'public' AND q.results_positions = ${String(precision)}
      ORDER BY p.id LIMIT ${placesOfSlice}) slice`.execute(db);
  return rows[0] ?? { latitudes: null, longitudes: null, last: null };
}

/** PostgreSQL sends the first byte first. */
function numbersIn(slices: readonly Buffer[]): Float64Array {
  const bytes = new Uint8Array(slices.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const slice of slices) {
    bytes.set(slice, at);
    at += slice.length;
  }
  Buffer.from(bytes.buffer).swap64();
  return new Float64Array(bytes.buffer);
}

/** Those who want to be named, most data points first, then by name: an order by username would tell of usernames. */
export async function findNamed(
  db: Db,
  people: readonly { adventurer_id: string; count: number }[],
): Promise<{ name: string; count: number }[]> {
  const { rows } = await sql<{ id: string; name: string }>`
    SELECT a.id, ${creditOf} AS name FROM adventurers a
    WHERE a.id = ANY (${people.map((each) => each.adventurer_id)}::text[]) AND ${creditOf} IS NOT NULL`.execute(db);
  const names = new Map(rows.map(({ id, name }) => [id, name]));
  return people
    .flatMap(({ adventurer_id, count }) => {
      const name = names.get(adventurer_id);
      return name === undefined ? [] : [{ name, count }];
    })
    .sort((one, other) => other.count - one.count || one.name.localeCompare(other.name, "en"));
}

/** A quest's summary, and whether its data points have changed since. */
export async function findSummary<Summary>(
  db: Db,
  questId: number,
): Promise<{ changes: string; isCurrent: boolean; made_at: string | null; summary: Summary | null }> {
  const { rows } = await sql<{
    changes: string;
    made_after: string | null;
    made_at: string | null;
    summary: Summary | null;
  }>`
    SELECT changes::text, made_after::text, to_json(made_at) #>> '{}' AS made_at, summary
    FROM quest_results WHERE quest_id = ${questId}`.execute(db);
  const [row = { changes: "0", made_after: null, made_at: null, summary: null }] = rows;
  return { ...row, isCurrent: row.made_after === row.changes };
}

/**
 * Keeps a summary, unless the quest's policy isn't the one it was made with: it may have exact positions. Nor if somebody
 * in it was erased or renamed meanwhile.
 * @param changes those that it includes
 */
export async function putSummary(
  db: Db,
  quest: { id: number; precision: PositionPrecision },
  changes: string,
  summary: { people: readonly { adventurer_id: string }[] },
): Promise<void> {
  const names = summary.people.map(({ adventurer_id }) => adventurer_id);
  await transaction(db, async (tx) => {
    if ((await holdPeople(tx, names)).length < names.length) return;
    // Locked, so that a policy that changes meanwhile deletes what was kept, or is seen.
    await sql`
    INSERT INTO quest_results (quest_id, changes, made_after, made_at, summary)
    SELECT id, ${changes}::bigint, ${changes}::bigint, now(), ${JSON.stringify(summary)}::jsonb FROM quests
    WHERE id = ${quest.id} AND results_visibility = 'public' AND results_positions = ${String(quest.precision)}
    FOR SHARE
    ON CONFLICT (quest_id) DO UPDATE
    SET made_after = excluded.made_after, made_at = excluded.made_at, summary = excluded.summary
    WHERE coalesce(quest_results.made_after, 0) <= excluded.made_after`.execute(tx);
  });
}

/** Summaries name those who measured. */
export async function renameInSummaries(tx: Tx, from: string, to: string): Promise<void> {
  await sql`
    UPDATE quest_results SET summary = jsonb_set(summary, '{people}', (
      SELECT coalesce(jsonb_agg(
        CASE WHEN person ->> 'adventurer_id' = ${from}
          THEN jsonb_set(person, '{adventurer_id}', to_jsonb(${to}::text)) ELSE person END ORDER BY place), '[]')
      FROM jsonb_array_elements(summary -> 'people') WITH ORDINALITY AS people (person, place)))
    WHERE summary @> ${JSON.stringify({ people: [{ adventurer_id: from }] })}::jsonb`.execute(tx);
}

/** Quests whose summary is older than their data points; those of large quests are made less often. */
export async function findOutdatedSummaries(db: Db): Promise<number[]> {
  const { rows } = await sql<{ quest_id: number }>`
    SELECT quest_id FROM quest_results WHERE made_after IS DISTINCT FROM changes
      AND (made_at IS NULL OR made_at < now() - make_interval(secs => (summary ->> 'accepted')::integer / 1000))
    ORDER BY made_at NULLS FIRST LIMIT 100`.execute(db);
  return rows.map(({ quest_id }) => quest_id);
}
