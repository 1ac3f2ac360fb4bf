import type { ReviewDecision } from "../../contract/enums.ts";
import type { PlantIdData } from "../../contract/plant-identification.ts";
import type { DemoQuest } from "./demo-quest.ts";
import { lichenMeters } from "./quests/air-quests.ts";
import { beaverSigns, saimaaLitter } from "./quests/boat-quests.ts";
import { swiftNests } from "./quests/other-quests.ts";
import { blueRidgeTrees, kyotoCherries, nairobiTrees } from "./quests/tree-quests.ts";
import { alpineLakes } from "./quests/water-quests.ts";

/** A measured tree of the demo: where it stands, and how thick it is. */
export type DemoSample = {
  /** Latitude and longitude in degrees. */
  at: [number, number];
  circumferenceCm: number;
  accuracyMeters: number;
  review?: { decision: ReviewDecision; comment?: string };
  plant?: PlantIdData;
};

export type DemoParticipation = {
  username: "alice" | "bob";
  quest: DemoQuest;
  joinedDaysAgo: number;
  /** Absent: still collecting. */
  completedDaysAgo?: number;
  samples: DemoSample[];
};

export const demoBios: Record<DemoParticipation["username"], string> = {
  alice: "Retired map maker. Walks every day, measures most of what stands in the way.",
  bob: "Teaches biology, and takes his class along when it does not rain.",
};

const accepted = { decision: "accepted" } as const;

const whiteOak: PlantIdData = {
  bestMatch: "Quercus alba L.",
  results: [
    { score: 0.61, species: { scientificName: "Quercus alba", commonNames: ["White oak", "Eastern white oak"] } },
    { score: 0.17, species: { scientificName: "Quercus stellata", commonNames: ["Post oak"] } },
    { score: 0.06, species: { scientificName: "Quercus montana", commonNames: ["Chestnut oak", "Rock oak"] } },
  ],
};

const tulipTree: PlantIdData = {
  bestMatch: "Liriodendron tulipifera L.",
  results: [
    {
      score: 0.74,
      species: { scientificName: "Liriodendron tulipifera", commonNames: ["Tulip tree", "Yellow poplar"] },
    },
    { score: 0.05, species: { scientificName: "Fraxinus americana", commonNames: ["White ash"] } },
  ],
};

const aliceOnTheBlueRidge: DemoSample[] = [
  { at: [38.51834, -78.43701], circumferenceCm: 187.5, accuracyMeters: 6, review: accepted, plant: whiteOak },
  { at: [38.51861, -78.43688], circumferenceCm: 142, accuracyMeters: 5, review: accepted, plant: tulipTree },
  {
    at: [38.51889, -78.43659],
    circumferenceCm: 96.2,
    accuracyMeters: 8,
    review: { decision: "accepted", comment: "Sharp, and the tape sits level. Thank you." },
  },
  {
    at: [38.51902, -78.43655],
    circumferenceCm: 88.4,
    accuracyMeters: 34,
    review: {
      decision: "denied",
      comment:
        "This one stands about three yards from the tree before it. Please leave at least 10 yards between trees.",
    },
  },
  {
    at: [38.51931, -78.43611],
    circumferenceCm: 231,
    accuracyMeters: 7,
    review: {
      decision: "change_requested",
      comment: "A fine old oak, but the bark is out of focus. Could you photograph it again from an arm's length?",
    },
  },
  { at: [38.51958, -78.43574], circumferenceCm: 118.7, accuracyMeters: 12 },
  { at: [38.51987, -78.43549], circumferenceCm: 74.1, accuracyMeters: 9 },
];

const aliceInKyoto: DemoSample[] = [
  { at: [35.02013, 135.79478], circumferenceCm: 163, accuracyMeters: 5, review: accepted },
  { at: [35.02051, 135.79481], circumferenceCm: 151.5, accuracyMeters: 6, review: accepted },
  { at: [35.02094, 135.79486], circumferenceCm: 178.2, accuracyMeters: 5, review: accepted },
];

const bobInNairobi: DemoSample[] = [
  { at: [-1.27661, 36.80482], circumferenceCm: 412, accuracyMeters: 8, review: accepted },
  { at: [-1.27688, 36.80511], circumferenceCm: 205.5, accuracyMeters: 7, review: accepted },
  { at: [-1.27702, 36.80543], circumferenceCm: 98.3, accuracyMeters: 11 },
  { at: [-1.27729, 36.80566], circumferenceCm: 133.9, accuracyMeters: 10 },
];

const bobOnTheBlueRidge: DemoSample[] = [
  { at: [35.60071, -82.49302], circumferenceCm: 156.6, accuracyMeters: 6 },
  { at: [35.60098, -82.49338], circumferenceCm: 109, accuracyMeters: 28 },
];

export const demoParticipations: DemoParticipation[] = [
  { username: "alice", quest: kyotoCherries, joinedDaysAgo: 210, completedDaysAgo: 150, samples: aliceInKyoto },
  { username: "alice", quest: alpineLakes, joinedDaysAgo: 12, samples: [] },
  { username: "alice", quest: beaverSigns, joinedDaysAgo: 9, samples: [] },
  { username: "alice", quest: blueRidgeTrees, joinedDaysAgo: 6, samples: aliceOnTheBlueRidge },
  { username: "bob", quest: swiftNests, joinedDaysAgo: 260, completedDaysAgo: 220, samples: [] },
  { username: "bob", quest: saimaaLitter, joinedDaysAgo: 30, samples: [] },
  { username: "bob", quest: nairobiTrees, joinedDaysAgo: 21, completedDaysAgo: 4, samples: bobInNairobi },
  { username: "bob", quest: lichenMeters, joinedDaysAgo: 8, samples: [] },
  { username: "bob", quest: blueRidgeTrees, joinedDaysAgo: 3, samples: bobOnTheBlueRidge },
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
