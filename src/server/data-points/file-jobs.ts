import * as z from "zod/mini";
import type { DatabaseLogger, Db } from "../database/connection.ts";
import { handleJobs, type JobHandler, type NewJob, newJob } from "../jobs/job-queue.ts";
import { PictureFaultError } from "../photos/decoding/decode-task.ts";
import type { PhotoDerivatives } from "../photos/derivatives/photo-derivatives.ts";
import type { RecordingCopies } from "../photos/derivatives/recording-copies.ts";
import { PhotoNotFoundError } from "../photos/store/photo-store.ts";
import { DomainError } from "../refusals/domain-error.ts";
import { findPhotoKey, findRecording, noteCopy, setUnreadable } from "./photo-queries.ts";

export const makeDerivativesJob = {
  name: "make-derivatives",
  /** The photo's id in its URL. */
  payload: z.object({ id: z.string() }),
};

export const derivativesJobOf = (photoId: string): NewJob =>
  newJob(makeDerivativesJob, { id: photoId }, { uniqueKey: `${makeDerivativesJob.name}:${photoId}` });

export function makeDerivativesHandler(services: {
  db: Db;
  logger: DatabaseLogger;
  photoDerivatives: PhotoDerivatives;
  standBack: () => Promise<void>;
}): JobHandler {
  const { db, logger, photoDerivatives, standBack } = services;
  return handleJobs(makeDerivativesJob, async ({ id }) => {
    const key = await findPhotoKey(db, id);
    if (key === undefined) return;
    await standBack();
    try {
      await photoDerivatives.make(key);
    } catch (error) {
      if (error instanceof PhotoNotFoundError && (await findPhotoKey(db, id)) === undefined) return;
      // A retry can't help; the original is kept.
      if (!(error instanceof DomainError && error.code === "photo_unreadable")) throw error;
      logger.warn({ err: error, photo: id }, "a photo can't be displayed");
      await setUnreadable(db, id);
    }
  });
}

export const copyRecordingJob = {
  name: "copy-recording",
  /** The recording's id in its URL. */
  payload: z.object({ id: z.string() }),
};

export const copyJobOf = (id: string): NewJob =>
  newJob(copyRecordingJob, { id }, { uniqueKey: `${copyRecordingJob.name}:${id}` });

export function makeCopyRecordingHandler(services: {
  db: Db;
  logger: DatabaseLogger;
  recordingCopies: RecordingCopies;
  standBack: () => Promise<void>;
}): JobHandler {
  const { db, logger, recordingCopies, standBack } = services;
  return handleJobs(copyRecordingJob, async ({ id }) => {
    const recording = await findRecording(db, id);
    if (!recording || recording.is_copied) return;
    await standBack();
    try {
      await recordingCopies.make(recording.photo_key, recording.format);
      await noteCopy(db, id, "copied");
    } catch (error) {
      if (error instanceof PhotoNotFoundError && (await findRecording(db, id)) === undefined) return;
      // A retry can't help; the recording stays with the team.
      if (!(error instanceof PictureFaultError)) throw error;
      logger.warn({ err: error, recording: id }, "a recording can't be public: no copy without metadata could be made");
      await noteCopy(db, id, "failed");
    }
  });
}
