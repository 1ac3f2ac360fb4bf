import { randomUUID } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import type { AdditionalData } from "../../contract/data-points.ts";
import type { FileKind, Values } from "../../protocol/field.ts";
import { inFormOrder } from "../../protocol/places.ts";
import type { RevisionBefore } from "../database/column-types.ts";
import type { Db, Tx } from "../database/connection.ts";
import { transaction } from "../database/transaction.ts";
import { evidenceJobOf } from "../evidence/evidence-jobs.ts";
import { enqueueAll } from "../jobs/job-queue.ts";
import type { ReceivedFile } from "../photos/receive-file.ts";
import { DomainError } from "../refusals/domain-error.ts";
import { correctCapturedAt, ownPhotoPath } from "./data-point-rules.ts";
import { formatCoordinates } from "./describe-data-point.ts";
import { derivativesJobOf } from "./file-jobs.ts";
import { insertMessage } from "./message-queries.ts";
import { identificationJobOf } from "./plant-identification-job.ts";
import {
  findRevisionOf,
  insertRevision,
  type LockedRevision,
  lockRevision,
  replaceFiles,
  setRevised,
} from "./revision-queries.ts";
import { type AnswerFacts, type Revision, requireRevisable } from "./revision-rules.ts";

export type RevisionToStore = Omit<Revision, "kept"> & {
  id: string;
  username: string;
  /** The revision that the answer was checked against. */
  formerRevision: number;
  /** By path. */
  files: ReadonlyMap<string, ReceivedFile>;
  wantsPlantId: boolean;
};

/**
 * Stores the answer to a requested change as the next revision, keeps the former one, and enqueues the work, in one
 * transaction. Not new if the same request was stored before.
 * @throws DomainError `data_point_not_found`, `change_not_requested`, `data_point_id_taken`
 */
export async function storeRevision(
  { db, jobs }: { db: Db; jobs: { wake(): void } },
  revision: RevisionToStore,
): Promise<{ isNew: boolean }> {
  const isNew = await transaction(db, (tx) => store(tx, revision));
  if (isNew) jobs.wake();
  return { isNew };
}

async function store(tx: Tx, answer: RevisionToStore): Promise<boolean> {
  const { id, username, facts } = answer;
  const point = await lockRevision(tx, id, username);
  if (!point) throw new DomainError("data_point_not_found");
  const requestId = facts.id?.toLowerCase() ?? null;
  if (requestId !== null && (await wasStored(tx, requestId, id))) return false;
  requireRevisable({ decision: point.review_decision, unreadable: new Set(point.unreadableKeys) }, answer.files.keys());
  // It was answered and requested again since the check.
  if (point.revision !== answer.formerRevision) throw new DomainError("change_not_requested");
  const revision = point.revision + 1;
  await insertRevision(tx, { id, revision, requestId, before: rememberRevision(point) });
  const photoIds = await exchangeFiles(tx, point, answer);
  const isOtherPlant = photoIds.first !== point.files.find(isPhoto)?.id;
  const values = { ...answer.values, ...besideValues(point.additional_data, facts, isOtherPlant) };
  await setRevised(tx, id, {
    revision,
    protocol_version: answer.asked.version,
    // Retaking an unreadable photo acknowledges the news about it.
    ...(point.review_decision === null && { news_at: null }),
    ...(!isDeepStrictEqual(values, point.additional_data) && { additional_data: JSON.stringify(values) }),
    ...positionOf(facts),
    ...momentOf(facts),
    ...(facts.fixes && { fixes: JSON.stringify(facts.fixes) }),
    ...(facts.spacing_reason?.trim() && { spacing_reason: facts.spacing_reason.trim() }),
  });
  const text = facts.message?.trim();
  if (text) await insertMessage(tx, { dataPointId: id, author: username, isReviewer: false, revision, text });
  await enqueueAll(tx, [
    ...photoIds.added.map(derivativesJobOf),
    evidenceJobOf(id),
    ...(answer.wantsPlantId && isOtherPlant && photoIds.first ? [identificationJobOf(id, photoIds.first)] : []),
  ]);
  return true;
}

/** @throws DomainError `data_point_id_taken` if the request belongs to another data point */
export async function wasStored(db: Db, requestId: string, dataPointId: string): Promise<boolean> {
  const stored = await findRevisionOf(db, requestId);
  if (stored && stored.quest_data_id !== dataPointId) throw new DomainError("data_point_id_taken");
  return stored !== undefined;
}

