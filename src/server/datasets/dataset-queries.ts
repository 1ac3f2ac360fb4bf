import { sql } from "kysely";
import type { Dataset, DatasetListQuery, FurtherExport } from "../../contract/datasets.ts";
import type { DatasetSort } from "../../contract/desk-tables.ts";
import { maxId } from "../../contract/limits.ts";
import { type ExportedPoint, type ExportedRow, type NumberedProtocol, rowsOfPoint } from "../../protocol/columns.ts";
import { specificationForm } from "../../protocol/default-protocol.ts";
import { type Field, type ListReference, listOf } from "../../protocol/field.ts";
import { geometryTypes } from "../../protocol/geometry.ts";
import { allFields } from "../../protocol/places.ts";
import type { Scope } from "../auth/scope.ts";
import { newestReview } from "../data-points/data-point-queries.ts";
import type { Db } from "../database/connection.ts";
import { instantOfMicroseconds, mapPart, microsecondsOf, type Part } from "../database/list-parts.ts";
import { findVersionsOfTaxa } from "../lists/list-queries.ts";
import {
  countsByState,
  orderByFigure,
  orderByName,
  orderByQuest,
  type QuestOrder,
  readQuestsInOrder,
} from "../quests/quests-in-order.ts";
import { DomainError } from "../refusals/domain-error.ts";
import { stationNameOf } from "../stations/station-queries.ts";
import { inScope, ofOrganizations } from "../teams/scope-queries.ts";

/**
 * A page of quests with their counts, newest first or sorted by a column. Sorting uses the worker's last counts; the
 * rows have current ones.
 * @throws DomainError `validation_failed` for a cursor of another list
 */
export async function listDatasets(db: Db, scope: Scope, query: DatasetListQuery): Promise<Part<Dataset>> {
  const part = await readQuestsInOrder<Dataset, DatasetSort>(db, query, orderOf, {
    conditions: [
      inScope(scope),
      ...(query.organization_id === undefined ? [] : [ofOrganizations([query.organization_id])]),
    ],
    columns: sql`q.id AS quest_id, q.quest_name, q.quest_type, q.quest_status, n.pending_count AS pending,
      n.accepted_count AS accepted, n.denied_count AS denied, n.change_requested_count AS change_requested`,
    joins: sql`CROSS JOIN LATERAL (SELECT ${countsByState} FROM sample_counts n WHERE n.quest_id = q.id) n`,
  });
  const further = await findFurtherExports(
    db,
    part.rows.map((row) => row.quest_id),
  );
  return mapPart(part, (row) => ({ ...row, further_exports: further.get(row.quest_id) }));
}

/** Exports of groups, then of points, lines and areas, in any version; those of the data points come first. */
async function findFurtherExports(db: Db, questIds: readonly number[]): Promise<Map<number, FurtherExport[]>> {
  const kinds = ["group", ...Object.keys(geometryTypes)];
  const { rows } = await sql<{ quest_id: number; group: string | null; key: string; kind: string }>`
    WITH RECURSIVE asked AS (
      SELECT v.quest_id, NULL::text AS "group", f AS field
      FROM protocol_versions v, json_array_elements(v.protocol -> 'fields') f
      WHERE v.quest_id = ANY (${questIds}::int[]) AND f ->> 'kind' = ANY (${kinds}::text[])
      UNION ALL
      SELECT a.quest_id, a.field ->> 'key', f FROM asked a, json_array_elements(a.field -> 'fields') f
      WHERE f ->> 'kind' = ANY (${kinds}::text[]))
    SELECT quest_id, "group", field ->> 'key' AS key, field ->> 'kind' AS kind FROM asked
    GROUP BY quest_id, "group", key, kind
    ORDER BY quest_id, field ->> 'kind' <> 'group', "group" NULLS FIRST, key, kind`.execute(db);
  const found = new Map<number, FurtherExport[]>();
  for (const { quest_id, group, key, kind } of rows) {
    const asked: FurtherExport =
      kind === "group"
        ? { format: "csv", group: key }
        : { format: "geojson", ...(group !== null && { group }), geometry: key };
    found.set(quest_id, [...(found.get(quest_id) ?? []), asked]);
  }
  return found;
}

function orderOf(column: DatasetSort): QuestOrder {
  if (column === "quest") return orderByName;
  if (column === "type") return orderByQuest(sql`q.quest_type`);
  return orderByFigure(`${column}_count`);
}

/**
 * A quest's name and all protocol versions, newest first, including the specification's form if the quest has or had
 * it.
 * @throws DomainError `quest_not_found`
 */
export async function getQuestToExport(
  db: Db,
  questId: number,
): Promise<{ name: string; versions: NumberedProtocol[] }> {
  const quest = await db
    .selectFrom("quests as q")
    .select(["q.quest_name", "q.quest_type", "q.protocol_version"])
    .select(
      sql<boolean>`EXISTS (SELECT FROM quest_data d WHERE d.quest_id = q.id AND d.protocol_version IS NULL)`.as(
        "has_used_specification_form",
      ),
    )
    .where("q.id", "=", questId)
    .executeTakeFirst();
  if (!quest) throw new DomainError("quest_not_found");
  const versions = await readVersions(db, questId);
  const form = { version: null, protocol: specificationForm(quest.quest_type) };
  if (quest.protocol_version === null) versions.unshift(form);
  else if (quest.has_used_specification_form) versions.push(form);
  return { name: quest.quest_name, versions };
}

const versionBatchSize = 20;

