import type { Contribution, ContributionDetail, ContributionSummary } from "../../contract/contributions.ts";
import type { Texts } from "../../texts/texts-of.ts";
import { findDataPoint } from "../data-points/data-point-queries.ts";
import { describeDataPoint, formatCoordinates } from "../data-points/describe-data-point.ts";
import { listMessages } from "../data-points/message-queries.ts";
import { listFormerRevisions } from "../data-points/revision-queries.ts";
import { describeRowMeasurements, findProtocolsOf } from "../data-points/row-measurements.ts";
import type { Db } from "../database/connection.ts";
import { mapPart, type Part } from "../database/list-parts.ts";
import type { PhotoAddresses } from "../photos/signed-address.ts";
import { findWrittenProtocol } from "../quests/protocol-queries.ts";
import { getQuest } from "../quests/quest-queries.ts";
import { DomainError } from "../refusals/domain-error.ts";
import { listReviews } from "../reviews/review-queries.ts";
import * as queries from "./contribution-queries.ts";

/** The volunteer's data points in all quests with their status, the newest first. */
export async function listContributions(
  { db, photoAddresses }: { db: Db; photoAddresses: PhotoAddresses },
  username: string,
  filter: queries.ContributionFilter,
  texts: Texts,
): Promise<Part<Contribution>> {
  const part = await queries.listContributions(db, username, filter);
  const protocolOf = await findProtocolsOf(db, part.rows);
  return mapPart(part, (row) => {
    const { review, created_at, captured_at, photos, thumbnail_presigned_url } = describeDataPoint(row, photoAddresses);
    return {
      id: row.id,
      quest_id: row.quest_id,
      quest_name: row.quest_name,
      language: row.language,
      translations: row.translations,
      coordinates: formatCoordinates(row.latitude, row.longitude),
      created_at,
      captured_at,
      state: review?.decision ?? "pending",
      revision: row.revision,
      review,
      measurements: describeRowMeasurements(row.additional_data, protocolOf(row), texts),
      message_count: row.message_count,
      has_news: row.news_at !== null,
      thumbnail_presigned_url,
      ...(photos.some(({ unreadable_at }) => unreadable_at !== undefined)
        ? { has_unreadable_photo: true as const }
        : {}),
    };
  });
}

export async function summarizeContributions(db: Db, username: string): Promise<ContributionSummary> {
  const summary = { pending: 0, accepted: 0, denied: 0, change_requested: 0, news: 0 };
  for (const { review_decision, count, news } of await queries.countContributions(db, username)) {
    summary[review_decision ?? "pending"] += count;
    summary.news += news;
  }
  return summary;
}

/** The volunteer's own data point with its history, without undone decisions. @throws DomainError `data_point_not_found` */
export async function getContribution(
  { db, photoAddresses }: { db: Db; photoAddresses: PhotoAddresses },
  username: string,
  id: string,
): Promise<ContributionDetail> {
  const row = await findDataPoint(db, id);
  if (row?.adventurer_id !== username) throw new DomainError("data_point_not_found");
  const { quest_id, protocol_version } = row;
  const reviews = await listReviews(db, id);
  return {
    ...describeDataPoint(row, photoAddresses),
    quest: await getQuest(db, quest_id),
    protocol: await findWrittenProtocol(db, quest_id, protocol_version),
    state: row.decision ?? "pending",
    reviews: reviews.filter(({ undone_at }) => undone_at === null),
    former_revisions: await listFormerRevisions({ db, photoAddresses }, id),
    messages: await listMessages(db, id),
    releases: await queries.listReleasesOf(db, quest_id, id),
  };
}
