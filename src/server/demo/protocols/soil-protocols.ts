import { soilPh } from "../../../protocol/templates/soil-ph.ts";
import { type DemoProtocol, fieldsOf, inLanguage, optionsOf } from "./in-language.ts";

const { protocol: soil } = soilPh;

export const buriedCottonProtocol: DemoProtocol = inLanguage(
  {
    fields: [
      {
        key: "stage",
        kind: "choice",
        label: "What do you do today?",
        required: true,
        options: optionsOf({ burying: "Bury the cloth", digging_up: "Dig it up" }),
      },
      {
        key: "site",
        kind: "choice",
        label: "Where does the cloth lie?",
        required: true,
        options: optionsOf({
          lawn: "Lawn",
          field_margin: "Field margin",
          hedge: "Hedge",
          old_tree: "Old tree",
          bed: "Vegetable bed",
        }),
      },
      {
        key: "burial_depth",
        kind: "number",
        label: "Depth of the cloth",
        hint: "From the surface to the upper edge of the cloth: a hand deep is about 10 cm.",
        unit: "cm",
        required: true,
        min: 1,
        max: 60,
        expected_min: 5,
        expected_max: 20,
        shown_when: { field: "stage", op: "=", value: "burying" },
      },
      {
        key: "buried_on",
        kind: "date",
        label: "Day on which you buried it",
        required: true,
        min: "2020-01-01",
        shown_when: { field: "stage", op: "=", value: "digging_up" },
      },
      {
        key: "cloth_left",
        kind: "integer",
        label: "How much of the cloth is left?",
        hint: "Lay it on the dark surface and compare with a whole one. Seams count.",
        unit: "%",
        required: true,
        min: 0,
        max: 100,
        step: 5,
        shown_when: { field: "stage", op: "=", value: "digging_up" },
      },
      {
        key: "living_things",
        kind: "choices",
        label: "What lives in the hole?",
        options: optionsOf({
          earthworms: "Earthworms",
          beetles: "Beetles or larvae",
          fungus: "White threads of fungus",
          roots: "Fine roots",
          none: "Nothing that I can see",
        }),
      },
      ...fieldsOf(soil, "forms_ball", "ribbon_length").map((field) => ({ ...field, required: false })),
    ],
    target_count: 4,
    photo: { required: true, hint: "The cloth on a dark surface, with the ruler from the parcel beside it." },
    plant_id: false,
  },
  "nl",
  {
    stage: { label: "Wat doe je vandaag?", options: { burying: "De doek begraven", digging_up: "De doek opgraven" } },
    site: {
      label: "Waar ligt de doek?",
      options: {
        lawn: "Gazon",
        field_margin: "Akkerrand",
        hedge: "Heg",
        old_tree: "Oude boom",
        bed: "Moestuin",
      },
    },
    burial_depth: {
      label: "Diepte van de doek",
      hint: "Van het oppervlak tot de bovenrand van de doek: een hand diep is ongeveer 10 cm.",
    },
    buried_on: "Dag waarop je hem begroef",
    cloth_left: {
      label: "Hoeveel is er van de doek over?",
      hint: "Leg hem op de donkere ondergrond en vergelijk met een hele doek. Naden tellen mee.",
    },
    living_things: {
      label: "Wat leeft er in het gat?",
      options: {
        earthworms: "Regenwormen",
        beetles: "Kevers of larven",
        fungus: "Witte schimmeldraden",
        roots: "Fijne wortels",
        none: "Niets dat ik kan zien",
      },
    },
    forms_ball: {
      heading: "Textuur op gevoel",
      label: "Blijft de vochtige grond een bal als je erin knijpt?",
      hint: "Maak een lepel grond nat tot die als kneedbaar deeg voelt. Zand valt uit elkaar.",
    },
    ribbon_length: {
      label: "Lengte van het lint als het breekt",
      hint: "Druk de grond tussen duim en vinger naar buiten. 0 als er geen lint komt.",
    },
    photo: "De doek op een donkere ondergrond, met de liniaal uit het pakket ernaast.",
  },
);

export const andeanTerracesProtocol: DemoProtocol = inLanguage(
  {
    fields: [
      {
        key: "wall_problems",
        kind: "choices",
        heading: "The wall",
        label: "What is wrong with the wall?",
        required: true,
        options: optionsOf({
          leans: "It leans",
          bulges: "It bulges",
          leaks: "Water comes out",
          stones_lost: "Stones are missing",
        }),
      },
      {
        key: "wall_height",
        kind: "number",
        label: "Height of the wall",
        hint: "From the lower terrace to the top stones, with the staff.",
        unit: "m",
        required: true,
        min: 0.2,
        max: 10,
        expected_min: 0.5,
        expected_max: 5,
      },
      {
        key: "lean_direction",
        kind: "integer",
        label: "Compass direction in which it leans",
        hint: "0 is north, 90 east, 180 south, 270 west.",
        unit: "deg",
        min: 0,
        max: 359,
        shown_when: { field: "wall_problems", op: "includes", value: "leans" },
      },
      {
        key: "stones_missing",
        kind: "integer",
        label: "Missing stones",
        min: 1,
        max: 1_000,
        expected_max: 60,
        shown_when: { field: "wall_problems", op: "includes", value: "stones_lost" },
      },
      ...fieldsOf(soil, "forms_ball", "ribbon_length", "feel").map((field) => ({ ...field, required: false })),
      {
        key: "soil_clod",
        kind: "photo",
        label: "A clod of the soil behind the wall",
      },
    ],
    spacing_meters: 5,
    photo: { required: true, hint: "The whole height of the wall, with a person or the staff for scale." },
    plant_id: false,
  },
  "es",
  {
    wall_problems: {
      heading: "El muro",
      label: "¿Qué le pasa al muro?",
      options: {
        leans: "Está inclinado",
        bulges: "Está abombado",
        leaks: "Sale agua",
        stones_lost: "Faltan piedras",
      },
    },
    wall_height: {
      label: "Altura del muro",
      hint: "Desde el andén de abajo hasta las piedras de arriba, con la vara.",
    },
    lean_direction: {
      label: "Rumbo hacia el que se inclina",
      hint: "0 es norte, 90 este, 180 sur, 270 oeste.",
    },
    stones_missing: "Piedras que faltan",
    forms_ball: {
      heading: "Textura al tacto",
      label: "¿La tierra húmeda sigue siendo una bola al apretarla?",
      hint: "Moje una cucharada de tierra hasta que parezca masilla. La arena se deshace.",
    },
    ribbon_length: {
      label: "Largo de la cinta cuando se rompe",
      hint: "Empuje la tierra entre el pulgar y el dedo. 0 si no se forma cinta.",
    },
    feel: {
      label: "¿Cómo se siente, muy mojada, en la palma?",
      options: { gritty: "Sobre todo áspera", smooth: "Sobre todo suave", neither: "Ni una ni otra" },
    },
    soil_clod: "Un terrón de la tierra detrás del muro",
    photo: "Todo el alto del muro, con una persona o la vara como escala.",
  },
);
