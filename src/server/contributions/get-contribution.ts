import type { ContributionDetail } from "../../contract/contributions.ts";
import { findDataPoint } from "../data-points/data-point-queries.ts";
import { describeDataPoint } from "../data-points/describe-data-point.ts";
import { listFormerRevisions } from "../data-points/list-former-revisions.ts";
import { listMessages } from "../data-points/message-queries.ts";
import type { Db } from "../database/connection.ts";
import type { PhotoAddresses } from "../photos/signed-address.ts";
import { findWrittenProtocol } from "../quests/protocol-queries.ts";
import { getQuest } from "../quests/quest-queries.ts";
import { DomainError } from "../refusals/domain-error.ts";
import { listReviews } from "../reviews/review-queries.ts";
import { listReleasesOf } from "./contribution-queries.ts";

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
    releases: await listReleasesOf(db, quest_id, id),
  };
}
