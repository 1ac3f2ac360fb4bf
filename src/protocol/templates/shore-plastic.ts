import type { ProtocolTemplate } from "./template.ts";

const pieces = { kind: "integer", min: 0, max: 100_000, expected_max: 500 } as const;

export const shorePlastic: ProtocolTemplate = {
  id: "shore-plastic",
  name: "protocol.template.shorePlastic.name",
  description: "protocol.template.shorePlastic.description",
  questTypes: ["PADDLING", "BOATING", "WATER", "HIKING"],
  protocol: {
    fields: [
      {
        key: "stretch_length",
        kind: "number",
        heading: { en: "The stretch" },
        label: { en: "Length of shore searched" },
        hint: { en: "Along the waterline. 100 m is standard; less is fine on a short shore." },
        unit: "m",
        required: true,
        min: 1,
        max: 1_000,
        expected_min: 10,
        expected_max: 100,
        term: "http://rs.tdwg.org/dwc/terms/sampleSizeValue",
      },
      {
        key: "shore_kind",
        kind: "choice",
        label: { en: "Type of shore" },
        options: [
          { value: "sand", label: { en: "Sand" } },
          { value: "pebbles", label: { en: "Pebbles or stones" } },
          { value: "rock", label: { en: "Rock" } },
          { value: "plants", label: { en: "Reeds, grass or mangroves" } },
          { value: "built", label: { en: "Wall or quay" } },
        ],
      },
      {
        key: "plastic_fragments",
        heading: { en: "Count items of at least 2.5 cm, about a bottle cap" },
        label: { en: "Broken pieces of plastic and foam" },
        required: true,
        ...pieces,
      },
      {
        key: "bottles_and_caps",
        label: { en: "Drink bottles, caps and lids" },
        required: true,
        ...pieces,
      },
      {
        key: "bags_and_wrappers",
        label: { en: "Bags, wrappers and food packaging" },
        required: true,
        ...pieces,
      },
      {
        key: "fishing_gear",
        label: { en: "Rope, line, nets and other fishing gear" },
        required: true,
        ...pieces,
      },
      {
        key: "cigarette_ends",
        label: { en: "Cigarette ends" },
        ...pieces,
      },
      {
        key: "other_litter",
        label: { en: "Other plastic" },
        ...pieces,
      },
      {
        key: "animals_entangled",
        kind: "yes_no",
        heading: { en: "Animals" },
        label: { en: "Is an animal caught in litter?" },
        hint: { en: "If it's alive, call the local rescue service. Don't cut it free yourself." },
      },
      {
        key: "animal_photo",
        kind: "photo",
        label: { en: "The animal, from a distance" },
        shown_when: { field: "animals_entangled", op: "=", value: true },
      },
    ],
    spacing_meters: 100,
    photo: { required: true, hint: { en: "What you collected, laid out, with the shore in the background." } },
    plant_id: false,
  },
  sources: [
    {
      title:
        "OSPAR Commission 2020: CEMP guidelines for marine monitoring and assessment of beach litter, Agreement 2020-02",
      url: "https://repository.oceanbestpractices.org/handle/11329/1886",
      says: "Litter is counted by item along 100 m of shore; the groups here combine items of its list.",
      fields: [
        "stretch_length",
        "plastic_fragments",
        "bottles_and_caps",
        "bags_and_wrappers",
        "fishing_gear",
        "cigarette_ends",
        "other_litter",
      ],
    },
    {
      title: "NOAA: Marine Debris Monitoring and Assessment Project",
      url: "https://mdmap.orr.noaa.gov/",
      says: "Shorelines are surveyed over 100 m, for pieces of at least 2.5 cm (1 inch), about a bottle cap.",
      fields: ["stretch_length", "plastic_fragments"],
    },
    {
      title: "OSPAR Quality Status Report 2023: abundance, composition and trends of beach litter",
      url: "https://oap.ospar.org/en/ospar-assessments/quality-status-reports/qsr-2023/indicator-assessments/beach-litter",
      says: "Typical beaches have tens to a few hundred items per 100 m, most of them plastic; thousands occur, but are worth checking.",
      fields: [
        "plastic_fragments",
        "bottles_and_caps",
        "bags_and_wrappers",
        "fishing_gear",
        "cigarette_ends",
        "other_litter",
      ],
    },
  ],
};
