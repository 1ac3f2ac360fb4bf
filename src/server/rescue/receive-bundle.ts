import { randomUUID } from "node:crypto";
import { mkdir, statfs } from "node:fs/promises";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { rescueBytesMax } from "../../contract/limits.ts";
import { readFormParts, type UnreadForm } from "../http/read-form-parts.ts";
import { LocalFileWriter, removeAbandonedFiles } from "../photos/store/local-file-writer.ts";
import { DomainError } from "../refusals/domain-error.ts";

const zipMagic = Buffer.from("504b", "hex");
/** One byte over the limit tells "as large as allowed" from "larger". */
const formLimits = { fileBytes: rescueBytesMax + 1, fields: 10, files: 2, bytes: rescueBytesMax + 1_000_000 };
/** Photos, the database and whatever else is on the disk need room while a bundle is there. */
const freeBytesMin = 500_000_000;

export type ReceivedBundle = { path: string; sizeBytes: number };

/**
 * Writes the form's one file, `file`, to a file of its own, which is there until `use` settles.
 * @throws DomainError `rescue_required`, `rescue_unsupported`, `rescue_too_large`, `storage_full`; as `readFormParts`
 */
export async function withReceivedBundle<Result>(
  form: UnreadForm,
  folder: string,
  use: (bundle: ReceivedBundle) => Promise<Result>,
): Promise<Result> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await removeAbandonedFiles(folder);
  await requireRoom(folder, Number(form.raw.headers["content-length"] ?? 0));
  let file: LocalFileWriter | undefined;
  try {
    for await (const part of readFormParts(form, formLimits)) {
      if (part.type !== "file") continue;
      if (part.fieldname !== "file") {
        part.file.resume();
        continue;
      }
      if (file) throw new DomainError("validation_failed.oneBundle", { field: "file" });
      file = new LocalFileWriter(join(folder, randomUUID()), { isDurable: false });
      await pipeline(beginningAsZip(part.file), file.bytes);
      if (part.file.truncated) throw new DomainError("rescue_too_large", { field: "file" });
    }
    if (!file) throw new DomainError("rescue_required", { field: "file" });
    return await use({ path: file.path, sizeBytes: file.sizeBytes });
  } finally {
    await file?.remove();
  }
}

/** @throws DomainError `storage_full` */
async function requireRoom(folder: string, bytes: number): Promise<void> {
  const { bavail, bsize } = await statfs(folder);
  if (bavail * bsize < bytes + freeBytesMin) throw new DomainError("storage_full");
}

/** @throws DomainError `rescue_unsupported` at the first bytes of another kind of file; what follows is left unread */
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
