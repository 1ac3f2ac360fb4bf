// biome-ignore-all lint/suspicious/noTemplateCurlyInString: texts refer to answers with them
import { expect, it } from "vitest";
import type { Field, GroupField } from "../../../protocol/field.ts";
import { asFigures } from "../../foundation/texts/area-texts.ts";
import { differencesBetween, rowDifferences } from "./differences.ts";

const birds: GroupField = {
  key: "birds",
  kind: "group",
  label: "Bird",
  repeat: {},
  fields: [
    { key: "species", kind: "text", label: "Species" },
    { key: "count", kind: "integer", label: "How many?" },
  ],
};
const bird = (species: string, count: number) => ({ species, count });
const between = (before: unknown, after: unknown) =>
  rowDifferences(birds, before, after, "no value").map(({ label, was, is }) => [label, was, is]);

it("rows differ by their answers; one that is added or removed is one difference, wherever it was", () => {
  const all = [bird("rail", 1), bird("heron", 2), bird("teal", 3)];
  expect(between(all, all)).toEqual([]);
  expect(between(all, [bird("rail", 1), bird("heron", 5), bird("teal", 3)])).toEqual([["Bird 2: How many?", "2", "5"]]);
  expect(between(all, all.slice(1))).toEqual([["Bird 1", "rail · 1", "no value"]]);
  expect(between(all.slice(1), all)).toEqual([["Bird 1", "no value", "rail · 1"]]);
  expect(between(undefined, [bird("rail", 1)])).toEqual([["Bird 1", "no value", "rail · 1"]]);
});

it("rows in three groups differ in the innermost one", () => {
  const nests: GroupField = { ...birds, key: "nests", label: "Nest", fields: [birds] };
  const stops: GroupField = { ...nests, key: "stops", label: "Stop", fields: [nests] };
  const stop = (count: number) => [{ nests: [{ birds: [bird("rail", count)] }] }];
  expect(rowDifferences(stops, stop(1), stop(2), "no value")).toEqual([
    { name: "stops.0.nests.0.birds.0.count", label: "Stop 1: Nest 1: Bird 1: How many?", was: "1", is: "2" },
  ]);
});

it("options have the answers that they refer to", () => {
  const side = (key: string): Field => ({
    key,
    kind: "choice",
    label: "Side",
    options: [
      { value: "n", label: "North of ${site}" },
      { value: "s", label: "South of ${site}, ${weather}" },
    ],
  });
  const site: Field = { key: "site", kind: "text", label: "Site" };
  const rows: GroupField = { ...birds, fields: [site, side("row_side")] };
  const row = (code: string) => [{ site: "Mole", row_side: code }];
  expect(rowDifferences(rows, row("n"), row("s"), "no value")).toMatchObject([
    { was: "North of Mole", is: "South of Mole, …" },
  ]);
  const at = (name: string) => ({
    coordinates: null,
    position_source: "device" as const,
    additional_data: { site: name, side: "n" },
  });
  expect(differencesBetween(at("Mole"), at("Pier"), { fields: [site, side("side")] })).toMatchObject([
    { name: "site" },
    { name: "side", was: "North of Mole", is: "North of Pier" },
  ]);
});

it("a line that was drawn differently is a difference, even if it is as long", () => {
  const plots: GroupField = {
    ...birds,
    key: "plots",
    label: "Plot",
    fields: [{ key: "side", kind: "line", label: "Side" }],
  };
  const row = (latitude: number) => ({
    side: {
      type: "LineString",
      coordinates: [
        [0, 0],
        [0, latitude],
      ],
      method: "tapped",
    },
  });
  const sides = (one: number, other: number) =>
    rowDifferences(plots, [row(one)], [row(other)], "no value").map(({ label, was, is }) => [label, was, is]);
  expect(sides(0.001, 0.001)).toEqual([]);
  expect(sides(0.001, 0.002)).toEqual([["Plot 1: Side", asFigures("111 m"), asFigures("222 m")]]);
  expect(sides(0.001, -0.001)).toEqual([
    ["Plot 1: Side", asFigures("111 m"), `${asFigures("111 m")}, drawn differently`],
  ]);
});
