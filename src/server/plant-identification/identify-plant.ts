import type { PlantIdResponse } from "../../contract/plant-identification.ts";
import type { UnreadForm } from "../http/read-form-parts.ts";
import type { UploadQuota } from "../incoming/upload-quota.ts";
import type { PhotoStore } from "../photos/store/photo-store.ts";
import type { PlantIdentifier } from "./plant-identifier.ts";
import { receiveImage } from "./receive-image.ts";

export type IdentifyPlantServices = {
  photoStore: PhotoStore;
  plantIdentifier: PlantIdentifier;
  uploadQuota: UploadQuota;
};

/**
 * Identifies the plant on the form's one photo, which isn't stored.
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
