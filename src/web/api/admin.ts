import useSWR, { mutate } from "swr";
import type { DatasetFormat, ParticipationStatus } from "../../contract/enums.ts";
import type { PoorGpsReport } from "../../contract/gps-reports.ts";
import type { Setting } from "../../contract/installation.ts";
import type { Organization, OrganizationPayload } from "../../contract/organizations.ts";
import type { Place } from "../../contract/places.ts";
import type { Quest, QuestFormInput } from "../../contract/quests.ts";
import { addressOf } from "./addresses.ts";
import { callApi } from "./client.ts";
import { downloadFile } from "./download-file.ts";
import { useListInParts } from "./list-parts.ts";

const rowsPerPart = 50;

/** Every quest with its data points, for admins. */
export function useAdminQuests() {
  return useSWR<Quest[]>("listAdminQuests", () => callApi("listAdminQuests", {}));
}

export function useOrganizations() {
  return useSWR<Organization[]>("listOrganizations", () => callApi("listOrganizations", {}));
}

export async function createQuest(body: QuestFormInput): Promise<Quest> {
  const quest = await callApi("createQuest", { body });
  void mutate("listAdminQuests");
  return quest;
}

export async function updateQuest(id: number, body: QuestFormInput): Promise<Quest> {
  const quest = await callApi("updateQuest", { params: { id }, body });
  void mutate("listAdminQuests");
  return quest;
}

/** Uploads the quest's cover picture. */
export async function setQuestImage(id: number, file: File): Promise<Quest> {
  const quest = await callApi("setQuestImage", { params: { id }, body: {}, files: { file } });
  void mutate("listAdminQuests");
  return quest;
}

export async function deleteQuestImage(id: number): Promise<Quest> {
  const quest = await callApi("deleteQuestImage", { params: { id } });
  void mutate("listAdminQuests");
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
  void mutate("listAdminQuests");
}

/** Who joined which quest, the newest first; all of them, or those of one quest or status. */
export const useApplications = ({ questId, status }: { questId?: number; status?: ParticipationStatus } = {}) =>
  useListInParts("listApplications", { quest_id: questId, status, limit: rowsPerPart });

/** Quests with their counts of data points by review state. */
export const useDatasets = () => useListInParts("listDatasets", { limit: rowsPerPart });

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

/** A quest's accepted data points as a file. @throws ApiError */
export async function downloadDataset(questId: number, format: DatasetFormat): Promise<Blob> {
  return downloadFile(addressOf("exportDataset", { params: { id: questId }, query: { format } }));
}
