import { randomUUID } from "node:crypto";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { rescueBytesMax } from "../../contract/limits.ts";
import { readFormFiles, type UnreadForm } from "../calls/read-form-parts.ts";
import { roomIn } from "../incoming/disk-room.ts";
import { countedBytes, type UploadQuota } from "../incoming/upload-quota.ts";
import { LocalFileWriter, removeAbandonedFiles } from "../photos/store/local-file-writer.ts";
import { DomainError } from "../refusals/domain-error.ts";

const zipMagic = Buffer.from("504b", "hex");
/** One byte more shows that a file is too large. */
const formLimits = { fileBytes: rescueBytesMax + 1, fields: 10, files: 2, bytes: rescueBytesMax + 1_000_000 };

export type ReceivedBundle = AsyncDisposable & { path: string; sizeBytes: number };

type Reception = { username: string; uploadQuota: UploadQuota; folder: string };

/**
 * Creates the folder for bundles and checks quota and free space.
 * @throws DomainError `storage_full`, `upload_quota_exhausted`
 */
export async function requireRoomFor(form: UnreadForm, { username, uploadQuota, folder }: Reception): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await removeAbandonedFiles(folder);
  const announcedBytes = Number(form.raw.headers["content-length"] ?? 0);
  uploadQuota.requireLeft(username, announcedBytes);
  await roomIn(folder).require(announcedBytes);
}

/**
 * Writes the form's file to disk. Its bytes count against the sender's daily quota while they arrive; afterwards each
 * of its photos counts instead.
 * @throws DomainError `rescue_required`, `rescue_unsupported`, `rescue_too_large`, `storage_full`,
 * `upload_quota_exhausted`; those of `readFormFiles`
 */
export async function receiveBundle(
  form: UnreadForm,
  { username, uploadQuota, folder }: Reception,
): Promise<ReceivedBundle> {
  const share = uploadQuota.begin(username);
  let file: LocalFileWriter | undefined;
  const remove = async () => file?.remove();
  try {
    for await (const part of readFormFiles(form, "file", formLimits)) {
      if (file) throw new DomainError("validation_failed.oneBundle", { field: "file" });
      file = new LocalFileWriter(join(folder, randomUUID()), { isDurable: false });
      await pipeline(beginningAsZip(part.file), countedBytes(file.path, share), file.bytes);
      if (part.file.truncated) throw new DomainError("rescue_too_large", { field: "file" });
    }
    if (!file) throw new DomainError("rescue_required", { field: "file" });
    return { path: file.path, sizeBytes: file.sizeBytes, [Symbol.asyncDispose]: remove };
  } catch (error) {
    await remove();
    throw error;
  } finally {
    share.giveBack();
  }
}

/** @throws DomainError `rescue_unsupported` at the first bytes of another format; the rest stays unread */
async function* beginningAsZip(file: Readable): AsyncGenerator<Buffer> {
  let head = Buffer.alloc(0);
  for await (const piece of file.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    if (head.length < zipMagic.length) {
      head = Buffer.concat([head, piece]);
      if (!zipMagic.subarray(0, head.length).equals(head.subarray(0, zipMagic.length))) throw unsupported();
    }
    yield piece;
  }
  if (head.length < zipMagic.length) throw unsupported();
}

const unsupported = () => new DomainError("rescue_unsupported", { field: "file" });
