import { type DemoQuest, place } from "../demo-quest.ts";
import { lichensProtocol, paulistaProtocol } from "../protocols/air-protocols.ts";

export const lichenMeters: DemoQuest = {
  quest_name: "Lichens Don't Lie: Air Quality on Tree Trunks",
  quest_type: "AIR",
  quest_status: "ACCEPTING_APPLICATIONS",
  organization: "air",
  deadlineInDays: 33,
  quest_difficulty: 2,
  adventurer_limit: 80,
  quest_description:
    "Lichens have no roots: they live on what the air brings. Bushy grey ones vanish where there is too much nitrogen, and orange crusts take their place. A trunk is a meter that has been running for twenty years.\n\nFind the trunk with the most lichens in a park and the one nearest to a busy road. Photograph a palm's width of bark on the side away from the sun, sharp enough to count the colours, and say how much of it is bushy, leafy or crusty, and how far it is to the kerb.",
  study_motivation:
    "The cities of the north of England measure their air at a few dozen corners. Between those, lichens are the only witnesses.",
  training_requirement: "Learn the six lichens on the card. Nobody expects names: bushy, leafy or crusty is enough.",
  safety: "At a road, stand on the pavement and have your back to a wall, not to the traffic.",
  equipment: "Phone with a camera that focuses at 10 cm\nA compass for the side of the trunk\nCloth tape, 2 m",
  protocol: lichensProtocol,
  locations: [
    place("Manchester", "Greater Manchester", "M14 4PW", "United Kingdom", [53.4594, -2.2291], "Whitworth Park"),
    place("Sheffield", "South Yorkshire", "S10 2LN", "United Kingdom", [53.3722, -1.4986], "Botanical Gardens"),
    place("Leeds", "West Yorkshire", "LS8 1ER", "United Kingdom", [53.8385, -1.4981], "Roundhay Park"),
  ],
};

export const paulistaHaze: DemoQuest = {
  quest_name: "Where the Haze Begins: Horizons of São Paulo",
  quest_type: "AIR",
  quest_status: "IN_PROGRESS",
  organization: "air",
  deadlineInDays: null,
  quest_difficulty: 1,
  adventurer_limit: null,
  quest_description:
    "From a high place in São Paulo you can count ridges: on a clean day five, on a bad one none. We chose views with towers at known distances.\n\nStand on the mark, hold the phone level and photograph the horizon without zoom or filter, and say how many ridges and towers you can make out. The contrast between the near tower and the far one says how much dust lies between. Come back at another hour of another day; this quest has no end.",
  study_motivation:
    "Haze seen from a roof agrees with the instruments on the ground surprisingly well, and there are many more roofs.",
  training_requirement: "None.",
  safety: "Keep your phone on its strap, and stay behind the parapet.",
  equipment: "Phone\nCompass, if the marks have worn off",
  protocol: paulistaProtocol,
  locations: [
    place("São Paulo", "São Paulo", "04094-050", "Brazil", [-23.5874, -46.6576], "Parque Ibirapuera"),
    place("São Paulo", "São Paulo", "01310-200", "Brazil", [-23.5614, -46.6559], "Avenida Paulista, MASP belvedere"),
    place("São Paulo", "São Paulo", "01001-000", "Brazil", [-23.5503, -46.6339], "Praça da Sé"),
  ],
};
