import { isDeepStrictEqual } from "node:util";
import { sql } from "kysely";
import { LRUCache } from "lru-cache";
import type { QuestFormPayload } from "../../contract/quests.ts";
import { fieldFilesMax } from "../../protocol/check-values.ts";
import { defaultProtocol } from "../../protocol/default-protocol.ts";
import type { Field, FieldKind, Protocol } from "../../protocol/field.ts";
import { allFields } from "../../protocol/places.ts";
import type { WrittenProtocol } from "../../protocol/protocol-schema.ts";
import { isOpenIn } from "../../protocol/public-fields.ts";
import type { Db, Tx } from "../database/connection.ts";
import { DomainError } from "../refusals/domain-error.ts";
import { requireQuest } from "./quest-queries.ts";
import { withVersion } from "./quest-rules.ts";

/** A stored protocol version, as in answers; null for the specification's form. */
export async function findWrittenProtocol(
  db: Db,
  questId: number,
  version: number | null,
): Promise<WrittenProtocol | null> {
  if (version === null) return null;
  const row = await db
    .selectFrom("protocol_versions")
    .select("protocol")
    .where("quest_id", "=", questId)
    .where("version", "=", version)
    .executeTakeFirst();
  return row ? withVersion(row.protocol, version) : null;
}

/** @throws DomainError `quest_not_found`, `not_found` */
export async function getWrittenProtocol(db: Db, questId: number, version: number): Promise<WrittenProtocol> {
  const protocol = await findWrittenProtocol(db, questId, version);
  if (protocol) return protocol;
  await requireQuest(db, questId);
  throw new DomainError("not_found.protocolVersion");
}

/** The JSON of a version, for caching: `refuse_change_of_protocol_version`, a trigger function, keeps versions as they are. */
async function findProtocolText(db: Db, questId: number, version: number): Promise<string | undefined> {
  const row = await db
    .selectFrom("protocol_versions")
    .select(sql<string>`protocol::text`.as("text"))
    .where("quest_id", "=", questId)
    .where("version", "=", version)
    .executeTakeFirst();
  return row?.text;
}

/** A submitted protocol; its `version` is ignored. */
export type SentProtocol = NonNullable<QuestFormPayload["protocol"]>;

/**
 * Sets the protocol; null is the specification's form. A protocol that differs from the newest becomes the next
 * version. The caller has locked the quest.
 */
export async function setProtocol(tx: Tx, questId: number, protocol: SentProtocol | null): Promise<void> {
  if (protocol === null) {
    await tx
      .updateTable("quests")
      .set({ protocol_version: null, had_specification_form: true })
      .where("id", "=", questId)
      .execute();
    await takeBackClosed(tx, questId, defaultProtocol.fields);
    return;
  }
  const { version: _, ...written } = protocol;
  const text = JSON.stringify(written);
  const newest = await tx
    .selectFrom("quests as q")
    .leftJoin("protocol_versions as v", (join) =>
      join.onRef("v.quest_id", "=", "q.id").onRef("v.version", "=", "q.protocol_version"),
    )
    .select([
      "v.protocol",
      sql<number>`(SELECT coalesce(max(version), 0) FROM protocol_versions WHERE quest_id = q.id)`.as("last"),
    ])
    .where("q.id", "=", questId)
    .executeTakeFirstOrThrow();
  if (isDeepStrictEqual(newest.protocol, JSON.parse(text))) return;
  const version = newest.last + 1;
  await tx.insertInto("protocol_versions").values({ quest_id: questId, version, protocol: text }).execute();
  await tx
    .updateTable("quests")
    .set({
      protocol_version: version,
      photo_field_count_max: sql`greatest(photo_field_count_max, ${fieldFilesMax(written)})`,
    })
    .where("id", "=", questId)
    .execute();
  await takeBackClosed(tx, questId, written.fields, version);
}

/** What these fields of a new version close is public no more at once, not when a worker has published all anew. */
async function takeBackClosed(
  tx: Tx,
  questId: number,
  fields: readonly Field[],
  version: number | null = null,
): Promise<void> {
  const newest = new Map(allFields(fields).map((field) => [field.key, field]));
  const { rows: opened } = await sql<{ key: string; kind: FieldKind }>`
    SELECT key, kind FROM (
      SELECT DISTINCT ON (f ->> 'key') f ->> 'key' AS key, f ->> 'kind' AS kind, f @> '{"public": true}' AS is_open
      FROM protocol_versions v, jsonb_path_query(v.protocol::jsonb, '$.**.fields[*]') f
      WHERE v.quest_id = ${questId} AND v.version IS DISTINCT FROM ${version} AND f ->> 'key' = ANY (${[...newest.keys()]})
      ORDER BY f ->> 'key', v.version DESC) before
    WHERE is_open`.execute(tx);
  const isClosed = ({ key, kind }: { key: string; kind: FieldKind }) => !isOpenIn(newest.get(key), kind);
  if (opened.some(isClosed)) await sql`SELECT publish_all_again(${questId})`.execute(tx);
}

/** Sets the protocol of a new quest. */
export async function setFirstProtocol(tx: Tx, questId: number, protocol: SentProtocol): Promise<void> {
  await setProtocol(tx, questId, protocol);
  await tx.updateTable("quests").set({ had_specification_form: false }).where("id", "=", questId).execute();
}

/** Characters of JSON. */
const keptLengthMax = 20_000_000;

/** Caches protocol versions, which never change, so that uploads don't read them again. */
export class ProtocolVersions {
  readonly #db: Db;
  readonly #kept = new LRUCache<string, Protocol>({ maxSize: keptLengthMax });

  constructor(db: Db) {
    this.#db = db;
  }

  /** Undefined if the quest has no such version. */
  async find(questId: number, version: number): Promise<Protocol | undefined> {
    const name = `${questId}/${version}`;
    const kept = this.#kept.get(name);
    if (kept) return kept;
    const text = await findProtocolText(this.#db, questId, version);
    if (text === undefined) return undefined;
    const protocol = JSON.parse(text) as Protocol;
    this.#kept.set(name, protocol, { size: text.length });
    return protocol;
  }
}
