import { randomUUID } from "node:crypto";
import type { FastifyInstance } from "fastify";
import { calls } from "../../contract/all-calls.ts";
import type { PlantIdResponse } from "../../contract/field-tests.ts";
import { implementCall } from "../calls/implement-call.ts";
import type { UnreadForm } from "../calls/read-form-parts.ts";
import type { QuotaShare, UploadQuota } from "../incoming/upload-quota.ts";
import { pictureDecoders } from "../photos/decoding/picture-decoders.ts";
import { withFormPhoto } from "../photos/receive-file.ts";
import type { PhotoStore } from "../photos/store/photo-store.ts";
import type { PlantIdentifier } from "./plant-identifier.ts";

export function plantIdRoutes(app: FastifyInstance, services: IdentifyPlantServices): void {
  implementCall(app, calls.identifyPlant, {
    ratePerMinute: 60,
    allow: "feature_tester",
    handle: ({ identity, request }) => identifyPlant(services, identity.username, request),
  });
}

type IdentifyPlantServices = {
  photoStore: PhotoStore;
  plantIdentifier: PlantIdentifier;
  uploadQuota: UploadQuota;
};

/**
 * Identifies the plant on the form's photo, and keeps nothing of it.
 * @throws DomainError as `withFormPhoto` and `PlantIdentifier.identify`
 */
async function identifyPlant(
  { photoStore, plantIdentifier, uploadQuota }: IdentifyPlantServices,
  username: string,
  form: UnreadForm,
): Promise<PlantIdResponse> {
  plantIdentifier.requireConfigured();
  return plantIdentifier.identify(await receiveImage(form, photoStore, uploadQuota.begin(username)));
}

/** The form's photo, field `image`, as an upright JPEG without metadata. */
export async function receiveImage(
  form: UnreadForm,
  store: PhotoStore,
  share: QuotaShare,
): Promise<Uint8Array<ArrayBuffer>> {
  const photo = { field: "image", key: `plant-id/${randomUUID()}`, store, share };
  const { display } = await withFormPhoto(form, photo, (path) => pictureDecoders.render(path));
  return Uint8Array.from(display);
}
