import type { SampleDetail, SampleRow } from "../../contract/samples.ts";
import type { Texts } from "../../texts/texts-of.ts";
import { type Actor, requireInScope } from "../auth/scope.ts";
import { listEdits } from "../data-points/change-queries.ts";
import { type DataPointRow, findDataPoint } from "../data-points/data-point-queries.ts";
import { describeDataPoint, formatCoordinates } from "../data-points/describe-data-point.ts";
import { listMessages } from "../data-points/message-queries.ts";
import { listFormerRevisions } from "../data-points/revision-queries.ts";
import { describeRowMeasurements, findProtocolsOf } from "../data-points/row-measurements.ts";
import type { Db } from "../database/connection.ts";
import { mapPart, type Part } from "../database/list-parts.ts";
import { describeEvidence } from "../evidence/describe-evidence.ts";
import { findLearned } from "../lessons/lesson-queries.ts";
import { clockAt } from "../local-time.ts";
import { listStatusChanges } from "../participations/participation-queries.ts";
import { findEndBefore } from "../participations/participation-rules.ts";
import type { PhotoAddresses } from "../photos/signed-address.ts";
import { findWrittenProtocol } from "../quests/protocol-queries.ts";
import { getQuest } from "../quests/quest-queries.ts";
import { DomainError } from "../refusals/domain-error.ts";
import { findClaimOfOthers } from "./claim-samples.ts";
import { findOwnDataPoints } from "./own-data-points.ts";
import * as queries from "./review-queries.ts";
import { findSampleOrigin, listReviews } from "./review-queries.ts";
import type { SampleListRequest } from "./samples-in-order.ts";

/** A part of the samples that a reviewer may see, in the requested order. */
export async function listSamples(
  { db, photoAddresses }: { db: Db; photoAddresses: PhotoAddresses },
  asking: Actor,
  request: SampleListRequest,
  texts: Texts,
): Promise<Part<SampleRow>> {
  const part = await queries.listSamples(db, asking, request);
  const protocolOf = await findProtocolsOf(db, part.rows);
  const own = await findOwnDataPoints(db, asking.username, part.rows);
  return mapPart(part, (row) => ({
    id: row.id,
    quest_id: row.quest_id,
    quest_name: row.quest_name,
    organization_id: row.organization_id,
    coordinates: formatCoordinates(row.latitude, row.longitude),
    accuracy: row.accuracy,
    adventurer_id: row.adventurer_id,
    created_at: row.created_at.toISOString(),
    state: row.review_decision ?? "pending",
    revision: row.revision,
    edited_at: row.edited_at?.toISOString() ?? null,
    review:
      row.decision && row.reviewed_by && row.reviewed_at
        ? {
            decision: row.decision,
            comment: row.comment,
            reviewed_by: row.reviewed_by,
            reviewed_at: row.reviewed_at.toISOString(),
          }
        : null,
    measurements: describeRowMeasurements(row.additional_data, protocolOf(row), texts),
    evidence: row.evidence.map((each) => describeEvidence(each, texts)),
    score: row.score,
    claim:
      row.claimed_by && row.claimed_until
        ? { claimed_by: row.claimed_by, claimed_until: row.claimed_until.toISOString() }
        : null,
    own_data_point: own.get(row.id),
    ...(row.has_unreadable_photo ? { has_unreadable_photo: true as const } : {}),
    image_data_presigned_url: row.photo_id === null ? null : photoAddresses.sign(row.photo_id, "display"),
    thumbnail_presigned_url: row.photo_id === null ? null : photoAddresses.sign(row.photo_id, "thumbnail"),
  }));
}

/**
 * A data point as reviewers see it: with its quest, volunteer, decisions, history and evidence.
 * @throws DomainError `data_point_not_found`, `forbidden`
 */
export async function getSample(
  { db, photoAddresses }: { db: Db; photoAddresses: PhotoAddresses },
  asking: Actor,
  id: string,
  texts: Texts,
): Promise<SampleDetail> {
  const dataPoint = await findDataPoint(db, id);
  const origin = await findSampleOrigin(db, id);
  if (!dataPoint || !origin) throw new DomainError("data_point_not_found");
  const { adventurer_id, quest_id, status, bio, profile_picture_url, exif_latitude, exif_longitude } = origin;
  requireInScope(asking.scope, origin.organization_id);
  const own = (await findOwnDataPoints(db, asking.username, [{ id, adventurer_id, quest_id }])).get(id);
  const lesson = await findLearned(db, adventurer_id, quest_id);
  const edits = await listEdits(db, id, adventurer_id);
  return {
    ...describeDataPoint(dataPoint, photoAddresses),
    quest: await getQuest(db, quest_id),
    adventurer_quest: {
      adventurer_id,
      quest_id,
      status,
      adventurer: { id: adventurer_id, bio, profile_picture_url },
    },
    reviews: await listReviews(db, id),
    capture: {
      fixes: origin.fixes,
      captured_at_device: origin.captured_at_device?.toISOString() ?? null,
      captured_at_place: dataPoint.captured_at && clockAt(dataPoint.captured_at, dataPoint),
      clock_offset: origin.clock_offset,
      spacing_reason: origin.spacing_reason,
      ended_at: (await findEnd(db, dataPoint, origin.completed_at))?.toISOString() ?? null,
    },
    changes: edits.flatMap(({ before, changed_at }) =>
      before ? [{ ...before, changed_at: changed_at.toISOString() }] : [],
    ),
    evidence: origin.evidence.map((each) => describeEvidence(each, texts)),
    score: origin.evidence_score,
    former_revisions: await listFormerRevisions({ db, photoAddresses }, id),
    messages: await listMessages(db, id),
    claim: await findClaimOfOthers(db, id, asking.username),
    ...(own === undefined ? {} : { own_data_point: own }),
    ...(lesson && { lesson }),
    protocol: await findWrittenProtocol(db, quest_id, dataPoint.protocol_version),
    exif_coordinates:
      exif_latitude === null || exif_longitude === null ? null : formatCoordinates(exif_latitude, exif_longitude),
  };
}

/** The end after which a late data point arrived. */
async function findEnd(
  db: Db,
  { late, created_at, quest_id }: DataPointRow,
  completedAt: Date | null,
): Promise<Date | null> {
  return late ? findEndBefore(created_at, completedAt, await listStatusChanges(db, quest_id)) : null;
}
