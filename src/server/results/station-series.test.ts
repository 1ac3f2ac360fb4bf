import { expect, it } from "vitest";
import { stationSeriesMax } from "../../contract/limits.ts";
import { makeSeries } from "./station-series.ts";

const inUnit = (unit: string, version: number) => ({
  version,
  protocol: { fields: [{ key: "level", kind: "number" as const, label: "Level", unit }] },
});

it("[CALL-74] a series has the newest data points, oldest first, and says that there are more", () => {
  const points = Array.from({ length: stationSeriesMax + 1 }, (_, index) => ({
    id: String(index),
    at: "2026-05-01T10:00:00Z",
    protocol_version: 1,
    additional_data: { level: index },
  }));
  const { fields, has_more } = makeSeries([inUnit("cm", 1)], points);
  const values = fields[0]?.values.map(({ value }) => value) ?? [];
  expect([values[0], values.at(-1), values.length, has_more]).toEqual([
    stationSeriesMax - 1,
    0,
    stationSeriesMax,
    true,
  ]);
  expect(makeSeries([inUnit("cm", 1)], points.slice(1)).has_more).toBe(false);
});

it("[CALL-74] values in another unit are another series", () => {
  const of = (id: string, protocol_version: number) => ({
    id,
    at: "2026-05-01T10:00:00Z",
    protocol_version,
    additional_data: { level: 5 },
  });
  const { fields } = makeSeries([inUnit("m", 2), inUnit("cm", 1)], [of("b", 2), of("a", 1)]);
  expect(fields.map(({ unit, values }) => [unit, values.map(({ id }) => id)])).toEqual([
    ["m", ["b"]],
    ["cm", ["a"]],
  ]);
});
