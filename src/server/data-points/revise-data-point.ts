import type { QuestDataPoint } from "../../contract/data-points.ts";
import { wantsPlantId } from "../../protocol/default-protocol.ts";
import { requireParticipation } from "../participations/get-participation.ts";
import { DomainError } from "../refusals/domain-error.ts";
import { askedOnce, findAskedForm, isAskedFor } from "./asked-form.ts";
import { type DataPointRow, findDataPoint } from "./data-point-queries.ts";
import { ownPhotoPart, partOfField, readId } from "./data-point-rules.ts";
import { describeDataPoint } from "./describe-data-point.ts";
import { NamedUploads } from "./named-uploads.ts";
import { type UploadSource, withReceivedUpload } from "./receive-upload.ts";
import {
  mayBeRevised,
  type RevisionReason,
  readRevision,
  requireRevisable,
  requireRevision,
  requireSomething,
} from "./revision-rules.ts";
import { storeRevision, wasStored } from "./store-revision.ts";
import type { UploadServices } from "./upload-data-point.ts";

/**
 * Takes the answer to a request for change, or a photo in the place of one that cannot be shown: receives its parts as those of an upload, checks what the data point becomes as
 * an upload is checked, and stores it as a further revision, whatever has become of quest and participation since. A request
 * that was sent before answers with the data point as it is now.
 * @param id in lower case
 * @throws DomainError `data_point_not_found` for that of somebody else, `change_not_requested`, `validation_failed`,
 *   `photo_…`, `data_point_id_taken`, `upload_quota_exhausted`
 */
export async function reviseDataPoint(
  services: UploadServices,
  { username, id }: { username: string; id: string },
  source: UploadSource,
): Promise<QuestDataPoint> {
  const { db, photoStore, plantIdentifier, protocolVersions, uploadQuota } = services;
  const row = await findOwn(services, id, username);
  const reason: RevisionReason = { decision: row.decision, unreadableParts: unreadablePartsOf(row) };
  const participation = await requireParticipation(db, username, row.quest_id);
  const findAsked = (version = row.protocol_version ?? 0) =>
    findAskedForm(protocolVersions, row.quest_id, participation, version);
  const wasSent = async (text: string | undefined) => {
    const requestId = readId(text);
    return requestId !== undefined && (await wasStored(db, requestId, id));
  };
  const wasSentBefore = askedOnce(wasSent);
  const uploads = new NamedUploads(services, username);
  const photosMax = 1 + participation.photo_field_count_max;
  let requestId: string | undefined;
  await withReceivedUpload<void>(uploads.behind(source(photosMax)), {
    photoStore,
    photosMax,
    quotaShare: uploadQuota.begin(username),
    wantsPhoto: async (part, fields) => {
      requestId = fields.id;
      // Where it is not asked for, it may still have been sent before: the id may come behind the photo.
      if (!mayBeRevised(reason) || (await wasSentBefore(fields.id))) return false;
      return isAskedFor(part, fields, findAsked);
    },
    use: async (upload) => {
      if (await wasSentBefore(upload.fields.id)) return { result: undefined, namesPhotos: false };
      requireRevisable(reason, upload.parts);
      const read = readRevision(upload.fields);
      requireSomething(read, upload.parts);
      const form = read.answers && (await findAsked(read.answers.protocol_version));
      const revision = requireRevision(read, form, upload, { values: row.additional_data, photos: photosOf(row) });
      const isNew = await storeRevision(services, {
        ...revision,
        id,
        username,
        formerRevision: row.revision,
        photos: upload.photos,
        wantsPlantId:
          plantIdentifier.isConfigured &&
          wantsPlantId(participation.quest_type, revision.asked.version === null ? null : revision.asked.protocol),
      });
      return { result: undefined, namesPhotos: isNew };
    },
  }).catch(async (error: unknown) => {
    // The same answer, sent at the same time, may have taken it.
    const isTaken = error instanceof DomainError && error.code === "upload_unknown";
    if (!isTaken || !(await wasSent(requestId))) throw error;
  });
  await uploads.forget();
  return describeDataPoint(await findOwn(services, id, username), services.photoAddresses);
}

async function findOwn({ db }: UploadServices, id: string, username: string): Promise<DataPointRow> {
  const row = await findDataPoint(db, id);
  if (row?.adventurer_id !== username) throw new DomainError("data_point_not_found");
  return row;
}

function unreadablePartsOf({ photo_unreadable_at, field_photos }: DataPointRow): ReadonlySet<string> {
  const ofFields = (field_photos ?? []).filter(({ unreadable_at }) => unreadable_at !== null);
  return new Set([...(photo_unreadable_at ? [ownPhotoPart] : []), ...ofFields.map(({ key }) => partOfField(key))]);
}

/** By the file part that each came as. */
function photosOf({ photo_sha256, field_photos }: DataPointRow): ReadonlyMap<string, { sha256: string }> {
  const own = photo_sha256 === null ? [] : [[ownPhotoPart, { sha256: photo_sha256 }] as const];
  return new Map([...own, ...(field_photos ?? []).map(({ key, sha256 }) => [partOfField(key), { sha256 }] as const)]);
}
