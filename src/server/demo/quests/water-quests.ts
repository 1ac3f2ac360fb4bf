import { type DemoQuest, place } from "../demo-quest.ts";
import { alpineLakesFirst, alpineLakesProtocol, mekongProtocol } from "../protocols/water-protocols.ts";

export const alpineLakes: DemoQuest = {
  quest_name: "Clear to the Bottom? Lakes of the Eastern Alps",
  quest_type: "WATER",
  quest_status: "ACCEPTING_APPLICATIONS",
  organization: "rivers",
  deadlineInDays: 140,
  quest_difficulty: 2,
  adventurer_limit: null,
  quest_description:
    "A white disc on a rope is the oldest instrument of lake science, and still the cheapest: you lower it until you can no longer see it, and read the depth off the rope. Clear lakes get greener with every warm summer, but slowly, and the instruments that would notice stand on very few of them.\n\nBorrow a disc at one of the four jetties, take three readings an hour apart, and photograph the water straight down and towards the far shore. Cloud, waves, the colour of the water and its temperature belong to every reading.",
  study_motivation: "Satellites see the colour of a lake but not its depth. Your readings tie the one to the other.",
  training_requirement: "Watch the three minute film at the jetty before you take a disc out.",
  safety:
    "Wear a life vest on the jetty and in a boat, always. Mountain lakes stay at 8 °C below the surface even in August.",
  equipment: "Phone with GPS\nDisc, rope and thermometer, lent at the jetty\nLife vest",
  firstProtocol: alpineLakesFirst,
  protocol: alpineLakesProtocol,
  locations: [
    place("Bohinj", "Upper Carniola", "4265", "Slovenia", [46.2797, 13.8867], "Ribčev Laz, church jetty"),
    place("Bled", "Upper Carniola", "4260", "Slovenia", [46.3629, 14.0833], "Mlino"),
    place("Hallstatt", "Upper Austria", "4830", "Austria", [47.5593, 13.6501], "Seestraße"),
    place("Schönau am Königssee", "Bavaria", "83471", "Germany", [47.5911, 12.9877], "Seelände"),
  ],
};

export const mekongGauges: DemoQuest = {
  quest_name: "Read the Mekong: Painted Gauges from Luang Prabang to the Delta",
  quest_type: "WATER",
  quest_status: "IN_PROGRESS",
  organization: "rivers",
  deadlineInDays: 11,
  quest_difficulty: 1,
  adventurer_limit: 120,
  quest_description:
    "Every town on the Mekong has a flight of steps down to the water, and on many of them somebody once painted marks. We repainted four of them and measured their height against each other.\n\nWhenever you pass, read where the water stands and photograph the gauge so that the water line and two marks are in the picture. One photograph a day is plenty; many days are better than many photographs. Morning light from the bank shows the line best.",
  study_motivation:
    "When dams hold back or let go, the river rises and falls within hours. A picture with a time on it, taken downstream, cannot be argued away.",
  training_requirement: "None.",
  safety: "Photograph from the upper steps. They are covered in silt, and the current is faster than it looks.",
  equipment: "Phone with its clock set by the network",
  protocol: mekongProtocol,
  locations: [
    place(
      "Luang Prabang",
      "Luang Prabang Province",
      "06000",
      "Laos",
      [19.8911, 102.1372],
      "Ferry steps below the old town",
    ),
    place("Vientiane", "Vientiane Prefecture", "01000", "Laos", [17.9627, 102.6043], "Fa Ngum quay"),
    place("Kratié", "Kratié Province", "100101", "Cambodia", [12.4856, 106.0165], "Riverside Road"),
    place("Cần Thơ", "Cần Thơ", "94000", "Vietnam", [10.0324, 105.7889], "Ninh Kiều wharf"),
  ],
};
