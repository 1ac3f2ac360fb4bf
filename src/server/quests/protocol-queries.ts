import { isDeepStrictEqual } from "node:util";
import { sql } from "kysely";
import type { QuestFormPayload } from "../../contract/quests.ts";
import { fieldFilesMax } from "../../protocol/check-values.ts";
import type { WrittenProtocol } from "../../protocol/protocol-schema.ts";
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

/** The JSON of a version, for caching. */
export async function findProtocolText(db: Db, questId: number, version: number): Promise<string | undefined> {
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
}

/** As `setProtocol`, for a new quest. */
export async function setFirstProtocol(tx: Tx, questId: number, protocol: SentProtocol): Promise<void> {
  await setProtocol(tx, questId, protocol);
  await tx.updateTable("quests").set({ had_specification_form: false }).where("id", "=", questId).execute();
}
