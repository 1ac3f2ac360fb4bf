import { Readable } from "node:stream";
import type { WrittenFix } from "../../contract/data-points.ts";
import { findDataPoint, setPlantIdData } from "../data-points/data-point-queries.ts";
import { type AskedForm, ownPhotoPath, readFields, requireValues } from "../data-points/data-point-rules.ts";
import { insertMessage } from "../data-points/message-queries.ts";
import { type StoreDataPointServices, storeDataPoint } from "../data-points/store-data-point.ts";
import { storeRevision } from "../data-points/store-revision.ts";
import type { Db } from "../database/connection.ts";
import { transaction } from "../database/transaction.ts";
import { type ReceivedFile, receiveFile } from "../photos/receive-file.ts";
import { newPhotoKey, type PhotoStore } from "../photos/store/photo-store.ts";
import { asCameraPhoto } from "./camera-photo.ts";
import type { DemoSample } from "./demo-content.ts";

const dayMs = 24 * 60 * 60_000;

export const daysAgo = (days: number): Date => new Date(Date.now() - days * dayMs);

/** The day as `YYYY-MM-DD`, in UTC. */
export const dayOf = (moment: Date): string => moment.toISOString().slice(0, 10);

export type SampleServices = StoreDataPointServices & { photoStore: PhotoStore };

export type SamplePoint = {
  id: string;
  username: string;
  questId: number;
  form: AskedForm;
  readPhoto: (file: string) => Buffer;
};

const momentAfter = (moment: Date, days: number) => new Date(Math.min(moment.getTime() + days * dayMs, Date.now()));

/** Stores a sample like an upload, checked by the same rules, unless it exists. */
export async function storeSample(
  services: SampleServices,
  sample: DemoSample,
  { id, username, questId, form, readPhoto }: SamplePoint,
): Promise<void> {
  if (await findDataPoint(services.db, id)) return;
  const { latitude, longitude, accuracy, photo, field_photos: fieldPhotos = {} } = sample;
  const measuredAt = daysAgo(sample.days_ago);
  const read = readFields({
    measurements: JSON.stringify(measurementsOf(sample.measurements)),
    latitude: String(latitude),
    longitude: String(longitude),
    accuracy: String(accuracy),
    fixed_at: measuredAt.toISOString(),
    position_source: "device",
    captured_at: measuredAt.toISOString(),
    clock_offset: "0",
    fixes: JSON.stringify(fixesOf(sample, measuredAt)),
    ...(sample.station !== undefined && { station_id: await stationOf(services.db, questId, sample.station) }),
  });
  const photos = Object.entries({ [ownPhotoPath]: photo, ...fieldPhotos });
  const { asked, facts, values } = requireValues(read, form, new Map(photos.map(([path]) => [path, "photo"])));
  const files = new Map<string, ReceivedFile>();
  for (const [path, name] of photos) {
    files.set(path, await receive(services, readPhoto(name), { latitude, longitude, takenAt: measuredAt }));
  }
  // Drawings show no plant, and would use up the daily quota.
  await storeDataPoint(services, { id, username, questId, form: asked, facts, values, files, wantsPlantId: false });
}

/** @throws if the quest has no station of this code */
async function stationOf(db: Db, questId: number, code: string): Promise<string> {
  const query = db.selectFrom("stations").select("id").where("quest_id", "=", questId).where("code", "=", code);
  return String((await query.executeTakeFirstOrThrow()).id);
}

async function receive(
  { photoStore }: SampleServices,
  picture: Buffer,
  place: Parameters<typeof asCameraPhoto>[1],
): Promise<ReceivedFile> {
  const bytes = await asCameraPhoto(picture, place);
  return receiveFile(Readable.from([bytes]), { store: photoStore, key: newPhotoKey() });
}

const measurementsOf = (written: DemoSample["measurements"]) =>
  Object.fromEntries(
    Object.entries(written).map(([key, value]) => [
      key,
      typeof value === "object" && "days_ago" in value ? dayOf(daysAgo(value.days_ago)) : value,
    ]),
  );

/** Like a phone that comes to rest: a rough fix, then the final one. */
function fixesOf({ latitude, longitude, accuracy }: DemoSample, measuredAt: Date): WrittenFix[] {
  const rough = { latitude: latitude + 0.0002, longitude: longitude - 0.0001, accuracy: accuracy * 4 };
  const before = new Date(measuredAt.getTime() - 20_000);
  return [
    { ...rough, fixed_at: before.toISOString(), source: "device" },
    { latitude, longitude, accuracy, fixed_at: measuredAt.toISOString(), source: "device" },
  ];
}

/** It arrived when it was measured, unless the demo says otherwise, and was reviewed a day later. */
export async function dateAndReview(db: Db, sample: DemoSample, id: string): Promise<void> {
  const { arrived_days_ago: arrivedDaysAgo, plant_id_data: plant, review } = sample;
  const measuredAt = daysAgo(sample.days_ago);
  const arrival =
    arrivedDaysAgo === undefined ? { created_at: measuredAt } : { created_at: daysAgo(arrivedDaysAgo), late: true };
  await transaction(db, async (tx) => {
    await tx.updateTable("quest_data").set(arrival).where("id", "=", id).execute();
    if (plant) await setPlantIdData(tx, id, plant);
    const reviewed = await tx.selectFrom("reviews").select("id").where("quest_data_id", "=", id).executeTakeFirst();
    if (!review || reviewed) return;
    const { decision, comment = null, message: text } = review;
    const reviewedAt = momentAfter(measuredAt, 1);
    await tx
      .insertInto("reviews")
      .values({ quest_data_id: id, decision, comment, reviewed_by: "admin", reviewed_at: reviewedAt })
      .execute();
    if (text) {
      await insertMessage(tx, { dataPointId: id, author: "admin", isReviewer: true, revision: 1, text });
      const written = { written_at: reviewedAt };
      await tx.updateTable("data_point_messages").set(written).where("quest_data_id", "=", id).execute();
    }
    // The decision is old, so it isn't news.
    await tx.updateTable("quest_data").set({ review_decision: decision }).where("id", "=", id).execute();
  });
}

/** The volunteer answers the requested change a day after the review; the data point waits again. */
export async function answerRequest(
  services: SampleServices,
  { days_ago, latitude, longitude, measurements, answer }: DemoSample,
  { id, username, form, readPhoto }: SamplePoint,
): Promise<void> {
  const { db } = services;
  const row = await findDataPoint(db, id);
  if (!answer || row?.decision !== "change_requested" || row.revision > 1) return;
  const answeredAt = momentAfter(daysAgo(days_ago), 2);
  const photo = await receive(services, readPhoto(answer.photo), { latitude, longitude, takenAt: answeredAt });
  await storeRevision(services, {
    id,
    username,
    formerRevision: row.revision,
    asked: form,
    facts: { captured_at: answeredAt.toISOString(), clock_offset: 0, message: answer.message },
    values: measurementsOf({ ...measurements, ...answer.measurements }),
    keptPaths: new Map((row.field_files ?? []).map(({ key }) => [key, key])),
    files: new Map([[ownPhotoPath, photo]]),
    wantsPlantId: false,
  });
  await transaction(db, async (tx) => {
    await tx.updateTable("quest_data").set({ revised_at: answeredAt }).where("id", "=", id).execute();
    await tx
      .updateTable("data_point_revisions")
      .set({ arrived_at: answeredAt })
      .where("quest_data_id", "=", id)
      .execute();
    await tx
      .updateTable("data_point_messages")
      .set({ written_at: answeredAt })
      .where("quest_data_id", "=", id)
      .where("author", "=", username)
      .execute();
  });
}
