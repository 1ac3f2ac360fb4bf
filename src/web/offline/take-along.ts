import type { AdventurerQuest } from "../../contract/participations.ts";
import { addressOf } from "../api/addresses.ts";
import { ApiError } from "../api/api-error.ts";
import { call, callForPart } from "../api/client.ts";
import { partQuery } from "../api/data-points.ts";
import { allWritten, withKept } from "../api/kept-answers.ts";

export type Taken = {
  takenAtMs: number;
  /** What is kept of the quest, about: texts count two bytes a character. */
  sizeBytes: number;
};

/** The browser keeps nothing: a private window, or a setting. */
export class KeepsNothingError extends Error {}
/** There is no connection: what was answered is what had been kept before. */
export class NoLineError extends Error {}
/** The device has no room left. */
export class NoRoomError extends Error {}

/** Of one's own data points: 500 to 550. */
const ownPartsMax = 11;

const listeners = new Set<() => void>();

export function onTakenChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** What the account has of a quest on this device; undefined where it has not taken it along. */
export async function findTaken(account: string, questId: number): Promise<Taken | undefined> {
  return withKept(async (database) => {
    const taken = await database.get("taken", [account, questId]);
    if (!taken) return undefined;
    const answers = await database.getAllFromIndex("answers", "by-account", account);
    const characters = answers.filter((answer) => answer.questId === questId).map(({ text }) => text.length);
    // The session ended, and its answers went with it.
    if (characters.length === 0) return undefined;
    const sizeBytes = characters.reduce((sum, each) => sum + 2 * each, taken.picture?.size ?? 0);
    return { takenAtMs: taken.takenAtMs, sizeBytes };
  });
}

/** The quests that the account took along, whether all of them are here or not. */
export async function listTaken(account: string): Promise<number[]> {
  const taken = await withKept((database) => database.getAllFromIndex("taken", "by-account", account));
  return taken.map(({ questId }) => questId);
}

/**
 * Fetches and keeps everything that the screens of a joined quest need without a connection: the client keeps the answers.
 * @throws KeepsNothingError, NoLineError, NoRoomError; ApiError for a refusal
 */
export async function takeAlong(account: string, questId: number): Promise<void> {
  const startedAtMs = Date.now();
  const record = await fetchAnswers(account, questId);
  // The service worker keeps both; without one, the map has water and lines only.
  const { loadBaseMap } = await import("../components/map/base-map-geometry.ts");
  await Promise.allSettled([loadBaseMap(110), loadBaseMap(50)]);
  const picture = await fetchPicture(record.quest);
  await requireKept(account, questId, startedAtMs);
  await write((database) => database.put("taken", { account, questId, takenAtMs: Date.now(), picture }));
}

/** The quest is to be fetched again from now on; what was measured stays in the outbox. */
export async function leaveBehind(account: string, questId: number): Promise<void> {
  await write(async (database) => {
    const transaction = database.transaction(["answers", "taken"], "readwrite");
    await transaction.objectStore("taken").delete([account, questId]);
    for await (const cursor of transaction.objectStore("answers").index("by-account").iterate(account)) {
      if (cursor.value.questId === questId) await cursor.delete();
    }
    await transaction.done;
  });
}

/** Asks for everything that the screens of the quest ask for; all of it, or nothing is said to be taken along. */
async function fetchAnswers(account: string, id: number) {
  const ofQuest = { params: { username: account, id } };
  try {
    const [record, ownVersions] = await Promise.all([
      call("getAdventurerQuest", ofQuest),
      fetchOwnPoints(ofQuest),
      call("getQuest", { params: { id } }),
      call("listAdventurerQuests", { params: { username: account } }),
      call("getClientConfiguration", {}),
    ]);
    const versions = new Set([record.quest.protocol_version, ...ownVersions]);
    for (const version of versions) if (version) await call("getQuestProtocol", { params: { id, version } });
    return record;
  } catch (error) {
    throw error instanceof ApiError && error.status < 502 ? error : new NoLineError();
  }
}

/**
 * The newest ones, as the screen asks for them, and where the others are. Answers with the versions that all of them were
 * measured under.
 */
async function fetchOwnPoints(ofQuest: { params: { username: string; id: number } }) {
  const first = await callForPart("listDataPoints", { ...ofQuest, query: partQuery });
  if (first.nextPart === undefined) return first.data.map((point) => point.protocol_version);
  let after: string | undefined = first.nextPart;
  for (let part = 1; part < ownPartsMax && after !== undefined; part += 1) {
    after = (await callForPart("listDataPoints", { ...ofQuest, query: { ...partQuery, after } })).nextPart;
  }
  return (await call("summarizeDataPoints", ofQuest)).protocol_versions;
}

async function write(work: Parameters<typeof withKept>[0]): Promise<void> {
  try {
    await withKept(work);
  } catch (error) {
    const isFull = error instanceof DOMException && error.name === "QuotaExceededError";
    throw isFull ? new NoRoomError() : new KeepsNothingError();
  }
  for (const listener of listeners) listener();
}

/**
 * An answer may have been one that was kept before, or could not be written down: then nothing was taken along.
 */
async function requireKept(account: string, questId: number, sinceMs: number): Promise<void> {
  const address = addressOf("getAdventurerQuest", { params: { username: account, id: questId } });
  await allWritten();
  const answer = await withKept((database) => database.get("answers", [account, address])).catch(() => {
    throw new KeepsNothingError();
  });
  if (answer && answer.keptAtMs >= sinceMs) return;
  throw answer ? new NoLineError() : new NoRoomError();
}

/** The small cover; null where there is none, or it cannot be had: the quest is usable without. */
async function fetchPicture({ quest_image: address }: AdventurerQuest["quest"]): Promise<Blob | null> {
  if (!address?.startsWith("/api/covers/")) return null;
  try {
    const response = await fetch(`${address}&size=card`);
    return response.ok ? await response.blob() : null;
  } catch {
    return null;
  }
}
