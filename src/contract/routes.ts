import type { Access } from "./roles.ts";

/** A call's method, path and access. The path is below `/api`, with parameters in braces. */
export type Route = {
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  path: `/${string}`;
  access: Access;
  /**
   * Whether the app caches answers for offline use: always, or only the newest and those of quests the user joined or
   * saved.
   */
  keptOffline?: "always" | "newest";
};

/** Every API call. Schemas are in `calls.ts`, so a phone's first page loads without them. */
export const routes = {
  listQuests: { method: "GET", path: "/quests", access: "visitor", keptOffline: "newest" },
  listQuestClusters: { method: "GET", path: "/quests/clusters", access: "visitor", keptOffline: "newest" },
  getQuest: { method: "GET", path: "/quests/{id}", access: "visitor", keptOffline: "newest" },
  listAdminQuests: { method: "GET", path: "/admin/quests", access: "admin" },
  listQuestSummaries: { method: "GET", path: "/admin/quests/summaries", access: "admin" },
  countQuests: { method: "GET", path: "/admin/quests/counts", access: "admin" },
  createQuest: { method: "POST", path: "/quests", access: "admin" },
  updateQuest: { method: "PUT", path: "/quests/{id}", access: "admin" },
  deleteQuestLocations: { method: "DELETE", path: "/quests/locations", access: "admin" },
  setQuestImage: { method: "PUT", path: "/quests/{id}/image", access: "admin" },
  deleteQuestImage: { method: "DELETE", path: "/quests/{id}/image", access: "admin" },
  getQuestProtocol: {
    method: "GET",
    path: "/quests/{id}/protocols/{version}",
    access: "visitor",
    keptOffline: "newest",
  },
  exportProtocol: { method: "GET", path: "/quests/{id}/protocol.xlsx", access: "visitor" },
  importProtocol: { method: "POST", path: "/protocols/xlsform", access: "admin" },
  getCover: { method: "GET", path: "/covers/{id}", access: "signed_address" },
  searchPlaces: { method: "GET", path: "/admin/places", access: "admin" },

  getAdventurer: { method: "GET", path: "/adventurers/{username}", access: "self" },
  exportAdventurer: { method: "GET", path: "/adventurers/{username}/export", access: "self" },
  eraseAdventurer: { method: "DELETE", path: "/adventurers/{username}", access: "self" },
  listAdventurerQuests: {
    method: "GET",
    path: "/adventurers/{username}/quests",
    access: "self",
    keptOffline: "always",
  },
  getAdventurerQuest: {
    method: "GET",
    path: "/adventurers/{username}/quests/{id}",
    access: "self",
    keptOffline: "newest",
  },
  joinQuest: { method: "POST", path: "/adventurers/{username}/quests/{id}/sign-up", access: "self" },
  updateAdventurerQuest: { method: "PATCH", path: "/adventurers/{username}/quests/{id}", access: "self" },
  listApplications: { method: "GET", path: "/admin/applications", access: "admin" },

  listDataPoints: {
    method: "GET",
    path: "/adventurers/{username}/quests/{id}/data",
    access: "self",
    keptOffline: "newest",
  },
  summarizeDataPoints: {
    method: "GET",
    path: "/adventurers/{username}/quests/{id}/data/summary",
    access: "self",
    keptOffline: "newest",
  },
  uploadDataPoint: { method: "POST", path: "/adventurers/{username}/quests/{id}/data/uploads", access: "self" },
  editDataPoint: { method: "PUT", path: "/adventurers/{username}/quests/{id}/data/{data_point_id}", access: "self" },
  deleteDataPoint: {
    method: "DELETE",
    path: "/adventurers/{username}/quests/{id}/data/{data_point_id}",
    access: "self",
  },
  createUpload: { method: "POST", path: "/uploads", access: "signed_in" },
  continueUpload: { method: "PATCH", path: "/uploads/{id}", access: "signed_in" },
  deleteUpload: { method: "DELETE", path: "/uploads/{id}", access: "signed_in" },
  importRescue: { method: "POST", path: "/rescue", access: "signed_in" },
  getPhoto: { method: "GET", path: "/photos/{id}/{variant}", access: "signed_address" },

  reviseDataPoint: { method: "POST", path: "/quest_data/{id}/revisions", access: "signed_in" },
  writeMessage: { method: "POST", path: "/quest_data/{id}/messages", access: "signed_in" },
  listContributions: {
    method: "GET",
    path: "/adventurers/{username}/contributions",
    access: "self",
    keptOffline: "always",
  },
  summarizeContributions: {
    method: "GET",
    path: "/adventurers/{username}/contributions/summary",
    access: "self",
    keptOffline: "always",
  },
  getContribution: {
    method: "GET",
    path: "/adventurers/{username}/contributions/{data_point_id}",
    access: "self",
    keptOffline: "newest",
  },
  seeContributions: { method: "POST", path: "/adventurers/{username}/contributions/seen", access: "self" },
  getMailSettings: { method: "GET", path: "/adventurers/{username}/mail", access: "self" },
  setMailSettings: { method: "PUT", path: "/adventurers/{username}/mail", access: "self" },
  endMails: { method: "POST", path: "/mail/digest/{token}/off", access: "signed_address" },

  listSamples: { method: "GET", path: "/admin/samples", access: "reviewer" },
  countSamples: { method: "GET", path: "/admin/samples/counts", access: "reviewer" },
  claimSamples: { method: "PUT", path: "/admin/samples/claims", access: "reviewer" },
  getSample: { method: "GET", path: "/quest_data/{id}", access: "reviewer" },
  listNeighbours: { method: "GET", path: "/quest_data/{id}/neighbours", access: "reviewer" },
  reviewSample: { method: "PUT", path: "/quest_data/{id}/review", access: "reviewer" },
  reviewSamples: { method: "PUT", path: "/quest_data/reviews", access: "reviewer" },
  undoReviews: { method: "POST", path: "/quest_data/reviews/undo", access: "reviewer" },
  recheckSample: { method: "PUT", path: "/quest_data/{id}/recheck", access: "reviewer" },
  listReviewReasons: { method: "GET", path: "/organizations/{id}/review-reasons", access: "reviewer" },
  setReviewReasons: { method: "PUT", path: "/organizations/{id}/review-reasons", access: "reviewer" },
  listAssignments: { method: "GET", path: "/admin/assignments", access: "reviewer" },
  assignReviewers: { method: "PUT", path: "/quests/{id}/reviewers", access: "admin" },
  getReviewFigures: { method: "GET", path: "/admin/review-figures", access: "reviewer" },

  listOrganizations: { method: "GET", path: "/organizations", access: "reviewer" },
  createOrganization: { method: "POST", path: "/organizations", access: "admin" },
  updateOrganization: { method: "PUT", path: "/organizations/{id}", access: "admin" },

  listDatasets: { method: "GET", path: "/admin/datasets", access: "admin" },
  signExport: { method: "GET", path: "/admin/datasets/{id}/export/address", access: "admin" },
  saveDataset: { method: "GET", path: "/datasets/{id}/export", access: "signed_address" },
  exportDataset: { method: "GET", path: "/admin/datasets/{id}/export", access: "admin" },

  listPoorGpsReports: { method: "GET", path: "/test_feature_test_gps", access: "feature_tester_or_admin" },
  reportPoorGps: { method: "POST", path: "/test_feature_test_gps", access: "feature_tester" },
  identifyPlant: { method: "POST", path: "/plant_id", access: "feature_tester" },

  getMapTile: { method: "GET", path: "/tiles/{z}/{x}/{y}", access: "visitor" },
  getStaticMap: { method: "GET", path: "/static_map", access: "visitor" },
  getSettings: { method: "GET", path: "/admin/settings", access: "admin" },
  getClientConfiguration: { method: "GET", path: "/config", access: "visitor", keptOffline: "always" },
} as const satisfies Record<string, Route>;

export type RouteName = keyof typeof routes;
