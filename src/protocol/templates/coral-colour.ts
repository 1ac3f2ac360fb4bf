import type { ProtocolTemplate } from "./template.ts";

/** B1 to E6: four hues, each from 1 (white) to 6 (darkest). */
const chart = ["B", "C", "D", "E"].flatMap((hue) =>
  [1, 2, 3, 4, 5, 6].map((score) => ({ value: `${hue}${score}`, label: { en: `${hue}${score}` } })),
);

export const coralColour: ProtocolTemplate = {
  id: "coral-colour",
  name: "protocol.template.coralColour.name",
  description: "protocol.template.coralColour.description",
  questTypes: ["DIVING"],
  protocol: {
    fields: [
      {
        key: "coral_form",
        kind: "choice",
        heading: { en: "The coral" },
        label: { en: "Coral form" },
        required: true,
        options: [
          { value: "branching", label: { en: "Branching" } },
          { value: "boulder", label: { en: "Boulder" } },
          { value: "plate", label: { en: "Plate" } },
          { value: "soft", label: { en: "Soft" } },
        ],
      },
      {
        key: "lightest_colour",
        kind: "choice",
        label: { en: "Lightest colour" },
        hint: { en: "Turn the card until a square matches. Ignore growing tips and edges, which are always white." },
        required: true,
        options: chart,
      },
      {
        key: "darkest_colour",
        kind: "choice",
        label: { en: "Darkest colour" },
        required: true,
        options: chart,
      },
      {
        key: "depth",
        kind: "number",
        heading: { en: "The dive" },
        label: { en: "Depth" },
        hint: { en: "Below 5 m, use a torch to see the colours." },
        unit: "m",
        min: 0,
        max: 60,
        expected_min: 0.3,
        expected_max: 18,
        term: "http://rs.tdwg.org/dwc/terms/verbatimDepth",
      },
      {
        key: "water_temperature",
        kind: "number",
        label: { en: "Water temperature" },
        hint: { en: "From the dive computer." },
        unit: "Cel",
        min: 10,
        max: 40,
        expected_min: 18,
        expected_max: 32,
        term: "http://vocab.nerc.ac.uk/collection/P01/current/TEMPPR01/",
      },
      {
        key: "other_signs",
        kind: "choices",
        label: { en: "Other signs" },
        options: [
          { value: "bites", label: { en: "Fish bite marks" } },
          { value: "starfish", label: { en: "Crown-of-thorns starfish" } },
          { value: "algae", label: { en: "Overgrown by algae" } },
          { value: "broken", label: { en: "Broken" } },
          { value: "band", label: { en: "Band or spots of another colour" } },
        ],
      },
    ],
    target_count: 20,
    photo: { required: true, hint: { en: "Coral and card in one photo, from straight above, without flash." } },
    plant_id: false,
  },
  sources: [
    {
      title: "CoralWatch: using the Coral Health Chart",
      url: "https://coralwatch.org/index.php/product/coral-health-chart/",
      says: "Record the chart codes of the lightest and darkest colour and one of four forms; survey at least 20 corals, with a torch below 5 m.",
      fields: ["depth"],
    },
    {
      title: "Siebeck and others 2006: Monitoring coral bleaching using a colour reference card. Coral Reefs 25",
      url: "https://doi.org/10.1007/s00338-006-0123-8",
      says: "A change of two brightness steps indicates a change in the coral's algae.",
      fields: [],
    },
    {
      title: "NOAA Ocean Service: in what types of water do corals live?",
      url: "https://oceanservice.noaa.gov/facts/coralwaters.html",
      says: "Reef corals need more than 18 °C and grow best between 23 and 29 °C; some tolerate 40 °C for a short time.",
      fields: ["water_temperature"],
    },
    {
      title: "PADI: advanced open water and deep diver courses",
      url: "https://www.padi.com/courses/deep-diver",
      says: "The limit is 18 m for the first certificate and 40 m for recreational diving; deeper dives need other training.",
      fields: ["depth"],
    },
  ],
};
