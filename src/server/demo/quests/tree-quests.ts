import { type DemoQuest, place } from "../demo-quest.ts";
import { blueRidge, blueRidgeFirst, kyoto, nairobi } from "../protocols/tree-protocols.ts";

export const blueRidgeTrees: DemoQuest = {
  quest_name: "Bark and Girth of the Blue Ridge",
  quest_type: "TREES",
  quest_status: "ACCEPTING_APPLICATIONS",
  organization: "ridgeline",
  deadlineInDays: 75,
  quest_difficulty: 3,
  adventurer_limit: 60,
  quest_description:
    "The forests of the Blue Ridge were felled almost to the last ridge a century ago, and nobody kept a record of which trees were left standing. Their trunks still tell: a thick old oak among poles of the same age is a survivor.\n\nYou walk a stretch of trail, choose at least 20 trees that are at least 10 yards apart, and for each one take a photograph of the bark at chest height and the circumference in centimetres. One tree takes five to seven minutes once you have the knack of it. Any kind of tree is welcome; what matters is that you take them as they come and not only the grand ones.",
  study_motivation:
    "Our university partner is training a model that tells species and age class from bark alone, for the months when there are no leaves to go by. It needs thousands of photographs from people who stood in front of the tree, with a measurement beside each.",
  training_requirement:
    "None beforehand. Read the short guide on this page and measure one tree twice: if your two figures differ by more than a centimetre, the tape is sagging on the far side.",
  safety:
    "Stay within sight of the trail and turn round at dusk. Look up before you step close: dead limbs fall without wind. Check for ticks in the evening, and leave poison ivy on a trunk alone; that tree is not yours today.",
  equipment:
    "Phone with a charged battery, its camera and GPS switched on\nA cloth tape of at least 3 m; a steel tape kinks on rough bark\nBackpack with water for the day, and a compass for the side trails",
  firstProtocol: blueRidgeFirst,
  protocol: blueRidge,
  locations: [
    place("Luray", "Virginia", "22835", "United States", [38.518, -78.4364], "Skyline Drive, Big Meadows"),
    place(
      "Asheville",
      "North Carolina",
      "28805",
      "United States",
      [35.6005, -82.4927],
      "Blue Ridge Parkway, Craven Gap",
    ),
    place("Gatlinburg", "Tennessee", "37738", "United States", [35.6887, -83.5366], "Sugarlands trailhead"),
    place(
      "Blowing Rock",
      "North Carolina",
      "28605",
      "United States",
      [36.1494, -81.6937],
      "Moses Cone carriage trails",
    ),
  ],
};

export const nairobiTrees: DemoQuest = {
  quest_name: "Shade Count: City Trees of Nairobi",
  quest_type: "TREES",
  quest_status: "IN_PROGRESS",
  organization: "ridgeline",
  deadlineInDays: 24,
  quest_difficulty: 2,
  adventurer_limit: 40,
  quest_description:
    "Nairobi calls itself a green city in the sun, and its road works take a few more trees every year. The last count of the old shade trees is older than most of the people who walk under them.\n\nPick one of the parks below, follow its paths, and record at least 20 trees: the bark from an arm's length, and the girth at the height of your chest. Figs with hanging roots are measured above the roots, croton and jacaranda as they stand.",
  study_motivation:
    "The figures go to the street tree register that the residents' associations keep together. A tree that is registered cannot be felled without a hearing.",
  training_requirement: "A twenty minute walk with a steward on any Saturday morning, or the guide on this page.",
  safety:
    "Go in pairs and by daylight. Keep to the paths in the forest reserves; they are patrolled, the thickets are not. Monkeys like tape measures.",
  equipment: "Phone with GPS\nCloth tape, 5 m for the figs\nBackpack, hat and water",
  protocol: nairobi,
  locations: [
    place("Nairobi", "Nairobi County", "00621", "Kenya", [-1.2404, 36.8331], "Karura Forest, Limuru Road gate"),
    place("Nairobi", "Nairobi County", "00100", "Kenya", [-1.2766, 36.8048], "Nairobi Arboretum"),
    place("Nairobi", "Nairobi County", "00502", "Kenya", [-1.3137, 36.7562], "Ngong Road Forest Sanctuary"),
  ],
};

export const kyotoCherries: DemoQuest = {
  quest_name: "How Thick Are Kyoto's Cherry Trees?",
  quest_type: "TREES",
  quest_status: "COMPLETED",
  organization: "ridgeline",
  deadlineInDays: -120,
  quest_difficulty: 1,
  adventurer_limit: 25,
  quest_description:
    "Ornamental cherries live about as long as the people who plant them. Along Kyoto's canals many were planted in the same few years, and they are now growing old together.\n\nOver one winter, volunteers measured trunks and photographed the bark along two walks, so that the gardeners know which trees to propagate before they are gone. The quest is closed; thank you to everybody who stood in the sleet with a tape.",
  study_motivation:
    "Grafts take best from trees that are still in vigour. Girth and the state of the bark together say how much time is left.",
  training_requirement: "None.",
  safety: "Canal banks are slippery in winter. Do not lean on railings to reach a trunk.",
  equipment: "Phone\nCloth tape, 3 m\nGloves",
  protocol: kyoto,
  locations: [
    place("Kyoto", "Kyoto Prefecture", "606-8406", "Japan", [35.0199, 135.7948], "Philosopher's Path"),
    place("Kyoto", "Kyoto Prefecture", "605-0071", "Japan", [35.0037, 135.7806], "Maruyama Park"),
  ],
};
