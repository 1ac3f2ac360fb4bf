import { randomUUID } from "node:crypto";
import { soundBytesMax } from "../../contract/limits.ts";
import type { SavedSound } from "../../contract/pictures.ts";
import type { AudioFormat } from "../database/column-types.ts";
import { transaction } from "../database/transaction.ts";
import { readFormFiles, type UnreadForm } from "../http/read-form-parts.ts";
import { receiveFile } from "../photos/receive-file.ts";
import { deleteIfRefused } from "../photos/store/delete-if-refused.ts";
import { DomainError } from "../refusals/domain-error.ts";
import type { PictureServices } from "./save-picture.ts";
import { insertSound, soundKey } from "./sound-queries.ts";

const formLimits = { fileBytes: soundBytesMax + 1, fields: 10 };

/**
 * Stores the sound of a form's field `file` as it is.
 * @throws DomainError as `receiveFile`; `audio_required` without one; `organization_not_found` by a constraint
 */
export async function saveSound(
  { db, photoStore: store, uploadQuota }: PictureServices,
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
        [soundKey(id)],
        transaction(db, (tx) => insertSound(tx, row)),
      );
      return { id, format, ...(seconds !== null && { seconds }) };
    }
    throw new DomainError("audio_required", { field: "file" });
  } finally {
    share.giveBack();
  }
}
