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

const calledBy =
  <Method extends Route["method"]>(method: Method) =>
  <Path extends Route["path"], Who extends Access>(path: Path, access: Who, keptOffline?: Route["keptOffline"]) => ({
    method,
    path,
    access,
    ...(keptOffline && { keptOffline }),
  });
const get = calledBy("GET");
const post = calledBy("POST");
const put = calledBy("PUT");
const patch = calledBy("PATCH");
const remove = calledBy("DELETE");

/** Every API call. Schemas are in `calls.ts`, so a phone's first page loads without them. */
export const routes = {
  listQuests: get("/quests", "visitor", "newest"),
  listQuestClusters: get("/quests/clusters", "visitor", "newest"),
  getQuest: get("/quests/{id}", "visitor", "newest"),
  listAdminQuests: get("/admin/quests", "viewer"),
  listQuestSummaries: get("/admin/quests/summaries", "viewer"),
  countQuests: get("/admin/quests/counts", "viewer"),
  createQuest: post("/quests", "coordinator"),
  updateQuest: put("/quests/{id}", "coordinator"),
  getQuestLife: get("/quests/{id}/life", "viewer"),
  getQuestProgress: get("/quests/{id}/progress", "viewer"),
  listQuestHistory: get("/quests/{id}/history", "viewer"),
  takeQuestStep: post("/quests/{id}/steps", "coordinator"),
  deleteQuest: remove("/quests/{id}", "coordinator"),
  deleteQuestLocations: remove("/quests/locations", "coordinator"),
  setQuestImage: put("/quests/{id}/image", "coordinator"),
  deleteQuestImage: remove("/quests/{id}/image", "coordinator"),
  getQuestProtocol: get("/quests/{id}/protocols/{version}", "visitor", "newest"),
  exportProtocol: get("/quests/{id}/protocol.xlsx", "visitor"),
  importProtocol: post("/protocols/xlsform", "coordinator"),
  getCover: get("/covers/{id}", "signed_address"),
  searchPlaces: get("/admin/places", "coordinator"),

  getAdventurer: get("/adventurers/{username}", "self"),
  exportAdventurer: get("/adventurers/{username}/export", "self"),
  eraseAdventurer: remove("/adventurers/{username}", "self"),
  listAdventurerQuests: get("/adventurers/{username}/quests", "self", "always"),
  getAdventurerQuest: get("/adventurers/{username}/quests/{id}", "self", "newest"),
  joinQuest: post("/adventurers/{username}/quests/{id}/sign-up", "self"),
  updateAdventurerQuest: patch("/adventurers/{username}/quests/{id}", "self"),
  listApplications: get("/admin/applications", "viewer"),

  listDataPoints: get("/adventurers/{username}/quests/{id}/data", "self", "newest"),
  summarizeDataPoints: get("/adventurers/{username}/quests/{id}/data/summary", "self", "newest"),
  uploadDataPoint: post("/adventurers/{username}/quests/{id}/data/uploads", "self"),
  editDataPoint: put("/adventurers/{username}/quests/{id}/data/{data_point_id}", "self"),
  deleteDataPoint: remove("/adventurers/{username}/quests/{id}/data/{data_point_id}", "self"),
  createUpload: post("/uploads", "signed_in"),
  continueUpload: patch("/uploads/{id}", "signed_in"),
  deleteUpload: remove("/uploads/{id}", "signed_in"),
  importRescue: post("/rescue", "signed_in"),
  getPhoto: get("/photos/{id}/{variant}", "signed_address"),
  getFile: get("/files/{id}", "signed_address"),

  reviseDataPoint: post("/quest_data/{id}/revisions", "signed_in"),
  writeMessage: post("/quest_data/{id}/messages", "signed_in"),
  listContributions: get("/adventurers/{username}/contributions", "self", "always"),
  summarizeContributions: get("/adventurers/{username}/contributions/summary", "self", "always"),
  getContribution: get("/adventurers/{username}/contributions/{data_point_id}", "self", "newest"),
  seeContributions: post("/adventurers/{username}/contributions/seen", "self"),
  getMailSettings: get("/adventurers/{username}/mail", "self"),
  setMailSettings: put("/adventurers/{username}/mail", "self"),
  endMails: post("/mail/digest/{token}/off", "signed_address"),

  sendAnnouncement: post("/quests/{id}/announcements", "coordinator"),
  listAnnouncements: get("/quests/{id}/announcements", "viewer"),
  countAudiences: get("/quests/{id}/announcements/audiences", "coordinator"),
  askQuestion: post("/quests/{id}/questions", "signed_in"),
  listQuestions: get("/quests/{id}/questions", "viewer"),
  answerQuestion: post("/questions/{id}/answers", "coordinator"),
  listNews: get("/account/news", "signed_in", "always"),
  summarizeNews: get("/account/news/summary", "signed_in", "always"),
  muteQuest: put("/account/muted-quests/{id}", "signed_in"),
  reportNews: post("/account/news/{id}/report", "signed_in"),
  getPushKey: get("/account/push-subscriptions/key", "signed_in"),
  subscribeToPush: post("/account/push-subscriptions", "signed_in"),
  endPush: remove("/account/push-subscriptions", "signed_in"),
  seeNews: post("/account/news/seen", "signed_in"),

  listSamples: get("/admin/samples", "viewer"),
  countSamples: get("/admin/samples/counts", "viewer"),
  claimSamples: put("/admin/samples/claims", "reviewer"),
  getSample: get("/quest_data/{id}", "viewer"),
  listNeighbours: get("/quest_data/{id}/neighbours", "viewer"),
  reviewSample: put("/quest_data/{id}/review", "reviewer"),
  reviewSamples: put("/quest_data/reviews", "reviewer"),
  undoReviews: post("/quest_data/reviews/undo", "reviewer"),
  recheckSample: put("/quest_data/{id}/recheck", "reviewer"),
  listReviewReasons: get("/organizations/{id}/review-reasons", "viewer"),
  setReviewReasons: put("/organizations/{id}/review-reasons", "reviewer"),
  listAssignments: get("/admin/assignments", "viewer"),
  assignReviewers: put("/quests/{id}/reviewers", "coordinator"),
  getReviewFigures: get("/admin/review-figures", "viewer"),

  listOrganizations: get("/organizations", "viewer"),
  createOrganization: post("/organizations", "admin"),
  getOrganization: get("/organizations/{id}", "visitor", "newest"),
  getOrganizationDetails: get("/organizations/{id}/details", "owner"),
  requestOrganization: post("/organization-requests", "signed_in"),
  listOwnOrganizationRequests: get("/account/organization-requests", "signed_in"),
  listOrganizationRequests: get("/organization-requests", "admin"),
  decideOrganizationRequest: put("/organization-requests/{id}/decision", "admin"),
  updateOrganization: put("/organizations/{id}", "owner"),

  listOwnTeams: get("/account/teams", "signed_in", "always"),
  listMembers: get("/organizations/{id}/members", "viewer"),
  addMember: post("/organizations/{id}/members", "owner"),
  setMember: put("/organizations/{id}/members/{username}", "owner"),
  removeMember: remove("/organizations/{id}/members/{username}", "self_or_owner"),
  listTeamLog: get("/organizations/{id}/log", "owner"),
  listInvitations: get("/organizations/{id}/invitations", "owner"),
  createInvitation: post("/organizations/{id}/invitations", "owner"),
  revokeInvitation: remove("/organizations/{id}/invitations/{invitation_id}", "owner"),
  getInvitation: get("/invitations/{token}", "signed_address"),
  acceptInvitation: post("/invitations/{token}/accept", "signed_in"),

  listPersonalTokens: get("/account/tokens", "signed_in"),
  createPersonalToken: post("/account/tokens", "signed_in"),
  revokePersonalToken: remove("/account/tokens/{id}", "signed_in"),

  listLists: get("/organizations/{id}/lists", "coordinator"),
  createList: post("/organizations/{id}/lists", "coordinator"),
  renewList: post("/lists/{id}/versions", "coordinator"),
  getList: get("/lists/{id}", "visitor"),
  createPicture: post("/organizations/{id}/pictures", "coordinator"),
  getPicture: get("/pictures/{id}", "visitor"),

  listDatasets: get("/admin/datasets", "viewer"),
  signExport: get("/admin/datasets/{id}/export/address", "viewer"),
  saveDataset: get("/datasets/{id}/export", "signed_address"),
  exportDataset: get("/admin/datasets/{id}/export", "viewer"),

  listPoorGpsReports: get("/test_feature_test_gps", "feature_tester_or_admin"),
  reportPoorGps: post("/test_feature_test_gps", "feature_tester"),
  identifyPlant: post("/plant_id", "feature_tester"),

  getMapTile: get("/tiles/{z}/{x}/{y}", "visitor"),
  getStaticMap: get("/static_map", "visitor"),
  getSettings: get("/admin/settings", "admin"),
  getClientConfiguration: get("/config", "visitor", "always"),
} satisfies Record<string, Route>;

export type RouteName = keyof typeof routes;
