import useSWR, { mutate } from "swr";
import type { DatasetListQuery } from "../../contract/datasets.ts";
import type { DatasetFormat } from "../../contract/enums.ts";
import type { PoorGpsReport } from "../../contract/gps-reports.ts";
import type { Setting } from "../../contract/installation.ts";
import type { Organization, OrganizationPayload } from "../../contract/organizations.ts";
import type { ApplicationQuery } from "../../contract/participations.ts";
import type { Place } from "../../contract/places.ts";
import type { QuestCounts, QuestSummaryFilter, QuestSummaryQuery } from "../../contract/quest-summaries.ts";
import type { Quest, QuestFormInput } from "../../contract/quests.ts";
import { callApi, callApiForPart } from "./client.ts";
import { useListInParts } from "./list-parts.ts";

const rowsPerPart = 50;

export const questsPerPage = 50;

/** One page of the administrators' quests; the one before stays until it has come. */
export function useQuestSummaries(query: QuestSummaryQuery) {
  return useSWR(
    ["listQuestSummaries", query] as const,
    ([, asked]) => callApiForPart("listQuestSummaries", { query: { limit: questsPerPage, ...asked } }),
    { keepPreviousData: true },
  );
}

export function useQuestCounts(filter: QuestSummaryFilter) {
  return useSWR<QuestCounts>(["countQuests", filter], () => callApi("countQuests", { query: filter }), {
    keepPreviousData: true,
  });
}

/** A quest has changed: whoever shows rows of quests, or their counts, fetches them anew. */
function refetchQuests(): void {
  void mutate((key) => Array.isArray(key) && (key[0] === "listQuestSummaries" || key[0] === "countQuests"));
}

/** Nothing for who may not list them. */
export function useOrganizations({ isAllowed = true } = {}) {
  return useSWR<Organization[]>(isAllowed ? "listOrganizations" : null, () => callApi("listOrganizations", {}));
}

export async function createQuest(body: QuestFormInput): Promise<Quest> {
  const quest = await callApi("createQuest", { body });
  refetchQuests();
  return quest;
}

export async function updateQuest(id: number, body: QuestFormInput): Promise<Quest> {
  const quest = await callApi("updateQuest", { params: { id }, body });
  refetchQuests();
  return quest;
}

/** Uploads the quest's cover picture. */
export async function setQuestImage(id: number, file: File): Promise<Quest> {
  const quest = await callApi("setQuestImage", { params: { id }, body: {}, files: { file } });
  refetchQuests();
  return quest;
}

export async function deleteQuestImage(id: number): Promise<Quest> {
  const quest = await callApi("deleteQuestImage", { params: { id } });
  refetchQuests();
  return quest;
}

/** Towns and villages of a name; nothing while `q` is undefined. */
export function usePlaces(q: string | undefined) {
  return useSWR<Place[]>(q === undefined ? null : ["searchPlaces", q], () =>
    callApi("searchPlaces", { query: { q: q ?? "" } }),
  );
}

export async function deleteQuestLocations(ids: number[]): Promise<void> {
  await callApi("deleteQuestLocations", { body: ids });
  refetchQuests();
}

/** Who joined which quest and when; all of them, or those of one quest or status. */
export const useApplications = (query: ApplicationQuery) =>
  useListInParts("listApplications", { ...query, limit: rowsPerPart });

/** Quests with their counts of data points by review state. */
export const useDatasets = (query: DatasetListQuery) =>
  useListInParts("listDatasets", { ...query, limit: rowsPerPart });

export function useSettings() {
  return useSWR<Setting[]>("getSettings", () => callApi("getSettings", {}));
}

export async function createOrganization(body: OrganizationPayload): Promise<Organization> {
  const organization = await callApi("createOrganization", { body });
  await mutate("listOrganizations");
  return organization;
}

export async function updateOrganization(id: number, body: OrganizationPayload): Promise<Organization> {
  const organization = await callApi("updateOrganization", { params: { id }, body });
  await mutate("listOrganizations");
  return organization;
}

export function usePoorGpsReports() {
  return useSWR<PoorGpsReport[]>("listPoorGpsReports", () => callApi("listPoorGpsReports", {}));
}

/** Where the browser saves a quest's accepted data points by itself; good for a short time. @throws ApiError */
export async function findExportAddress(questId: number, format: DatasetFormat): Promise<string> {
  return (await callApi("signExport", { params: { id: questId }, query: { format } })).address;
}
