import { createHash } from "node:crypto";
import { findPhotoKey } from "../data-points/photo-queries.ts";
import type { Db } from "../database/connection.ts";
import { textEntry, writeZip, type ZipEntry } from "../files/zip.ts";
import type { PhotoDerivatives } from "../photos/derivatives/photo-derivatives.ts";
import { PhotoNotFoundError, type PhotoReading, type PhotoStore, storeByHash } from "../photos/store/photo-store.ts";
import { DomainError } from "../refusals/domain-error.ts";
import { type ReleaseId, releaseKind, type StoredReleaseFile } from "./release-queries.ts";
import { addPhotos, type ReleasePhoto, type ReleaseRecord, readRecords, releaseFileName } from "./release-source.ts";

type Services = { db: Db; photoStore: PhotoStore; photoDerivatives: PhotoDerivatives };

/** An archive ends with the photo that reaches one of these, so that downloads stay manageable. */
const archivedMax = { photos: 10_000, bytes: 3_500_000_000 };

export type WrittenPhotos = { files: StoredReleaseFile[]; photos: number; missing: number };

/**
 * Writes the photos of a release as shown, with a list of their hashes, into as many archives as it takes, and notes them.
 * One photo is open at a time.
 * @param documents go into each archive, by name
 * @param onPhoto called for each
 */
export async function writePhotos(
  services: Services,
  id: ReleaseId,
  documents: Readonly<Record<string, string>>,
  { signal, onPhoto }: { signal: AbortSignal; onPhoto: () => Promise<void> },
): Promise<WrittenPhotos> {
  const archives = new PhotoArchives(services, id, documents, onPhoto);
  const files: StoredReleaseFile[] = [];
  try {
    while (await archives.hasMore()) {
      const name = archives.nameOfNext();
      const stored = await storeByHash(services.photoStore, releaseKind, writeZip(archives.next(name)), signal);
      files.push({ name, format: "photos", media_type: "application/zip", ...stored });
    }
  } finally {
    archives.close();
  }
  return { files, photos: archives.written, missing: archives.missing };
}

type OpenPhoto = { record: ReleaseRecord; id: string; key: string | null; reading: PhotoReading };

/** Cuts the photos of a release into archives. */
class PhotoArchives {
  written = 0;
  missing = 0;
  readonly #photos: AsyncIterator<OpenPhoto>;
  #upcoming: IteratorResult<OpenPhoto> | undefined;
  #archives = 0;

  constructor(
    private readonly services: Services,
    private readonly release: ReleaseId,
    private readonly documents: Readonly<Record<string, string>>,
    private readonly onPhoto: () => Promise<void>,
  ) {
    this.#photos = this.#open()[Symbol.asyncIterator]();
  }

  async hasMore(): Promise<boolean> {
    this.#upcoming ??= await this.#photos.next();
    return !this.#upcoming.done;
  }

  nameOfNext(): string {
    this.#archives += 1;
    return releaseFileName(this.release, this.#archives === 1 ? "-photos.zip" : `-photos-${this.#archives}.zip`);
  }

  close(): void {
    (this.#upcoming?.value as OpenPhoto | undefined)?.reading.stream.destroy();
  }

  async *next(archive: string): AsyncGenerator<ZipEntry> {
    const first = this.written;
    const noted: ReleasePhoto[] = [];
    let bytes = 0;
    for (const [name, text] of Object.entries(this.documents)) yield textEntry(name, text);
    while (this.written - first < archivedMax.photos && bytes < archivedMax.bytes && (await this.hasMore())) {
      const open = this.#upcoming?.value as OpenPhoto;
      this.#upcoming = undefined;
      const file = `photos/${open.id}.jpg`;
      const hashed = new HashedContent(open.reading.stream);
      yield { name: file, content: () => hashed.read(), isStored: true };
      await hashed.ended;
      bytes += hashed.bytes;
      const { id, credit } = open.record;
      noted.push({
        id: open.id,
        point_id: id,
        key: open.key,
        file,
        archive,
        sha256: hashed.sha256,
        bytes: hashed.bytes,
        credit,
      });
      this.written += 1;
      await this.onPhoto();
    }
    yield textEntry("manifest-sha256.txt", noted.map(({ sha256, file }) => `${sha256}  ${file}\n`).join(""));
    for (let start = 0; start < noted.length; start += 500) {
      await addPhotos(this.services.db, this.release, first + start, noted.slice(start, start + 500));
    }
  }

  async *#open(): AsyncGenerator<OpenPhoto> {
    for await (const records of readRecords(this.services.db, this.release)) {
      for (const record of records) {
        for (const { id, key, kind } of record.files) {
          if (kind !== "photo") continue;
          const reading = await this.#openPhoto(id);
          if (reading) yield { record, id, key, reading };
          else this.missing += 1;
        }
      }
    }
  }

  /** Undefined if it can't be read any more. */
  async #openPhoto(id: string): Promise<PhotoReading | undefined> {
    const original = await findPhotoKey(this.services.db, id);
    if (original === undefined) return undefined;
    try {
      return await this.services.photoDerivatives.open(original, "display");
    } catch (error) {
      if (error instanceof PhotoNotFoundError) return undefined;
      if (error instanceof DomainError && error.code === "photo_unreadable") return undefined;
      throw error;
    }
  }
}

/** What is read once, with its hash and size afterwards. */
class HashedContent {
  sha256 = "";
  bytes = 0;
  readonly ended: Promise<void>;
  #end!: () => void;

  constructor(private readonly stream: AsyncIterable<Uint8Array>) {
    this.ended = new Promise((resolve) => (this.#end = resolve));
  }

  async *read(): AsyncGenerator<Uint8Array> {
    const hash = createHash("sha256");
    for await (const chunk of this.stream) {
      hash.update(chunk);
      this.bytes += chunk.length;
      yield chunk;
    }
    this.sha256 = hash.digest("hex");
    this.#end();
  }
}
