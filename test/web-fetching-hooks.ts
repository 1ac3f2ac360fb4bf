import { useOwnDataPoints } from "../src/web/foundation/api/data-points.ts";
import { useListInParts } from "../src/web/foundation/api/list-parts.ts";
import { useQuestSummaries } from "../src/web/foundation/api/quest-administration.ts";
import { useAdventurerQuest, useAdventurerQuests, useQuest, useQuests } from "../src/web/foundation/api/quests.ts";
import { useCall } from "../src/web/foundation/api/use-call.ts";
import { joined, quest } from "./web-app.tsx";

/** Every data-fetching hook of the app, with its call and a valid answer. */
export const fetchingHooks: { name: string; use: () => unknown; call: string; answer: unknown }[] = [
  { name: "useQuests", use: () => useQuests({}), call: "GET /api/quests", answer: [quest()] },
  {
    name: "useCall",
    use: () => useCall("listQuestClusters", { query: { bbox: "-180,-90,180,90", zoom: 2 } }),
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
  {
    name: "useListInParts",
    use: () => useListInParts("listSamples", { query: { state: "pending" } }),
    call: "GET /api/admin/samples",
    answer: [],
  },
  {
    name: "useQuestSummaries",
    use: () => useQuestSummaries({}),
    call: "GET /api/admin/quests/summaries",
    answer: [],
  },
];
