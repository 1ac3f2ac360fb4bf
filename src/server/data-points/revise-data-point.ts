import type { QuestDataPoint } from "../../contract/data-points.ts";
import { requireListed, withLookedUp } from "../lists/listed-answers.ts";
import { requireParticipation } from "../participations/get-participation.ts";
import { DomainError } from "../refusals/domain-error.ts";
import { askedKind, askedOnce, asksForPlant, findAskedForm } from "./asked-form.ts";
import { type DataPointRow, findDataPoint } from "./data-point-queries.ts";
import { readId, requireSameBytes, type SentFile, valuesOf } from "./data-point-rules.ts";
import { describeDataPoint, filesOf } from "./describe-data-point.ts";
import { receiveUpload, type UploadFields, type UploadSource } from "./receive-upload.ts";
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
 * Receives the answer to a requested change, or the replacement of an unreadable photo, checks it like an upload, and
 * stores it as the next revision, even if quest or participation ended since. A repeated request returns the data point
 * as it is now.
 * @param id in lower case
 * @throws DomainError `data_point_not_found` for someone else's, `change_not_requested`, `validation_failed`,
 * `photo_…`, `data_point_id_taken`, `upload_quota_exhausted`
 */
export async function reviseDataPoint(
  services: UploadServices,
  { username, id }: { username: string; id: string },
  source: UploadSource,
): Promise<QuestDataPoint> {
  const { db, photoAddresses, plantIdentifier, protocolVersions } = services;
  const row = await findOwn(services, id, username);
  const { additional_data: former } = row;
  const files = new Map(filesOf(row).map((file) => [file.key, file]));
  const unreadable = new Set([...files].flatMap(([path, file]) => (file.unreadable_at ? [path] : [])));
  const reason: RevisionReason = { decision: row.decision, unreadable };
  const participation = await requireParticipation(db, username, row.quest_id);

  const findAsked = (version = row.protocol_version ?? 0) =>
    findAskedForm(protocolVersions, row.quest_id, participation, version);
  const isKnown = async (requestId: string | undefined) =>
    requestId !== undefined && (await wasStored(db, requestId, id));
  const isKnownOnce = askedOnce(isKnown);
  const wantedKind = async (file: SentFile, fields: UploadFields) => {
    // The id may follow the file, so a file that nobody requested isn't an error yet.
    if (!mayBeRevised(reason) || (await isKnownOnce(readId(fields.id)))) return undefined;
    return askedKind(file, fields, findAsked);
  };
  const filesMax = 1 + participation.photo_field_count_max;
  await using upload = await receiveUpload(services, source, { username, filesMax, wantedKind });

  const requestId = readId(upload.fields.id);
  if (!(await isKnownOnce(requestId))) {
    requireRevisable(reason, upload.sent.keys());
    const read = readRevision(upload.fields);
    requireSomething(read, upload.sent);
    const asked = read.measured && (await findAsked(read.measured.protocol_version));
    const form = asked && read.measured && (await withLookedUp(db, asked, { ...former, ...valuesOf(read.measured) }));
    const revision = requireRevision(read, form, upload.sent, { values: former, files });
    const values = await requireListed(db, revision.asked, revision.values);
    const missing = await upload.receiveHeld(requestId);
    if (missing && !(await isKnown(requestId))) throw missing;
    if (!missing) {
      requireSameBytes(new Map([...revision.kept, ...upload.files]), read.hashes);
      await upload.keepFor(
        storeRevision(services, {
          ...revision,
          values,
          id,
          username,
          formerRevision: row.revision,
          files: upload.files,
          wantsPlantId: plantIdentifier.isConfigured && asksForPlant(participation.quest_type, revision.asked),
        }),
      );
    }
  }
  await upload.forgetNamed();
  return describeDataPoint(await findOwn(services, id, username), photoAddresses);
}

async function findOwn({ db }: UploadServices, id: string, username: string): Promise<DataPointRow> {
  const row = await findDataPoint(db, id);
  if (row?.adventurer_id !== username) throw new DomainError("data_point_not_found");
  return row;
}
