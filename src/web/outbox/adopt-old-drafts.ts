import type { Answers } from "../components/protocol-fields/answers.ts";
import { announceChange } from "./changes.ts";
import { newDraft } from "./outbox.ts";
import type { KeptPhoto, PointRecord, Position } from "./record.ts";
import { write } from "./storage.ts";

/**
 * Drafts of the app's versions up to 0.1.0: answers in this tab's session storage under `cairn.draft/QUEST/USER`, photos in the
 * database under `draftId/key`. They become drafts of the outbox.
 */

type OldFix = { latitude: number; longitude: number; accuracyMeters: number; fixedAtMs: number };
type OldDraft = {
  draftId: string;
  id: string;
  photoKeys: readonly string[];
  /** Of a data point that was sent at least once. */
  fix?: OldFix;
  protocolVersion?: number;
  answers: Answers;
};

/** A tab that was closed left its photos behind, without a word on which quest they were for. */
const strandedKeptMs = 14 * 24 * 60 * 60_000;

/** Once in each tab, since each has a session storage of its own. What cannot be read stays where it is. */
export async function adoptOldDrafts(account: string, nowMs = Date.now()): Promise<void> {
  for (const { key, questId, draft } of oldDraftsOf(account)) {
    await adopt(account, questId, draft, nowMs);
    // Only now: the outbox has it.
    sessionStorage.removeItem(key);
  }
  await forgetStranded(account, nowMs);
}

function oldDraftsOf(account: string): { key: string; questId: number; draft: OldDraft }[] {
  return Object.keys(sessionStorage).flatMap((key) => {
    const [, questId, username] = /^cairn\.draft\/(\d+)\/(.+)$/s.exec(key) ?? [];
    const draft = username === account ? readOldDraft(sessionStorage.getItem(key)) : undefined;
    return draft ? [{ key, questId: Number(questId), draft }] : [];
  });
}

function readOldDraft(text: string | null): OldDraft | undefined {
  try {
    const draft = JSON.parse(text ?? "null");
    return draft?.id && draft.draftId && draft.answers && Array.isArray(draft.photoKeys) ? draft : undefined;
  } catch {
    return undefined;
  }
}

async function adopt(account: string, questId: number, old: OldDraft, nowMs: number): Promise<void> {
  await write(async (transaction) => {
    // An earlier attempt got so far.
    if (await transaction.record(old.draftId)) return;
    const kept = (await transaction.oldDraftPhotosOf(account)).filter(({ id }) => id.startsWith(`${old.draftId}/`));
    const photos: KeptPhoto[] = [];
    for (const { id, photo, keptAtMs } of kept) {
      const key = id.slice(old.draftId.length + 1);
      if (!old.photoKeys.includes(key)) continue;
      const { name, type, size } = photo;
      photos.push({ key, name, type, sizeBytes: size, sha256: null, takenAtMs: keptAtMs });
      await transaction.putPhoto(account, old.draftId, key, photo);
      await transaction.deleteOldDraftPhoto(id);
    }
    if (photos.length === 0 && Object.keys(old.answers).length === 0) return;
    const position = old.fix ? positionOf(old.fix) : null;
    const draft: PointRecord = {
      // Nobody wrote down what the quest is called.
      ...newDraft(account, { id: questId, name: `#${questId}` }, old.protocolVersion ?? 0, nowMs),
      localId: old.draftId,
      answers: old.answers,
      photos,
      position,
      fixes: position ? [position] : [],
      capturedAtMs: position?.fixedAtMs ?? photos[0]?.takenAtMs ?? null,
    };
    // One that was sent may have arrived: it is withdrawn before it is sent as it is then.
    await transaction.putRecord(old.fix ? { ...draft, supersededIds: [old.id] } : draft);
  });
  announceChange();
}

const positionOf = ({ latitude, longitude, accuracyMeters, fixedAtMs }: OldFix): Position => ({
  latitude,
  longitude,
  accuracyMeters,
  fixedAtMs,
  source: "device",
});

async function forgetStranded(account: string, nowMs: number): Promise<void> {
  await write(async (transaction) => {
    for (const { id, keptAtMs } of await transaction.oldDraftPhotosOf(account)) {
      if (nowMs - keptAtMs > strandedKeptMs) await transaction.deleteOldDraftPhoto(id);
    }
  });
}
