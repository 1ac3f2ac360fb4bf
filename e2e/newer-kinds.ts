// biome-ignore-all lint/suspicious/noTemplateCurlyInString: expressions refer to answers with them
import type { QuestFormInput } from "../src/contract/quests.ts";

/** A list of species as CSV. */
export const speciesList = [
  "taxonID,scientificName,taxonRank,vernacularName,synonyms",
  "gbif:1,Sterna hirundo,species,Common tern,Sea swallow",
  "gbif:2,Sternula albifrons,species,Little tern,",
  "gbif:3,Chlidonias niger,species,Black tern,",
].join("\n");

/**
 * A form whose answers depend on one another, with the kinds that few forms have.
 * @param list the id of `speciesList` @param picture @param sound the ids of uploaded ones
 */
export const newerKinds = (list: number, picture: string, sound: string): NonNullable<QuestFormInput["protocol"]> => ({
  fields: [
    {
      key: "adults",
      kind: "integer",
      label: "Adult birds, **ringed or not**",
      heading: "Count",
      min: 0,
      counter: true,
    },
    {
      key: "young",
      kind: "integer",
      label: "Young birds",
      required_when: { expression: "${adults} > 0" },
      constraint: {
        expression: ". <= ${adults} * 5",
        message: "More than five young for each adult bird: please count again.",
      },
    },
    {
      key: "total",
      kind: "calculated",
      label: "All birds",
      expression: "coalesce(${adults}, 0) + coalesce(${young}, 0)",
    },
    {
      key: "keep_away",
      kind: "note",
      label:
        "Stay **at least 50 m** away from the nest:\n- no *flash*\n- no dogs\n\nMore in [the guide](https://example.org/terns).",
      shown_when: { expression: "${adults} > 3" },
    },
    { key: "arrived", kind: "datetime", label: "When did you arrive?" },
    { key: "ring", kind: "barcode", label: "Code of the nest box" },
    { key: "nest", kind: "point", label: "Where is the nest?", hint: "Stand beside it, or tap it on the map." },
    { key: "shore", kind: "line", label: "Shore that you watched", hint: "Walk along the water's edge." },
    { key: "colony", kind: "area", label: "Colony" },
    {
      key: "density",
      kind: "calculated",
      label: "Birds per hectare of the colony",
      expression: "round(${adults} div (area(${colony}) div 10000), 1)",
    },
    { key: "calls", kind: "audio", label: "Calls of the colony" },
    { key: "permit", kind: "file", label: "Permit of the reserve", hint: "As a PDF." },
    {
      key: "bank",
      kind: "choice",
      label: "Which bank is like yours?",
      hint: "Look upstream.",
      picture: { id: picture, alt: "A river bank with its parts named" },
      options: [
        { value: "steep", label: "Steep", picture: { id: picture, alt: "A bank like a wall" } },
        { value: "flat", label: "Flat, with sand or gravel", picture: { id: picture, alt: "A bank like a beach" } },
        { value: "reed", label: "Reed", picture: { id: picture, alt: "A bank with high grass" } },
      ],
    },
    {
      key: "heard",
      kind: "choice",
      label: "Which call did you hear?",
      sound: { id: sound, alt: "“Play each call and choose the one that you heard most.”" },
      options: [
        { value: "kik", label: "Flight call", sound: { id: sound, alt: "A short, high kik, again and again" } },
        { value: "keer", label: "Alarm call", sound: { id: sound, alt: "A long, harsh keeee-yah that falls" } },
        { value: "none", label: "None of them" },
      ],
    },
    {
      key: "egg",
      kind: "photo",
      label: "An egg from above",
      hint: "Take nothing out of the nest.",
      picture: { id: picture, alt: "An egg beside a ruler" },
      outline: true,
      scale: true,
    },
    {
      key: "noise",
      kind: "rank",
      label: "What is loudest here?",
      options: [
        { value: "road", label: "The road" },
        { value: "wind", label: "Wind in the reeds" },
        { value: "people", label: "People on the path" },
        { value: "birds", label: "Other birds" },
      ],
    },
    {
      key: "nests",
      kind: "group",
      label: "Nest",
      hint: "One entry for each nest that you see.",
      repeat: { max: 20 },
      fields: [
        { key: "species", kind: "choice", label: "Species", list: { id: list }, required: true },
        { key: "eggs", kind: "integer", label: "Eggs", min: 0 },
        { key: "picture", kind: "photo", label: "Picture of the nest" },
      ],
    },
  ],
  photo: { required: false },
});

/** A form that is quick to fill in: one question a screen, a counter, and an answer that is the same as last time. */
export const quickForm: NonNullable<QuestFormInput["protocol"]> = {
  fields: [
    { key: "site", kind: "text", label: "Which stretch?", required: true, same_as_last: true },
    { key: "gulls", kind: "integer", label: "How many gulls?", min: 0, counter: true },
    {
      key: "weather",
      kind: "choice",
      label: "How is the weather?",
      quick: true,
      same_as_last: true,
      options: [
        { value: "sun", label: "Sun" },
        { value: "cloud", label: "Clouds" },
        { value: "rain", label: "Rain" },
        { value: "fog", label: "Fog" },
      ],
    },
    {
      key: "rain",
      kind: "yes_no",
      label: "Is it raining hard?",
      shown_when: { field: "weather", op: "=", value: "rain" },
    },
    { key: "width", kind: "number", label: "Width of the beach", unit: "m", min: 0 },
    { key: "slope", kind: "number", label: "Slope of the beach", unit: "deg", min: 0, max: 90, same_page: true },
  ],
  photo: { required: false },
  pages: true,
};
