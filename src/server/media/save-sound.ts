import { randomUUID } from "node:crypto";
import { soundBytesMax } from "../../contract/limits.ts";
import type { SavedSound } from "../../contract/pictures.ts";
import { readFormFiles, type UnreadForm } from "../calls/read-form-parts.ts";
import type { AudioFormat } from "../database/column-types.ts";
import { transaction } from "../database/transaction.ts";
import { PictureFaultError } from "../photos/decoding/decode-task.ts";
import type { RecordingCopies } from "../photos/derivatives/recording-copies.ts";
import { receiveFile } from "../photos/receive-file.ts";
import { deleteIfRefused } from "../photos/store/delete-if-refused.ts";
import { DomainError } from "../refusals/domain-error.ts";
import type { PictureServices } from "./save-picture.ts";
import { insertSound, keysOfSound, soundKey } from "./sound-queries.ts";

const formLimits = { fileBytes: soundBytesMax + 1, fields: 10 };

/**
 * Stores the sound of a form's field `file`, and its copy without metadata, which everybody may hear.
 * @throws DomainError as `receiveFile`; `audio_required` without one, `audio_unreadable` if it can't be copied;
 * `organization_not_found` by a constraint
 */
export async function saveSound(
  { db, photoStore: store, recordingCopies, uploadQuota }: PictureServices,
  { organizationId, username }: { organizationId: number; username: string },
  form: UnreadForm,
): Promise<SavedSound> {
  const id = randomUUID();
  const share = uploadQuota.begin(username);
  try {
    for await (const { file } of readFormFiles(form, "file", formLimits)) {
      const received = await receiveFile(file, {
        kind: "audio",
        bytesMax: soundBytesMax,
        store,
        key: soundKey(id),
        share,
      });
      const { seconds } = received;
      const format = received.format as AudioFormat;
      const row = { id, organization_id: organizationId, format, seconds, created_by: username };
      await deleteIfRefused(
        store,
        keysOfSound(id),
        copied(recordingCopies, id, format).then(() => transaction(db, (tx) => insertSound(tx, row))),
      );
      return { id, format, ...(seconds !== null && { seconds }) };
    }
    throw new DomainError("audio_required", { field: "file" });
  } finally {
    share.giveBack();
  }
}

/** @throws DomainError `audio_unreadable` */
async function copied(copies: RecordingCopies, id: string, format: AudioFormat): Promise<void> {
  try {
    await copies.make(soundKey(id), format);
  } catch (cause) {
    throw cause instanceof PictureFaultError ? new DomainError("audio_unreadable", { cause }) : cause;
  }
}
