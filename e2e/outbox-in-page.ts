import { newDraft } from "../src/web/outbox/new-records.ts";
import { discard, findPhoto, listRecords, reopen, savePoint } from "../src/web/outbox/outbox.ts";
import { newId } from "../src/web/outbox/record.ts";
import { saveCompletion } from "../src/web/outbox/saved-records.ts";
import { sendNow } from "../src/web/outbox/sending.ts";
import { sha256Of } from "../src/web/outbox/sha256.ts";

/** The outbox's own functions, bundled to run inside the app's page, for tests that add many data points. */

type Quest = { id: number; name: string; protocolVersion: number };

/** A noise photo of roughly this size, which can't be compressed. */
async function makePhoto(bytes: number): Promise<File> {
  // A noisy pixel takes about 1.5 bytes in a JPEG.
  const side = Math.max(16, Math.round(Math.sqrt(bytes / 1.4)));
  const canvas = new OffscreenCanvas(side, side);
  const context = canvas.getContext("2d");
  if (!context) throw new Error("no canvas");
  const image = context.createImageData(side, side);
  for (let offset = 0; offset < image.data.length; offset += 65_536) {
    crypto.getRandomValues(image.data.subarray(offset, offset + 65_536));
  }
  for (let alpha = 3; alpha < image.data.length; alpha += 4) image.data[alpha] = 255;
  context.putImageData(image, 0, 0);
  const blob = await canvas.convertToBlob({ type: "image/jpeg", quality: 0.9 });
  return new File([blob], "tree.jpg", { type: "image/jpeg" });
}

/** Saves data points of a tree circumference quest, as the form does. */
async function savePoints(
  account: string,
  quest: Quest,
  { count, photoBytes }: { count: number; photoBytes: number },
): Promise<{ localId: string; id: string; sha256: string; sizeBytes: number; tookMs: number }[]> {
  const saved = [];
  for (let index = 0; index < count; index++) {
    const photo = await makePhoto(photoBytes);
    const sha256 = (await sha256Of(photo)) ?? "";
    const now = Date.now();
    const position = {
      latitude: 38.6 + index / 10_000,
      longitude: -78.5,
      accuracyMeters: 6,
      fixedAtMs: now,
      source: "device",
    } as const;
    const draft = {
      ...newDraft(account, quest, quest.protocolVersion),
      answers: { tree_width: "120" },
      values: { tree_width: 100 + index },
      photos: [{ key: "file", name: photo.name, type: photo.type, sizeBytes: photo.size, sha256, takenAtMs: now }],
      position,
      fixes: [position],
    };
    const startedAt = performance.now();
    const point = await savePoint(draft, { file: photo });
    const tookMs = performance.now() - startedAt;
    saved.push({ localId: point.localId, id: point.id, sha256, sizeBytes: photo.size, tookMs });
  }
  return saved;
}

const functions = {
  savePoint,
  sendNow,
  savePoints,
  listRecords,
  findPhoto,
  discard,
  reopen,
  saveCompletion,
  makePhoto,
  newId,
};
export type OutboxInPage = typeof functions;

Object.assign(window, { outboxInPage: functions });
