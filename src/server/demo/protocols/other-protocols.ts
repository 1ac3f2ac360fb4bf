import { birdCount } from "../../../protocol/templates/bird-count.ts";
import { type DemoProtocol, fieldsOf, inLanguage, optionsOf } from "./in-language.ts";

export const nightSkiesProtocol: DemoProtocol = inLanguage(
  {
    fields: [
      {
        key: "star_count",
        kind: "integer",
        label: "Stars in the frame",
        hint: "In the middle of Orion, with eyes that had twenty minutes of dark. Count three times, and take the middle one.",
        required: true,
        min: 0,
        max: 200,
        expected_min: 3,
        expected_max: 60,
      },
      {
        key: "counted_at",
        kind: "time",
        label: "Time of the count",
        required: true,
        term: "http://rs.tdwg.org/dwc/terms/eventTime",
      },
      {
        key: "moon",
        kind: "yes_no",
        label: "Is the moon up?",
        hint: "A count with the moon is kept, but compared only with others of its kind.",
        required: true,
      },
      {
        key: "sky",
        kind: "choice",
        label: "Sky around Orion",
        required: true,
        options: optionsOf({ clear: "Clear", haze: "Thin haze", some_clouds: "Some clouds" }),
      },
      {
        key: "lamps_in_view",
        kind: "integer",
        label: "Lamps that you can see",
        hint: "Street lamps, lit windows and signs. Estimate above twenty.",
        min: 0,
        max: 1_000,
        expected_max: 50,
      },
    ],
    target_count: 3,
    photo: { required: true, hint: "The ground around you, with the lamps. No flash." },
    plant_id: false,
  },
  "es",
  {
    star_count: {
      label: "Estrellas dentro del marco",
      hint: "En el centro de Orión, tras veinte minutos a oscuras. Cuente tres veces y anote el valor del medio.",
    },
    counted_at: "Hora del conteo",
    moon: {
      label: "¿Se ve la luna?",
      hint: "Un conteo con luna se guarda, pero solo se compara con otros iguales.",
    },
    sky: {
      label: "Cielo alrededor de Orión",
      options: { clear: "Despejado", haze: "Bruma ligera", some_clouds: "Algunas nubes" },
    },
    lamps_in_view: {
      label: "Lámparas que se ven",
      hint: "Farolas, ventanas iluminadas y letreros. Estime a partir de veinte.",
    },
    photo: "El suelo a su alrededor, con las lámparas. Sin flash.",
  },
);

export const swiftsProtocol: DemoProtocol = inLanguage(
  {
    fields: [
      {
        key: "birds_entering",
        kind: "integer",
        label: "Swifts that flew into this building",
        hint: "Count entries, not birds in the air.",
        required: true,
        min: 1,
        max: 200,
        expected_max: 30,
        term: "http://rs.tdwg.org/dwc/terms/individualCount",
      },
      {
        key: "entrance",
        kind: "choice",
        label: "Where did they fly in?",
        required: true,
        options: optionsOf({
          eaves: "Under the eaves",
          tile: "Under a roof tile",
          wall_gap: "Gap in the wall",
          air_vent: "Air vent",
          nest_box: "Nest box",
        }),
      },
      {
        key: "storey",
        kind: "integer",
        label: "On which floor?",
        hint: "0 is the ground floor.",
        min: 0,
        max: 60,
        expected_min: 1,
        expected_max: 8,
      },
      {
        key: "evening",
        kind: "integer",
        label: "Which of your evenings is it?",
        required: true,
        min: 1,
        max: 30,
        expected_max: 3,
      },
      {
        key: "watched_from",
        kind: "time",
        label: "Start of the half hour",
        term: "http://rs.tdwg.org/dwc/terms/eventTime",
      },
      {
        key: "scaffold",
        kind: "yes_no",
        label: "Is there a scaffold on the building?",
        required: true,
      },
      ...fieldsOf(birdCount.protocol, "observer_count"),
    ],
    target_count: 3,
    photo: { required: true, hint: "The facade with the place where they flew in. No people, no open windows." },
    plant_id: false,
  },
  "pl",
  {
    birds_entering: {
      label: "Jerzyki, które wleciały do tego budynku",
      hint: "Licz wloty, nie ptaki w powietrzu.",
    },
    entrance: {
      label: "Którędy wleciały?",
      options: {
        eaves: "Pod okapem",
        tile: "Pod dachówką",
        wall_gap: "Szczelina w murze",
        air_vent: "Otwór wentylacyjny",
        nest_box: "Budka lęgowa",
      },
    },
    storey: { label: "Na którym piętrze?", hint: "0 to parter." },
    evening: "Który to z twoich wieczorów?",
    watched_from: "Początek pół godziny",
    scaffold: "Czy na budynku stoi rusztowanie?",
    observer_count: "Osoby, które wypatrują ptaków",
    photo: "Fasada z miejscem, w którym wleciały. Bez ludzi i otwartych okien.",
  },
);
