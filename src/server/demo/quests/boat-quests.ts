import { type DemoQuest, place } from "../demo-quest.ts";
import { beaverProtocol, saimaaProtocol, slicksProtocol, whalesProtocol } from "../protocols/boat-protocols.ts";

export const beaverSigns: DemoQuest = {
  quest_name: "Gnawed and Dammed: Beaver Signs by Canoe",
  quest_type: "PADDLING",
  quest_status: "ACCEPTING_APPLICATIONS",
  organization: "paddlers",
  deadlineInDays: 210,
  quest_difficulty: 4,
  adventurer_limit: 20,
  quest_description:
    "Where beavers come back, streams slow down and the forest behind them gets wet again. From the air a pond is a pond; from a canoe you can tell whether anybody still lives there.\n\nPaddle one of the chains of lakes and stop wherever you find a dam, a lodge or a fresh stump. Photograph it from the boat, and for fresh stumps measure the girth as you would a standing tree. Mud on the lodge and green twigs in the water mean that the family is at home.",
  study_motivation:
    "Foresters on both sides of the border want to know how far the animals have come, and which roads will be under water next.",
  training_requirement: "You can get back into a canoe from the water, and have done it this year.",
  safety:
    "Vest on, always. The lakes are cold until July. Leave your route and the day of your return at the outfitter's.",
  equipment:
    "Canoe, vest, spare paddle\nPhone in a dry bag\nGPS and compass; there is no network\nCloth tape, for stumps\nBackpack that you can carry over the portages",
  protocol: beaverProtocol,
  locations: [
    place("Ely", "Minnesota", "55731", "United States", [47.9456, -91.6653], "Fall Lake landing"),
    place("Grand Marais", "Minnesota", "55604", "United States", [48.0514, -90.3862], "Gunflint Trail"),
    place("Atikokan", "Ontario", "P0T 1C0", "Canada", [48.6706, -91.1331], "French Lake, Quetico"),
  ],
};

export const saimaaLitter: DemoQuest = {
  quest_name: "What Drifts Ashore on Lake Saimaa",
  quest_type: "PADDLING",
  quest_status: "IN_PROGRESS",
  organization: "paddlers",
  deadlineInDays: 45,
  quest_difficulty: 2,
  adventurer_limit: 70,
  quest_description:
    "Fourteen thousand islands make a lot of shore, and the wind puts everything that floats on the same few of them. Nobody can walk them all, but a kayak gets close.\n\nLand on the windward side of an island, pace off ten metres of the drift line, lay out what does not belong there and photograph it. Then take it with you. Birch bark, cones and one lost shoe per island are allowed to stay.",
  study_motivation:
    "A rare seal breeds on these shores. Fishing line and nets are the first thing that we look for in the pictures.",
  training_requirement: "None for the bays. For the open water, a course of two days.",
  safety:
    "The lake is wide enough for real waves. Listen to the forecast, wear a vest, and keep away from seals and nests by 300 metres.",
  equipment: "Kayak, vest, spray deck\nPhone in a dry bag, with GPS\nA sack for what you collect",
  protocol: saimaaProtocol,
  locations: [
    place("Savonlinna", "South Savo", "57130", "Finland", [61.8681, 28.8797], "Olavinlinna beach"),
    place("Puumala", "South Savo", "52200", "Finland", [61.5238, 28.1764], "Guest harbour"),
    place("Lappeenranta", "South Karelia", "53100", "Finland", [61.0625, 28.1853], "Fortress harbour"),
  ],
};

export const ferryWhales: DemoQuest = {
  quest_name: "Whales from the Railing",
  quest_type: "BOATING",
  quest_status: "ACCEPTING_APPLICATIONS",
  organization: "paddlers",
  deadlineInDays: 120,
  quest_difficulty: 1,
  adventurer_limit: null,
  quest_description:
    "No two humpbacks have the same tail. Anybody on a ferry or a tour boat with a steady hand can take the one picture that tells who has come back this year.\n\nStay at the railing, wait for the dive, and photograph the underside of the fluke. If it shows you only its back, take the fin. A blurred picture with a good position is better than none. Then say how many animals you saw, and what they did.",
  study_motivation:
    "Ships on the way into the river are asked to slow down where whales are seen. Yesterday's sightings decide where that is today.",
  training_requirement: "None.",
  safety: "One hand for the ship. The skipper keeps the legal distance; do not ask for less.",
  equipment: "Phone or a camera with a long lens\nGPS, or the position from the bridge\nA windproof jacket",
  protocol: whalesProtocol,
  locations: [
    place("Tadoussac", "Quebec", "G0T 2A0", "Canada", [48.1396, -69.7172], "Quay in the bay"),
    place("Húsavík", "Northeastern Region", "640", "Iceland", [66.0459, -17.3427], "Old harbour"),
    place("Kaikōura", "Canterbury", "7300", "New Zealand", [-42.4161, 173.7141], "South Bay"),
  ],
};

export const harborSlicks: DemoQuest = {
  quest_name: "Rainbow Water: Oil Sheens in Pacific Harbours",
  quest_type: "BOATING",
  quest_status: "INACTIVE",
  organization: "rivers",
  deadlineInDays: 300,
  quest_difficulty: 2,
  adventurer_limit: 90,
  quest_description:
    "A spoonful of oil makes a film the size of a tennis court, and its colours tell how thick it is: silver is almost nothing, rainbow is something, brown is a leak.\n\nThis quest is being prepared together with the harbour masters. Volunteers with a berth will photograph the water beside their boat once a week, with the sun behind them.",
  study_motivation: "Ports fine what they can trace. A weekly picture shows which pier a sheen starts from.",
  training_requirement: "An evening on how to tell a sheen of oil from one of pollen.",
  safety: "Do not touch it, do not light anything near it, and do not treat it with washing-up liquid.",
  equipment: "Phone with GPS",
  protocol: slicksProtocol,
  locations: [
    place("Valparaíso", "Valparaíso Region", "2340000", "Chile", [-33.0362, -71.6296], "Muelle Prat"),
    place("Callao", "Callao", "07021", "Peru", [-12.0719, -77.1583], "La Punta"),
  ],
};
