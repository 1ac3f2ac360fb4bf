import type { QuestDataPoint } from "../../contract/data-points.ts";
import { wantsPlantId } from "../../protocol/default-protocol.ts";
import { requireParticipation } from "../participations/get-participation.ts";
import { DomainError } from "../refusals/domain-error.ts";
import { askedOnce, findAskedForm, isAskedFor } from "./asked-form.ts";
import { type DataPointRow, findDataPoint } from "./data-point-queries.ts";
import { ownPhotoPart, partOfField, readId } from "./data-point-rules.ts";
import { describeDataPoint } from "./describe-data-point.ts";
import { receiveUpload, type UploadFields } from "./receive-upload.ts";
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
import type { UploadSource } from "./upload-source.ts";

/**
 * Takes the answer to a request for change, or a photo in the place of one that cannot be shown: receives its parts as those of an
 * upload, checks what the data point becomes as an upload is checked, and stores it as a further revision, whatever has become of
 * quest and participation since. A request that was sent before answers with the data point as it is now.
 * @param id in lower case
 * @throws DomainError `data_point_not_found` for that of somebody else, `change_not_requested`, `validation_failed`,
 *   `photo_…`, `data_point_id_taken`, `upload_quota_exhausted`
 */
export async function reviseDataPoint(
  services: UploadServices,
  { username, id }: { username: string; id: string },
  source: UploadSource,
): Promise<QuestDataPoint> {
  const { db, photoAddresses, plantIdentifier, protocolVersions } = services;
  const row = await findOwn(services, id, username);
  const reason: RevisionReason = { decision: row.decision, unreadableParts: unreadablePartsOf(row) };
  const participation = await requireParticipation(db, username, row.quest_id);

  const findAsked = (version = row.protocol_version ?? 0) =>
    findAskedForm(protocolVersions, row.quest_id, participation, version);
  const isKnown = async (requestId: string | undefined) =>
    requestId !== undefined && (await wasStored(db, requestId, id));
  const isKnownOnce = askedOnce(isKnown);
  const wantsPhoto = async (part: string, fields: UploadFields) => {
    // Where it is not asked for, it may still have been sent before: the id may come behind the photo.
    if (!mayBeRevised(reason) || (await isKnownOnce(readId(fields.id)))) return false;
    return isAskedFor(part, fields, findAsked);
  };
  const photosMax = 1 + participation.photo_field_count_max;
  await using upload = await receiveUpload(services, source, { username, photosMax, wantsPhoto });

  const requestId = readId(upload.fields.id);
  if (!(await (upload.missing ? isKnown(requestId) : isKnownOnce(requestId)))) {
    upload.requireWhole();
    requireRevisable(reason, upload.parts);
    const read = readRevision(upload.fields);
    requireSomething(read, upload.parts);
    const form = read.answers && (await findAsked(read.answers.protocol_version));
    const revision = requireRevision(read, form, upload, { values: row.additional_data, photos: photosOf(row) });
    await upload.keepFor(
      storeRevision(services, {
        ...revision,
        id,
        username,
        formerRevision: row.revision,
        photos: upload.photos,
        wantsPlantId:
          plantIdentifier.isConfigured &&
          wantsPlantId(participation.quest_type, revision.asked.version === null ? null : revision.asked.protocol),
      }),
    );
  }
  await upload.forgetNamed();
  return describeDataPoint(await findOwn(services, id, username), photoAddresses);
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
