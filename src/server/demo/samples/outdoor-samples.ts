import { accepted, changeRequested, type DemoSample, denied, sceneOf } from "../demo-sample.ts";
import { wornPath } from "../pictures/ground.ts";
import { beaverLodge, gnawedStump, snowSlope } from "../pictures/nature.ts";
import {
  coralWithCard,
  type DrawnCoral,
  type LaidOutLitter,
  litterOnShore,
  seagrassEdge,
} from "../pictures/sea-floor.ts";

const slope = (isCloudy: boolean) => sceneOf((random) => snowSlope(random, { isCloudy }));

export const annapurnaByTester: DemoSample[] = [
  {
    at: [28.66672, 84.02153],
    accuracyMeters: 13,
    values: { slope_view: "clear", snow_line_altitude: 5050, snow_cover: "none", air_temperature: 6.5 },
    photo: slope(false),
    review: accepted,
  },
  {
    at: [28.66671, 84.02155],
    accuracyMeters: 16,
    values: { slope_view: "cloud", snow_cover: "full", snow_depth: 8, snow_surface: "wet", air_temperature: -1 },
    photo: slope(true),
    review: { decision: "accepted", comment: "Cloud is a reading too. Thank you for the depth at the lodge." },
  },
  {
    at: [28.7836, 83.73044],
    accuracyMeters: 21,
    values: {
      slope_view: "clear",
      snow_line_altitude: 4880,
      snow_cover: "some",
      snow_depth: 3,
      snow_surface: "crust",
      innkeeper_says: "Less than in any year that she remembers.",
    },
    photo: slope(false),
  },
];

/** The rule lies across the path in both pictures. */
function path(width: number, bareRock: boolean) {
  const picture = sceneOf((random) => wornPath(random, { width, bareRock }));
  return { photo: picture, fieldPhotos: { looking_down: picture } };
}

export const wornStepsByBob: DemoSample[] = [
  {
    at: [-33.95611, 18.41189],
    accuracyMeters: 9,
    values: { post_number: 7, path_width: 185, bare_rock: true, rut_depth: 24, water_on_path: "dry" },
    ...path(185, true),
    review: accepted,
  },
  {
    at: [-33.95748, 18.41067],
    accuracyMeters: 26,
    values: { post_number: 8, path_width: 120, bare_rock: false, rut_depth: 9, water_on_path: "wet" },
    ...path(120, false),
    review: changeRequested("Post 8 stands at the bend above. Is this post 9?"),
  },
];

const coral = (drawn: DrawnCoral) => sceneOf((random) => coralWithCard(random, drawn));
/** The boat's mooring, for all of them. */
const reef: DemoSample["at"] = [-16.75842, 145.97391];

export const coralsByTester: DemoSample[] = [
  {
    at: reef,
    accuracyMeters: 8,
    values: {
      coral_form: "boulder",
      lightest_colour: "B3",
      darkest_colour: "B5",
      depth: 4.2,
      water_temperature: 27.5,
    },
    photo: coral({ form: "boulder", lightest: "B3", darkest: "B5" }),
    review: accepted,
  },
  {
    at: reef,
    accuracyMeters: 8,
    values: {
      coral_form: "branching",
      lightest_colour: "D1",
      darkest_colour: "D2",
      depth: 2.6,
      water_temperature: 28,
      other_signs: ["starfish"],
    },
    photo: coral({ form: "branching", lightest: "D1", darkest: "D2" }),
    review: { decision: "accepted", comment: "Pale all over: we will look at this one again next week." },
  },
  {
    at: reef,
    accuracyMeters: 8,
    values: { coral_form: "plate", lightest_colour: "C3", darkest_colour: "C5", depth: 6 },
    photo: coral({ form: "plate", lightest: "C3", darkest: "C5" }),
  },
];

export const seagrassByTester: DemoSample[] = [
  {
    at: [42.04713, 3.22107],
    accuracyMeters: 12,
    values: { edge: "upper", rope_mark: 25, edge_form: "sharp", shoot_count: 62, anchor_scar: false, depth: 7.4 },
    photo: sceneOf(seagrassEdge),
    review: accepted,
  },
];

export const beaversByBob: DemoSample[] = [
  {
    at: [47.95212, -91.64307],
    accuracyMeters: 11,
    values: { sign: "stump", stump_girth: 38, wood_colour: "white" },
    photo: sceneOf(gnawedStump),
    review: accepted,
  },
  {
    at: [47.95566, -91.63418],
    accuracyMeters: 17,
    values: { sign: "lodge", fresh_mud: true, green_twigs: true },
    photo: sceneOf(beaverLodge),
  },
];

const litter = (drawn: LaidOutLitter) => sceneOf((random) => litterOnShore(random, drawn));

export const saimaaByBob: DemoSample[] = [
  {
    at: [61.85173, 28.90654],
    accuracyMeters: 7,
    values: {
      stretch_length: 10,
      shore_kind: "pebbles",
      plastic_fragments: 14,
      bottles_and_caps: 5,
      bags_and_wrappers: 4,
      fishing_gear: 2,
      fishing_line_meters: 6.5,
      animals_entangled: false,
    },
    photo: litter({ bottles: 5, bags: 4, fishingGear: 2, fragments: 12 }),
    review: { decision: "accepted", comment: "Six metres of line less in front of the seals. Thank you." },
  },
  {
    at: [61.85391, 28.91102],
    accuracyMeters: 8,
    values: {
      stretch_length: 10,
      shore_kind: "rock",
      plastic_fragments: 3,
      bottles_and_caps: 2,
      bags_and_wrappers: 6,
      fishing_gear: 0,
    },
    photo: litter({ bottles: 2, bags: 6, fishingGear: 0, fragments: 3 }),
  },
  {
    at: [61.86812, 28.87966],
    accuracyMeters: 40,
    values: {
      stretch_length: 20,
      shore_kind: "built",
      plastic_fragments: 0,
      bottles_and_caps: 1,
      bags_and_wrappers: 1,
      fishing_gear: 0,
    },
    photo: litter({ bottles: 1, bags: 1, fishingGear: 0, fragments: 0 }),
    review: denied("This is the town beach, which is cleaned every morning. Please choose an island."),
  },
];
