import type { Page } from "@playwright/test";
import type { Quest } from "../src/contract/quests.ts";
import { pseudoLanguage } from "../src/texts/languages.ts";
import { toPseudo } from "../src/texts/pseudo.ts";
import type { OutboxRecord, PointRecord } from "../src/web/outbox/record.ts";
import { makePhoto } from "../test/make-photo.ts";

type Seeded = Partial<PointRecord> & Pick<PointRecord, "state">;

const tomorrowMs = 24 * 60 * 60 * 1000;

/**
 * Adds records to this browser's outbox as the app would, each with its own photo unless it has `photos`, and reloads
 * the page. Waiting ones aren't tried before tomorrow.
 */
export async function fillOutbox(
  page: Page,
  account: string,
  questName: string,
  given: readonly Seeded[],
  completions: readonly { state: "waiting" | "refused" }[] = [],
): Promise<void> {
  const quests: Quest[] = await (await page.request.get("/api/quests")).json();
  const found = quests.find(({ quest_name: name }) => name.includes(questName));
  if (!found) throw new Error(`The demo has no quest ${questName}.`);
  const quest = { id: found.id, name: found.quest_name, version: found.protocol_version ?? 0 };
  // Stored error messages are in the screen's language.
  const isPseudo = (await page.locator("html").getAttribute("lang")) === pseudoLanguage.code;
  const points = isPseudo ? given.map(inPseudo) : given;
  const photos = await Promise.all(
    points.slice(0, 4).map(async (_, index) => (await makePhoto({ uniqueSeed: `kept ${index}` })).toString("base64")),
  );
  // The app creates its database on first use.
  await page.waitForFunction(async () => (await indexedDB.databases()).some(({ name }) => name === "cairn"));
  await page.evaluate(
    async ({ account, quest, points, completions, photos, tomorrowMs }) => {
      const hex = async (blob: Blob) =>
        [...new Uint8Array(await crypto.subtle.digest("SHA-256", await blob.arrayBuffer()))]
          .map((byte) => byte.toString(16).padStart(2, "0"))
          .join("");
      const nowMs = Date.parse("2026-05-01T10:00:00Z");
      const position = {
        latitude: 38.51834,
        longitude: -78.43701,
        accuracyMeters: 7,
        fixedAtMs: nowMs,
        source: "device",
      };
      const delivery = (state: string, index: number) => ({
        localId: crypto.randomUUID(),
        account,
        questId: quest.id,
        questName: quest.name,
        state,
        createdAtMs: nowMs - index * 300_000,
        savedAtMs: state === "draft" ? null : nowMs - index * 300_000,
        deliveredAtMs: state === "delivered" ? Date.now() : null,
        attempts: 0,
        nextAttemptAtMs: Date.now() + tomorrowMs,
        problem: null,
      });
      const records: Record<string, unknown>[] = [];
      const files: [string, object][] = [];
      for (const [index, point] of points.entries()) {
        const bytes = Uint8Array.from(atob(photos[index % photos.length] ?? ""), (sign) => sign.charCodeAt(0));
        const photo = new File([bytes], `tree-${index}.jpg`, { type: "image/jpeg" });
        const record = {
          ...delivery(point.state, index),
          kind: "point",
          id: crypto.randomUUID(),
          supersededIds: [],
          mayHaveArrived: false,
          protocolVersion: quest.version,
          answers: { tree_width: "187.5" },
          values: { tree_width: 187.5 - index },
          userPosition: {},
          photos: [
            {
              key: "file",
              name: photo.name,
              type: photo.type,
              sizeBytes: photo.size,
              sha256: await hex(photo),
              takenAtMs: nowMs,
            },
          ],
          position,
          fixes: [position],
          capturedAtMs: nowMs - index * 300_000,
          clockOffsetSeconds: 1.5,
          spacingReason: null,
          uploads: {},
          ...point,
        };
        records.push(record);
        if (record.photos.length > 0 && point.state !== "delivered") {
          const { name, type, lastModified } = photo;
          files.push([`${record.localId}/file`, { account, name, type, lastModified, bytes: bytes.buffer }]);
        }
      }
      for (const [index, { state }] of completions.entries()) {
        records.push({
          ...delivery(state, index),
          kind: "completion",
          localId: `completion/${quest.id}/${account}`,
        });
      }
      // Waits for the app to create it; opening it earlier would create an empty one.
      while (!(await indexedDB.databases()).some(({ name }) => name === "cairn")) {
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
      const database = await new Promise<IDBDatabase>((resolve, reject) => {
        const request = indexedDB.open("cairn");
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
      const transaction = database.transaction(["records", "photos"], "readwrite");
      for (const record of records) transaction.objectStore("records").put(record);
      for (const [key, file] of files) transaction.objectStore("photos").put(file, key);
      await new Promise((resolve) => {
        transaction.oncomplete = resolve;
      });
      database.close();
    },
    { account, quest, points, completions, photos, tomorrowMs },
  );
  await page.reload();
}

function inPseudo(point: Seeded): Seeded {
  const { problem } = point;
  if (!problem) return point;
  const fieldErrors = problem.fieldErrors.map(({ path, message }) => ({ path, message: toPseudo(message) }));
  return {
    ...point,
    problem: {
      ...problem,
      message: toPseudo(problem.message),
      verbatim: toPseudo(problem.verbatim ?? ""),
      fieldErrors,
    },
  };
}

/** In a page: the records of this browser's outbox, drafts too. */
export async function recordsInPage(): Promise<OutboxRecord[]> {
  const opened = indexedDB.open("cairn");
  const database = await new Promise<IDBDatabase>((resolve, reject) => {
    opened.onsuccess = () => resolve(opened.result);
    opened.onerror = () => reject(opened.error);
  });
  const asked = database.transaction("records").objectStore("records").getAll();
  const records = await new Promise<OutboxRecord[]>((resolve) => {
    asked.onsuccess = () => resolve(asked.result);
  });
  database.close();
  return records;
}

export const readRecords = (page: Page): Promise<OutboxRecord[]> => page.evaluate(recordsInPage);
