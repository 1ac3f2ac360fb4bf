import * as z from "zod/mini";
import type { DatabaseLogger, Db } from "../database/connection.ts";
import { handleJobs, type JobHandler } from "../jobs/job-kind.ts";
import { type NewJob, newJob } from "../jobs/job-queue.ts";
import type { PhotoDerivatives } from "../photos/derivatives/photo-derivatives.ts";
import { PhotoNotFoundError } from "../photos/store/photo-store.ts";
import { DomainError } from "../refusals/domain-error.ts";
import { findPhotoKey, setUnreadable } from "./photo-queries.ts";

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
