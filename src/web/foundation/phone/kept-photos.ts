import { type DBSchema, deleteDB } from "idb";
import { findFileFault } from "../answers/file-kinds.ts";
import { defineDatabase } from "../database.ts";

/** Photos shared with the installed app from the phone's gallery, until data points have them. */

/** Its place among the photos that were shared together. */
type Place = { number: number; count: number };
export type SharedFile = { id: number; name: string; type: string; sizeBytes: number };
/** A file that was left out has no bytes. Browsers that share photos with apps keep blobs, whose bytes needn't be in memory. */
type Kept = SharedFile & Place & { bytes: Blob | null };

export type GalleryPhoto = Place & { id: number; photo: File };

type GalleryDatabase = DBSchema & { photos: { key: number; value: Kept } };

const databaseName = "cairn-gallery";
export const galleryPhotosMax = 20;

const withGallery = defineDatabase<GalleryDatabase>(
  databaseName,
  1,
  (made) => void made.createObjectStore("photos", { keyPath: "id", autoIncrement: true }),
  // Large photos, all at once.
  { patienceSeconds: 60 },
);

/** Keeps shared photos, all or none. @returns how many had no room */
export function keepShared(files: readonly File[]): Promise<number> {
  const isFine = (file: File) => !findFileFault("photo", file);
  const fine = files.filter(isFine);
  const leftOut = files.filter((file) => !isFine(file)).slice(0, galleryPhotosMax);
  return withGallery(async (database) => {
    const transaction = database.transaction("photos", "readwrite", { durability: "strict" });
    // If a write fails, `done` rejects without a handler.
    transaction.done.catch(() => {});
    const { store } = transaction;
    const put = ({ name, type, size: sizeBytes }: File, kept: Place & { bytes: Blob | null }) =>
      store.put({ name, type, sizeBytes, ...kept } as Kept);
    try {
      const before = await store.getAll();
      for (const { id, bytes } of before) if (!bytes) await store.delete(id);
      const room = Math.max(0, galleryPhotosMax - before.filter(({ bytes }) => bytes).length);
      const count = Math.min(fine.length, room);
      for (const [index, file] of fine.slice(0, count).entries()) {
        await put(file, { bytes: file, number: index + 1, count });
      }
      for (const file of leftOut) await put(file, { bytes: null, number: 0, count: 0 });
      await transaction.done;
      return fine.length - count;
    } catch (error) {
      try {
        transaction.abort();
      } catch {
        // It has ended.
      }
      throw error;
    }
  });
}

/** The photos, and the files that were shared with them and left out. */
export type Gallery = { photos: readonly GalleryPhoto[]; leftOut: readonly SharedFile[] };

export async function readGallery(): Promise<Gallery> {
  const kept = await withGallery((database) => database.getAll("photos"));
  const photos = kept.flatMap(({ id, name, type, bytes, number, count }) =>
    bytes ? [{ id, number, count, photo: new File([bytes], name, { type }) }] : [],
  );
  return { photos, leftOut: kept.filter(({ bytes }) => !bytes) };
}

export async function dropShared({ id }: { id: number }): Promise<void> {
  await withGallery((database) => database.delete("photos", id));
}

/** The phone's gallery still has them. */
export async function forgetGallery(): Promise<void> {
  await deleteDB(databaseName);
}
