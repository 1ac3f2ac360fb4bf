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
  /** The desk's samples, which are one page for the shell: the other addresses of the desk are `deskPaths`. */
  samples: "/admin_dashboard/samples",
  /** A quest's public data for programs, outside the app. */
  questFeatures: (id: number) => `/ogc/collections/quest-${id}`,
  /** The identity provider's own page, outside the app. */
  account: "/account",
  /** The accounts of everybody, for admins; outside the app as well. */
  people: "/account/people",
} as const;
