import type { BaseLogger } from "pino";
import { type PhotoStore, requirePhotoKey, type StoredPhoto } from "./store/photo-store.ts";

const batchSize = 500;
/** Every upload has been answered by then, so an original that no row names is not needed. */
const oldEnoughMs = 24 * 60 * 60 * 1000;
/** The clocks of the store and of the database may differ. */
const clockDifferenceMs = 60 * 60 * 1000;
/** Removed in one sweep; the rest goes with the next. */
const removedMax = 10_000;

/** A kind of object in the store, and who refers to it. */
export type PhotoKind = {
  /** The first part of its keys. */
  kind: string;
  /** The kinds of the pictures that are made of it, under its name. */
  derivedKinds: readonly string[];
  /** Which of these keys, `<kind>/<id>`, a row refers to; at most 500 are asked for at a time. */
  findReferenced: (keys: readonly string[]) => Promise<Set<string>>;
  /** It comes and goes: one that no row names says nothing of the database. */
  isTemporary?: boolean;
};

export type SweepOptions = {
  store: PhotoStore;
  kinds: readonly PhotoKind[];
  /** When the database came into being: what is older than it belongs to another one. */
  databaseMadeAt: Date;
  logger: Pick<BaseLogger, "error">;
  nowMs?: number;
};

/** A name that we give: an id, and of a picture its size and ending. Whatever else lies in the store is not ours. */
const ownName = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(?:-[a-z]+)?(?:\.jpg)?$/;

/**
 * Removes objects of our kinds older than a day that no row refers to. Returns how many went. Where most of them seem to be
 * nobody's, or one is older than the database, the database is not the one that belongs to this store: then it removes
 * nothing and logs an error.
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

/** The ids of the objects that somebody refers to, or that are made of one. */
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
