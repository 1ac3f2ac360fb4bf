import type { Answer, Answers } from "../../components/protocol-fields/answers.ts";
import type { Fix } from "./fixes.ts";
import { keptPhotos } from "./kept-photos.ts";

/** The photo of the data point itself, among those of fields. */
export const ownPhotoKey = "file";

type Draft = {
  /** Names its photos in the browser's database. */
  draftId: string;
  /** Under which the data point is sent; another photo changes it. */
  id: string;
  photoKeys: readonly string[];
  /** Where it was measured, once it was sent for the first time. */
  fix?: Fix | undefined;
  /** The version of the protocol that is being answered; 0 is the specification's form. */
  protocolVersion?: number | undefined;
  /** As typed, by key; no photos. */
  answers: Answers;
};

const keyOf = (username: string, questId: number) => `cairn.draft/${questId}/${username}`;
const photoIdOf = (draftId: string, key: string) => `${draftId}/${key}`;

/** Keeps an unsent data point over a reload or a sign-in: answers in this tab's storage, photos in the browser's database. */
export function uploadDraft(username: string, questId: number) {
  const key = keyOf(username, questId);

  function read(): Draft {
    try {
      const kept = JSON.parse(sessionStorage.getItem(key) ?? "null");
      if (kept?.id && kept.draftId && kept.answers && Array.isArray(kept.photoKeys)) return kept;
    } catch {
      // Unreadable is as good as none.
    }
    return { draftId: newId(), id: newId(), photoKeys: [], answers: {} };
  }

  function write(draft: Draft): void {
    try {
      sessionStorage.setItem(key, JSON.stringify(draft));
    } catch {
      // A full or forbidden storage must not stop anybody from collecting.
    }
  }

  return {
    read,
    isBegun: () => isBegun(read()),
    keepAnswers(answers: Answers, protocolVersion: number): void {
      const typed = Object.fromEntries(Object.entries(answers).filter(([, answer]) => !(answer instanceof File)));
      write({ ...read(), answers: typed, protocolVersion });
    },
    keepVersion: (protocolVersion: number) => write({ ...read(), protocolVersion }),
    keepFix: (fix: Fix) => write({ ...read(), fix }),
    /** A new photo is a new data point: it gets an id of its own, and is where it is sent from. */
    async keepPhoto(photoKey: string, photo: File, protocolVersion: number): Promise<void> {
      const before = read();
      const photoKeys = [...before.photoKeys.filter((each) => each !== photoKey), photoKey];
      write({ ...before, id: newId(), photoKeys, fix: undefined, protocolVersion });
      await keptPhotos.put(photoIdOf(before.draftId, photoKey), photo, username);
    },
    /** By key: those that the browser still has. */
    async findPhotos(): Promise<Record<string, File>> {
      const { draftId, photoKeys } = read();
      const found = await Promise.all(
        photoKeys.map(async (photoKey) => [photoKey, await keptPhotos.get(photoIdOf(draftId, photoKey))] as const),
      );
      return Object.fromEntries(found.flatMap(([photoKey, photo]) => (photo ? [[photoKey, photo]] : [])));
    },
    async clear(): Promise<void> {
      const { draftId, photoKeys } = read();
      sessionStorage.removeItem(key);
      await Promise.all(photoKeys.map((photoKey) => keptPhotos.delete(photoIdOf(draftId, photoKey))));
    },
  };
}

export type UploadDraft = ReturnType<typeof uploadDraft>;

/** Whether anybody left an unsent data point of this quest in this tab. */
export function hasDraft(questId: number): boolean {
  return keptDrafts().some((draft) => draft.questId === questId && isKeptBegun(draft));
}

/** Whether this person has an unsent data point: with answers in this tab, or with a photo in any. */
export async function hasDrafts(username: string): Promise<boolean> {
  const begun = keptDrafts().some((draft) => draft.username === username && isKeptBegun(draft));
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

const isKeptBegun = ({ username, questId }: KeptDraft) => uploadDraft(username, questId).isBegun();

const isAnswer = (answer: Answer | undefined) =>
  answer !== undefined && answer !== "" && !(Array.isArray(answer) && answer.length === 0);

const isBegun = ({ photoKeys, answers }: Draft) => photoKeys.length > 0 || Object.values(answers).some(isAnswer);

/** A random UUID; `crypto.randomUUID` is missing on plain http. */
function newId(): string {
  if (crypto.randomUUID) return crypto.randomUUID();
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}
