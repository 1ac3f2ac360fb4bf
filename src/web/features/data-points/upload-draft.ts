import { keptPhotos } from "./kept-photos.ts";
import { emptyUpload, type UploadFormValues } from "./upload-form-schema.ts";

/** What was typed, and the id under which the data point is sent; a photo of its own has an id of its own. */
type DraftText = Omit<UploadFormValues, "photo"> & { id: string; hasPhoto: boolean };

const keyOf = (username: string, questId: number) => `cairn.draft/${questId}/${username}`;

/** Keeps an unsent data point over a reload or a sign-in: text in this tab's storage, the photo in the browser's database. */
export function uploadDraft(username: string, questId: number) {
  const key = keyOf(username, questId);

  function read(): DraftText {
    try {
      const kept = JSON.parse(sessionStorage.getItem(key) ?? "null") as DraftText | null;
      if (kept?.id) return kept;
    } catch {
      // Unreadable is as good as none.
    }
    const { photo: _, ...text } = emptyUpload;
    return { ...text, id: newId(), hasPhoto: false };
  }

  function write(draft: DraftText): void {
    try {
      sessionStorage.setItem(key, JSON.stringify(draft));
    } catch {
      // A full or forbidden storage must not stop anybody from collecting.
    }
  }

  return {
    read,
    keepText: (text: Partial<DraftText>) => write({ ...read(), ...text }),
    /** A new photo is a new data point: it gets an id of its own. */
    async keepPhoto(photo: File): Promise<void> {
      const before = read();
      const draft = { ...before, id: newId(), hasPhoto: true };
      write(draft);
      await keptPhotos.delete(before.id);
      await keptPhotos.put(draft.id, photo);
    },
    findPhoto: (): Promise<File | undefined> => keptPhotos.get(read().id),
    async clear(): Promise<void> {
      const { id } = read();
      sessionStorage.removeItem(key);
      await keptPhotos.delete(id);
    },
  };
}

/** Whether anybody left an unsent data point of this quest in this tab. */
export function hasDraft(questId: number): boolean {
  const prefix = keyOf("", questId);
  return Object.keys(sessionStorage).some((key) => {
    if (!key.startsWith(prefix)) return false;
    const { hasPhoto, tree_width } = uploadDraft(key.slice(prefix.length), questId).read();
    return hasPhoto || tree_width !== "";
  });
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
