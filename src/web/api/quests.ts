import type { QuestStatus, QuestType } from "../../contract/enums.ts";
import type { AdventurerQuest } from "../../contract/participations.ts";
import type { Quest } from "../../contract/quests.ts";
import type { Coordinates } from "../../contract/scalars.ts";
import { changeAnswer, refetch } from "./answers-by-call.ts";
import { ApiError, isMissing } from "./api-error.ts";
import { call } from "./client.ts";
import { type ListInParts, useListInParts } from "./list-parts.ts";
import { neverChanges, useCall } from "./use-call.ts";

export type QuestListFilter = {
  q?: string | undefined;
  type?: QuestType | undefined;
  status?: QuestStatus | undefined;
  /** The nearest first. */
  near?: Coordinates | undefined;
};

const questsPerPart = 24;

/** The quests that a filter lets through, in parts. */
export function useQuests({ q, type, status, near }: QuestListFilter = {}): ListInParts<Quest> {
  const query = { q: q?.trim() || undefined, type, status, near: near?.join(","), limit: questsPerPart };
  return useListInParts("listQuests", { query });
}

/** One quest; nothing while `id` is undefined. */
export const useQuest = (id: number | undefined) =>
  useCall("getQuest", id === undefined ? undefined : { params: { id } });

/** One version of what a quest asks for; nothing while `version` is undefined. */
export const useProtocolVersion = (id: number, version: number | undefined) =>
  useCall("getQuestProtocol", version === undefined ? undefined : { params: { id, version } }, neverChanges);

/** The quests that the user has joined; nothing while nobody is signed in. */
export const useAdventurerQuests = (username: string | undefined) =>
  useCall("listAdventurerQuests", username === undefined ? undefined : { params: { username } });

export type AdventurerQuestState = {
  quest: Quest | undefined;
  /** The user's record of the quest; null when there is none, undefined while that is not known. */
  record: AdventurerQuest | null | undefined;
  isLoading: boolean;
  isMissing: boolean;
  error: unknown;
  reload: () => Promise<unknown>;
};

const hasNotJoined = (error: unknown) => error instanceof ApiError && error.code === "not_joined";

/**
 * A quest as its reader knows it: from the user's record where they have joined, the plain quest otherwise.
 * Nothing is fetched while `id` is undefined; without a username only the plain quest is.
 */
export function useAdventurerQuest(username: string | undefined, id: number | undefined): AdventurerQuestState {
  const isAsked = username !== undefined && id !== undefined;
  const recordOf = useCall("getAdventurerQuest", isAsked ? { params: { username, id } } : undefined, {
    shouldRetryOnError: (error) => !hasNotJoined(error),
  });
  const isNotJoined = username === undefined || hasNotJoined(recordOf.error);
  const record = isNotJoined ? null : recordOf.data;
  const hasRecord = Boolean(record?.quest_id);
  const plain = useQuest(record !== undefined && !hasRecord ? id : undefined);
  const error = (isNotJoined ? undefined : recordOf.error) ?? plain.error;
  const quest = hasRecord ? record?.quest : plain.data;
  return {
    quest,
    record: hasRecord ? record : record === undefined ? undefined : null,
    isLoading: quest === undefined && error === undefined && id !== undefined,
    isMissing: id === undefined || (quest === undefined && isMissing(error)),
    error: quest === undefined ? error : undefined,
    reload: () => Promise.all([recordOf.mutate(), plain.mutate()]),
  };
}

/** The user's record of a quest; null where there is none. */
export async function findAdventurerQuest(username: string, id: number): Promise<AdventurerQuest | null> {
  try {
    return await call("getAdventurerQuest", { params: { username, id } });
  } catch (error) {
    if (hasNotJoined(error)) return null;
    throw error;
  }
}

/** Joins the quest and lets every screen know. */
export async function joinQuest(username: string, id: number): Promise<AdventurerQuest> {
  const record = await call("joinQuest", { params: { username, id } });
  await keepRecord(username, id, record);
  return record;
}

/** Completes the quest with the user's record of it, and lets every screen know. */
export async function completeQuest(
  username: string,
  record: Pick<AdventurerQuest, "quest_id"> & Partial<AdventurerQuest>,
): Promise<AdventurerQuest> {
  const id = record.quest_id;
  const completed = await call("updateAdventurerQuest", {
    params: { username, id },
    body: { ...record, status: "completed" },
  });
  await keepRecord(username, id, completed);
  return completed;
}

async function keepRecord(username: string, id: number, record: AdventurerQuest): Promise<void> {
  await changeAnswer("getAdventurerQuest", { params: { username, id } }, record);
  void refetch(["listAdventurerQuests"], { username });
}

/** A number from an address, or undefined where it cannot be an id. */
export function parseId(text: string | undefined): number | undefined {
  return text !== undefined && /^[1-9]\d{0,9}$/.test(text) ? Number(text) : undefined;
}
