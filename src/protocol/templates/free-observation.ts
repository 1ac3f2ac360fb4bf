import type { ProtocolTemplate } from "./template.ts";

export const freeObservation: ProtocolTemplate = {
  id: "free-observation",
  name: "protocol.template.freeObservation.name",
  description: "protocol.template.freeObservation.description",
  questTypes: ["UNCATEGORIZED"],
  protocol: {
    fields: [
      {
        key: "observation",
        kind: "text",
        label: { en: "What do you see?" },
        hint: { en: "In a few words. Describe what you see, not what it may mean." },
        required: true,
        term: "http://rs.tdwg.org/dwc/terms/verbatimIdentification",
      },
      {
        key: "how_many",
        kind: "integer",
        label: { en: "How many?" },
        hint: { en: "Only if it can be counted." },
        min: 1,
        max: 1_000_000,
        expected_max: 1_000,
        term: "http://rs.tdwg.org/dwc/terms/individualCount",
      },
      {
        key: "certainty",
        kind: "choice",
        label: { en: "How sure are you?" },
        options: [
          { value: "certain", label: { en: "Certain" } },
          { value: "probable", label: { en: "Fairly sure" } },
          { value: "guess", label: { en: "A guess" } },
        ],
      },
      {
        key: "surroundings",
        kind: "photo",
        label: { en: "Surroundings" },
        hint: { en: "From a few steps back, so that others can find it again." },
      },
      {
        key: "notes",
        kind: "text",
        label: { en: "Notes" },
        term: "http://rs.tdwg.org/dwc/terms/occurrenceRemarks",
      },
    ],
    photo: { required: true, hint: { en: "What you saw, as close as you can get without disturbing it." } },
  },
  sources: [
    {
      title: "Darwin Core: quick reference guide",
      url: "https://dwc.tdwg.org/terms/",
      says: "individualCount is the number of individuals present. Numbers above a thousand are estimates and worth checking.",
      fields: ["how_many"],
    },
  ],
};
