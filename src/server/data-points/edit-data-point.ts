import { isDeepStrictEqual } from "node:util";
import type { AdditionalData, DataPointEdit, QuestDataPoint } from "../../contract/data-points.ts";
import type { Values } from "../../protocol/field.ts";
import { inFormOrder } from "../../protocol/places.ts";
import type { Db, Tx } from "../database/connection.ts";
import { transaction } from "../database/transaction.ts";
import { enqueueEvidence } from "../evidence/evidence-jobs.ts";
import type { UploadQuota } from "../incoming/upload-quota.ts";
import { requireListed, withLookedUp } from "../lists/listed-answers.ts";
import { requireParticipation } from "../participations/get-participation.ts";
import type { PhotoAddresses } from "../photos/signed-address.ts";
import { DomainError } from "../refusals/domain-error.ts";
import { getProtocolOf, type ProtocolFinder } from "./asked-form.ts";
import { findTracesOf, rememberDataPoint } from "./change-queries.ts";
import {
  type DataPointRow,
  findDataPoint,
  type LockedDataPoint,
  lockOwnDataPoint,
  type OwnDataPoint,
  setEdited,
} from "./data-point-queries.ts";
import { ownPhotoPath, requireEditedValues, requireUnreviewed } from "./data-point-rules.ts";
import { describeDataPoint, filesOf } from "./describe-data-point.ts";
import { type MovedFile, moveFiles, sortFiles } from "./photo-queries.ts";

export type EditServices = {
  db: Db;
  photoAddresses: PhotoAddresses;
  uploadQuota: UploadQuota;
  jobs: { wake(): void };
  protocolVersions: ProtocolFinder;
};

/**
 * Changes values or position of a volunteer's own data point before its review, and keeps the former ones. Values are
 * checked by its own protocol version. An edit without a difference leaves no trace.
 * @throws DomainError `data_point_not_found`, `data_point_deleted`, `data_point_reviewed`, `validation_failed`,
 * `quest_not_found`, `not_joined`, `upload_quota_exhausted`
 */
export async function editDataPoint(
  { db, jobs, photoAddresses, protocolVersions, uploadQuota }: EditServices,
  own: OwnDataPoint,
  { measurements, photos_from, position }: DataPointEdit,
): Promise<QuestDataPoint> {
  const { username, questId } = own;
  const { quest_type } = await requireParticipation(db, username, questId);
  const row = await findOwn(db, own);
  requireUnreviewed({ review_decision: row.decision });
  // Former values count as well, because they are kept.
  uploadQuota.requireLeft(username);
  const protocol = await getProtocolOf(protocolVersions, row, quest_type);
  const files = new Map(filesOf(row).map(({ key, kind }) => [key, kind]));
  const form = await withLookedUp(db, { protocol }, measurements ?? {});
  const edited = measurements && requireEditedValues(form, { measurements, photos_from }, files);
  const values = edited && (await requireListed(db, form, edited.values));
  const paths = [...(edited?.moved ?? [])].filter(([path]) => path !== ownPhotoPath);
  const moved = paths.map(([key, former]) => ({ key, former }));
  const order = inFormOrder(
    protocol.fields,
    moved.map(({ key }) => key),
  );
  const keptBytes = await transaction(db, (tx) => edit(tx, own, { values, position, moved, order }));
  uploadQuota.count(username, keptBytes);
  jobs.wake();
  return describeDataPoint(await findOwn(db, own), photoAddresses);
}

type Edit = Pick<DataPointEdit, "position"> & {
  values: Values | undefined;
  moved: readonly MovedFile[];
  /** Keys of all files of fields, if values are edited. */
  order: readonly string[];
};

/** @throws DomainError `data_point_not_found`, `data_point_deleted` */
async function findOwn(db: Db, own: OwnDataPoint): Promise<DataPointRow> {
  const row = await findDataPoint(db, own.id);
  if (row?.adventurer_id === own.username && row.quest_id === own.questId) return row;
  return refuseMissing(db, own);
}

async function refuseMissing(db: Db, { id, username }: OwnDataPoint): Promise<never> {
  const { wasDeleted } = await findTracesOf(db, id, username);
  throw new DomainError(wasDeleted ? "data_point_deleted" : "data_point_not_found");
}

/** Returns the bytes kept of the former values. */
async function edit(tx: Tx, own: OwnDataPoint, { values, position, moved, order }: Edit): Promise<number> {
  const point = await lockOwnDataPoint(tx, own);
  if (!point) return refuseMissing(tx, own);
  requireUnreviewed(point);
  const newValues = values && { ...values, ...besideValues(point.additional_data) };
  const changes = {
    values: isDeepStrictEqual(newValues, point.additional_data) ? undefined : newValues,
    position: position && isThere(position, point) ? undefined : position,
  };
  const isMoved = moved.some(({ key, former }) => key !== former);
  if (!changes.values && !changes.position && !isMoved) return 0;
  const before = await rememberDataPoint(tx, "edited", own, point);
  await setEdited(tx, own.id, changes);
  if (isMoved) {
    await moveFiles(tx, own.id, moved);
    await sortFiles(tx, own.id, order);
  }
  await enqueueEvidence(tx, own.id);
  return Buffer.byteLength(JSON.stringify(before));
}

/** What is stored beside the values of the protocol's fields. */
function besideValues(data: AdditionalData): Values {
  const names = ["user_supplied_latitude", "user_supplied_longitude", "plant_id_data"] as const;
  return Object.fromEntries(names.flatMap((name) => (data[name] === undefined ? [] : [[name, data[name]]])));
}

function isThere(position: NonNullable<DataPointEdit["position"]>, point: LockedDataPoint): boolean {
  return (
    position.latitude === point.latitude &&
    position.longitude === point.longitude &&
    position.accuracy === point.accuracy &&
    position.position_source === point.position_source
  );
}
