import type { Fix } from "./fixes.ts";
import { keptPhotos } from "./kept-photos.ts";

/**
 * The id under which the data point is sent, which another photo changes; where it was measured, once it was sent for the
 * first time; and the answers as typed, by name.
 */
type Draft = { id: string; hasPhoto: boolean; fix?: Fix | undefined; answers: Record<string, string> };

const keyOf = (username: string, questId: number) => `cairn.draft/${questId}/${username}`;

/** Keeps an unsent data point over a reload or a sign-in: text in this tab's storage, the photo in the browser's database. */
export function uploadDraft(username: string, questId: number) {
  const key = keyOf(username, questId);

  function read(): Draft {
    try {
      const kept = JSON.parse(sessionStorage.getItem(key) ?? "null");
      if (kept?.id) {
        const { id, hasPhoto, fix, ...answers } = kept;
        return { id, hasPhoto, fix, answers };
      }
    } catch {
      // Unreadable is as good as none.
    }
    return { id: newId(), hasPhoto: false, answers: {} };
  }

  function write({ id, hasPhoto, fix, answers }: Draft): void {
    try {
      sessionStorage.setItem(key, JSON.stringify({ ...answers, id, hasPhoto, fix }));
    } catch {
      // A full or forbidden storage must not stop anybody from collecting.
    }
  }

  return {
    read,
    keepAnswers: (answers: Draft["answers"]) => write({ ...read(), answers }),
    keepFix: (fix: Fix) => write({ ...read(), fix }),
    /** A new photo is a new data point: it gets an id of its own, and is where it is sent from. */
    async keepPhoto(photo: File): Promise<void> {
      const before = read();
      const draft = { ...before, id: newId(), hasPhoto: true, fix: undefined };
      write(draft);
      await keptPhotos.delete(before.id);
      await keptPhotos.put(draft.id, photo, username);
    },
    findPhoto: (): Promise<File | undefined> => keptPhotos.get(read().id),
    async clear(): Promise<void> {
      const { id } = read();
      sessionStorage.removeItem(key);
      await keptPhotos.delete(id);
    },
  };
}

export type UploadDraft = ReturnType<typeof uploadDraft>;

/** Whether anybody left an unsent data point of this quest in this tab. */
export function hasDraft(questId: number): boolean {
  return keptDrafts().some((draft) => draft.questId === questId && isBegun(draft));
}

/** Whether this person has an unsent data point: with answers in this tab, or with a photo in any. */
export async function hasDrafts(username: string): Promise<boolean> {
  const begun = keptDrafts().some((draft) => draft.username === username && isBegun(draft));
  return begun || (await keptPhotos.countOf(username)) > 0;
}

/** For a tab whose person has signed out in another one, which has asked first and deleted the photos. */
export function forgetDraftsOfTab(): void {
  for (const { username, questId } of keptDrafts()) sessionStorage.removeItem(keyOf(username, questId));
}

/** Forgets what this person has not sent: nothing of it stays on the device. */
export async function forgetDrafts(username: string): Promise<void> {
  for (const draft of keptDrafts()) {
    if (draft.username === username) sessionStorage.removeItem(keyOf(username, draft.questId));
  }
  await keptPhotos.deleteAllOf(username);
}

type KeptDraft = { username: string; questId: number };

/** The drafts in this tab's storage. */
function keptDrafts(): KeptDraft[] {
  return Object.keys(sessionStorage).flatMap((key) => {
    const [, questId, username] = /^cairn\.draft\/(\d+)\/(.+)$/s.exec(key) ?? [];
    return username === undefined ? [] : [{ username, questId: Number(questId) }];
  });
}

function isBegun({ username, questId }: KeptDraft): boolean {
  const { hasPhoto, answers } = uploadDraft(username, questId).read();
  return hasPhoto || Object.values(answers).some((text) => text !== "");
}

/** A random UUID; `crypto.randomUUID` is missing on plain http. */
function newId(): string {
  if (crypto.randomUUID) return crypto.randomUUID();
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}
