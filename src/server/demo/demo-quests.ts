import type { DemoQuest } from "./demo-quest.ts";
import { lichenMeters, paulistaHaze } from "./quests/air-quests.ts";
import { beaverSigns, ferryWhales, harborSlicks, saimaaLitter } from "./quests/boat-quests.ts";
import { coralCards, seagrassEdges } from "./quests/diving-quests.ts";
import { annapurnaSnow, capeWaymarks } from "./quests/hiking-quests.ts";
import { nightSkies, swiftNests } from "./quests/other-quests.ts";
import { andeanTerraces, buriedCotton } from "./quests/soil-quests.ts";
import { blueRidgeTrees, kyotoCherries, nairobiTrees } from "./quests/tree-quests.ts";
import { alpineLakes, mekongGauges } from "./quests/water-quests.ts";

/** In the order in which they are made; lists show the last one first. */
export const demoQuests: DemoQuest[] = [
  harborSlicks,
  swiftNests,
  kyotoCherries,
  andeanTerraces,
  seagrassEdges,
  capeWaymarks,
  paulistaHaze,
  saimaaLitter,
  mekongGauges,
  nairobiTrees,
  annapurnaSnow,
  nightSkies,
  buriedCotton,
  lichenMeters,
  beaverSigns,
  coralCards,
  ferryWhales,
  alpineLakes,
  blueRidgeTrees,
];
