import type { QuestStatus, QuestType } from "../../../contract/enums.ts";
import type { AdventurerQuest } from "../../../contract/participations.ts";
import type { Quest } from "../../../contract/quests.ts";
import type { Coordinates } from "../../../contract/scalars.ts";
import { ApiError, isMissing } from "./api-error.ts";
import { type ListInParts, useListInParts } from "./list-parts.ts";
import { type CallOptions, neverChanges, useCall } from "./use-call.ts";

export type QuestListFilter = {
  q?: string | undefined;
  type?: QuestType | undefined;
  status?: QuestStatus | undefined;
  /** Sorts by distance. */
  near?: Coordinates | undefined;
};

const questsPerPart = 24;

/** Filtered quests, paginated; no request while the filter is undefined. */
export function useQuests(filter: QuestListFilter | undefined): ListInParts<Quest> {
  const { q, type, status, near } = filter ?? {};
  const query = { q: q?.trim() || undefined, type, status, near: near?.join(","), limit: questsPerPart };
  return useListInParts("listQuests", filter && { query });
}

/** One quest; no request while `id` is undefined. */
export const useQuest = (id: number | undefined, options?: CallOptions<"getQuest">) =>
  useCall("getQuest", id === undefined ? undefined : { params: { id } }, options);

/** One version of a quest's protocol; no request while `version` is undefined. */
export const useProtocolVersion = (id: number, version: number | undefined) =>
  useCall("getQuestProtocol", version === undefined ? undefined : { params: { id, version } }, neverChanges);

/** The user's joined quests; no request when signed out. */
export const useAdventurerQuests = (username: string | undefined) =>
  useCall("listAdventurerQuests", username === undefined ? undefined : { params: { username } });

export type AdventurerQuestState = {
  quest: Quest | undefined;
  /** The user's participation; null if there is none, undefined while loading. */
  record: AdventurerQuest | null | undefined;
  isLoading: boolean;
  isMissing: boolean;
  error: unknown;
  reload: () => Promise<unknown>;
};

const hasNotJoined = (error: unknown) => error instanceof ApiError && error.code === "not_joined";

/**
 * A quest with the user's participation, if they have joined it. No request while `id` is undefined; without a username,
 * only the quest.
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

/** Parses an id from a URL; undefined if invalid. */
export function parseId(text: string | undefined): number | undefined {
  return text !== undefined && /^[1-9]\d{0,9}$/.test(text) ? Number(text) : undefined;
}