function rememberRevision(point: LockedRevision): RevisionBefore {
  return {
    arrived_at: (point.revised_at ?? point.created_at).toISOString(),
    coordinates: formatCoordinates(point.latitude, point.longitude),
    accuracy: point.accuracy,
    position_source: point.position_source,
    fixed_at: point.fixed_at?.toISOString() ?? null,
    captured_at: point.captured_at?.toISOString() ?? null,
    captured_at_device: point.captured_at_device?.toISOString() ?? null,
    clock_offset: point.clock_offset,
    fixes: point.fixes,
    spacing_reason: point.spacing_reason,
    protocol_version: point.protocol_version,
    additional_data: point.additional_data,
    photos: point.files.map(({ id, key }) => ({ id, key })),
  };
}

/** Returns the ids of the new photos, and of the first photo. */
async function exchangeFiles(
  tx: Tx,
  point: LockedRevision,
  { id, asked, keptPaths, files }: RevisionToStore,
): Promise<{ added: string[]; first: string | undefined }> {
  const kept = [...keptPaths].flatMap(([key, former]) => {
    const file = point.files.find((each) => each.key === former);
    return file ? [{ id: file.id, kind: file.kind, key, former }] : [];
  });
  const keys = new Set([...files.keys(), ...kept.map(({ key }) => key)]);
  keys.delete(ownPhotoPath);
  const order = inFormOrder(asked.protocol.fields, keys);
  const ownPhoto = files.get(ownPhotoPath);
  const own = ownPhoto && { id: randomUUID(), photo: ownPhoto };
  const ofFields = order.flatMap((key) => {
    const file = files.get(key);
    return file ? [{ id: randomUUID(), kind: file.kind, key, file }] : [];
  });
  const stays = new Set(kept.map(({ former }) => former));
  const dropped = point.files.map(({ key }) => key).filter((key) => key !== ownPhotoPath && !stays.has(key));
  await replaceFiles(tx, id, { own, ofFields, dropped, moved: kept, order });
  const newPhotos = ofFields.filter(isPhoto);
  const now = [...(own ? [{ ...own, key: ownPhotoPath }] : []), ...newPhotos, ...kept.filter(isPhoto)];
  const first = [ownPhotoPath, ...order].flatMap((key) => now.find((each) => each.key === key) ?? [])[0]?.id;
  return { added: [...(own ? [own.id] : []), ...newPhotos.map((each) => each.id)], first };
}

const isPhoto = ({ kind }: { kind: FileKind }) => kind === "photo";

/** What is stored beside the values of the protocol's fields. The plant belongs to a photo, so another first photo drops it. */
function besideValues(before: AdditionalData, facts: AnswerFacts, isOtherPlant: boolean): Values {
  const { user_supplied_latitude: latitude, user_supplied_longitude: longitude } = before;
  const beside = {
    user_supplied_latitude: facts.user_supplied_latitude ?? latitude,
    user_supplied_longitude: facts.user_supplied_longitude ?? longitude,
    plant_id_data: isOtherPlant ? undefined : before.plant_id_data,
  };
  return Object.fromEntries(Object.entries(beside).filter(([, value]) => value !== undefined));
}

/** A new position drops what belongs to the former one. */
function positionOf({ latitude, longitude, accuracy, fixed_at, position_source }: AnswerFacts) {
  const fixedAt = fixed_at === undefined ? undefined : new Date(fixed_at);
  if (latitude !== undefined && longitude !== undefined) {
    return {
      latitude,
      longitude,
      accuracy: accuracy ?? null,
      fixed_at: fixedAt ?? null,
      position_source: position_source ?? ("device" as const),
    };
  }
  return {
    ...(accuracy !== undefined && { accuracy }),
    ...(fixedAt && { fixed_at: fixedAt }),
    ...(position_source && { position_source }),
  };
}

function momentOf(facts: AnswerFacts) {
  if (facts.captured_at === undefined) return {};
  return {
    captured_at: correctCapturedAt(facts, new Date()),
    captured_at_device: new Date(facts.captured_at),
    clock_offset: facts.clock_offset ?? null,
  };
}
