import { sql } from "kysely";
import type { Dataset } from "../../contract/datasets.ts";
import { type SampleState, sampleStates } from "../../contract/enums.ts";
import { maxId } from "../../contract/limits.ts";
import type { NumberedProtocol } from "../../protocol/columns.ts";
import { specificationForm } from "../../protocol/default-protocol.ts";
import type { Field } from "../../protocol/field.ts";
import { ownPhotoPart } from "../data-points/data-point-rules.ts";
import type { Db } from "../database/connection.ts";
import {
  instantOfMicroseconds,
  microsecondsOf,
  type Part,
  type PartRequest,
  readPart,
  requireCursor,
} from "../database/list-parts.ts";
import { DomainError } from "../refusals/domain-error.ts";
import type { AcceptedPoint } from "./dataset-formats.ts";

/** One part of the quests with their counts, the newest quest first. */
export function listDatasets(db: Db, part: PartRequest): Promise<Part<Dataset>> {
  const query = db
    .selectFrom("quests as q")
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom("sample_counts as s")
          .whereRef("s.quest_id", "=", "q.id")
          .select(sampleStates.map((state) => sumOfState(state).as(state)))
          .as("n"),
      (join) => join.onTrue(),
    )
    .select(["q.id as quest_id", "q.quest_name", "q.quest_type", "q.quest_status"])
    .select([
      sql<number>`n.pending`.as("pending"),
      sql<number>`n.accepted`.as("accepted"),
      sql<number>`n.denied`.as("denied"),
      sql<number>`n.change_requested`.as("change_requested"),
    ])
    .where("q.id", "<", part.after === undefined ? maxId : parseCursor(part.after))
    .orderBy("q.id", "desc");
  return readPart(query, part, (last) => String(last.quest_id));
}

const sumOfState = (state: SampleState) =>
  sql<number>`coalesce(sum(s.count) FILTER (WHERE s.state = ${sql.lit(state)}), 0)::int`;

function parseCursor(after: string): number {
  const [id] = requireCursor(after, /^([1-9]\d{0,9})$/, ([questId]) => Number(questId) <= maxId);
  return Number(id);
}

/**
 * A quest's name, and all versions of what it asked for, the newest first: the specification's form among them where the
 * quest has it or a data point was measured with it.
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

/** The newest first. What versions have in common is kept once: a quest may have many versions, and long lists of options. */
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
      versions.push({ version, protocol: { fields } });
    }
    if (rows.length < versionBatchSize) return versions;
  }
}

/** With many columns, 1,000 rows of CSV would block everything else for longer than 50 ms. */
const batchSize = 500;

/**
 * The accepted points of a quest, the oldest first, a batch at a time. Between two batches no connection is held: one who
 * downloads slowly keeps nobody waiting. A point of a version that is not among `versions` came later, and is left out.
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

function readBatch(
  db: Db,
  questId: number,
  versions: readonly (number | null)[],
  last: { id: string; created_at_microseconds: string } | undefined,
): Promise<(AcceptedPoint & { created_at_microseconds: string })[]> {
  let query = db
    .selectFrom("quest_data as d")
    .innerJoinLateral(
      (eb) =>
        eb
          .selectFrom("reviews")
          .select(["comment", "reviewed_by", "reviewed_at"])
          .whereRef("quest_data_id", "=", "d.id")
          .where("undone_at", "is", null)
          .orderBy("id", "desc")
          .limit(1)
          .as("r"),
      (join) => join.onTrue(),
    )
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom("quest_data_photos as p")
          .whereRef("p.quest_data_id", "=", "d.id")
          .select([
            sql<Record<string, string> | null>`json_object_agg(p.key, p.photo_sha256)`.as("sha256s"),
            sql<string[] | null>`
              array_agg(p.key ORDER BY p.position) FILTER (WHERE p.photo_unreadable_at IS NOT NULL)`.as("unreadable"),
          ])
          .as("f"),
      (join) => join.onTrue(),
    )
    .select(["d.id", "d.adventurer_id", "d.latitude", "d.longitude", "d.accuracy", "d.position_source", "d.fixed_at"])
    .select(["d.additional_data", "d.photo_sha256", "d.created_at", "d.captured_at", "d.late", "d.revision"])
    .select(["r.reviewed_by", "r.reviewed_at", "r.comment"])
    .select([
      microsecondsOf("d.created_at").as("created_at_microseconds"),
      "d.protocol_version",
      sql<Record<string, string>>`coalesce(f.sha256s, '{}')`.as("photo_sha256s"),
      sql<string[] | null>`nullif(array_remove(
        CASE WHEN d.photo_unreadable_at IS NULL THEN f.unreadable ELSE array_prepend(${ownPhotoPart}, f.unreadable) END,
        NULL), '{}')`.as("unreadable_photos"),
    ])
    .where("d.quest_id", "=", questId)
    .where("d.review_decision", "=", "accepted")
    // Not by an expression over the column: the planner would take a few rows for all there are, and sort them for each batch.
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
