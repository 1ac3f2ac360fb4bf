import { randomUUID } from "node:crypto";
import type { QuestDataPoint } from "../../contract/data-points.ts";
import type { UnreadForm } from "../http/read-form-parts.ts";
import { requireParticipation } from "../participations/get-participation.ts";
import { requireCollecting } from "../participations/participation-rules.ts";
import type { PhotoStore } from "../photos/store/photo-store.ts";
import { findDataPoint } from "./data-point-queries.ts";
import { parseUploadFields, requirePhoto, requireSameOwner, requireValues } from "./data-point-rules.ts";
import { describeDataPoint } from "./describe-data-point.ts";
import { withReceivedUpload } from "./receive-upload.ts";
import { type StoreDataPointServices, storeDataPoint } from "./store-data-point.ts";
import type { UploadQuota } from "./upload-quota.ts";

export type UploadServices = StoreDataPointServices & { photoStore: PhotoStore; uploadQuota: UploadQuota };

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * Receives the form → checks it → stores row and work in one transaction → answers with the receipt. An id that was sent
 * before answers with the same data point, whatever has become of the quest since.
 * @throws DomainError `not_joined`, `quest_completed`, `quest_closed`, `validation_failed`, `photo_…`,
 *   `data_point_id_taken`, `upload_quota_exhausted`
 */
export async function uploadDataPoint(
  services: UploadServices,
  { username, questId }: { username: string; questId: number },
  form: UnreadForm,
): Promise<QuestDataPoint> {
  const { db, photoAddresses, photoStore, uploadQuota } = services;
  const participation = await requireParticipation(db, username, questId);
  const findSentBefore = askedOnce(async (id: string | undefined) => {
    const row = id && uuid.test(id) ? await findDataPoint(db, id.toLowerCase()) : undefined;
    if (row) requireSameOwner(row, username, questId);
    return row && describeDataPoint(row, photoAddresses);
  });
  return withReceivedUpload(form, {
    photoStore,
    wantsPhoto: async ({ id }) => {
      if (await findSentBefore(id)) return false;
      requireCollecting(participation);
      uploadQuota.requireLeft(username);
      return true;
    },
    use: async (upload) => {
      const sentBefore = await findSentBefore(upload.fields.id);
      if (sentBefore) return { result: sentBefore, namesPhoto: false };
      const fields = parseUploadFields(upload.fields);
      const values = requireValues(fields);
      requireCollecting(participation);
      const photo = requirePhoto(upload.photo);
      const id = fields.id?.toLowerCase() ?? randomUUID();
      const { dataPoint, isNew } = await storeDataPoint(services, { id, username, questId, fields, values, photo });
      if (isNew) uploadQuota.count(username, photo.sizeBytes);
      return { result: dataPoint, namesPhoto: isNew };
    },
  });
}

/** Remembers the answer to the question it was asked last: the id may come before the photo or behind it. */
function askedOnce<Question, Answer>(ask: (question: Question) => Promise<Answer>) {
  let last: { question: Question; answer: Promise<Answer> } | undefined;
  return (question: Question): Promise<Answer> => {
    if (!last || last.question !== question) last = { question, answer: ask(question) };
    return last.answer;
  };
}
