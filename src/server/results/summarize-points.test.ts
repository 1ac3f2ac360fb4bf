import { expect, it } from "vitest";
import type { NumberedProtocol } from "../../protocol/columns.ts";
import { PointSummary, type SummarizedPoint } from "./summarize-points.ts";

const binsOf = (kind: "integer" | "number", values: readonly number[]) => {
  const protocol = { fields: [{ key: "height", kind, label: "Height" }] } as NumberedProtocol["protocol"];
  const summary = new PointSummary([{ version: 1, protocol }]);
  for (const height of values) {
    const point = { protocol_version: 1, adventurer_id: "alice", day: "2026-05-01", latitude: null, longitude: null };
    summary.add({ ...point, additional_data: { height }, files: [] } as unknown as SummarizedPoint);
  }
  return summary.finish().fields[0]?.numbers?.bins.map(({ from, to, count }) => [from, to, count]);
};

it("a histogram of whole numbers splits none of them", () => {
  expect(binsOf("integer", [1, 1, 3])).toEqual([
    [1, 2, 2],
    [2, 3, 0],
    [3, 4, 1],
  ]);
  expect(binsOf("integer", [7])).toEqual([[7, 8, 1]]);
  expect(binsOf("number", [0.5, 0.75])?.length).toBeGreaterThan(2);
});

it("a histogram counts each decimal from the edge that it is on", () => {
  const tenths = Array.from({ length: 20 }, (_, index) => index / 10);
  expect(binsOf("number", tenths)).toEqual(tenths.map((each, index) => [each, (index + 1) / 10, 1]));
});
