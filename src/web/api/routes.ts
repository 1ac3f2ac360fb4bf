import type { CallName, Calls } from "../../contract/calls.ts";

/**
 * Method and path of every call, as the contract has them. Repeated so that the first load carries no validation
 * code; the type refuses whatever differs.
 */
export const routes: { [Name in CallName]: Pick<Calls[Name], "method" | "path"> } = {
  listQuests: { method: "GET", path: "/quests" },
  listQuestMarkers: { method: "GET", path: "/quests/markers" },
  getQuest: { method: "GET", path: "/quests/{id}" },
  listAdminQuests: { method: "GET", path: "/admin/quests" },
  createQuest: { method: "POST", path: "/quests" },
  updateQuest: { method: "PUT", path: "/quests/{id}" },
  deleteQuestLocations: { method: "DELETE", path: "/quests/locations" },
  listOrganizations: { method: "GET", path: "/organizations" },
  listAdventurerQuests: { method: "GET", path: "/adventurers/{username}/quests" },
  getAdventurerQuest: { method: "GET", path: "/adventurers/{username}/quests/{id}" },
  joinQuest: { method: "POST", path: "/adventurers/{username}/quests/{id}/sign-up" },
  updateAdventurerQuest: { method: "PATCH", path: "/adventurers/{username}/quests/{id}" },
  listDataPoints: { method: "GET", path: "/adventurers/{username}/quests/{id}/data" },
  uploadDataPoint: { method: "POST", path: "/adventurers/{username}/quests/{id}/data/uploads" },
  getSample: { method: "GET", path: "/quest_data/{id}" },
  listSamples: { method: "GET", path: "/admin/samples" },
  reviewSample: { method: "PUT", path: "/quest_data/{id}/review" },
  listPoorGpsReports: { method: "GET", path: "/test_feature_test_gps" },
  reportPoorGps: { method: "POST", path: "/test_feature_test_gps" },
  identifyPlant: { method: "POST", path: "/plant_id" },
  getStaticMap: { method: "GET", path: "/static_map" },
  createOrganization: { method: "POST", path: "/organizations" },
  updateOrganization: { method: "PUT", path: "/organizations/{id}" },
  listApplications: { method: "GET", path: "/admin/applications" },
  listDatasets: { method: "GET", path: "/admin/datasets" },
  exportDataset: { method: "GET", path: "/admin/datasets/{id}/export" },
  getSettings: { method: "GET", path: "/admin/settings" },
  getPhoto: { method: "GET", path: "/photos/{id}/{variant}" },
  getClientConfiguration: { method: "GET", path: "/config" },
};

const apiBase: string = import.meta.env.VITE_API_BASE ?? "/api";

export type AddressParts = {
  params?: Readonly<Record<string, string | number>> | undefined;
  query?: Readonly<Record<string, string | number | undefined>> | undefined;
};

/** Where a call is made: base, path with its parameters filled in, query without what is undefined. */
export function addressOf(name: CallName, { params = {}, query = {} }: AddressParts = {}): string {
  const path = routes[name].path.replace(/\{(\w+)\}/g, (_, key: string) => {
    const value = params[key];
    if (value === undefined) throw new Error(`${name} needs ${key}`);
    return encodeURIComponent(value);
  });
  const search = new URLSearchParams(
    Object.entries(query).flatMap(([key, value]) => (value === undefined ? [] : [[key, String(value)]])),
  ).toString();
  return `${apiBase}${path}${search === "" ? "" : `?${search}`}`;
}
