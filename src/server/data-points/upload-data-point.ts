import { randomUUID } from "node:crypto";
import type { QuestDataPoint } from "../../contract/data-points.ts";
import { wantsPlantId } from "../../protocol/default-protocol.ts";
import type { UploadQuota } from "../incoming/upload-quota.ts";
import { admitDataPoint } from "../participations/admit-data-point.ts";
import { requireParticipation } from "../participations/get-participation.ts";
import { DomainError } from "../refusals/domain-error.ts";
import { askedOnce, findAskedForm, isAskedFor, type ProtocolFinder } from "./asked-form.ts";
import { findTracesOf } from "./change-queries.ts";
import { findDataPoint } from "./data-point-queries.ts";
import {
  correctCapturedAt,
  readFields,
  readId,
  readMoment,
  requireAnswers,
  requireSameBytes,
  requireSameOwner,
  type UploadMoment,
} from "./data-point-rules.ts";
import { describeDataPoint } from "./describe-data-point.ts";
import { type NamedUploadServices, NamedUploads } from "./named-uploads.ts";
import { type UploadSource, withReceivedUpload } from "./receive-upload.ts";
import { type StoreDataPointServices, storeDataPoint } from "./store-data-point.ts";

export type UploadServices = StoreDataPointServices &
  NamedUploadServices & {
    plantIdentifier: { isConfigured: boolean };
    uploadQuota: UploadQuota;
    protocolVersions: ProtocolFinder;
  };

/** `isNew` is false for one that had been sent before. */
export type UploadedDataPoint = { dataPoint: QuestDataPoint; isNew: boolean };

/**
 * Receives the parts, from a form or a rescue bundle → checks it → stores rows and work in one transaction → answers with
 * the receipt. An id that was sent before answers with the same data point, whatever has become of the quest since. What was
 * captured before the end is taken after it.
 * @throws DomainError `not_joined`, `quest_completed`, `quest_closed`, `validation_failed`, `photo_…`,
 *   `data_point_id_taken`, `data_point_deleted`, `upload_quota_exhausted`
 */
export async function uploadDataPoint(
  services: UploadServices,
  { username, questId }: { username: string; questId: number },
  source: UploadSource,
): Promise<UploadedDataPoint> {
  const { db, photoAddresses, photoStore, plantIdentifier, protocolVersions, uploadQuota } = services;
  const participation = await requireParticipation(db, username, questId);
  const findAsked = (version?: number) => findAskedForm(protocolVersions, questId, participation, version);
  const findSent = async (text: string | undefined) => {
    const id = readId(text);
    if (id === undefined) return undefined;
    const { isHere, wasDeleted } = await findTracesOf(db, id, username);
    const row = isHere ? await findDataPoint(db, id) : undefined;
    if (row) requireSameOwner(row, username, questId);
    else if (wasDeleted) throw new DomainError("data_point_deleted");
    return row && describeDataPoint(row, photoAddresses);
  };
  const findSentBefore = askedOnce(findSent);
  const requireAdmission = async (moment: UploadMoment) => {
    await admitDataPoint(db, questId, participation, correctCapturedAt(moment, new Date()));
  };
  const uploads = new NamedUploads(services, username);
  const photosMax = 1 + participation.photo_field_count_max;
  let sentId: string | undefined;
  const uploaded = await withReceivedUpload<UploadedDataPoint>(uploads.behind(source(photosMax)), {
    photoStore,
    photosMax,
    quotaShare: uploadQuota.begin(username),
    wantsPhoto: async (part, fields) => {
      sentId = fields.id;
      if (await findSentBefore(fields.id)) return false;
      const moment = readMoment(fields);
      if (moment) await requireAdmission(moment);
      return isAskedFor(part, fields, findAsked);
    },
    use: async (upload) => {
      const sentBefore = await findSentBefore(upload.fields.id);
      if (sentBefore) return { result: { dataPoint: sentBefore, isNew: false }, namesPhotos: false };
      const read = readFields(upload.fields);
      const form = read.answers && (await findAsked(read.answers.protocol_version));
      const { asked, facts, values } = requireAnswers(read, form, upload.parts);
      await requireAdmission(facts);
      requireSameBytes(upload.photos, read.hashes);
      const { dataPoint, isNew } = await storeDataPoint(services, {
        id: facts.id?.toLowerCase() ?? randomUUID(),
        username,
        questId,
        form: asked,
        facts,
        values,
        photos: upload.photos,
        wantsPlantId:
          plantIdentifier.isConfigured &&
          wantsPlantId(participation.quest_type, asked.version === null ? null : asked.protocol),
      });
      return { result: { dataPoint, isNew }, namesPhotos: isNew };
    },
  }).catch(async (error: unknown) => {
    // The same data point, sent at the same time, may have taken it.
    const isTaken = error instanceof DomainError && error.code === "upload_unknown";
    const dataPoint = isTaken ? await findSent(sentId) : undefined;
    if (!dataPoint) throw error;
    return { dataPoint, isNew: false };
  });
  await uploads.forget();
  return uploaded;
}
