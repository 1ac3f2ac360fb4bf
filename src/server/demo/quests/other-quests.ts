import { type DemoQuest, place } from "../demo-quest.ts";
import { nightSkiesProtocol, swiftsProtocol } from "../protocols/other-protocols.ts";

export const nightSkies: DemoQuest = {
  quest_name: "Count the Stars of Orion",
  quest_type: "UNCATEGORIZED",
  quest_status: "ACCEPTING_APPLICATIONS",
  organization: "paths",
  deadlineInDays: 66,
  quest_difficulty: 1,
  adventurer_limit: null,
  quest_description:
    "Between Orion's shoulders and feet you can see some thirty stars on a dark night, and seven from a lit car park. Counting them needs no instrument at all.\n\nLet your eyes get used to the dark for twenty minutes, look through the cardboard frame at the middle of the constellation, and count. Photograph the ground around you as well, for the lamps. Three evenings without a moon, from the same spot, make a good record.",
  study_motivation:
    "Villages near the large observatories changed their street lamps. We want to know whether the people under them notice.",
  training_requirement: "None. Children count better than their parents.",
  safety: "Choose the spot by day. A red light keeps your night eyes and shows you the kerb.",
  equipment: "Phone, with the screen as dark as it gets\nCompass, to find south\nSomething warm",
  protocol: nightSkiesProtocol,
  locations: [
    place("Lake Tekapo", "Canterbury", "7999", "New Zealand", [-44.0036, 170.4826], "Church of the Good Shepherd"),
    place("San Pedro de Atacama", "Antofagasta Region", "1410000", "Chile", [-22.9109, -68.2003], "Plaza"),
    place("Garafía", "Canary Islands", "38787", "Spain", [28.8287, -17.9447], "Santo Domingo"),
  ],
};

export const swiftNests: DemoQuest = {
  quest_name: "Who Lives Under the Eaves? Swifts in Old Towns",
  quest_type: "UNCATEGORIZED",
  quest_status: "COMPLETED",
  organization: "air",
  deadlineInDays: -200,
  quest_difficulty: 2,
  adventurer_limit: 55,
  quest_description:
    "Swifts come back to the same gap under the same roof for fifteen years, and find it plastered shut in the sixteenth. A scaffold hides a nest from everybody except the one who stood there at dusk in June.\n\nVolunteers watched a street for half an hour on three evenings and photographed every facade that a bird flew into. The lists have gone to the building offices; four roofs were left open, and eleven boxes hung.",
  study_motivation:
    "A nest that is known can be kept through a renovation. One that is not is lost with the first layer of plaster.",
  training_requirement: "Telling a swift from a swallow: the swift screams.",
  safety:
    "Watch from the pavement, look at windows of strangers no longer than you must, and tell people what you are doing.",
  equipment: "Phone\nA folding chair",
  protocol: swiftsProtocol,
  locations: [
    place("Kraków", "Lesser Poland", "31-042", "Poland", [50.0617, 19.9373], "Rynek Główny"),
    place("Porto", "Porto District", "4050-297", "Portugal", [41.1407, -8.6132], "Ribeira"),
    place("Istanbul", "Istanbul Province", "34087", "Türkiye", [41.0296, 28.9487], "Balat"),
  ],
};
