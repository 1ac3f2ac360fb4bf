import { describe, expect, it } from "vitest";
import type { DatasetFormat } from "../../contract/enums.ts";
import { type AcceptedPoint, fileNameOf, formatDataset } from "./dataset-formats.ts";

const point: AcceptedPoint = {
  id: "3d3f7f7e-0d0c-4f57-9d3c-111111111111",
  adventurer_id: "alice",
  latitude: -21.97,
  longitude: -159.37,
  accuracy: 6.5,
  position_source: "device",
  fixed_at: new Date("2026-05-01T10:00:00Z"),
  additional_data: { tree_width: 87.5, user_supplied_longitude: -5 },
  photo_sha256: "a".repeat(64),
  created_at: new Date("2026-05-01T10:01:00Z"),
  reviewed_by: "admin",
  reviewed_at: new Date("2026-05-02T10:00:00Z"),
  comment: null,
};

async function* batchesOf(...batches: AcceptedPoint[][]): AsyncGenerator<AcceptedPoint[]> {
  yield* batches;
}

async function format(kind: DatasetFormat, ...batches: AcceptedPoint[][]): Promise<string> {
  let text = "";
  for await (const piece of formatDataset(kind, batchesOf(...batches))) text += piece;
  return text;
}

const cellsOf = (csv: string, row: number) => csv.replace("\uFEFF", "").split("\r\n")[row]?.split(",") ?? [];
const cellOf = (csv: string, row: number, name: string) => cellsOf(csv, row)[cellsOf(csv, 0).indexOf(name)];

describe("CSV", () => {
  it("[ROUTE-10] has the units in its header, numbers as numbers, empty cells for what is not known", async () => {
    const csv = await format("csv", [point]);
    expect(csv.startsWith("\uFEFFid,latitude_degrees,longitude_degrees,accuracy_meters,")).toBe(true);
    expect(csv.endsWith("\r\n")).toBe(true);
    expect(cellOf(csv, 1, "latitude_degrees")).toBe("-21.97");
    expect(cellOf(csv, 1, "longitude_degrees")).toBe("-159.37");
    expect(cellOf(csv, 1, "user_supplied_longitude_degrees")).toBe("-5");
    expect(cellOf(csv, 1, "user_supplied_latitude_degrees")).toBe("");
    expect(cellOf(csv, 1, "tree_circumference_cm")).toBe("87.5");
    expect(cellOf(csv, 1, "accepted_at")).toBe("2026-05-02T10:00:00.000Z");
  });

  it("[ROUTE-10] has its columns in this order", async () => {
    expect(cellsOf(await format("csv"), 0)).toEqual([
      "id",
      "latitude_degrees",
      "longitude_degrees",
      "accuracy_meters",
      "position_source",
      "position_fixed_at",
      "user_supplied_latitude_degrees",
      "user_supplied_longitude_degrees",
      "tree_circumference_cm",
      "plant_best_match",
      "plant_best_score",
      "adventurer",
      "submitted_at",
      "accepted_by",
      "accepted_at",
      "review_comment",
      "photo_sha256",
    ]);
  });

  it.each(["=1+1", "+49", "-5", "@SUM(A1)", " =1", "\u00a0=1", "＝1"])(
    "keeps a spreadsheet from taking the text %j for a formula",
    async (text) => {
      const csv = await format("csv", [{ ...point, adventurer_id: text }]);
      expect(csv).toMatch(new RegExp(`,"?'${text.replace(/[+@()]/g, "\\$&")}`));
    },
  );

  it.each([
    ["\t=1", "'\t'=1"],
    ["fine;=1+1", "fine;'=1+1"],
    ["fine; -5", "fine;' -5"],
    ["fine\t\t@SUM(A1)", "fine\t\t'@SUM(A1)"],
    ["fine; really", "fine; really"],
  ])("writes %j so that a spreadsheet with another separator finds no formula: %j", async (comment, written) => {
    expect(await format("csv", [{ ...point, comment }])).toContain(`,${written},`);
  });

  it("quotes commas, quotation marks and line breaks", async () => {
    const csv = await format("csv", [{ ...point, comment: 'fine, "really"\nyes' }]);
    expect(csv).toContain(',"fine, ""really""\nyes",');
  });

  it("is a header alone where nothing is accepted", async () => {
    expect((await format("csv")).split("\r\n")).toHaveLength(2);
  });
});

describe("GeoJSON", () => {
  it("[ROUTE-10] has longitude first", async () => {
    const { type, features } = JSON.parse(await format("geojson", [point], [point, point]));
    expect(type).toBe("FeatureCollection");
    expect(features).toHaveLength(3);
    expect(features[0]).toMatchObject({
      type: "Feature",
      id: point.id,
      geometry: { type: "Point", coordinates: [-159.37, -21.97] },
      properties: { tree_circumference_cm: 87.5, accuracy_meters: 6.5, review_comment: null },
    });
  });

  it("is a collection of nothing where nothing is accepted", async () => {
    expect(JSON.parse(await format("geojson"))).toEqual({ type: "FeatureCollection", features: [] });
  });
});

describe("the file's name", () => {
  it.each([
    ["Bark of the mango trees", "quest-12-bark-of-the-mango-trees.csv"],
    ['Écorce "; rm -rf /\r\n', "quest-12-ecorce-rm-rf.csv"],
    ["树皮", "quest-12.csv"],
  ])("of %j is %s", (name, expected) => {
    expect(fileNameOf(12, name, "csv")).toBe(expected);
  });
});
