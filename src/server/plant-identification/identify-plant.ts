import { randomUUID } from "node:crypto";
import { photoBytesMax } from "../../contract/limits.ts";
import type { PlantIdResponse } from "../../contract/plant-identification.ts";
import { readFormFiles, type UnreadForm } from "../http/read-form-parts.ts";
import type { QuotaShare, UploadQuota } from "../incoming/upload-quota.ts";
import { PictureFaultError } from "../photos/decoding/decode-task.ts";
import { pictureDecoders } from "../photos/decoding/picture-decoders.ts";
import { receivePhoto } from "../photos/receive-photo.ts";
import type { PhotoStore } from "../photos/store/photo-store.ts";
import { DomainError } from "../refusals/domain-error.ts";
import type { PlantIdentifier } from "./plant-identifier.ts";

export type IdentifyPlantServices = {
  photoStore: PhotoStore;
  plantIdentifier: PlantIdentifier;
  uploadQuota: UploadQuota;
};

const formLimits = { fileBytes: photoBytesMax + 1, fields: 10 };

/**
 * Identifies the plant on the form's photo, and keeps nothing of it.
 * @throws DomainError as `receiveImage` and `PlantIdentifier.identify`
 */
export async function identifyPlant(
  { photoStore, plantIdentifier, uploadQuota }: IdentifyPlantServices,
  username: string,
  form: UnreadForm,
): Promise<PlantIdResponse> {
  plantIdentifier.requireConfigured();
  return plantIdentifier.identify(await receiveImage(form, photoStore, uploadQuota.begin(username)));
}

/**
 * Reads the form's photo, field `image`, and returns it as an upright JPEG without metadata. The original is deleted; a nightly
 * job deletes what a crash leaves.
 * @throws as `receivePhoto`; DomainError `photo_required` without a photo, `validation_failed` for more than one
 */
export async function receiveImage(
  form: UnreadForm,
  store: PhotoStore,
  share: QuotaShare,
): Promise<Uint8Array<ArrayBuffer>> {
  const key = `plant-id/${randomUUID()}`;
  let isReceived = false;
  try {
    for await (const { file } of readFormFiles(form, "image", formLimits)) {
      await receivePhoto(file, { store, key, share });
      isReceived = true;
    }
    if (!isReceived) throw new DomainError("photo_required", { field: "image" });
    const { display } = await store.withLocalFile(key, (path) => pictureDecoders.render(path));
    return Uint8Array.from(display);
  } catch (cause) {
    throw cause instanceof PictureFaultError ? new DomainError("photo_unreadable.noPicture", { cause }) : cause;
  } finally {
    if (isReceived) await store.delete(key);
    share.giveBack();
  }
}
