import { isBegun, isMeasured, isUndelivered, type OutboxRecord } from "../../outbox/record.ts";

export type RecordGroup = "you" | "waiting" | "drafts" | "arrived";

/** In the order of the screen: first those that need the volunteer. */
export const recordGroups: readonly RecordGroup[] = ["you", "waiting", "drafts", "arrived"];

export function groupOf(record: OutboxRecord): RecordGroup {
  if (record.state === "draft") return "drafts";
  if (record.state === "delivered") return "arrived";
  return record.state === "refused" || needsPosition(record) ? "you" : "waiting";
}

/** Omits untouched drafts. */
export const isListed = (record: OutboxRecord): boolean =>
  !isMeasured(record) || record.state !== "draft" || isBegun(record);

export const needsPosition = (record: OutboxRecord): boolean =>
  record.kind === "point" && record.state === "waiting" && record.position === null;

export function groupRecords(records: readonly OutboxRecord[]): Map<RecordGroup, OutboxRecord[]> {
  const groups = new Map<RecordGroup, OutboxRecord[]>(recordGroups.map((group) => [group, []]));
  for (const record of records.filter(isListed)) groups.get(groupOf(record))?.push(record);
  return groups;
}

/** Counts the undelivered data points before a completion. */
export const pointsBefore = (completion: OutboxRecord, records: readonly OutboxRecord[]): number =>
  records.filter((record) => record.kind === "point" && record.questId === completion.questId && isUndelivered(record))
    .length;

/** Counts of undelivered and unfinished records. */
export type Unsent = {
  points: number;
  answers: number;
  messages: number;
  attempts: number;
  drafts: number;
  completions: number;
};

export function countUnsent(records: readonly OutboxRecord[]): Unsent {
  const count = (wanted: (record: OutboxRecord) => boolean) => records.filter(wanted).length;
  const undelivered = (wanted: OutboxRecord["kind"]) =>
    count((record) => record.kind === wanted && isUndelivered(record));
  return {
    points: undelivered("point"),
    answers: undelivered("answer"),
    messages: undelivered("message"),
    attempts: undelivered("attempt"),
    drafts: count((record) => record.state === "draft" && isListed(record)),
    completions: undelivered("completion"),
  };
}

/** Whether anything would be lost. */
export const hasUnsent = (unsent: Unsent): boolean => Object.values(unsent).some((count) => count > 0);
