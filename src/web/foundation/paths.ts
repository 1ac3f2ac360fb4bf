/** Every address of the app; links are made from here. */
export const paths = {
  home: "/",
  quest: (id: number | string) => `/quests/${id}`,
  /** Asks at once who is signed in and has not joined whether they want to. */
  joinQuest: (id: number | string) => `/quests/${id}?join`,
  questResults: (id: number | string) => `/quests/${id}/results`,
  /** Shown in frames on other sites. */
  resultsEmbed: (id: number | string) => `/quests/${id}/results/embed`,
  release: (id: number | string, number: number | string) => `/quests/${id}/releases/${number}`,
  sharedContribution: (id: number | string, number: number | string) => `/quests/${id}/shared/${number}`,
  questLesson: (id: number | string) => `/quests/${id}/lesson`,
  questMap: (id: number | string) => `/quests/${id}/map`,
  questData: (id: number | string) => `/quests/${id}/data`,
  /** The form with one record of the outbox. */
  draft: (id: number | string, localId: string) => `/quests/${id}/data?point=${localId}`,
  /** Where the service worker leads from a page of the server that does not answer. */
  offline: "/offline",
  organization: (id: number | string) => `/organizations/${id}`,
  newOrganization: "/organizations/new",
  /** Where the phone's gallery shares photos with the installed app. */
  share: "/share",
  outbox: "/outbox",
  contributions: "/contributions",
  contribution: (id: string) => `/contributions/${id}`,
  news: "/news",
  profile: "/profile",
  ownAccount: "/settings",
  gpsTest: "/test_gps",
  plantId: "/test_web_app_phone_and_plant_id",
  admin: "/admin_dashboard",
  /** The table with one quest. */
  adminQuest: (questName: string) => `/admin_dashboard?q=${encodeURIComponent(questName)}`,
  /** What happened in a quest, for its team. */
  questProgress: (id: number | string) => `/admin_dashboard/quests/${id}`,
  /** The editor of a quest's lesson. */
  adminLesson: (id: number | string) => `/admin_dashboard/quests/${id}/lesson`,
  adminLessonFrom: (id: number | string, sampleId: string) => `/admin_dashboard/quests/${id}/lesson?sample=${sampleId}`,
  adminStations: (id: number | string) => `/admin_dashboard/quests/${id}/stations`,
  adminApplications: "/admin_dashboard/applications",
  /** Those of a quest who have joined and not completed it. */
  adminPendingApplications: (questId: number) => `/admin_dashboard/applications?quest=${questId}&status=in_progress`,
  adminDatasets: "/admin_dashboard/datasets",
  adminSamples: "/admin_dashboard/samples",
  adminSample: (id: string) => `/admin_dashboard/samples/${id}`,
  /** The team of one of the organizations in which the person has a role. */
  adminTeam: "/admin_dashboard/team",
  adminReview: "/admin_dashboard/review",
  /** What may speak against a sample, and how much each of it counts. */
  adminEvidence: "/admin_dashboard/evidence",
  adminReports: "/admin_dashboard/reports",
  adminSettings: "/admin_dashboard/settings",
  adminFeatureTesting: "/admin_dashboard/feature-testing",
  /** A quest's public data for programs, outside the app. */
  questFeatures: (id: number) => `/ogc/collections/quest-${id}`,
  /** The identity provider's own page, outside the app. */
  account: "/account",
  /** The accounts of everybody, for admins; outside the app as well. */
  people: "/account/people",
} as const;
