import {
  useApplications,
  useDatasets,
  useOrganizations,
  usePoorGpsReports,
  useQuestCounts,
  useQuestSummaries,
  useSettings,
} from "../src/web/api/admin.ts";
import { useOwnDataPoints } from "../src/web/api/data-points.ts";
import { useQuestSpots } from "../src/web/api/quest-map.ts";
import { useAdventurerQuest, useAdventurerQuests, useQuest, useQuests } from "../src/web/api/quests.ts";
import { useSample, useSamples } from "../src/web/api/samples.ts";
import { joined, quest, sampleDetail } from "./web-app.tsx";

const wholeWorld = { bbox: [-180, -90, 180, 90], zoom: 2 };

/** Every hook of the app that fetches and keeps what it shows up to date, with what it asks for and a sound answer. */
export const fetchingHooks: { name: string; use: () => unknown; call: string; answer: unknown }[] = [
  { name: "useQuests", use: () => useQuests(), call: "GET /api/quests", answer: [quest()] },
  {
    name: "useQuestSpots",
    use: () => useQuestSpots({ q: "", type: undefined, status: undefined }, wholeWorld),
    call: "GET /api/quests/clusters",
    answer: [],
  },
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
    name: "useOwnDataPoints",
    use: () => useOwnDataPoints("alice", 7),
    call: "GET /api/adventurers/alice/quests/7/data",
    answer: [],
  },
  { name: "useSamples", use: () => useSamples({ state: "pending" }), call: "GET /api/admin/samples", answer: [] },
  {
    name: "useSample",
    use: () => useSample(sampleDetail().id),
    call: `GET /api/quest_data/${sampleDetail().id}`,
    answer: sampleDetail(),
  },
  {
    name: "useQuestSummaries",
    use: () => useQuestSummaries({}),
    call: "GET /api/admin/quests/summaries",
    answer: [],
  },
  {
    name: "useQuestCounts",
    use: () => useQuestCounts({}),
    call: "GET /api/admin/quests/counts",
    answer: { found: 0, quests: 0, adventurers: 0, data_points: 0 },
  },
  { name: "useOrganizations", use: () => useOrganizations(), call: "GET /api/organizations", answer: [] },
  { name: "useApplications", use: () => useApplications({}), call: "GET /api/admin/applications", answer: [] },
  { name: "useDatasets", use: () => useDatasets({}), call: "GET /api/admin/datasets", answer: [] },
  { name: "useSettings", use: () => useSettings(), call: "GET /api/admin/settings", answer: [] },
  { name: "usePoorGpsReports", use: () => usePoorGpsReports(), call: "GET /api/test_feature_test_gps", answer: [] },
];
