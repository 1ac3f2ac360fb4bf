import { Readable } from "node:stream";
import { ZipFile } from "yazl";
import type { Identity } from "../auth/identity.ts";
import type { FileFormat } from "../database/column-types.ts";
import type { DatabaseLogger, Db } from "../database/connection.ts";
import { PhotoNotFoundError, type PhotoStore } from "../photos/store/photo-store.ts";
import {
  type OwnPoint,
  readAnnouncementsWritten,
  readAnswersGiven,
  readLessonAttempts,
  readMessagesWritten,
  readNews,
  readOwnChanges,
  readOwnPoints,
  readPersonalData,
  readQuestChanges,
  readQuestionsAsked,
  readReviewsGiven,
  readSecondLooks,
  type TakeTurn,
} from "./personal-data.ts";

export type ExportServices = {
  db: Db;
  logger: DatabaseLogger;
  photoStore: PhotoStore;
  /** What the embedded provider stores about an account id; undefined with an external provider. */
  describeAccount: ((accountId: string) => Promise<unknown>) | undefined;
};

/**
 * Everything this installation stores about a person, as a ZIP: tables as JSON, and the original photos, replaced ones
 * included. It is generated while it is read, with one photo open at a time and no database connection held in between.
 */
export async function exportAdventurer(
  { db, logger, photoStore, describeAccount }: ExportServices,
  { username, issuer, subject, groups }: Identity,
  takeTurn: TakeTurn,
): Promise<Readable> {
  const personalData = await readPersonalData(db, username);
  const { profile, participations, gpsReports, unfinishedUploads, reviewAssignments, teams } = personalData;
  const account = (await describeAccount?.(subject)) ?? { issuer, subject };

  const zip = new ZipFile();
  const output = zip.outputStream as Readable;
  const fail = (error: unknown) => output.destroy(error instanceof Error ? error : new Error(String(error)));
  let open: Readable | undefined;
  const addStream = (name: string, compress: boolean, source: () => Promise<Readable>) =>
    zip.addReadStreamLazy(name, { compress }, (use) => {
      source().then((stream) => {
        open = stream;
        if (output.destroyed) stream.destroy();
        else use(null, stream);
      }, fail);
    });
  zip.on("error", fail);
  // A canceled download leaves no file open.
  output.once("close", () => open?.destroy());
  output.on("error", (error) => logger.warn({ err: error }, "an export of personal data ended early"));

  const addJson = (name: string, value: unknown) => zip.addBuffer(Buffer.from(JSON.stringify(value, null, 2)), name);
  const addRows = (name: string, rows: AsyncIterable<unknown>) => addStream(name, true, async () => jsonArray(rows));
  addJson("profile.json", { ...profile, roles: groups });
  addJson("account.json", account);
  addJson("participations.json", participations);
  addJson("gps-reports.json", gpsReports);
  addJson("push-subscriptions.json", personalData.pushSubscriptions);
  addJson("access-tokens.json", personalData.personalTokens);
  addJson("review-assignments.json", reviewAssignments);
  addJson("teams.json", teams);
  // Their bytes are left out: their format isn't known yet.
  addJson("unfinished-uploads.json", unfinishedUploads);
  addRows("reviews-given.json", readReviewsGiven(db, username, takeTurn));
  addRows("messages-written.json", readMessagesWritten(db, username, takeTurn));
  addRows("announcements-written.json", readAnnouncementsWritten(db, username, takeTurn));
  addRows("quest-changes.json", readQuestChanges(db, username, takeTurn));
  addRows("questions-asked.json", readQuestionsAsked(db, username, takeTurn));
  addRows("answers-given.json", readAnswersGiven(db, username, takeTurn));
  addRows("lesson-attempts.json", readLessonAttempts(db, username, takeTurn));
  addRows("news.json", readNews(db, username, takeTurn));
  addRows("second-looks.json", readSecondLooks(db, username, takeTurn));
  addRows("data-point-changes.json", readOwnChanges(db, username, takeTurn));
  addRows("data-points.json", entriesOf(readOwnPoints(db, username, takeTurn)));
  const addPhotos = async () => {
    for await (const point of readOwnPoints(db, username, takeTurn)) {
      if (output.destroyed) return;
      for (const { name, key } of describe(point).photos) addStream(name, false, () => openPhoto(photoStore, key));
    }
    zip.end();
  };
  // Not awaited: the tables are sent meanwhile.
  addPhotos().catch(fail);
  return output;
}

/** A data point's entry, and its original photos and other files with their names in the ZIP. */
function describe({ photo_key: ownKey, ...point }: OwnPoint) {
  const photos: { name: string; key: string }[] = [];
  const addPhoto = (key: string, suffix: string, format: FileFormat) => {
    const name = `photos/${point.id}${suffix}.${format === "jpeg" ? "jpg" : format}`;
    photos.push({ name, key });
    return name;
  };
  const entry = {
    ...point,
    photo: ownKey && point.photo_format ? addPhoto(ownKey, "", point.photo_format) : null,
    field_photos: point.field_photos.map(({ photo_key, ...photo }) => ({
      ...photo,
      photo: addPhoto(photo_key, `-${photo.key}`, photo.photo_format),
    })),
    former_photos: point.former_photos.map(({ photo_key, ...photo }) => ({
      ...photo,
      photo: addPhoto(photo_key, `-former-${photo.id}`, photo.photo_format),
    })),
  };
  return { entry, photos };
}

async function* entriesOf(points: AsyncIterable<OwnPoint>) {
  for await (const point of points) yield describe(point).entry;
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
