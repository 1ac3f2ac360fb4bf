import type { DemoParticipation, DemoVolunteer } from "./demo-sample.ts";
import { lichenMeters, paulistaHaze } from "./quests/air-quests.ts";
import { beaverSigns, ferryWhales, saimaaLitter } from "./quests/boat-quests.ts";
import { coralCards, seagrassEdges } from "./quests/diving-quests.ts";
import { annapurnaSnow, capeWaymarks } from "./quests/hiking-quests.ts";
import { nightSkies, swiftNests } from "./quests/other-quests.ts";
import { andeanTerraces, buriedCotton } from "./quests/soil-quests.ts";
import { blueRidgeTrees, kyotoCherries, nairobiTrees } from "./quests/tree-quests.ts";
import { alpineLakes, mekongGauges } from "./quests/water-quests.ts";
import { hazeByTester, lichensByBob, nightSkiesByBob, swiftsByBob } from "./samples/air-samples.ts";
import {
  annapurnaByTester,
  beaversByBob,
  coralsByTester,
  saimaaByBob,
  seagrassByTester,
  wornStepsByBob,
} from "./samples/outdoor-samples.ts";
import { cottonByBob, terracesByBob } from "./samples/soil-samples.ts";
import { blueRidgeByAlice, blueRidgeByBob, kyotoByAlice, nairobiByBob } from "./samples/tree-samples.ts";
import { lakesByAlice, mekongByTester, whalesByTester } from "./samples/water-samples.ts";

export const demoBios: Record<DemoVolunteer, string> = {
  alice: "Retired map maker. Walks every day, measures most of what stands in the way.",
  bob: "Teaches biology, and takes his class along when it does not rain.",
  tester: "Travels a lot, and tries every app on the way.",
};

export const demoParticipations: DemoParticipation[] = [
  { username: "alice", quest: kyotoCherries, joinedDaysAgo: 210, completedDaysAgo: 150, samples: kyotoByAlice },
  { username: "alice", quest: alpineLakes, joinedDaysAgo: 12, samples: lakesByAlice },
  { username: "alice", quest: beaverSigns, joinedDaysAgo: 9, samples: [] },
  { username: "alice", quest: blueRidgeTrees, joinedDaysAgo: 6, samples: blueRidgeByAlice },
  { username: "bob", quest: swiftNests, joinedDaysAgo: 260, completedDaysAgo: 220, samples: swiftsByBob },
  { username: "bob", quest: andeanTerraces, joinedDaysAgo: 90, completedDaysAgo: 30, samples: terracesByBob },
  { username: "bob", quest: buriedCotton, joinedDaysAgo: 70, samples: cottonByBob },
  { username: "bob", quest: saimaaLitter, joinedDaysAgo: 30, samples: saimaaByBob },
  { username: "bob", quest: nairobiTrees, joinedDaysAgo: 21, completedDaysAgo: 4, samples: nairobiByBob },
  { username: "bob", quest: nightSkies, joinedDaysAgo: 18, samples: nightSkiesByBob },
  { username: "bob", quest: capeWaymarks, joinedDaysAgo: 16, samples: wornStepsByBob },
  { username: "bob", quest: beaverSigns, joinedDaysAgo: 14, samples: beaversByBob },
  { username: "bob", quest: lichenMeters, joinedDaysAgo: 8, samples: lichensByBob },
  { username: "bob", quest: blueRidgeTrees, joinedDaysAgo: 3, samples: blueRidgeByBob },
  { username: "tester", quest: seagrassEdges, joinedDaysAgo: 80, completedDaysAgo: 45, samples: seagrassByTester },
  { username: "tester", quest: annapurnaSnow, joinedDaysAgo: 40, samples: annapurnaByTester },
  { username: "tester", quest: mekongGauges, joinedDaysAgo: 15, samples: mekongByTester },
  { username: "tester", quest: paulistaHaze, joinedDaysAgo: 11, samples: hazeByTester },
  { username: "tester", quest: coralCards, joinedDaysAgo: 7, samples: coralsByTester },
  { username: "tester", quest: ferryWhales, joinedDaysAgo: 5, samples: whalesByTester },
];

/** What testers reported of positions that were off; latitude and longitude in degrees. */
export const demoGpsReports = [
  {
    latitude: 46.2797,
    longitude: 13.8867,
    high_accuracy_solved: true,
    same_as_native: false,
    location: "Ribčev Laz, on the jetty",
    details: "First fix was 400 m out in the lake. After the refresh with high accuracy it was right.",
  },
  {
    latitude: -1.2766,
    longitude: 36.8048,
    high_accuracy_solved: false,
    same_as_native: true,
    location: "Nairobi Arboretum, under the figs",
    details: "Both apps place me on the road, about 60 m off. Dense crowns.",
  },
  {
    latitude: 50.0617,
    longitude: 19.9373,
    high_accuracy_solved: true,
    same_as_native: true,
    location: "Rynek Główny, between the cloth hall and the tower",
    details: null,
  },
];
