import { airQuality } from "../../../protocol/templates/air-quality.ts";
import { type DemoProtocol, fieldsOf, inLanguage, optionsOf } from "./in-language.ts";

const { protocol: air } = airQuality;

const cover = optionsOf({ none: "None", few: "A few", half: "Up to half of the bark", most: "Most of the bark" });

export const lichensProtocol: DemoProtocol = {
  fields: [
    {
      key: "tree_place",
      kind: "choice",
      heading: "The tree",
      label: "Which trunk is it?",
      required: true,
      options: optionsOf({
        most_lichens: "The one with the most lichens",
        nearest_road: "The one nearest to a busy road",
      }),
    },
    {
      key: "kerb_distance",
      kind: "number",
      label: "Distance to the kerb of the nearest road",
      hint: "A long step is about a metre.",
      unit: "m",
      required: true,
      min: 0,
      max: 5_000,
      expected_max: 500,
    },
    {
      key: "trunk_girth",
      kind: "number",
      label: "Circumference of the trunk",
      hint: "At chest height. Lichens of thin trunks are young ones.",
      unit: "cm",
      min: 1,
      max: 6_000,
      expected_min: 40,
      expected_max: 600,
    },
    {
      key: "trunk_side",
      kind: "choice",
      label: "Side of the trunk in the photo",
      hint: "By the compass. The side away from the sun is the north one here.",
      options: optionsOf({ north: "North", east: "East", south: "South", west: "West" }),
    },
    {
      key: "bushy_lichens",
      kind: "choice",
      heading: "On a palm's width of bark",
      label: "Bushy lichens, grey or green",
      hint: "They stand off the bark like small shrubs: Usnea, Evernia.",
      required: true,
      options: cover,
    },
    {
      key: "leafy_lichens",
      kind: "choice",
      label: "Leafy lichens",
      hint: "Flat lobes that you could lift with a fingernail. Orange ones (Xanthoria) like nitrogen.",
      required: true,
      options: cover,
    },
    {
      key: "crusty_lichens",
      kind: "choice",
      label: "Crusty lichens",
      hint: "Paint on the bark: nothing can be lifted.",
      required: true,
      options: cover,
    },
    {
      key: "leafy_colours",
      kind: "choices",
      label: "Colours of the leafy ones",
      options: optionsOf({ orange: "Orange", yellow: "Yellow", grey: "Grey", green: "Green" }),
      shown_when: { field: "leafy_lichens", op: "!=", value: "none" },
    },
  ],
  target_count: 2,
  photo: { required: true, hint: "A palm's width of bark, from 10 cm, sharp enough to count the colours." },
  plant_id: false,
};

export const paulistaProtocol: DemoProtocol = inLanguage(
  {
    fields: [
      {
        key: "ridges_visible",
        kind: "integer",
        label: "How many ridges can you see?",
        hint: "One behind the other, on the horizon. None counts too.",
        required: true,
        min: 0,
        max: 10,
        expected_max: 5,
      },
      {
        key: "farthest_tower",
        kind: "choice",
        label: "Which of the marked towers is the farthest that you can tell from the sky?",
        required: true,
        options: optionsOf({ near: "The near one", middle: "The middle one", far: "The far one", none: "None" }),
      },
      {
        key: "haze_colour",
        kind: "choice",
        label: "Colour of the haze",
        options: optionsOf({ none: "There is none", white: "White", grey: "Grey", brown: "Brown", orange: "Orange" }),
      },
      {
        key: "sun_behind",
        kind: "yes_no",
        label: "Is the sun behind you?",
      },
      ...fieldsOf(air, "pm2_5", "relative_humidity").map((field) => ({ ...field, required: false })),
    ],
    photo: { required: true, hint: "The horizon, level, without zoom or filter, from the mark." },
    plant_id: false,
  },
  "pt-BR",
  {
    ridges_visible: {
      label: "Quantas serras você consegue ver?",
      hint: "Uma atrás da outra, no horizonte. Nenhuma também vale.",
    },
    farthest_tower: {
      label: "Qual das torres marcadas é a mais distante que você distingue do céu?",
      options: { near: "A mais próxima", middle: "A do meio", far: "A mais distante", none: "Nenhuma" },
    },
    haze_colour: {
      label: "Cor da névoa",
      options: { none: "Não há", white: "Branca", grey: "Cinza", brown: "Marrom", orange: "Laranja" },
    },
    sun_behind: "O sol está atrás de você?",
    pm2_5: {
      heading: "Medição",
      label: "Poeira fina, MP2,5",
      hint: "A média dos últimos minutos, com o sensor ligado há pelo menos cinco.",
    },
    relative_humidity: {
      label: "Umidade relativa",
      hint: "Acima de 85 %, sensores pequenos confundem gotas com poeira.",
    },
    photo: "O horizonte, nivelado, sem zoom nem filtro, a partir da marca.",
  },
);
