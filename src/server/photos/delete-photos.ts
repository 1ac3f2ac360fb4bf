import type { BaseLogger } from "pino";
import * as z from "zod/mini";
import { photoVariants } from "../../contract/enums.ts";
import { handleJobs, type JobHandler } from "../jobs/job-queue.ts";
import { derivativeKeyOf } from "./derivatives/photo-derivatives.ts";
import { copyKeyOf } from "./derivatives/recording-copies.ts";
import { type PhotoStore, requirePhotoKey, type StoredPhoto } from "./store/photo-store.ts";

export const deletePhotoJob = { name: "delete-photo", payload: z.object({ key: z.string() }) };

export const makeDeletePhotoHandler = (store: PhotoStore): JobHandler =>
  handleJobs(deletePhotoJob, ({ key }) => deletePhoto(store, key));

/** Deletes a photo or another file, after what was made from it if it is an original. Missing ones are not an error. */
export async function deletePhoto(store: PhotoStore, key: string): Promise<void> {
  if (requirePhotoKey(key).kind === "originals") {
    for (const variant of photoVariants) await store.delete(derivativeKeyOf(key, variant));
    await store.delete(copyKeyOf(key));
  }
  await store.delete(key);
}

const batchSize = 500;
/** No upload takes this long, so an original without a row is not needed. */
const oldEnoughMs = 24 * 60 * 60 * 1000;
/** The clocks of store and database may differ. */
const clockDifferenceMs = 60 * 60 * 1000;
/** Per sweep; the rest goes with the next. */
const removedMax = 10_000;

export type PhotoKind = {
  kind: string;
  /** Kinds made from it under the same name. */
  derivedKinds: readonly string[];
  /** Returns the keys (`<kind>/<id>`) that rows refer to, of at most 500. */
  findReferenced: (keys: readonly string[]) => Promise<Set<string>>;
  /** Objects without a row are normal, and say nothing about the database. */
  isTemporary?: boolean;
};

export type SweepOptions = {
  store: PhotoStore;
  kinds: readonly PhotoKind[];
  /** When the database was created: older objects belong to another one. */
  databaseMadeAt: Date;
  logger: Pick<BaseLogger, "error">;
  nowMs?: number;
};

/** The names that we give: an id, for photos with size and ending, or a SHA-256. Other objects are not ours. */
const ownName = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|[0-9a-f]{64})(?:-[a-z]+)?(?:\.(?:jpg|webp))?$/;

/**
 * Removes objects older than a day that no row refers to, and returns how many. If most objects have no row, or one is
 * older than the database, then database and store don't belong together: it removes nothing and logs an error.
 */
export async function sweepOrphans(options: SweepOptions): Promise<number> {
  const { store, kinds, databaseMadeAt, logger, nowMs = Date.now() } = options;
  const found = { kept: 0, lost: 0, olderThanDatabase: 0 };
  const removable: string[] = [];
  for await (const batch of oldObjectsOf(store, kinds, nowMs)) {
    const referenced = await findReferenced(batch, kinds);
    for (const { key, modifiedAt } of batch) {
      const { kind, name } = requirePhotoKey(key);
      if (referenced.has(idOf(name))) {
        found.kept += 1;
        continue;
      }
      if (!kinds.some((each) => each.kind === kind && each.isTemporary)) found.lost += 1;
      if (modifiedAt.getTime() < databaseMadeAt.getTime() - clockDifferenceMs) found.olderThanDatabase += 1;
      if (removable.length < removedMax) removable.push(key);
    }
  }
  if (found.olderThanDatabase > 0 || found.lost > found.kept) {
    logger.error(
      { ...found, databaseMadeAt },
      "the photo sweep removed nothing: too many photos are missing from the database. Does the database belong to this store?",
    );
    return 0;
  }
  for (const key of removable) await store.delete(key);
  return removable.length;
}

async function* oldObjectsOf(
  store: PhotoStore,
  kinds: readonly PhotoKind[],
  nowMs: number,
): AsyncGenerator<StoredPhoto[]> {
  let batch: StoredPhoto[] = [];
  for (const kind of new Set(kinds.flatMap(({ kind, derivedKinds }) => [kind, ...derivedKinds]))) {
    for await (const object of store.list(`${kind}/`)) {
      if (!ownName.test(requirePhotoKey(object.key).name)) continue;
      if (nowMs - object.modifiedAt.getTime() < oldEnoughMs) continue;
      if (batch.push(object) < batchSize) continue;
      yield batch;
      batch = [];
    }
  }
  if (batch.length > 0) yield batch;
}

/** The ids of objects with a row, their derived objects included. */
async function findReferenced(batch: readonly StoredPhoto[], kinds: readonly PhotoKind[]): Promise<Set<string>> {
  const ids = new Set<string>();
  for (const { kind, derivedKinds, findReferenced } of kinds) {
    const keys = batch
      .map(({ key }) => requirePhotoKey(key))
      .filter((object) => object.kind === kind || derivedKinds.includes(object.kind))
      .map(({ name }) => `${kind}/${idOf(name)}`);
    if (keys.length === 0) continue;
    for (const key of await findReferenced([...new Set(keys)])) ids.add(requirePhotoKey(key).name);
  }
  return ids;
}

function idOf(name: string): string {
  return ownName.exec(name)?.[1] ?? name;
}
