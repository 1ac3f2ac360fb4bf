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
        hint: { en: "Around the trunk at chest height, with the tape level and snug." },
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
        label: { en: "Tape height above ground" },
        hint: { en: "Only if not at chest height (130 to 140 cm), for example above a bulge or roots." },
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
        hint: { en: "1 for most trees. More if the tree forks below chest height: measure the thickest trunk." },
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
        label: { en: "Tree condition" },
        options: [
          { value: "healthy", label: { en: "Alive, full crown" } },
          { value: "dead_branches", label: { en: "Alive, some large branches dead" } },
          { value: "mostly_dead", label: { en: "Alive, most of the crown dead" } },
          { value: "dead", label: { en: "Dead and standing" } },
        ],
      },
      {
        key: "tree_name",
        kind: "text",
        label: { en: "Tree name" },
        hint: { en: "The common or scientific name, if you know it." },
        term: "http://rs.tdwg.org/dwc/terms/verbatimIdentification",
      },
      {
        key: "whole_tree",
        kind: "photo",
        label: { en: "The whole tree" },
        hint: { en: "From far enough away to show the crown." },
      },
    ],
    target_count: 20,
    // 10 yards.
    spacing_meters: 9.144,
    photo: {
      required: true,
      hint: { en: "The bark at chest height, in focus, from arm's length, with the tape." },
    },
    plant_id: true,
  },
  sources: [
    {
      title: "Guinness World Records: greatest tree girth ever",
      url: "https://www.guinnessworldrecords.com/world-records/greatest-tree-girth-ever",
      says: "The Tree of the Hundred Horses on Mount Etna measured 57.9 m around in 1780, more than any other trunk.",
      fields: ["tree_width"],
    },
    {
      title: "USDA Forest Service: Forest Inventory and Analysis national core field guide, version 6.1",
      url: "https://docslib.org/doc/11509830/forest-inventory-and-analysis-national-core-field-guide-volume-i",
      says: "Diameter is measured at 4.5 ft (137 cm), or above any swelling. A sapling has a diameter of at least 1 inch, 8 cm around. Trees that fork below that height count as several stems.",
      fields: ["tree_width", "tape_height", "stem_count"],
    },
  ],
};
