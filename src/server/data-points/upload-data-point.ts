import { randomUUID } from "node:crypto";
import { requireListed, withLookedUp } from "../lists/listed-answers.ts";
import { admitDataPoint, requireParticipation } from "../participations/get-participation.ts";
import { askedKind, askedOnce, asksForPlant, findAskedForm, type ProtocolFinder } from "./asked-form.ts";
import {
  correctCapturedAt,
  digestOfSent,
  readFields,
  readId,
  readMoment,
  requireSameBytes,
  requireValues,
  type SentFile,
  valuesOf,
} from "./data-point-rules.ts";
import {
  type ReceivedUpload,
  type ReceiveServices,
  receiveUpload,
  type UploadFields,
  type UploadSource,
} from "./receive-upload.ts";
import {
  findSent,
  requireSameValues,
  type SentBefore,
  type StoreDataPointServices,
  type StoredDataPoint,
  storeDataPoint,
} from "./store-data-point.ts";

export type UploadServices = StoreDataPointServices &
  ReceiveServices & {
    plantIdentifier: { isConfigured: boolean };
    protocolVersions: ProtocolFinder;
  };

/**
 * Receives the parts from a form or a rescue bundle, checks them, stores rows and jobs in one transaction, and returns
 * the receipt. An id that was sent before with the same values returns the same data point, even if the quest has changed. What was captured
 * before the end is accepted after it.
 * @throws DomainError `not_joined`, `quest_completed`, `quest_closed`, `validation_failed`, `photo_…`,
 * `data_point_id_taken`, `data_point_deleted`, `upload_quota_exhausted`
 */
export async function uploadDataPoint(
  services: UploadServices,
  { username, questId }: { username: string; questId: number },
  source: UploadSource,
): Promise<StoredDataPoint> {
  const { db, plantIdentifier, protocolVersions } = services;
  const participation = await requireParticipation(db, username, questId);

  const findAsked = (version?: number) => findAskedForm(protocolVersions, questId, participation, version);
  const findKnown = async (id: string | undefined) =>
    id === undefined ? undefined : findSent(services, { id, username, questId });
  const findKnownOnce = askedOnce(findKnown);
  const wantedKind = async (file: SentFile, fields: UploadFields) => {
    if (await findKnownOnce(readId(fields.id))) return undefined;
    const moment = readMoment(fields);
    if (moment) await admitDataPoint(db, questId, participation, correctCapturedAt(moment, new Date()));
    return askedKind(file, fields, findAsked);
  };
  const filesMax = 1 + participation.photo_field_count_max;
  await using upload = await receiveUpload(services, source, { username, filesMax, wantedKind });

  const sentId = readId(upload.fields.id);
  const known = await findKnownOnce(sentId);
  const read = readFields(upload.fields);
  const sentSha256 = digestOfSent(read);
  if (known) return sentBefore(upload, known, sentSha256);

  const askedForm = read.measured && (await findAsked(read.measured.protocol_version));
  const form = askedForm && read.measured && (await withLookedUp(db, askedForm, valuesOf(read.measured)));
  const checked = requireValues(read, form, upload.sent);
  const { asked, facts } = checked;
  const values = await requireListed(db, asked, checked.values);
  const missing = await upload.receiveHeld(sentId);
  if (missing) {
    const knownNow = await findKnown(sentId);
    if (knownNow) return sentBefore(upload, knownNow, sentSha256);
    throw missing;
  }
  requireSameBytes(upload.files, read.hashes);

  const stored = await upload.keepFor(
    storeDataPoint(services, {
      id: facts.id?.toLowerCase() ?? randomUUID(),
      username,
      questId,
      participation,
      form: asked,
      facts,
      values,
      files: upload.files,
      sentSha256,
      wantsPlantId: plantIdentifier.isConfigured && asksForPlant(participation.quest_type, asked),
    }),
  );
  await upload.forgetNamed();
  return stored;
}

async function sentBefore(
  upload: ReceivedUpload,
  before: SentBefore,
  sentSha256: Buffer | undefined,
): Promise<StoredDataPoint> {
  const dataPoint = requireSameValues(before, sentSha256);
  await upload.forgetNamed();
  return { dataPoint, isNew: false };
}
