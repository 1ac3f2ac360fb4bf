import useSWR, { mutate } from "swr";
import useSWRImmutable from "swr/immutable";
import type { QuestStatus, QuestType } from "../../contract/enums.ts";
import type { AdventurerQuest } from "../../contract/participations.ts";
import type { Quest } from "../../contract/quests.ts";
import type { Coordinates } from "../../contract/scalars.ts";
import type { WrittenProtocol } from "../../protocol/protocol-schema.ts";
import { addressOf } from "./addresses.ts";
import { ApiError, isMissing } from "./api-error.ts";
import { callApi } from "./client.ts";
import { type ListInParts, useListInParts } from "./list-parts.ts";
import { useInSight } from "./staleness.ts";

export type QuestListFilter = {
  q?: string | undefined;
  type?: QuestType | undefined;
  status?: QuestStatus | undefined;
  /** The nearest first. */
  near?: Coordinates | undefined;
};

const questsPerPart = 24;

/** The quests that a filter lets through, in parts. */
export function useQuests(filter: QuestListFilter = {}): ListInParts<Quest> {
  const { q, type, status, near } = filter;
  return useListInParts("listQuests", {
    q: q?.trim() || undefined,
    type,
    status,
    near: near?.join(","),
    limit: questsPerPart,
  });
}

/** One quest; nothing while `id` is undefined. */
export function useQuest(id: number | undefined) {
  const quest = useSWR<Quest>(id === undefined ? null : ["getQuest", id], () =>
    callApi("getQuest", { params: { id: id ?? 0 } }),
  );
  useInSight([id === undefined ? undefined : addressOf("getQuest", { params: { id } })], quest.mutate);
  return quest;
}

/** One version of what a quest asks for, which never changes; nothing while `version` is undefined. */
export function useProtocolVersion(id: number, version: number | undefined) {
  return useSWRImmutable<WrittenProtocol>(version === undefined ? null : ["getQuestProtocol", id, version], () =>
    callApi("getQuestProtocol", { params: { id, version: version ?? 0 } }),
  );
}

/** The quests that the user has joined; nothing while nobody is signed in. */
export function useAdventurerQuests(username: string | undefined) {
  const quests = useSWR<AdventurerQuest[]>(username === undefined ? null : ["listAdventurerQuests", username], () =>
    callApi("listAdventurerQuests", { params: { username: username ?? "" } }),
  );
  useInSight(
    [username === undefined ? undefined : addressOf("listAdventurerQuests", { params: { username } })],
    quests.mutate,
  );
  return quests;
}

export type AdventurerQuestState = {
  quest: Quest | undefined;
  /** The user's record of the quest; null when there is none, undefined while that is not known. */
  record: AdventurerQuest | null | undefined;
  isLoading: boolean;
  isMissing: boolean;
  error: unknown;
  reload: () => Promise<unknown>;
};

/**
 * A quest as its reader knows it: from the user's record where they have joined, the plain quest otherwise.
 * Nothing is fetched while `id` is undefined; without a username only the plain quest is.
 */
export function useAdventurerQuest(username: string | undefined, id: number | undefined): AdventurerQuestState {
  const isAsked = username !== undefined && id !== undefined;
  const recordOf = useSWR<AdventurerQuest | null>(isAsked ? ["getAdventurerQuest", username, id] : null, () =>
    findAdventurerQuest(username ?? "", id ?? 0),
  );
  useInSight([isAsked ? addressOf("getAdventurerQuest", { params: { username, id } }) : undefined], recordOf.mutate);
  const record = username === undefined ? null : recordOf.data;
  const hasRecord = Boolean(record?.quest_id);
  const plain = useQuest(record !== undefined && !hasRecord ? id : undefined);
  const error = recordOf.error ?? plain.error;
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
    return await callApi("getAdventurerQuest", { params: { username, id } });
  } catch (error) {
    if (error instanceof ApiError && error.code === "not_joined") return null;
    throw error;
  }
}

/** Joins the quest and lets every screen know. */
export async function joinQuest(username: string, id: number): Promise<AdventurerQuest> {
  const record = await callApi("joinQuest", { params: { username, id } });
  await keepRecord(username, id, record);
  return record;
}

/** Completes the quest with the user's record of it, and lets every screen know. */
export async function completeQuest(
  username: string,
  record: Pick<AdventurerQuest, "quest_id"> & Partial<AdventurerQuest>,
): Promise<AdventurerQuest> {
  const id = record.quest_id;
  const completed = await callApi("updateAdventurerQuest", {
    params: { username, id },
    body: { ...record, status: "completed" },
  });
  await keepRecord(username, id, completed);
  return completed;
}

async function keepRecord(username: string, id: number, record: AdventurerQuest): Promise<void> {
  await mutate(["getAdventurerQuest", username, id], record, { revalidate: false });
  void mutate(["listAdventurerQuests", username]);
}

/** A number from an address, or undefined where it cannot be an id. */
export function parseId(text: string | undefined): number | undefined {
  return text !== undefined && /^[1-9]\d{0,9}$/.test(text) ? Number(text) : undefined;
}
