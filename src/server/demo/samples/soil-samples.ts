import { accepted, changeRequested, type DemoSample, sceneOf } from "../demo-sample.ts";
import { cottonCloth, soilInHand, terraceWall } from "../pictures/ground.ts";

const day = (daysAgo: number) => new Date(Date.now() - daysAgo * 24 * 60 * 60_000).toISOString().slice(0, 10);
const cloth = (left: number, isBeforeBurial = false) =>
  sceneOf((random) => cottonCloth(random, { left, isBeforeBurial }));

export const cottonByBob: DemoSample[] = [
  {
    at: [51.96835, 5.67922],
    accuracyMeters: 4,
    daysAgo: 64,
    values: { stage: "burying", site: "lawn", burial_depth: 10, living_things: ["earthworms", "roots"] },
    photo: cloth(100, true),
    review: accepted,
  },
  {
    at: [51.96861, 5.67884],
    accuracyMeters: 7,
    daysAgo: 64,
    values: {
      stage: "burying",
      site: "hedge",
      burial_depth: 12,
      living_things: ["earthworms", "fungus"],
      forms_ball: true,
      ribbon_length: 2.5,
    },
    photo: cloth(100, true),
    review: accepted,
  },
  {
    at: [51.96862, 5.67883],
    accuracyMeters: 6,
    daysAgo: 6,
    values: { stage: "digging_up", site: "hedge", buried_on: day(64), cloth_left: 30, living_things: ["fungus"] },
    photo: cloth(30),
    review: changeRequested("What a hungry hedge! Please send one more picture in which the ruler lies flat."),
    answer: {
      photo: cloth(35),
      values: { cloth_left: 35 },
      message: "With the ruler flat it is a little more than I thought: 35 percent.",
    },
  },
  {
    at: [51.96836, 5.67921],
    accuracyMeters: 5,
    daysAgo: 6,
    values: { stage: "digging_up", site: "lawn", buried_on: day(64), cloth_left: 65 },
    photo: cloth(65),
  },
];

export const terracesByBob: DemoSample[] = [
  {
    at: [-13.40652, -71.84441],
    accuracyMeters: 9,
    values: {
      wall_problems: ["leans", "stones_lost"],
      wall_height: 2.4,
      lean_direction: 215,
      stones_missing: 5,
      forms_ball: true,
      ribbon_length: 2,
      feel: "gritty",
    },
    photo: sceneOf((random) => terraceWall(random, { stonesMissing: 5 })),
    fieldPhotos: { soil_clod: sceneOf(soilInHand) },
    review: accepted,
  },
  {
    at: [-13.40671, -71.84418],
    accuracyMeters: 7,
    values: { wall_problems: ["bulges"], wall_height: 1.8, forms_ball: false },
    photo: sceneOf((random) => terraceWall(random, {})),
    review: accepted,
  },
];
