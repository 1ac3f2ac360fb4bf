import { shorePlastic } from "../../../protocol/templates/shore-plastic.ts";
import { type DemoProtocol, fieldsOf, inLanguage, optionsOf } from "./in-language.ts";

const { protocol: plastic } = shorePlastic;

export const beaverProtocol: DemoProtocol = {
  fields: [
    {
      key: "sign",
      kind: "choice",
      label: "What did you find?",
      required: true,
      options: optionsOf({ dam: "Dam", lodge: "Lodge", stump: "Gnawed stump or tree", other: "Something else" }),
    },
    {
      key: "dam_length",
      kind: "number",
      label: "Length of the dam along its top",
      hint: "Estimate by canoe lengths; a canoe is about 5 m.",
      unit: "m",
      required: true,
      min: 0.5,
      max: 1_000,
      expected_min: 1,
      expected_max: 100,
      shown_when: { field: "sign", op: "=", value: "dam" },
    },
    {
      key: "is_leaking",
      kind: "yes_no",
      label: "Does water run through the dam?",
      shown_when: { field: "sign", op: "=", value: "dam" },
    },
    {
      key: "fresh_mud",
      kind: "yes_no",
      label: "Is there fresh mud on the lodge?",
      required: true,
      shown_when: { field: "sign", op: "=", value: "lodge" },
    },
    {
      key: "green_twigs",
      kind: "yes_no",
      label: "Do green twigs float beside it?",
      required: true,
      shown_when: { field: "sign", op: "=", value: "lodge" },
    },
    {
      key: "stump_girth",
      kind: "number",
      label: "Circumference of the stump",
      hint: "Below the gnawing, around the bark.",
      unit: "cm",
      required: true,
      min: 1,
      max: 600,
      expected_min: 5,
      expected_max: 150,
      shown_when: { field: "sign", op: "=", value: "stump" },
    },
    {
      key: "wood_colour",
      kind: "choice",
      label: "Colour of the gnawed wood",
      options: optionsOf({ white: "White or yellow: fresh", brown: "Brown: of last year", grey: "Grey: old" }),
      shown_when: { field: "sign", op: "=", value: "stump" },
    },
    {
      key: "what_else",
      kind: "text",
      label: "What is it?",
      required: true,
      shown_when: { field: "sign", op: "=", value: "other" },
    },
  ],
  target_count: 5,
  spacing_meters: 50,
  photo: { required: true, hint: "The dam, lodge or stump, from the boat." },
  plant_id: false,
};

export const saimaaProtocol: DemoProtocol = inLanguage(
  {
    ...plastic,
    fields: [
      ...fieldsOf(plastic, "stretch_length", "shore_kind").map((field) =>
        field.key === "stretch_length"
          ? { ...field, hint: "Along the drift line: pace off ten metres.", expected_min: 5, expected_max: 20 }
          : field,
      ),
      ...fieldsOf(plastic, "plastic_fragments", "bottles_and_caps", "bags_and_wrappers", "fishing_gear"),
      {
        key: "fishing_line_meters",
        kind: "number",
        label: "Length of the fishing line and net, laid out",
        unit: "m",
        min: 0,
        max: 1_000,
        expected_max: 50,
        shown_when: { field: "fishing_gear", op: ">", value: 0 },
      },
      ...fieldsOf(plastic, "animals_entangled", "animal_photo"),
    ],
    target_count: 5,
    spacing_meters: 50,
  },
  "fi",
  {
    stretch_length: {
      heading: "Ranta",
      label: "Tutkitun rannan pituus",
      hint: "Ajopuurajaa pitkin: mittaa askelin kymmenen metriä.",
    },
    shore_kind: {
      label: "Millainen ranta on?",
      options: {
        sand: "Hiekkaa",
        pebbles: "Kiviä tai soraa",
        rock: "Kalliota",
        plants: "Kaislikkoa tai ruohoa",
        built: "Muuri tai laituri",
      },
    },
    plastic_fragments: {
      heading: "Laske pullonkorkin kokoiset (2,5 cm) ja suuremmat",
      label: "Muovin ja solumuovin palat",
    },
    bottles_and_caps: "Juomapullot, korkit ja kannet",
    bags_and_wrappers: "Pussit, kääreet ja ruokapakkaukset",
    fishing_gear: "Köydet, siimat, verkot ja muut kalastusvälineet",
    fishing_line_meters: "Siiman ja verkon pituus levitettynä",
    animals_entangled: {
      heading: "Eläimet",
      label: "Onko eläin takertunut roskiin?",
      hint: "Soita elävästä eläimestä hätänumeroon 112. Älä irrota sitä itse.",
    },
    animal_photo: "Eläin kaukaa kuvattuna",
    photo: "Kerätyt roskat levitettyinä, ranta taustalla.",
  },
);

