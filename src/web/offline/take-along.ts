import type { MapArea } from "../../contract/maps.ts";
import type { AdventurerQuest } from "../../contract/participations.ts";
import { listOf, type Protocol } from "../../protocol/field.ts";
import { allFields } from "../../protocol/places.ts";
import { addressOf, uploadedCoverAt } from "../foundation/api/addresses.ts";
import { ApiError } from "../foundation/api/api-error.ts";
import { call, callForPart } from "../foundation/api/client.ts";
import { partQuery } from "../foundation/api/data-points.ts";
import { allWritten, type TakenQuest, withKept } from "../foundation/api/kept-answers.ts";
import { deleteMap, findMap } from "../foundation/api/kept-maps.ts";
import { currentAccount } from "../foundation/api/session.ts";
import { makeEmitter } from "../foundation/events/emitter.ts";
import { keepMap } from "./keep-map.ts";

export type Taken = {
  takenAtMs: number;
  /** Estimated, with two bytes per character. */
  sizeBytes: number;
  /** Whether the map around its places is there as well. */
  hasMap: boolean;
};

/** `unavailable`: the browser has no database, for example in a private window. `noLine`: offline. */
export class TakeAlongError extends Error {
  constructor(readonly reason: "unavailable" | "noLine" | "full") {
    super(reason);
  }
}

/** 550 of the user's own data points. */
const ownPartsMax = 11;

const takenChange = makeEmitter();
export const onTakenChange = takenChange.listen;

/** @returns undefined if the account has not saved the quest on this device */
export async function findTaken(account: string, questId: number): Promise<Taken | undefined> {
  return withKept(async (database) => {
    const taken = await database.get("taken", [account, questId]);
    if (!taken) return undefined;
    const answers = await database.getAllFromIndex("answers", "by-account", account);
    const characters = answers.filter((answer) => answer.questId === questId).map(({ text }) => text.length);
    // The answers were deleted with the session.
    if (characters.length === 0) return undefined;
    const map = await findMap({ account, questId });
    const sizeBytes = characters.reduce(
      (sum, each) => sum + 2 * each,
      (taken.picture?.bytes.byteLength ?? 0) + (map?.sizeBytes ?? 0),
    );
    return { takenAtMs: taken.takenAtMs, sizeBytes, hasMap: map?.isWhole ?? false };
  });
}

/** The quests that the account saved, even if their answers are gone. */
export async function listTaken(account: string): Promise<number[]> {
  const taken = await withKept((database) => database.getAllFromIndex("taken", "by-account", account));
  return taken.map(({ questId }) => questId);
}

/**
 * Fetches everything that the screens of a joined quest need offline. The client stores the answers.
 * @throws TakeAlongError; ApiError if the server rejects a call
 */
export async function takeAlong(account: string, questId: number): Promise<void> {
  const startedAtMs = Date.now();
  const record = await fetchAnswers(account, questId);
  // The service worker caches both. Without them, offline maps have no coastlines.
  const { loadBaseMap } = await import("../ui/map/base-map-geometry.ts");
  await Promise.allSettled([loadBaseMap(110), loadBaseMap(50)]);
  const picture = await fetchPicture(record.quest);
  await requireKept(account, questId, startedAtMs);
  await write((database) => database.put("taken", { account, questId, takenAtMs: Date.now(), picture }));
}

/** On failure, the quest's page still offers it. */
export async function takeAlongIfNeeded(account: string, questId: number): Promise<void> {
  if (!navigator.onLine || !("indexedDB" in window)) return;
  try {
    if (!(await findTaken(account, questId))) await takeAlong(account, questId);
  } catch (error) {
    console.warn("The quest was not saved for offline use.", error);
  }
}

/**
 * Saves the map around the quest's places, whose size was told before.
 * @throws TakeAlongError
 */
