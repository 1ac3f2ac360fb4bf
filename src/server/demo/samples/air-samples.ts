import { accepted, changeRequested, type DemoSample, sceneOf } from "../demo-sample.ts";
import { eaves, horizon, type LichenCover, lichenBark, nightLamps } from "../pictures/air.ts";

const bark = (cover: LichenCover) => sceneOf((random) => lichenBark(random, cover));

export const lichensByBob: DemoSample[] = [
  {
    at: [53.45931, -2.22882],
    accuracyMeters: 6,
    values: {
      tree_place: "most_lichens",
      kerb_distance: 120,
      trunk_girth: 164,
      trunk_side: "north",
      bushy_lichens: "few",
      leafy_lichens: "half",
      crusty_lichens: "few",
      leafy_colours: ["grey", "green"],
    },
    photo: bark({ bushy: 0.5, leafy: 0.7, crusty: 0.4, leafyColour: "grey" }),
    review: accepted,
  },
  {
    at: [53.45872, -2.22951],
    accuracyMeters: 8,
    values: {
      tree_place: "nearest_road",
      kerb_distance: 3.5,
      trunk_girth: 131,
      trunk_side: "east",
      bushy_lichens: "none",
      leafy_lichens: "few",
      crusty_lichens: "half",
      leafy_colours: ["orange"],
    },
    photo: bark({ bushy: 0, leafy: 0.4, crusty: 0.8, leafyColour: "orange" }),
    review: changeRequested("The side away from the sun would be better: could you photograph the north side as well?"),
  },
  {
    at: [53.45868, -2.22949],
    accuracyMeters: 11,
    values: {
      tree_place: "nearest_road",
      kerb_distance: 3.5,
      trunk_side: "north",
      bushy_lichens: "none",
      leafy_lichens: "half",
      crusty_lichens: "few",
      leafy_colours: ["orange", "yellow"],
    },
    photo: bark({ bushy: 0, leafy: 0.8, crusty: 0.4, leafyColour: "orange" }),
  },
];

export const hazeByTester: DemoSample[] = [
  {
    at: [-23.56138, -46.65586],
    accuracyMeters: 12,
    values: { ridges_visible: 4, farthest_tower: "far", haze_colour: "none", sun_behind: true, pm2_5: 11 },
    photo: sceneOf((random) => horizon(random, { ridges: 4, haze: "none" })),
    review: accepted,
  },
  {
    at: [-23.56139, -46.65588],
    accuracyMeters: 9,
    values: {
      ridges_visible: 1,
      farthest_tower: "middle",
      haze_colour: "brown",
      sun_behind: false,
      pm2_5: 48,
      relative_humidity: 34,
    },
    photo: sceneOf((random) => horizon(random, { ridges: 1, haze: "brown" })),
  },
];

const ground = (lamps: number) => sceneOf((random) => nightLamps(random, { lamps }));

export const nightSkiesByBob: DemoSample[] = [
  {
    at: [28.82862, -17.94481],
    accuracyMeters: 10,
    values: { star_count: 27, counted_at: "22:40", moon: false, sky: "clear", lamps_in_view: 4 },
    photo: ground(4),
    review: accepted,
  },
  {
    at: [28.82866, -17.94477],
    accuracyMeters: 9,
    values: { star_count: 12, counted_at: "21:15", moon: true, sky: "haze", lamps_in_view: 6 },
    photo: ground(6),
  },
];

const facade = sceneOf((random) => eaves(random, { scaffold: false }));

export const swiftsByBob: DemoSample[] = [
  {
    at: [50.06153, 19.93691],
    accuracyMeters: 15,
    values: {
      birds_entering: 3,
      entrance: "eaves",
      storey: 4,
      evening: 1,
      watched_from: "20:30",
      scaffold: false,
      observer_count: 2,
    },
    photo: facade,
    review: accepted,
  },
  {
    at: [50.06188, 19.93802],
    accuracyMeters: 22,
    values: { birds_entering: 1, entrance: "wall_gap", storey: 3, evening: 2, watched_from: "20:35", scaffold: true },
    photo: sceneOf((random) => eaves(random, { scaffold: true })),
    review: { decision: "accepted", comment: "The scaffold makes this one urgent; the building office knows." },
  },
];
