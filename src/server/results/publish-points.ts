import type { NumberedProtocol } from "../../protocol/columns.ts";
import { type Field, listOf } from "../../protocol/field.ts";
import { allFields, fieldAt } from "../../protocol/places.ts";
import { type PositionPrecision, publicValues, publicVersions } from "../../protocol/public-fields.ts";
import { copyJobOf } from "../data-points/file-jobs.ts";
import type { Db, Tx } from "../database/connection.ts";
import { transaction } from "../database/transaction.ts";
import { getQuestToExport } from "../datasets/dataset-queries.ts";
import { enqueueAll } from "../jobs/job-queue.ts";
import { findListsWithPlaces } from "../lists/list-queries.ts";
import { dayAt } from "../local-time.ts";
import { type PublicPosition, publicPosition } from "./public-position-rules.ts";
import {
  type FileToPublish,
  findQuestsToPublish,
  hasPointsToPublish,
  lockAccepted,
  lockPublishing,
  type PointToPublish,
  type PublishedPoint,
  type Publishing,
  putBack,
  putPublished,
  takePointsToPublish,
} from "./published-queries.ts";

/** Its transaction makes reviewers of the same data points wait. */
const batchSize = 200;

/** Publishes what waits, of all quests. */
export async function publishWaiting(db: Db): Promise<void> {
  for (const questId of await findQuestsToPublish(db)) await publishQuest(db, questId);
}

/** Publishes what waits of a quest. */
export async function publishQuest(db: Db, questId: number): Promise<void> {
  while ((await publishBatch(db, questId)) === batchSize) {
    // until few are left: those that are being changed come back
  }
}

/** Publishes what a few decisions left, before somebody reads. The worker does more. */
export async function publishFew(db: Db, questId: number): Promise<void> {
  if (await hasPointsToPublish(db, questId)) await publishBatch(db, questId);
}

/** Publishes a batch of a quest's waiting data points. Returns how many it took from the queue. */
export function publishBatch(db: Db, questId: number): Promise<number> {
  return transaction(db, async (tx) => {
    // Locked, so that a batch never brings back what a stricter policy has just hidden.
    const publishing = await lockPublishing(tx, questId);
    const ids = await takePointsToPublish(tx, questId, batchSize);
    if (!publishing || ids.length === 0) return ids.length;
    const { points, busy } = await lockAccepted(tx, questId, ids);
    await putBack(tx, questId, busy);
    const versions = await publicVersionsOf(tx, questId, publishing.precision);
    await putPublished(
      tx,
      questId,
      points.map((point) => publicPart(point, versions, publishing)),
    );
    await enqueueAll(
      tx,
      points.flatMap((point) => filesToCopy(point, versions)).map(({ id }) => copyJobOf(id)),
    );
    return ids.length;
  });
}

/** The versions of a quest's protocol with their public fields. */
export async function publicVersionsOf(
  db: Db | Tx,
  questId: number,
  precision: PositionPrecision,
): Promise<NumberedProtocol[]> {
  return openedOf(db, (await getQuestToExport(db, questId)).versions, precision);
}

/** The public fields of these versions, newest first. */
export async function openedOf(
  db: Db | Tx,
  versions: readonly NumberedProtocol[],
  precision: PositionPrecision,
): Promise<NumberedProtocol[]> {
  const lists = versions.flatMap(({ protocol: { fields, lists = [] } }) => [
    ...allFields(fields).flatMap((field) => listOf(field) ?? []),
    ...lists,
  ]);
  const withPlaces = await findListsWithPlaces(db, [...new Set(lists.map(({ id }) => id))]);
  return publicVersions(versions, precision, ({ id }) => withPlaces.has(id));
}

/**
 * What everybody may see of a data point. Nothing else decides that: results, releases and the features API read what this
 * returned.
 */
export function publicPart(
  point: PointToPublish,
  versions: readonly NumberedProtocol[],
  { precision, place }: Publishing,
): PublishedPoint {
  const { id, protocol_version, measured_at } = point;
  const position = publicPosition(point, point.accuracy, precision);
  const fields = publicFieldsOf(point, versions);
  return {
    id,
    protocol_version,
    day: dayAt(new Date(measured_at), publicPlace(position) ?? place),
    measured_at: precision === "exact" ? measured_at : null,
    station_id: precision === "exact" ? point.station_id : null,
    ...position,
    additional_data: publicValues(point.additional_data, fields, isOpen({ key: point.plant_key }, fields)),
    files: point.files
      .filter((file) => isOpen(file, fields) && (file.kind !== "audio" || file.copied === true))
      .map(({ copied: _, ...file }) => file),
  };
}

/** Where everybody sees that it was measured: with the day of a more exact place, the day would tell something of it. */
const publicPlace = ({ latitude, longitude }: PublicPosition) =>
  latitude === null || longitude === null ? undefined : { latitude, longitude };

/** Recordings that are public once there is a copy without metadata, which nobody has tried to make yet. */
const filesToCopy = (point: PointToPublish, versions: readonly NumberedProtocol[]): FileToPublish[] => {
  const fields = publicFieldsOf(point, versions);
  return point.files.filter((file) => file.kind === "audio" && file.copied === null && isOpen(file, fields));
};

const publicFieldsOf = ({ protocol_version }: PointToPublish, versions: readonly NumberedProtocol[]) =>
  versions.find(({ version }) => version === protocol_version)?.protocol.fields ?? [];

const isOpen = ({ key }: Pick<FileToPublish, "key">, fields: readonly Field[]) =>
  key === null || fieldAt(fields, key) !== undefined;
