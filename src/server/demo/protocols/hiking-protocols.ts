import { snowDepth } from "../../../protocol/templates/snow-depth.ts";
import { type DemoProtocol, fieldsOf, optionsOf } from "./in-language.ts";

const { protocol: snow } = snowDepth;

export const annapurnaProtocol: DemoProtocol = {
  fields: [
    {
      key: "slope_view",
      kind: "choice",
      heading: "The slope",
      label: "Can you see the snow line on the slope?",
      hint: "A photo of cloud is a reading too.",
      required: true,
      options: optionsOf({ clear: "Yes", partly: "In gaps of the cloud", cloud: "No, the cloud is down" }),
    },
    {
      key: "snow_line_altitude",
      kind: "number",
      label: "Altitude of the snow line",
      hint: "By the altitudes on the board at the window. The lower edge of snow that hangs together.",
      unit: "m",
      required: true,
      min: 1_000,
      max: 8_200,
      expected_min: 2_500,
      expected_max: 6_000,
      shown_when: { field: "slope_view", op: "!=", value: "cloud" },
    },
    ...fieldsOf(snow, "snow_cover").map((field) => ({ ...field, heading: "At the lodge" })),
    ...fieldsOf(snow, "snow_depth", "snow_surface", "air_temperature"),
    {
      key: "innkeeper_says",
      kind: "text",
      label: "What does the innkeeper say about this year's snow?",
    },
  ],
  target_count: 6,
  photo: { required: true, hint: "The ridge lined up with the two painted stones, without zoom." },
  plant_id: false,
};

export const wornStepsProtocol: DemoProtocol = {
  fields: [
    {
      key: "post_number",
      kind: "integer",
      label: "Number on the post",
      required: true,
      min: 1,
      max: 99,
      expected_max: 48,
    },
    {
      key: "path_width",
      kind: "number",
      label: "Width of the path",
      hint: "Bare or trodden ground from edge to edge, side paths too.",
      unit: "cm",
      required: true,
      min: 10,
      max: 5_000,
      expected_min: 40,
      expected_max: 600,
    },
    {
      key: "bare_rock",
      kind: "yes_no",
      label: "Is there bare rock where soil was?",
      required: true,
    },
    {
      key: "rut_depth",
      kind: "number",
      label: "Depth of the deepest rut",
      hint: "Below the folding rule, laid across the path.",
      unit: "cm",
      min: 0,
      max: 300,
      expected_max: 60,
    },
    {
      key: "water_on_path",
      kind: "choice",
      label: "Water on the path",
      options: optionsOf({ dry: "Dry", wet: "Wet or muddy", running: "Water runs along it" }),
    },
    {
      key: "looking_down",
      kind: "photo",
      label: "The path, looking down",
      hint: "The rule across the path in this one too.",
      required: true,
    },
  ],
  target_count: 12,
  spacing_meters: 100,
  photo: { required: true, hint: "The path from above with the rule across it, looking up." },
  plant_id: false,
};
