import { buffer } from "node:stream/consumers";
import * as z from "zod/mini";
import type { PlantIdData } from "../../contract/field-tests.ts";
import type { Db } from "../database/connection.ts";
import { startOfNextQuotaDay } from "../field-tests/plant-id-quota.ts";
import type { PlantIdentifier } from "../field-tests/plant-identifier.ts";
import { PictureRefusedError } from "../field-tests/plantnet-client.ts";
import { handleJobs, type JobHandler, type NewJob, newJob } from "../jobs/job-queue.ts";
import { RunLater } from "../jobs/job-runner.ts";
import type { PhotoDerivatives } from "../photos/derivatives/photo-derivatives.ts";
import { PhotoNotFoundError } from "../photos/store/photo-store.ts";
import { DomainError } from "../refusals/domain-error.ts";
import { setPlantIdData } from "./data-point-queries.ts";
import { findFirstPhotoKey } from "./photo-queries.ts";

const identifyPlantJob = { name: "identify-plant", payload: z.object({ id: z.string() }) };

/**
 * Identifies the plant on a data point's first photo.
 * @param photoId the id of the photo, if it replaced another
 */
export const identificationJobOf = (id: string, photoId = id): NewJob =>
  newJob(identifyPlantJob, { id }, { uniqueKey: `${identifyPlantJob.name}:${photoId}` });

/** Spreads the jobs that waited for midnight. */
const spreadMs = 30 * 60_000;

/**
 * Stores the plant on a data point's first photo, or why there is none, in `plant_id_data`. Throws if the queue should
 * retry, or run it tomorrow because today's quota is used up.
 */
export function makeIdentificationHandler(parts: {
  db: Db;
  identifier: PlantIdentifier;
  photoDerivatives: PhotoDerivatives;
}): JobHandler {
  const { db, identifier, photoDerivatives } = parts;

  async function identify(photoKey: string): Promise<PlantIdData> {
    const { results, bestMatch, error, message } = await identifier.identify(await readDisplay(photoKey));
    if (error) return { error: message ?? "Species not found" };
    return { ...(bestMatch === undefined ? {} : { bestMatch }), results };
  }

  async function readDisplay(photoKey: string): Promise<Uint8Array<ArrayBuffer>> {
    const { stream } = await photoDerivatives.open(photoKey, "display");
    return Uint8Array.from(await buffer(stream));
  }

  return handleJobs(identifyPlantJob, async ({ id }) => {
    const photoKey = await findFirstPhotoKey(db, id);
    if (photoKey === undefined) return;
    try {
      const found = await identify(photoKey);
      // A new photo replaced it meanwhile, and has a job of its own.
      if ((await findFirstPhotoKey(db, id)) !== photoKey) return;
      await setPlantIdData(db, id, found);
    } catch (error) {
      if (error instanceof PhotoNotFoundError) return;
      if (!(error instanceof DomainError)) throw error;
      await setPlantIdData(db, id, { error: error.message } satisfies PlantIdData);
      if (error.code === "plant_id_quota_exhausted") {
        throw new RunLater(startOfNextQuotaDay(new Date()).getTime() - Date.now() + Math.random() * spreadMs);
      }
      const isFinal = error instanceof PictureRefusedError || error.code === "photo_unreadable";
      if (!isFinal) throw error;
    }
  });
}
