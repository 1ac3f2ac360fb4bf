import { photoBytesMax } from "../../contract/limits.ts";
import { readFormFiles, type UnreadForm } from "../calls/read-form-parts.ts";
import type { QuotaShare } from "../incoming/upload-quota.ts";
import { DomainError } from "../refusals/domain-error.ts";
import { PictureFaultError } from "./decoding/decode-task.ts";
import { receiveFile } from "./receive-file.ts";
import type { PhotoStore } from "./store/photo-store.ts";

const formLimits = { fileBytes: photoBytesMax + 1, fields: 10 };

/**
 * Receives a form's one photo, in this field, and renders its local file. The original isn't kept; after a crash the
 * nightly job removes it.
 * @throws DomainError as `receiveFile`; `photo_required` without a photo, `photo_unreadable` if it can't be decoded,
 * `validation_failed` for several
 */
export async function withFormPhoto<Result>(
  form: UnreadForm,
  { field, key, store, share }: { field: string; key: string; store: PhotoStore; share: QuotaShare },
  render: (path: string) => Promise<Result>,
): Promise<Result> {
  let isReceived = false;
  try {
    for await (const { file } of readFormFiles(form, field, formLimits)) {
      await receiveFile(file, { store, key, share });
      isReceived = true;
    }
    if (!isReceived) throw new DomainError("photo_required", { field });
    return await store.withLocalFile(key, render);
  } catch (cause) {
    throw cause instanceof PictureFaultError ? new DomainError("photo_unreadable.noPicture", { cause }) : cause;
  } finally {
    if (isReceived) await store.delete(key);
    share.giveBack();
  }
}