export const whalesProtocol: DemoProtocol = inLanguage(
  {
    fields: [
      {
        key: "species",
        kind: "choice",
        label: "Which whale?",
        required: true,
        options: optionsOf({
          humpback: "Humpback whale",
          minke: "Minke whale",
          fin: "Fin whale",
          blue: "Blue whale",
          sperm: "Sperm whale",
          beluga: "Beluga",
          orca: "Orca",
          unknown: "I cannot tell",
        }),
        term: "http://rs.tdwg.org/dwc/terms/vernacularName",
      },
      {
        key: "whale_count",
        kind: "integer",
        label: "How many animals did you see?",
        required: true,
        min: 1,
        max: 1_000,
        expected_max: 20,
        term: "http://rs.tdwg.org/dwc/terms/individualCount",
      },
      {
        key: "has_calf",
        kind: "yes_no",
        label: "Was there a calf with them?",
      },
      {
        key: "behaviour",
        kind: "choices",
        label: "What did they do?",
        options: optionsOf({
          diving: "Dived with the tail up",
          feeding: "Fed at the surface",
          breaching: "Jumped out of the water",
          resting: "Lay still",
          travelling: "Swam on in one direction",
        }),
        term: "http://rs.tdwg.org/dwc/terms/behavior",
      },
      {
        key: "distance",
        kind: "number",
        label: "Distance from the ship, estimated",
        unit: "m",
        min: 0,
        max: 20_000,
        expected_min: 100,
        expected_max: 3_000,
      },
      {
        key: "photo_shows",
        kind: "choice",
        label: "What does the photo show?",
        required: true,
        options: optionsOf({ fluke: "Underside of the fluke", fin: "Fin", back: "Back", blow: "Blow only" }),
      },
      {
        key: "fin_photo",
        kind: "photo",
        label: "The fin as well",
      },
    ],
    photo: { required: true, hint: "The underside of the fluke at the moment of the dive; a blurred one is welcome." },
    plant_id: false,
  },
  "fr",
  {
    species: {
      label: "Quelle baleine ?",
      options: {
        humpback: "Rorqual à bosse",
        minke: "Petit rorqual",
        fin: "Rorqual commun",
        blue: "Rorqual bleu",
        sperm: "Cachalot",
        beluga: "Béluga",
        orca: "Orque",
        unknown: "Je ne sais pas",
      },
    },
    whale_count: "Combien d’animaux avez-vous vus ?",
    has_calf: "Y avait-il un petit avec eux ?",
    behaviour: {
      label: "Que faisaient-ils ?",
      options: {
        diving: "Plongée, la queue levée",
        feeding: "Repas en surface",
        breaching: "Saut hors de l’eau",
        resting: "Repos",
        travelling: "Nage dans une direction",
      },
    },
    distance: "Distance du bateau, estimée",
    photo_shows: {
      label: "Que montre la photo ?",
      options: { fluke: "Le dessous de la queue", fin: "L’aileron", back: "Le dos", blow: "Seulement le souffle" },
    },
    fin_photo: "L’aileron aussi",
    photo: "Le dessous de la queue au moment de la plongée ; une photo floue est bienvenue.",
  },
);

/** Colours by the Bonn Agreement Oil Appearance Code. */
export const slicksProtocol: DemoProtocol = inLanguage(
  {
    fields: [
      {
        key: "has_sheen",
        kind: "yes_no",
        label: "Is there a film on the water?",
        hint: "Touch it with a stick: pollen breaks into pieces, oil closes again.",
        required: true,
      },
      {
        key: "sheen_colour",
        kind: "choice",
        label: "Its strongest colour",
        required: true,
        options: optionsOf({
          silver: "Silver or grey",
          rainbow: "Rainbow",
          metallic: "Metallic",
          patchy: "Brown or black, in patches",
          dark: "Brown or black, all over",
        }),
        shown_when: { field: "has_sheen", op: "=", value: true },
      },
      {
        key: "sheen_length",
        kind: "number",
        label: "Length, estimated",
        unit: "m",
        min: 0.1,
        max: 5_000,
        expected_max: 300,
        shown_when: { field: "has_sheen", op: "=", value: true },
      },
      {
        key: "sheen_width",
        kind: "number",
        label: "Width, estimated",
        unit: "m",
        min: 0.1,
        max: 5_000,
        expected_max: 100,
        shown_when: { field: "has_sheen", op: "=", value: true },
      },
      {
        key: "fuel_smell",
        kind: "yes_no",
        label: "Does it smell of fuel?",
      },
      {
        key: "berth",
        kind: "text",
        label: "Number of the berth",
        hint: "As on the jetty: a letter and a number, such as B12.",
        required: true,
        pattern: "[A-Z][0-9]{1,3}",
      },
    ],
    target_count: 12,
    photo: { required: true, hint: "The water beside your boat, with the sun behind you." },
    plant_id: false,
  },
  "es",
  {
    has_sheen: {
      label: "¿Hay una película sobre el agua?",
      hint: "Tóquela con un palo: el polen se rompe en trozos, el aceite se vuelve a cerrar.",
    },
    sheen_colour: {
      label: "Su color más fuerte",
      options: {
        silver: "Plateado o gris",
        rainbow: "Arcoíris",
        metallic: "Metálico",
        patchy: "Marrón o negro, a manchas",
        dark: "Marrón o negro, por todas partes",
      },
    },
    sheen_length: "Largo, estimado",
    sheen_width: "Ancho, estimado",
    fuel_smell: "¿Huele a combustible?",
    berth: { label: "Número de amarre", hint: "Como en el muelle: una letra y un número, por ejemplo B12." },
    photo: "El agua junto a su barco, con el sol a su espalda.",
  },
);
