import {
  useAdminQuests,
  useApplications,
  useDatasets,
  useOrganizations,
  usePoorGpsReports,
  useSettings,
} from "../src/web/api/admin.ts";
import { useDataPoints } from "../src/web/api/data-points.ts";
import {
  useAdventurerQuest,
  useAdventurerQuests,
  useQuest,
  useQuestMarkers,
  useQuests,
} from "../src/web/api/quests.ts";
import { useSample, useSamples } from "../src/web/api/samples.ts";
import { joined, quest, sampleDetail } from "./web-app.tsx";

/** Every hook of the app that fetches and keeps what it shows up to date, with what it asks for and a sound answer. */
export const fetchingHooks: { name: string; use: () => unknown; call: string; answer: unknown }[] = [
  { name: "useQuests", use: () => useQuests(), call: "GET /api/quests", answer: [quest()] },
  { name: "useQuestMarkers", use: () => useQuestMarkers(), call: "GET /api/quests/markers", answer: [] },
  { name: "useQuest", use: () => useQuest(7), call: "GET /api/quests/7", answer: quest() },
  {
    name: "useAdventurerQuests",
    use: () => useAdventurerQuests("alice"),
    call: "GET /api/adventurers/alice/quests",
    answer: [joined()],
  },
  {
    name: "useAdventurerQuest",
    use: () => useAdventurerQuest("alice", 7),
    call: "GET /api/adventurers/alice/quests/7",
    answer: joined(),
  },
  {
    name: "useDataPoints",
    use: () => useDataPoints("alice", 7),
    call: "GET /api/adventurers/alice/quests/7/data",
    answer: [],
  },
  { name: "useSamples", use: () => useSamples("pending"), call: "GET /api/admin/samples", answer: [] },
  {
    name: "useSample",
    use: () => useSample(sampleDetail().id),
    call: `GET /api/quest_data/${sampleDetail().id}`,
    answer: sampleDetail(),
  },
  { name: "useAdminQuests", use: () => useAdminQuests(), call: "GET /api/admin/quests", answer: [] },
  { name: "useOrganizations", use: () => useOrganizations(), call: "GET /api/organizations", answer: [] },
  { name: "useApplications", use: () => useApplications(), call: "GET /api/admin/applications", answer: [] },
  { name: "useDatasets", use: () => useDatasets(), call: "GET /api/admin/datasets", answer: [] },
  { name: "useSettings", use: () => useSettings(), call: "GET /api/admin/settings", answer: [] },
  { name: "usePoorGpsReports", use: () => usePoorGpsReports(), call: "GET /api/test_feature_test_gps", answer: [] },
];
