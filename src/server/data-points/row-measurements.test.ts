// biome-ignore-all lint/suspicious/noTemplateCurlyInString: texts refer to answers with them
import { expect, it } from "vitest";
import { specificationForm } from "../../protocol/default-protocol.ts";
import type { Protocol } from "../../protocol/field.ts";
import { english } from "../../texts/languages.ts";
import { textsOf } from "../../texts/texts-of.ts";
import { describeRowMeasurements } from "./row-measurements.ts";

const texts = textsOf(english);

it("a row has the first four values in the protocol's order, with labels of choices, without the identified plant", () => {
  const options = [
    { value: "low", label: { en: "Low", de: "Niedrig" } },
    { value: "high", label: "High" },
  ];
  const protocol: Protocol = {
    fields: [
      { key: "tide", kind: "choice", label: { de: "Gezeiten", en: "Tide" }, options },
      { key: "seen", kind: "choices", label: "Seen", options },
      { key: "alive", kind: "yes_no", label: "Alive?" },
      { key: "depth", kind: "number", label: "Depth", unit: "m" },
      { key: "note", kind: "text", label: "Note" },
    ],
  };
  const values = {
    plant_id_data: null,
    note: "left out",
    depth: 2.5,
    alive: false,
    seen: ["high", "gone"],
    tide: "low",
  };
  expect(describeRowMeasurements(values, protocol, texts)).toEqual([
    { name: "tide", label: "Tide", kind: "choice", value: "Low", unit: null },
    { name: "seen", label: "Seen", kind: "choices", value: ["High", "gone"], unit: null },
    { name: "alive", label: "Alive?", kind: "yes_no", value: false, unit: null },
    { name: "depth", label: "Depth", kind: "number", value: 2.5, unit: "m" },
  ]);
});

it("texts have the answers that they refer to, and no markup", () => {
  const protocol: Protocol = {
    fields: [
      { key: "site", kind: "text", label: "Site" },
      { key: "depth", kind: "number", label: "Depth", unit: "m" },
      {
        key: "side",
        kind: "choice",
        label: "**Side** of ${site}",
        options: [{ value: "n", label: "North of ${site}, ${depth}" }],
      },
    ],
  };
  expect(describeRowMeasurements({ site: "**Mole**", depth: 0, side: "n" }, protocol, texts)[2]).toMatchObject({
    label: "Side of **Mole**",
    value: "North of **Mole**, 0 m",
  });
  expect(describeRowMeasurements({ side: "n" }, protocol, texts)).toEqual([
    { name: "side", label: "Side of …", kind: "choice", value: "North of …, …", unit: null },
  ]);
});

it("the specification's form has its short name, and unknown values have none", () => {
  expect(describeRowMeasurements({ tree_width: 87.5, odd: { a: 1 } }, specificationForm("TREES"), texts)).toEqual([
    { name: "tree_width", label: "Width", kind: "number", value: 87.5, unit: "cm" },
    { name: "odd", label: null, kind: null, value: '{"a":1}', unit: null },
  ]);
});
