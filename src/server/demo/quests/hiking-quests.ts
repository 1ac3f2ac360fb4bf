import { type DemoQuest, place } from "../demo-quest.ts";
import { annapurnaProtocol, wornStepsProtocol } from "../protocols/hiking-protocols.ts";

export const annapurnaSnow: DemoQuest = {
  quest_name: "Snow Line Diary of the Annapurna Paths",
  quest_type: "HIKING",
  quest_status: "ACCEPTING_APPLICATIONS",
  organization: "paths",
  deadlineInDays: 190,
  quest_difficulty: 5,
  adventurer_limit: 50,
  quest_description:
    "Innkeepers along the Annapurna circuit can show you, on the slope behind the house, where the snow used to lie at the time of the harvest. We want that in pictures, from the same windows, for years to come.\n\nWalk the circuit in your own time. At each of the marked lodges, line up the ridge with the two painted stones and photograph it. Read the height of the snow line off the board at the window, and say how the snow lies at the lodge itself. If the cloud is down, photograph the cloud: a gap in the series is worse than a grey picture.",
  study_motivation:
    "The snow line is the well of everybody who lives below it. Its height at the end of the dry season tells how much water the next one will bring.",
  training_requirement:
    "Experience with walks of several days above 4,000 metres. Know the signs of altitude sickness and what to do, which is to go down.",
  safety:
    "Not alone, not without insurance that pays for a helicopter, and not over the pass after ten in the morning. Tell the next lodge that you are coming.",
  equipment:
    "Phone with a second battery, kept warm\nGPS with the track loaded, and a compass for when it fails\nA folding rule, for the snow at the lodge\nBackpack of at most a fifth of your weight",
  protocol: annapurnaProtocol,
  locations: [
    place("Pokhara", "Gandaki Province", "33700", "Nepal", [28.2096, 83.9595], "Lakeside, permit office"),
    place("Manang", "Gandaki Province", "33500", "Nepal", [28.6669, 84.0217], "Upper village"),
    place("Jomsom", "Gandaki Province", "33100", "Nepal", [28.7838, 83.7306], "Bridge over the Kali Gandaki"),
  ],
};

export const capeWaymarks: DemoQuest = {
  quest_name: "Worn Steps: Paths of Table Mountain",
  quest_type: "HIKING",
  quest_status: "ACCEPTING_APPLICATIONS",
  organization: "paths",
  deadlineInDays: -6,
  quest_difficulty: 3,
  adventurer_limit: 45,
  quest_description:
    "A path that is walked by thousands grows: people step round a puddle, then round the mud beside it. By the time the scar can be seen from the city, mending it costs a hundred times what a drain would have cost.\n\nWalk one of the three ascents and stop at every numbered post. Put the folding rule across the path and photograph it from above, once looking up, once looking down. Width, and whether there is bare rock, are all we need.",
  study_motivation: "The path teams have a winter of work and need to know which stretch to begin with.",
  training_requirement: "You have walked the route before, or walk it with somebody who has.",
  safety:
    "The cloud comes over the top within minutes. Carry a warm layer in summer too, and turn back when you cannot see the next post.",
  equipment: "Phone with GPS\nFolding rule, 2 m\nBackpack with two litres of water, compass and map",
  protocol: wornStepsProtocol,
  locations: [
    place("Cape Town", "Western Cape", "8001", "South Africa", [-33.9553, 18.4125], "Platteklip Gorge"),
    place("Cape Town", "Western Cape", "7708", "South Africa", [-33.9875, 18.4327], "Kirstenbosch, Skeleton Gorge"),
    place("Hout Bay", "Western Cape", "7806", "South Africa", [-34.0106, 18.3742], "Suikerbossie"),
  ],
};
