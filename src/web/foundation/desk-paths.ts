import { paths } from "./paths.ts";

/** Every address of the desk, apart from the others because volunteers need none of them. */
export const deskPaths = {
  quests: "/admin_dashboard",
  /** The table with one quest. */
  quest: (questName: string) => `/admin_dashboard?q=${encodeURIComponent(questName)}`,
  /** What happened in a quest, for its team. */
  questProgress: (id: number | string) => `/admin_dashboard/quests/${id}`,
  /** The editor of a quest's lesson. */
  lesson: (id: number | string) => `/admin_dashboard/quests/${id}/lesson`,
  lessonFrom: (id: number | string, sampleId: string) => `/admin_dashboard/quests/${id}/lesson?sample=${sampleId}`,
  stations: (id: number | string) => `/admin_dashboard/quests/${id}/stations`,
  applications: "/admin_dashboard/applications",
  /** Those of a quest who have joined and not completed it. */
  pendingApplications: (questId: number) => `/admin_dashboard/applications?quest=${questId}&status=in_progress`,
  datasets: "/admin_dashboard/datasets",
  samples: paths.samples,
  sample: (id: string) => `/admin_dashboard/samples/${id}`,
  /** The team of one of the organizations in which the person has a role. */
  team: "/admin_dashboard/team",
  review: "/admin_dashboard/review",
  /** What may speak against a sample, and how much each of it counts. */
  evidence: "/admin_dashboard/evidence",
  reports: "/admin_dashboard/reports",
  settings: "/admin_dashboard/settings",
  featureTesting: "/admin_dashboard/feature-testing",
} as const;
