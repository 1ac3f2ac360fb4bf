import useSWR, { mutate } from "swr";
import type { PoorGpsReport } from "../../contract/gps-reports.ts";
import type { Setting } from "../../contract/installation.ts";
import type { Organization, OrganizationPayload } from "../../contract/organizations.ts";
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

export async function deleteQuestLocations(ids: number[]): Promise<void> {
  await callApi("deleteQuestLocations", { body: ids });
  void mutate("listAdminQuests");
}

/** Who joined which quest, the newest first. */
export const useApplications = () => useListInParts("listApplications", { limit: rowsPerPart });

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
export async function downloadDataset(questId: number, format: "csv" | "geojson"): Promise<Blob> {
  return downloadFile(addressOf("exportDataset", { params: { id: questId }, query: { format } }));
}
