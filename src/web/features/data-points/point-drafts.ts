import type { DraftSource } from "../../capture/measuring/measurement-state.ts";
import { holdDraft, letDraftGo } from "../../outbox/draft-locks.ts";
import { findUnwritten } from "../../outbox/last-words.ts";
import { newDraft } from "../../outbox/new-records.ts";
import { findRecord, listRecords, reopen } from "../../outbox/outbox.ts";
import type { PointRecord } from "../../outbox/record.ts";

/** The draft to continue: the `wanted` record, the newest draft that no other tab has, or a new one. */
export function pointDrafts(
  account: string,
  quest: { id: number; name: string },
  wanted: string | undefined,
): DraftSource<PointRecord> {
  return {
    highAccuracy: false,
    // The form sets the version.
    begin: () => newDraft(account, quest, 0),
    find: async () =>
      (wanted === undefined ? undefined : await takeWanted(account, wanted)) ?? (await takeNewest(account, quest.id)),
  };
}

/** A waiting or rejected record becomes a draft again. */
async function takeWanted(account: string, localId: string): Promise<PointRecord | undefined> {
  const record = await findRecord(localId);
  if (record?.kind !== "point" || record.account !== account || record.state === "delivered") return undefined;
  if (!(await holdDraft(localId))) return undefined;
  if (record.state === "draft") return record;
  const draft = await reopen(localId).catch(() => undefined);
  return draft?.kind === "point" ? draft : undefined;
}

async function takeNewest(account: string, questId: number): Promise<PointRecord | undefined> {
  for (const { localId } of await listDrafts(account, questId)) {
    if (!(await holdDraft(localId))) continue;
    // Another tab may have saved or discarded it in the meantime.
    const held = (await listDrafts(account, questId)).find((draft) => draft.localId === localId);
    if (held) return held;
    letDraftGo(localId);
  }
  return undefined;
}

/** Newest first, with those that are not in the database yet. */
async function listDrafts(account: string, questId: number): Promise<PointRecord[]> {
  const records = await listRecords(account);
  return [...records, ...findUnwritten(account, records)]
    .filter(
      (record): record is PointRecord =>
        record.kind === "point" && record.state === "draft" && record.questId === questId,
    )
    .sort((one, other) => other.createdAtMs - one.createdAtMs);
}
