import { type DemoQuest, place } from "../demo-quest.ts";
import { andeanTerracesProtocol, buriedCottonProtocol } from "../protocols/soil-protocols.ts";

export const buriedCotton: DemoQuest = {
  quest_name: "Buried Cotton: How Hungry Is Your Soil?",
  quest_type: "SOIL",
  quest_status: "ACCEPTING_APPLICATIONS",
  organization: "soil",
  deadlineInDays: 58,
  quest_difficulty: 2,
  adventurer_limit: 200,
  quest_description:
    "Bury a piece of white cotton a hand deep, wait eight weeks, dig it up. In a living soil little more than the seams come back; in a tired one you could wear it again.\n\nWe send you two cloths of the same bolt. One goes under a lawn or a field margin, the other under a hedge or an old tree. You photograph both on a dark surface before and after, with the ruler from the parcel beside them.",
  study_motivation:
    "Laboratories count microbes in a spoonful. A cloth that has lain in one spot for two months speaks for a whole garden, and anybody can read it.",
  training_requirement: "The leaflet in the parcel. Ask the owner of the ground first, and keep their yes.",
  safety:
    "Before you dig, ask where cables and pipes run. Wash your hands afterwards, and keep your tetanus vaccination up to date.",
  equipment:
    "Phone with GPS, to find the spot again\nA hand trowel and gloves\nBackpack for the tools and the muddy cloth",
  protocol: buriedCottonProtocol,
  locations: [
    place("Wageningen", "Gelderland", "6703", "Netherlands", [51.9683, 5.6794], "Arboretum allotments"),
    place("Ghent", "East Flanders", "9000", "Belgium", [51.0357, 3.7219], "Botanical garden"),
    place(
      "Aarhus",
      "Central Denmark Region",
      "8000",
      "Denmark",
      [56.1627, 10.1915],
      "Community gardens by the old town",
    ),
  ],
};

export const andeanTerraces: DemoQuest = {
  quest_name: "Terraces of the Sacred Valley, Stone by Stone",
  quest_type: "SOIL",
  quest_status: "DATA_PROCESSING",
  organization: "soil",
  deadlineInDays: -18,
  quest_difficulty: 4,
  adventurer_limit: 30,
  quest_description:
    "The terraces above the Urubamba have held their soil for six hundred years. Where a wall bulges, a winter of rain is enough to carry a field into the valley.\n\nVolunteers walked the contour lines of three sites and photographed every wall that leans, leaks or has lost stones, together with a clod of the soil behind it. The pictures are being sorted by the village committees now, and the first walls are under repair.",
  study_motivation: "Repair is cheap while the wall still stands. The survey tells the committees where to start.",
  training_requirement: "Half a day with a local guide, who also decides which paths are open.",
  safety:
    "You are at 3,000 metres: give yourself two days to get used to it. Walk on paths and steps only, never along the edge of a wall, and never below one that bulges.",
  equipment:
    "Phone with GPS\nCompass, for the direction in which a wall leans\nStaff of a metre, from the guide\nBackpack with sun cream, water and a warm layer",
  protocol: andeanTerracesProtocol,
  locations: [
    place("Pisac", "Cusco", "08106", "Peru", [-13.4066, -71.8443], "Upper terraces"),
    place("Ollantaytambo", "Cusco", "08676", "Peru", [-13.2572, -72.2668], "Plaza Manyaraki"),
    place("Maras", "Cusco", "08655", "Peru", [-13.3297, -72.1969], "Moray"),
  ],
};
