import type { PlantIdData } from "../../../contract/plant-identification.ts";
import { accepted, changeRequested, type DemoSample, denied, sceneOf, treeOf } from "../demo-sample.ts";
import { wholeTree } from "../pictures/nature.ts";

const whiteOak: PlantIdData = {
  bestMatch: "Quercus alba L.",
  results: [
    { score: 0.61, species: { scientificName: "Quercus alba", commonNames: ["White oak", "Eastern white oak"] } },
    { score: 0.17, species: { scientificName: "Quercus stellata", commonNames: ["Post oak"] } },
    { score: 0.06, species: { scientificName: "Quercus montana", commonNames: ["Chestnut oak", "Rock oak"] } },
  ],
};

const tulipTree: PlantIdData = {
  bestMatch: "Liriodendron tulipifera L.",
  results: [
    {
      score: 0.74,
      species: { scientificName: "Liriodendron tulipifera", commonNames: ["Tulip tree", "Yellow poplar"] },
    },
    { score: 0.05, species: { scientificName: "Fraxinus americana", commonNames: ["White ash"] } },
  ],
};

/** A measured tree: its circumference in centimetres, and whatever else was answered. */
function tree(
  at: DemoSample["at"],
  tree_width: number,
  accuracyMeters: number,
  rest: Omit<Partial<DemoSample>, "at" | "photo"> = {},
): DemoSample {
  return { at, accuracyMeters, photo: treeOf(tree_width), ...rest, values: { tree_width, ...rest.values } };
}

export const blueRidgeByAlice: DemoSample[] = [
  tree([38.51834, -78.43701], 187.5, 6, {
    isUnderFirstProtocol: true,
    values: { tree_name: "White oak" },
    review: accepted,
    plant: whiteOak,
  }),
  tree([38.51861, -78.43688], 142, 5, { isUnderFirstProtocol: true, review: accepted, plant: tulipTree }),
  tree([38.51889, -78.43659], 96.2, 8, {
    values: { bark_texture: "furrowed", trunk_side: "north", tree_condition: "healthy" },
    review: { decision: "accepted", comment: "Sharp, and the tape sits level. Thank you." },
  }),
  tree([38.51902, -78.43655], 88.4, 34, {
    values: { bark_texture: "furrowed", tree_condition: "healthy" },
    review: denied(
      "This one stands about three yards from the tree before it. Please leave at least 10 yards between trees.",
    ),
  }),
  tree([38.51931, -78.43611], 231, 7, {
    values: { bark_texture: "plated", trunk_side: "south", tree_condition: "dead_branches", tree_name: "Oak" },
    review: changeRequested(
      "A fine old oak, but the bark is out of focus. Could you photograph it again from an arm's length?",
    ),
    reviewerMessage:
      "Early in the morning the sun stands on that side of the trunk. Thank you for walking there again.",
  }),
  tree([38.51958, -78.43574], 118.7, 12, { values: { bark_texture: "flaking", trunk_side: "east" } }),
  tree([38.51987, -78.43549], 74.1, 9, { values: { bark_texture: "smooth", tree_condition: "healthy" } }),
];

export const blueRidgeByBob: DemoSample[] = [
  tree([35.60071, -82.49302], 156.6, 6, { values: { bark_texture: "furrowed", tree_name: "Tulip poplar" } }),
  tree([35.60098, -82.49338], 109, 28),
];

export const kyotoByAlice: DemoSample[] = [
  tree([35.02013, 135.79478], 163, 5, {
    values: { bark_state: ["lichen", "cracks"], is_propped: false, buds_on_twigs: "many" },
    review: accepted,
  }),
  tree([35.02051, 135.79481], 151.5, 6, {
    values: { bark_state: ["resin", "mushrooms"], is_propped: true, buds_on_twigs: "few" },
    review: accepted,
  }),
  tree([35.02094, 135.79486], 178.2, 5, {
    values: { bark_state: ["lichen"], is_propped: false, buds_on_twigs: "many" },
    review: accepted,
  }),
];

export const nairobiByBob: DemoSample[] = [
  tree([-1.27661, 36.80482], 412, 8, {
    values: { tape_height: 210, tree_condition: "healthy", threats: ["none"], tree_name: "Fig (mugumo)" },
    fieldPhotos: { whole_tree: sceneOf(wholeTree) },
    review: accepted,
  }),
  tree([-1.27688, 36.80511], 205.5, 7, {
    values: { tree_condition: "dead_branches", threats: ["nails", "cut_roots"], tree_name: "Jacaranda" },
    review: accepted,
  }),
  tree([-1.27702, 36.80543], 98.3, 11, { values: { tree_condition: "healthy", tree_name: "Croton" } }),
  tree([-1.27729, 36.80566], 133.9, 10, { values: { threats: ["road_works"] }, arrivedDaysLate: 1 }),
];
