import { randomUUID } from "node:crypto";
import { type CoverSize, coverSizes } from "../../contract/enums.ts";
import type { Quest } from "../../contract/quests.ts";
import type { UnreadForm } from "../calls/read-form-parts.ts";
import type { Db, Tx } from "../database/connection.ts";
import { transaction } from "../database/transaction.ts";
import type { UploadQuota } from "../incoming/upload-quota.ts";
import { pictureDecoders } from "../photos/decoding/picture-decoders.ts";
import { withFormPhoto } from "../photos/receive-file.ts";
import {
  deleteIfRefused,
  newPhotoKey,
  type PhotoReading,
  type PhotoStore,
  storeBytes,
} from "../photos/store/photo-store.ts";
import { DomainError } from "../refusals/domain-error.ts";
import { isSigned, signatureOf } from "../url-signatures.ts";
import { getQuest } from "./quest-queries.ts";
import { recordQuestChange } from "./record-quest-change.ts";

/** Kinds of keys in the store. */
export const coverKinds = { hero: "covers", card: "cover-cards" } as const satisfies Record<CoverSize, string>;

const coverKey = (id: string, size: CoverSize) => `${coverKinds[size]}/${id}.jpg`;
const coverKeysOf = (id: string) => coverSizes.map((size) => coverKey(id, size));

/**
 * Stores the image of a local file as upright JPEGs without metadata, one for each size, and returns the new cover's id.
 * @throws as `PictureDecoders.renderCover`
 */
async function storeCover(store: PhotoStore, path: string): Promise<string> {
  const { hero, card } = await pictureDecoders.renderCover(path);
  const id = randomUUID();
  await storeBytes(store, coverKey(id, "hero"), hero);
  await storeBytes(store, coverKey(id, "card"), card);
  return id;
}

/** @throws PhotoNotFoundError */
export function openCover(store: PhotoStore, id: string, size: CoverSize): Promise<PhotoReading> {
  return store.openRead(coverKey(id, size));
}

export async function deleteCover(store: PhotoStore, id: string): Promise<void> {
  for (const key of coverKeysOf(id)) await store.delete(key);
}

/**
 * Signs and checks the addresses of cover images. Anyone who sees the quest may look, so addresses don't expire; a new
 * cover gets a new one.
 */
export class CoverAddresses {
  readonly #secret: string;

  constructor({ secret }: { secret: string }) {
    this.#secret = secret;
  }

  /** Relative to the app's origin; `&size=card` is the smaller image. */
  sign(id: string): string {
    return `/api/covers/${id}?signature=${signatureOf(this.#secret, "cover", id.toLowerCase())}`;
  }

  /** @throws DomainError photo_address_invalid */
  verify(id: string, signature: string): void {
    if (!isSigned(signature, this.#secret, "cover", id.toLowerCase())) throw new DomainError("photo_address_invalid");
  }
}

/** Which of the keys `covers/<id>` belong to a quest. */
export async function findReferencedCoverKeys(db: Db, keys: readonly string[]): Promise<Set<string>> {
  if (keys.length === 0) return new Set();
  const ids = keys.map((key) => key.slice(key.indexOf("/") + 1));
  const rows = await db.selectFrom("quests").select("cover_id").where("cover_id", "in", ids).execute();
  return new Set(rows.map(({ cover_id }) => `covers/${cover_id}`));
}

/** The keys of all cover images of these kinds; hashes aren't stored. */
export function namedCoversSql(kinds: readonly string[]): string {
  return kinds
    .map((kind) => `SELECT '${kind}/' || cover_id || '.jpg', NULL FROM quests WHERE cover_id IS NOT NULL`)
    .join(" UNION ALL ");
}

export type ShownCovers = { db: Db; photoStore: PhotoStore; coverAddresses: CoverAddresses };

export type CoverServices = ShownCovers & { uploadQuota: UploadQuota };

type Target = { username: string; questId: number };

/**
 * Sets the quest's cover to the image of a form's field `file`, and deletes the previous one. The original isn't kept.
 * @throws DomainError `quest_not_found`; as `withFormPhoto` for an invalid image
 */
export async function setQuestImage(services: CoverServices, target: Target, form: UnreadForm): Promise<Quest> {
  const { db, photoStore, uploadQuota } = services;
  await getQuest(db, target.questId);
  const original = { field: "file", key: newPhotoKey(), store: photoStore, share: uploadQuota.begin(target.username) };
  const id = await withFormPhoto(form, original, (path) => storeCover(photoStore, path));
  return replaceCover(services, target, id);
}

/** Like `setQuestImage`, from a local file. */
export async function setQuestImageFromFile(services: ShownCovers, target: Target, path: string): Promise<Quest> {
  return replaceCover(services, target, await storeCover(services.photoStore, path));
}

/**
 * Removes the quest's image, uploaded or external.
 * @throws DomainError `quest_not_found`
 */
export function deleteQuestImage(services: CoverServices, target: Target): Promise<Quest> {
  return replaceCover(services, target, undefined);
}

async function replaceCover(
  { db, photoStore, coverAddresses }: ShownCovers,
  { username, questId }: Target,
  id: string | undefined,
): Promise<Quest> {
  const cover = id === undefined ? undefined : { id, address: coverAddresses.sign(id) };
  const setting = transaction(db, (tx) =>
    recordQuestChange(tx, { questId, person: username }, () => setCover(tx, questId, cover)),
  );
  const previousId = await deleteIfRefused(photoStore, id === undefined ? [] : coverKeysOf(id), setting);
  if (previousId !== undefined) await deleteCover(photoStore, previousId);
  return getQuest(db, questId);
}

/** Returns the previous cover's id. */
async function setCover(
  tx: Tx,
  questId: number,
  cover: { id: string; address: string } | undefined,
): Promise<string | undefined> {
  const before = await tx
    .selectFrom("quests")
    .select("cover_id")
    .where("id", "=", questId)
    .forUpdate()
    .executeTakeFirst();
  if (!before) throw new DomainError("quest_not_found");
  await tx
    .updateTable("quests")
    .set({ cover_id: cover?.id ?? null, quest_image: cover?.address ?? null })
    .where("id", "=", questId)
    .execute();
  return before.cover_id ?? undefined;
}
