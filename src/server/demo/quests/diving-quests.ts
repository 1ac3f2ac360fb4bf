import { type DemoQuest, place } from "../demo-quest.ts";
import { coralProtocol, seagrassProtocol } from "../protocols/diving-protocols.ts";

export const coralCards: DemoQuest = {
  quest_name: "Coral Colour Cards on the Great Barrier Reef",
  quest_type: "DIVING",
  quest_status: "ACCEPTING_APPLICATIONS",
  organization: "reef",
  deadlineInDays: 96,
  quest_difficulty: 4,
  adventurer_limit: 36,
  quest_description:
    "A coral in trouble turns pale weeks before it dies. A plastic card with four rows of brown is enough to see it coming: you hold it beside the coral and choose the square that matches.\n\nOn a dive or a long snorkel, take twenty corals as they come along your line, boulders and branches alike. Each gets one photograph with the card in the picture, from straight above, without flash. Enter the position of the boat for all of them.",
  study_motivation:
    "Flights over the reef find bleaching when it is white. Divers find it when something can still be done about the shade and the anchors.",
  training_requirement:
    "Open water certificate and twenty logged dives, or a snorkel guide of ours in the water with you.",
  safety:
    "Dive in pairs, within your certificate, and from a boat with oxygen on board. Nothing is touched, the card neither. From November to May wear a stinger suit.",
  equipment: "Colour card, from the boat\nPhone or camera in a housing\nGPS of the boat for the position",
  protocol: coralProtocol,
  locations: [
    place("Cairns", "Queensland", "4870", "Australia", [-16.9194, 145.7805], "Marlin Marina"),
    place("Port Douglas", "Queensland", "4877", "Australia", [-16.4837, 145.4602], "Crystalbrook jetty"),
    place("Airlie Beach", "Queensland", "4802", "Australia", [-20.2651, 148.7104], "Coral Sea Marina"),
  ],
};

export const seagrassEdges: DemoQuest = {
  quest_name: "Edges of the Meadow: Mediterranean Seagrass",
  quest_type: "DIVING",
  quest_status: "DATA_PROCESSING",
  organization: "reef",
  deadlineInDays: -40,
  quest_difficulty: 3,
  adventurer_limit: 24,
  quest_description:
    "Neptune grass grows a few centimetres a year, and an anchor tears out a century of it in one afternoon. Its lower edge moves up when the water gets murky, its upper edge moves down when too many keels come in.\n\nIn two seasons, divers swam along the marked ropes at both sites and photographed the edge every five metres. We are laying the pictures over those of ten years ago.",
  study_motivation:
    "The meadow holds the beach in place and more carbon than a forest of its size. Mooring fields are being drawn around what the pictures show.",
  training_requirement: "Open water certificate, calm buoyancy.",
  safety: "A buoy on a line for every pair, because boats come close. No dives after a storm until the swell has gone.",
  equipment:
    "Camera in a housing\nCompass, to keep to the rope's course in poor sight\nFrame of 40 by 40 cm, from the boat\nBuoy and line",
  protocol: seagrassProtocol,
  locations: [
    place("L'Estartit", "Catalonia", "17258", "Spain", [42.0469, 3.2205], "Medes Islands"),
    place("Hyères", "Provence-Alpes-Côte d'Azur", "83400", "France", [43.0089, 6.3822], "Port-Cros"),
  ],
};
