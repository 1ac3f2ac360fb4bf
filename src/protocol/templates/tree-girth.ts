import type { ProtocolTemplate } from "./template.ts";

export const treeGirth: ProtocolTemplate = {
  id: "tree-girth",
  name: "protocol.template.treeGirth.name",
  description: "protocol.template.treeGirth.description",
  questTypes: ["TREES"],
  protocol: {
    fields: [
      {
        key: "tree_width",
        kind: "number",
        label: { en: "Tree circumference" },
        hint: { en: "Around the trunk at chest height, with the tape level and close to the bark." },
        unit: "cm",
        required: true,
        min: 1,
        max: 6_000,
        expected_min: 8,
        expected_max: 600,
      },
      {
        key: "tape_height",
        kind: "number",
        label: { en: "Height of the tape above the ground" },
        hint: { en: "Only if it was not at chest height (130 to 140 cm), for example above a bulge or above roots." },
        unit: "cm",
        min: 0,
        max: 500,
        expected_min: 30,
        expected_max: 250,
      },
      {
        key: "stem_count",
        kind: "integer",
        label: { en: "Trunks at chest height" },
        hint: { en: "1 for most trees. More if the tree forks below chest height; then measure the thickest trunk." },
        min: 1,
        max: 100,
        expected_max: 8,
      },
      {
        key: "bark_texture",
        kind: "choice",
        label: { en: "Bark" },
        hint: { en: "What you see at chest height." },
        options: [
          { value: "smooth", label: { en: "Smooth" } },
          { value: "furrowed", label: { en: "Furrowed: long grooves and ridges" } },
          { value: "plated", label: { en: "Plated: broken into blocks" } },
          { value: "flaking", label: { en: "Flaking: thin scales come off" } },
          { value: "peeling", label: { en: "Peeling: strips or paper-like sheets" } },
          { value: "other", label: { en: "Something else" } },
        ],
      },
      {
        key: "tree_condition",
        kind: "choice",
        label: { en: "State of the tree" },
        options: [
          { value: "healthy", label: { en: "Alive, crown full" } },
          { value: "dead_branches", label: { en: "Alive, some large branches dead" } },
          { value: "mostly_dead", label: { en: "Alive, most of the crown dead" } },
          { value: "dead", label: { en: "Dead and standing" } },
        ],
      },
      {
        key: "tree_name",
        kind: "text",
        label: { en: "Name of the tree" },
        hint: { en: "If you know it: the common or the scientific name." },
        term: "http://rs.tdwg.org/dwc/terms/verbatimIdentification",
      },
      {
        key: "whole_tree",
        kind: "photo",
        label: { en: "The whole tree" },
        hint: { en: "From far enough away that the crown is in the picture." },
      },
    ],
    target_count: 20,
    // 10 yards.
    spacing_meters: 9.144,
    photo: {
      required: true,
      hint: { en: "The bark at chest height, sharp, from an arm's length. Leave the tape in the picture." },
    },
    plant_id: true,
  },
  sources: [
    {
      title: "Guinness World Records: greatest tree girth ever",
      url: "https://www.guinnessworldrecords.com/world-records/greatest-tree-girth-ever",
      says: "The Tree of the Hundred Horses on Mount Etna measured 57.9 m round in 1780: no trunk was ever thicker.",
      fields: ["tree_width"],
    },
    {
      title: "USDA Forest Service: Forest Inventory and Analysis national core field guide, version 6.1",
      url: "https://docslib.org/doc/11509830/forest-inventory-and-analysis-national-core-field-guide-volume-i",
      says: "Diameter is taken at 4.5 ft (137 cm), above a swelling where there is one. A stem counts as a sapling from 1 inch of diameter on, which is 8 cm round. Trees that fork below that height are several stems.",
      fields: ["tree_width", "tape_height", "stem_count"],
    },
  ],
};
