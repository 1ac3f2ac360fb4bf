import { Readable } from "node:stream";
import { ZipFile } from "yazl";
import type { Identity } from "../auth/identity.ts";
import type { DatabaseLogger, Db } from "../database/connection.ts";
import { PhotoNotFoundError, type PhotoStore } from "../photos/store/photo-store.ts";
import {
  readMessagesWritten,
  readOwnChanges,
  readOwnPoints,
  readPersonalData,
  readReviewsGiven,
  readSecondLooks,
  type TakeTurn,
} from "./personal-data.ts";

export type ExportServices = {
  db: Db;
  logger: DatabaseLogger;
  photoStore: PhotoStore;
  /** What the embedded provider stores about an account; absent with an external provider. */
  describeAccount: ((accountId: string) => Promise<unknown>) | undefined;
};

const fileEndings = { jpeg: "jpg", png: "png", webp: "webp", heic: "heic" } as const;

type OwnPoint = ReturnType<typeof readOwnPoints> extends AsyncGenerator<infer Row> ? Row : never;

type OwnPhoto = { name: string; key: string };

/** A data point's original photos, with their names in the ZIP. */
function photosOf({ id, photo_key, photo_format, field_photos, former_photos }: OwnPoint): OwnPhoto[] {
  const own = photo_key && photo_format ? [{ name: `photos/${id}.${fileEndings[photo_format]}`, key: photo_key }] : [];
  const ofFields = field_photos.map((photo) => ({ name: nameOfFieldPhoto(id, photo), key: photo.photo_key }));
  const former = former_photos.map((photo) => ({ name: nameOfFormerPhoto(id, photo), key: photo.photo_key }));
  return [...own, ...ofFields, ...former];
}

const nameOfFormerPhoto = (
  dataPointId: string,
  { id, photo_format }: Pick<OwnPoint["former_photos"][number], "id" | "photo_format">,
) => `photos/${dataPointId}-former-${id}.${fileEndings[photo_format]}`;

const nameOfFieldPhoto = (
  id: string,
  { key, photo_format }: Pick<OwnPoint["field_photos"][number], "key" | "photo_format">,
) => `photos/${id}-${key}.${fileEndings[photo_format]}`;

/**
 * Everything this installation stores about a person, as a ZIP: tables as JSON, and original photos, including replaced
 * ones. Created while it is read, with one photo open at a time and no connection held.
 */
export async function exportAdventurer(
  services: ExportServices,
  identity: Identity,
  takeTurn: TakeTurn,
): Promise<Readable> {
  const { db, logger, photoStore, describeAccount } = services;
  const { username, issuer, subject } = identity;
  const { profile, participations, gpsReports, unfinishedUploads, reviewAssignments } = await readPersonalData(
    db,
    username,
  );
  const account = (await describeAccount?.(subject)) ?? { issuer, subject };

  const zip = new ZipFile();
  const output = zip.outputStream as Readable;
  let open: Readable | undefined;
  const addStream = (name: string, isCompressed: boolean, source: () => Promise<Readable>) =>
    zip.addReadStreamLazy(name, { compress: isCompressed }, (use) => {
      source().then(
        (stream) => {
          open = stream;
          if (output.destroyed) stream.destroy();
          else use(null, stream);
        },
        (error: unknown) => output.destroy(error instanceof Error ? error : new Error(String(error))),
      );
    });
  zip.on("error", (error: Error) => output.destroy(error));
  // Closes the open file if the reader disconnects.
  output.once("close", () => open?.destroy());
  output.on("error", (error) => logger.warn({ err: error }, "an export of personal data ended early"));

  const addJson = (name: string, value: unknown) => zip.addBuffer(Buffer.from(JSON.stringify(value, null, 2)), name);
  addJson("profile.json", { ...profile, roles: identity.groups });
  addJson("account.json", account);
  addJson("participations.json", participations);
  addJson("gps-reports.json", gpsReports);
  addJson("review-assignments.json", reviewAssignments);
  // Unfinished uploads are left out: their contents are unknown.
  addJson("unfinished-uploads.json", unfinishedUploads);
  addStream("reviews-given.json", true, async () => jsonArray(readReviewsGiven(db, username, takeTurn)));
  addStream("messages-written.json", true, async () => jsonArray(readMessagesWritten(db, username, takeTurn)));
  addStream("second-looks.json", true, async () => jsonArray(readSecondLooks(db, username, takeTurn)));
  addStream("data-point-changes.json", true, async () => jsonArray(readOwnChanges(db, username, takeTurn)));
  addStream("data-points.json", true, async () => jsonArray(withPhotoNames(readOwnPoints(db, username, takeTurn))));
  const addPhotos = async () => {
    for await (const point of readOwnPoints(db, username, takeTurn)) {
      if (output.destroyed) return;
      for (const { name, key } of photosOf(point)) addStream(name, false, () => openPhoto(photoStore, key));
    }
    zip.end();
  };
  // Sends the tables meanwhile.
  addPhotos().catch((error: unknown) => output.destroy(error instanceof Error ? error : new Error(String(error))));
  return output;
}

/** A missing photo becomes an empty file, so that the rest can be exported. */
async function openPhoto(store: PhotoStore, key: string): Promise<Readable> {
  try {
    return (await store.openRead(key)).stream;
  } catch (error) {
    if (error instanceof PhotoNotFoundError) return Readable.from([]);
    throw error;
  }
}

async function* withPhotoNames(points: AsyncIterable<OwnPoint>) {
  for await (const point of points) {
    const { photo_key: _, field_photos, former_photos, ...known } = point;
    const fieldPhotos = field_photos.map(({ photo_key: __, ...photo }) => ({
      ...photo,
      photo: nameOfFieldPhoto(point.id, photo),
    }));
    const formerPhotos = former_photos.map(({ photo_key: __, ...photo }) => ({
      ...photo,
      photo: nameOfFormerPhoto(point.id, photo),
    }));
    const photo = point.photo_key ? photosOf(point)[0]?.name : null;
    yield { ...known, photo, field_photos: fieldPhotos, former_photos: formerPhotos };
  }
}

function jsonArray(rows: AsyncIterable<unknown>): Readable {
  async function* pieces() {
    let isFirst = true;
    for await (const row of rows) {
      yield `${isFirst ? "[\n" : ",\n"}${JSON.stringify(row)}`;
      isFirst = false;
    }
    yield isFirst ? "[]\n" : "\n]\n";
  }
  return Readable.from(pieces(), { objectMode: false });
}
