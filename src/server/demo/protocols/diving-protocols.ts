import { coralColour } from "../../../protocol/templates/coral-colour.ts";
import { type DemoProtocol, fieldsOf, inLanguage, optionsOf } from "./in-language.ts";

const { protocol: coral } = coralColour;

export const coralProtocol: DemoProtocol = coral;

export const seagrassProtocol: DemoProtocol = inLanguage(
  {
    fields: [
      {
        key: "edge",
        kind: "choice",
        label: "Which edge of the meadow?",
        required: true,
        options: optionsOf({ upper: "Upper edge, towards the shore", lower: "Lower edge, towards the deep" }),
      },
      {
        key: "rope_mark",
        kind: "integer",
        label: "Mark on the rope",
        hint: "There is a mark every five metres.",
        unit: "m",
        required: true,
        min: 0,
        max: 200,
        step: 5,
      },
      {
        key: "edge_form",
        kind: "choice",
        label: "Form of the edge",
        required: true,
        options: optionsOf({
          progressive: "Runners grow out of it: it advances",
          sharp: "Sharp, dense up to the end",
          eroded: "A step of bare roots: eroded",
          sparse: "Thins out slowly",
          dead_matte: "Dead roots before it: it retreats",
        }),
      },
      {
        key: "shoot_count",
        kind: "integer",
        label: "Shoots in the frame of 40 by 40 cm",
        min: 0,
        max: 250,
        expected_min: 5,
        expected_max: 160,
        term: "http://rs.tdwg.org/dwc/terms/individualCount",
      },
      {
        key: "anchor_scar",
        kind: "yes_no",
        label: "Is there a scar of an anchor or a chain?",
      },
      ...fieldsOf(coral, "depth").map((field) => ({
        ...field,
        heading: undefined,
        hint: "From the dive computer, at the edge.",
        expected_max: 40,
      })),
    ],
    target_count: 20,
    photo: { required: true, hint: "The edge from above, with the rope and its mark in the picture." },
    plant_id: false,
  },
  "es",
  {
    edge: {
      label: "¿Qué borde de la pradera?",
      options: { upper: "Borde superior, hacia la costa", lower: "Borde inferior, hacia lo hondo" },
    },
    rope_mark: { label: "Marca de la cuerda", hint: "Hay una marca cada cinco metros." },
    edge_form: {
      label: "Forma del borde",
      options: {
        progressive: "Salen rizomas: avanza",
        sharp: "Neto y denso hasta el final",
        eroded: "Un escalón de raíces: erosionado",
        sparse: "Se aclara poco a poco",
        dead_matte: "Mata muerta delante: retrocede",
      },
    },
    shoot_count: "Haces en el marco de 40 por 40 cm",
    anchor_scar: "¿Hay una marca de ancla o de cadena?",
    depth: { label: "Profundidad", hint: "Del ordenador de buceo, en el borde." },
    photo: "El borde desde arriba, con la cuerda y su marca en la foto.",
  },
);
