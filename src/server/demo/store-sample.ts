import { Readable } from "node:stream";
import type { WrittenFix } from "../../contract/data-points.ts";
import { findDataPoint } from "../data-points/data-point-queries.ts";
import {
  type AskedForm,
  ownPhotoPart,
  partOfField,
  readFields,
  requireAnswers,
} from "../data-points/data-point-rules.ts";
import { type StoreDataPointServices, storeDataPoint } from "../data-points/store-data-point.ts";
import { storeRevision } from "../data-points/store-revision.ts";
import { receivePhoto } from "../photos/receive-photo.ts";
import { newPhotoKey, type PhotoStore } from "../photos/store/photo-store.ts";
import type { DemoSample } from "./demo-sample.ts";

export type SamplePoint = { id: string; username: string; questId: number; measuredAt: Date };

/** JPEGs by file part. */
export type SamplePictures = ReadonlyMap<string, Buffer>;

/** The pictures of a sample as a camera at its place would hand them over. */
export async function takePictures(
  { at, photo, fieldPhotos = {} }: DemoSample,
  { id, measuredAt }: SamplePoint,
): Promise<SamplePictures> {
  const [latitude, longitude] = at;
  const parts = [
    [ownPhotoPart, photo] as const,
    ...Object.entries(fieldPhotos).map(([key, each]) => [partOfField(key), each] as const),
  ];
  return new Map(
    await Promise.all(
      parts.map(async ([part, photograph]) => {
        const seed = part === ownPhotoPart ? id : `${id}/${part}`;
        return [part, await photograph({ seed, latitude, longitude, takenAt: measuredAt })] as const;
      }),
    ),
  );
}

/** What a phone sees that comes to rest: a rough position, then the one that counts. Degrees, metres. */
function fixesAt(latitude: number, longitude: number, accuracyMeters: number, measuredAt: Date): WrittenFix[] {
  const before = new Date(measuredAt.getTime() - 20_000);
  return [
    {
      latitude: latitude + 0.0002,
      longitude: longitude - 0.0001,
      accuracy: accuracyMeters * 4,
      fixed_at: before.toISOString(),
      source: "device",
    },
    { latitude, longitude, accuracy: accuracyMeters, fixed_at: measuredAt.toISOString(), source: "device" },
  ];
}

/** Stores a sample as an upload would be, checked by the same rules. */
export async function storeSample(
  services: StoreDataPointServices & { photoStore: PhotoStore },
  { at, accuracyMeters, values: measurements }: DemoSample,
  { id, username, questId, measuredAt }: SamplePoint,
  { form, pictures }: { form: AskedForm; pictures: SamplePictures },
): Promise<void> {
  const [latitude, longitude] = at;
  const read = readFields({
    measurements: JSON.stringify(measurements),
    latitude: String(latitude),
    longitude: String(longitude),
    accuracy: String(accuracyMeters),
    fixed_at: measuredAt.toISOString(),
    position_source: "device",
    captured_at: measuredAt.toISOString(),
    clock_offset: "0",
    fixes: JSON.stringify(fixesAt(latitude, longitude, accuracyMeters, measuredAt)),
  });
  const { asked, facts, values } = requireAnswers(read, form, new Set(pictures.keys()));
  const photos = new Map<string, Awaited<ReturnType<typeof receivePhoto>>>();
  for (const [part, bytes] of pictures) {
    photos.set(part, await receivePhoto(Readable.from([bytes]), { store: services.photoStore, key: newPhotoKey() }));
  }
  // Drawn photos show no plant: they are not worth one of the day's identifications.
  await storeDataPoint(services, { id, username, questId, form: asked, facts, values, photos, wantsPlantId: false });
}

/** Answers the request for change of a sample, as its volunteer would; false where that is done. */
export async function storeAnswer(
  services: StoreDataPointServices & { photoStore: PhotoStore },
  { at: [latitude, longitude], values, answer }: DemoSample,
  { id, username, measuredAt }: SamplePoint,
  form: AskedForm,
): Promise<boolean> {
  const row = await findDataPoint(services.db, id);
  if (!answer || row?.decision !== "change_requested" || row.revision > 1) return false;
  const bytes = await answer.photo({ seed: `${id}/2`, latitude, longitude, takenAt: measuredAt });
  const photo = await receivePhoto(Readable.from([bytes]), { store: services.photoStore, key: newPhotoKey() });
  return storeRevision(services, {
    id,
    username,
    formerRevision: row.revision,
    asked: form,
    facts: { captured_at: measuredAt.toISOString(), clock_offset: 0, message: answer.message },
    values: { ...values, ...answer.values },
    keptParts: new Set((row.field_photos ?? []).map(({ key }) => partOfField(key))),
    photos: new Map([[ownPhotoPart, photo]]),
    wantsPlantId: false,
  });
}