/** Newest first. Equal fields are kept once: there may be many versions with long lists of options. */
async function readVersions(db: Db, questId: number): Promise<NumberedProtocol[]> {
  const versions: NumberedProtocol[] = [];
  const known = new Map<string, Field>();
  while (true) {
    const rows = await db
      .selectFrom("protocol_versions")
      .select(["version", "protocol"])
      .where("quest_id", "=", questId)
      .where("version", "<", versions.at(-1)?.version ?? maxId)
      .orderBy("version", "desc")
      .limit(versionBatchSize)
      .execute();
    for (const { version, protocol } of rows) {
      const fields = protocol.fields.map((field) => {
        const text = JSON.stringify(field);
        const kept = known.get(text) ?? field;
        known.set(text, kept);
        return kept;
      });
      versions.push({ version, protocol: { fields, ...(protocol.lists && { lists: protocol.lists }) } });
    }
    if (rows.length < versionBatchSize) return versions;
  }
}

/** Tells which of the lists that the versions use have species. */
export async function findTaxaLists(
  db: Db,
  versions: readonly NumberedProtocol[],
): Promise<(list: ListReference) => boolean> {
  const nameOf = ({ id, version = 0 }: ListReference) => `${id}/${version}`;
  const used = new Map(
    versions
      .flatMap(({ protocol }) => allFields(protocol.fields).flatMap((field) => listOf(field) ?? []))
      .map((list) => [nameOf(list), list]),
  );
  if (used.size === 0) return () => false;
  const wanted = [...used.values()].map(({ id, version = 0 }) => ({ id, version }));
  const ofTaxa = new Set((await findVersionsOfTaxa(db, wanted)).map(nameOf));
  return (list) => ofTaxa.has(nameOf(list));
}

/**
 * An accepted data point. Degrees, metres, instants as ISO 8601 in UTC; `additional_data` in the units of its protocol;
 * `photo_sha256s` by the keys of fields.
 */
export type AcceptedPoint = Omit<Awaited<ReturnType<typeof readBatch>>[number], "created_at_microseconds">;

/** If there are many columns, 1,000 rows of CSV block the process for over 50 ms. */
const batchSize = 500;

/**
 * Reads a quest's accepted data points in batches, oldest first. No connection is held between batches, so slow
 * downloads hold up nobody. Data points of versions outside `versions` arrived later and are left out.
 */
export async function* readAcceptedPoints(
  db: Db,
  questId: number,
  versions: readonly NumberedProtocol[],
): AsyncGenerator<AcceptedPoint[]> {
  const numbers = versions.map(({ version }) => version);
  let last: { id: string; created_at_microseconds: string } | undefined;
  do {
    const points = await readBatch(db, questId, numbers, last);
    if (points.length > 0) yield points;
    last = points.length < batchSize ? undefined : points.at(-1);
  } while (last);
}

/** The rows of one group, in batches of the same size. */
export async function* readRows<Point extends ExportedPoint>(
  batches: AsyncIterable<Point[]>,
  versions: readonly NumberedProtocol[],
  group: string,
): AsyncGenerator<ExportedRow<Point>[]> {
  let waiting: ExportedRow<Point>[] = [];
  for await (const points of batches) {
    for (const point of points) {
      waiting.push(...rowsOfPoint(point, versions, group));
      if (waiting.length < batchSize) continue;
      yield waiting;
      waiting = [];
    }
  }
  if (waiting.length > 0) yield waiting;
}

function readBatch(
  db: Db,
  questId: number,
  versions: readonly (number | null)[],
  last: { id: string; created_at_microseconds: string } | undefined,
) {
  let query = db
    .selectFrom("quest_data as d")
    .innerJoinLateral(newestReview(db), (join) => join.onTrue())
    .select(["d.id", "d.adventurer_id", "d.latitude", "d.longitude", "d.accuracy", "d.position_source"])
    .select(["d.additional_data", "d.photo_sha256", "d.late", "d.revision", "r.reviewed_by", "r.comment"])
    .select([
      instantText<string | null>("d.fixed_at").as("fixed_at"),
      instantText<string>("d.created_at").as("created_at"),
      instantText<string | null>("d.captured_at").as("captured_at"),
      instantText<string>("r.reviewed_at").as("reviewed_at"),
      microsecondsOf("d.created_at").as("created_at_microseconds"),
      "d.protocol_version",
      stationNameOf("d").as("station"),
      sql<Record<string, string>>`coalesce(
        (SELECT json_object_agg(p.key, p.photo_sha256) FROM quest_data_photos p WHERE p.quest_data_id = d.id), '{}')`.as(
        "photo_sha256s",
      ),
    ])
    .where("d.quest_id", "=", questId)
    .where("d.review_decision", "=", "accepted")
    // An expression over the column would make the planner expect few rows, and sort them for each batch.
    .where((point) =>
      point.or([
        point("d.protocol_version", "in", [...versions.filter((version) => version !== null), 0]),
        ...(versions.includes(null) ? [point("d.protocol_version", "is", null)] : []),
      ]),
    )
    .orderBy("d.created_at")
    .orderBy("d.id")
    .limit(batchSize);
  if (last !== undefined) {
    query = query.where(
      sql<boolean>`(d.created_at, d.id) > (${instantOfMicroseconds(last.created_at_microseconds)}, ${last.id}::uuid)`,
    );
  }
  return query.execute();
}

/** Like `toISOString`, for instants from 1970 on, without four dates per row. */
function instantText<Text extends string | null>(column: string) {
  const instant = sql`${sql.ref(column)} AT TIME ZONE 'UTC'`;
  return sql<Text>`CASE WHEN ${sql.ref(column)} >= timestamptz '10000-01-01 00:00:00+00' THEN '+0' ELSE '' END
    || to_char(${instant}, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
}