export async function takeMapAlong(
  account: string,
  questId: number,
  area: MapArea,
  onProgress: (share: number) => void,
): Promise<void> {
  try {
    await keepMap({ account, questId }, area, onProgress);
  } catch (error) {
    throw new TakeAlongError(isFull(error) ? "full" : error instanceof TypeError ? "noLine" : "unavailable");
  }
  takenChange.emit();
}

/** Deletes the saved quest with its map. The outbox and the volunteer's own way stay as they are. */
export async function leaveBehind(account: string, questId: number): Promise<void> {
  await write(async (database) => {
    await deleteMap({ account, questId });
    const transaction = database.transaction(["answers", "taken"], "readwrite");
    await transaction.objectStore("taken").delete([account, questId]);
    for await (const cursor of transaction.objectStore("answers").index("by-account").iterate(account)) {
      if (cursor.value.questId === questId) await cursor.delete();
    }
    await transaction.done;
  });
}

/** Makes all calls that the screens of the quest make. */
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
    const protocols: Pick<Protocol, "fields">[] = record.quest.protocol ? [record.quest.protocol] : [];
    for (const version of versions) {
      if (version) protocols.push(await call("getQuestProtocol", { params: { id, version } }));
    }
    await keepLists(protocols);
    const { keepMedia } = await import("../foundation/media/keep-media.ts");
    await keepMedia(protocols.flatMap(({ fields }) => fields));
    if (record.station_count) await call("listOwnStations", ofQuest);
    if (record.lesson) {
      const { keepLesson } = await import("./keep-lesson.ts");
      await keepLesson(id);
    }
    return record;
  } catch (error) {
    if (isFull(error)) throw new TakeAlongError("full");
    throw error instanceof ApiError && error.status < 502 ? error : new TakeAlongError("noLine");
  }
}

/** Keeps the lists that the forms search and look things up in. */
async function keepLists(protocols: readonly Pick<Protocol, "fields" | "lists">[]): Promise<void> {
  const lists = protocols.flatMap(({ fields, lists: named = [] }) => [
    ...allFields(fields).flatMap((field) => listOf(field) ?? []),
    ...named,
  ]);
  if (lists.length === 0) return;
  const { keepList } = await import("../foundation/lists/ask-list.ts");
  for (const { id, version } of new Map(lists.map((list) => [`${list.id}/${list.version}`, list])).values()) {
    await keepList({ id, version });
  }
}

/** Fetches the newest data points and the summary of all. @returns the protocol versions of all data points */
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
    throw new TakeAlongError(isFull(error) ? "full" : "unavailable");
  }
  takenChange.emit();
}

const isFull = (error: unknown) => error instanceof DOMException && error.name === "QuotaExceededError";

/** Checks that the answers are fresh and stored. */
async function requireKept(account: string, questId: number, sinceMs: number): Promise<void> {
  const address = addressOf("getAdventurerQuest", { params: { username: account, id: questId } });
  await allWritten();
  const answer = await withKept((database) => database.get("answers", [account, address])).catch(() => {
    throw new TakeAlongError("unavailable");
  });
  if (answer && answer.keptAtMs >= sinceMs) return;
  throw new TakeAlongError(answer ? "noLine" : "full");
}

/** The small cover; null if there is none or it fails to load. */
async function fetchPicture({ quest_image: image }: AdventurerQuest["quest"]): Promise<TakenQuest["picture"]> {
  const address = image === null ? undefined : uploadedCoverAt(image);
  if (address === undefined) return null;
  try {
    const response = await fetch(`${address}&size=card`);
    const type = response.headers.get("content-type") ?? "";
    return response.ok ? { type, bytes: await response.arrayBuffer() } : null;
  } catch {
    return null;
  }
}

/** The cover of a quest saved for offline use. */
export async function findKeptPicture(questId: number): Promise<Blob | undefined> {
  const account = currentAccount();
  if (account === undefined) return undefined;
  const taken = await withKept((database) => database.get("taken", [account, questId]));
  return taken?.picture ? new Blob([taken.picture.bytes], { type: taken.picture.type }) : undefined;
}
