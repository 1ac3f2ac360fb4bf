import { accepted, changeRequested, type DemoSample, denied, sceneOf } from "../demo-sample.ts";
import { farShore, gauge, secchiDisc, whale } from "../pictures/water.ts";

const disc = (colour: "blue" | "green", metres: number) => sceneOf((random) => secchiDisc(random, { colour, metres }));
const shore = { far_shore: sceneOf(farShore) };

export const lakesByAlice: DemoSample[] = [
  {
    at: [46.27975, 13.88641],
    accuracyMeters: 5,
    isUnderFirstProtocol: true,
    // The rope's marks were in centimetres then.
    values: { disc_on_bottom: false, secchi_depth: 850, water_colour: "blue_green", water_temperature: 14.5 },
    photo: disc("blue", 8.5),
    review: accepted,
  },
  {
    at: [46.2798, 13.88633],
    accuracyMeters: 6,
    values: {
      disc_on_bottom: false,
      secchi_depth: 8.2,
      water_colour: "blue_green",
      water_temperature: 14.1,
      cloud_cover: "some_clouds",
      waves: "ripples",
    },
    photo: disc("blue", 8.2),
    fieldPhotos: shore,
    review: { decision: "accepted", comment: "Both photos show what we need. The rope hangs straight." },
  },
  {
    at: [46.36255, 14.08341],
    accuracyMeters: 9,
    values: {
      disc_on_bottom: true,
      bottom_depth: 3.4,
      water_colour: "green",
      water_temperature: 15.2,
      cloud_cover: "clear",
      waves: "calm",
    },
    photo: disc("green", 3.4),
    review: changeRequested(
      "Here the lake is too shallow for its clarity. Could you take one more reading from the end of the jetty?",
    ),
  },
  {
    at: [46.36248, 14.08362],
    accuracyMeters: 7,
    values: {
      disc_on_bottom: false,
      secchi_depth: 5.6,
      water_colour: "green",
      water_temperature: 15,
      cloud_cover: "overcast",
      waves: "ripples",
    },
    photo: disc("green", 5.6),
    fieldPhotos: shore,
  },
];

const gaugeAt = (metres: number) => sceneOf((random) => gauge(random, { metres }));

export const mekongByTester: DemoSample[] = [
  {
    at: [19.89104, 102.13731],
    accuracyMeters: 8,
    values: { water_level: 4.35, read_at: "07:20", two_marks_in_photo: true, trend: "fallen", waves: "ripples" },
    photo: gaugeAt(4.35),
    review: accepted,
  },
  {
    at: [19.89107, 102.13727],
    accuracyMeters: 6,
    values: { water_level: 3.9, read_at: "07:35", two_marks_in_photo: true, trend: "fallen", waves: "calm" },
    photo: gaugeAt(3.9),
  },
];

const whaleThat = (shows: "fluke" | "fin") => sceneOf((random) => whale(random, { shows }));

export const whalesByTester: DemoSample[] = [
  {
    at: [48.1189, -69.6742],
    accuracyMeters: 14,
    values: {
      species: "humpback",
      whale_count: 2,
      has_calf: true,
      behaviour: ["diving", "feeding"],
      distance: 400,
      photo_shows: "fluke",
    },
    photo: whaleThat("fluke"),
    fieldPhotos: { fin_photo: whaleThat("fin") },
    review: { decision: "accepted", comment: "A new one for the catalogue: white on the left lobe." },
  },
  {
    at: [48.1257, -69.6605],
    accuracyMeters: 18,
    values: { species: "minke", whale_count: 1, behaviour: ["travelling"], distance: 250, photo_shows: "fin" },
    photo: whaleThat("fin"),
  },
  {
    at: [48.1396, -69.7172],
    accuracyMeters: 60,
    values: { species: "unknown", whale_count: 1, photo_shows: "back" },
    photo: sceneOf(farShore),
    review: denied("There is no whale in this picture. The next one will show up."),
  },
];
