import type { SampleRow } from "../../contract/samples.ts";
import type { Texts } from "../../texts/texts-of.ts";
import type { Actor } from "../auth/scope.ts";
import { formatCoordinates } from "../data-points/describe-data-point.ts";
import { describeRowMeasurements, findProtocolsOf } from "../data-points/row-measurements.ts";
import type { Db } from "../database/connection.ts";
import { mapPart, type Part } from "../database/list-parts.ts";
import { describeEvidence } from "../evidence/describe-evidence.ts";
import type { PhotoAddresses } from "../photos/signed-address.ts";
import { findOwnDataPoints } from "./own-data-points.ts";
import * as queries from "./review-queries.ts";
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
