import { describe, expect, it } from "vitest";
import type { DatasetFormat } from "../../contract/desk-enums.ts";
import type { NumberedProtocol } from "../../protocol/columns.ts";
import { specificationForm } from "../../protocol/default-protocol.ts";
import type { Field } from "../../protocol/field.ts";
import { datasetColumns } from "./dataset-columns.ts";
import { fileNameOf, formats } from "./dataset-formats.ts";
import type { AcceptedPoint } from "./dataset-queries.ts";

const point: AcceptedPoint = {
  id: "3d3f7f7e-0d0c-4f57-9d3c-111111111111",
  adventurer_id: "alice",
  latitude: -21.97,
  longitude: -159.37,
  accuracy: 6.5,
  position_source: "device",
  fixed_at: "2026-05-01T10:00:00.000Z",
  additional_data: { tree_width: 87.5, user_supplied_longitude: -5 },
  photo_sha256: "a".repeat(64),
  photo_sha256s: {},
  protocol_version: null,
  created_at: "2026-05-01T10:01:00.000Z",
  captured_at: null,
  late: false,
  revision: 1,
  reviewed_by: "admin",
  reviewed_at: "2026-05-02T10:00:00.000Z",
  comment: null,
  station: { id: 7, code: "F-1", name: "Ford" },
};

async function* batchesOf(...batches: AcceptedPoint[][]): AsyncGenerator<AcceptedPoint[]> {
  yield* batches;
}

const specification: NumberedProtocol[] = [{ version: null, protocol: specificationForm("TREES") }];

const format = (kind: DatasetFormat, ...batches: AcceptedPoint[][]) => formatAs(kind, specification, ...batches);

async function formatAs(kind: DatasetFormat, versions: NumberedProtocol[], ...batches: AcceptedPoint[][]) {
  let text = "";
  for await (const piece of formats[kind].write(datasetColumns(versions), batchesOf(...batches))) text += piece;
  return text;
}

const water: Field[] = [
  { key: "depth", kind: "number", label: "Depth", unit: "m" },
  {
    key: "trend",
    kind: "choices",
    label: "Trend",
    options: ["-1", "+1", "=1"].map((value) => ({ value, label: `=${value}` })),
  },
  { key: "clear", kind: "yes_no", label: "Clear?" },
  { key: "note", kind: "text", label: "Note" },
  { key: "shore", kind: "photo", label: "Shore" },
];
const versions: NumberedProtocol[] = [{ version: 1, protocol: { fields: water } }, ...specification];

const cellsOf = (csv: string, row: number) => csv.replace("\uFEFF", "").split("\r\n")[row]?.split(",") ?? [];
const cellOf = (csv: string, row: number, name: string) => cellsOf(csv, row)[cellsOf(csv, 0).indexOf(name)];

describe("CSV", () => {
  it("[ROUTE-10] has units in its header, numbers as numbers, empty cells for unknown values", async () => {
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
      "protocol_version",
      "captured_at",
      "late",
      "revision",
      "station_code",
      "station_name",
    ]);
  });

  it("has a column per field as of the point's version, followed by its version", async () => {
    const measured = { ...point, protocol_version: 1, photo_sha256: null, photo_sha256s: { shore: "b".repeat(64) } };
    const csv = await formatAs("csv", versions, [
      { ...measured, additional_data: { depth: -0.5, trend: ["-1", "+1"], clear: false, note: "-5" } },
      point,
    ]);
    expect(cellsOf(csv, 0).slice(8, 15)).toEqual([
      "depth",
      "trend",
      "trend_label",
      "clear",
      "note",
      "shore",
      "tree_circumference_cm",
    ]);
    expect(cellsOf(csv, 1).slice(8, 15)).toEqual(["-0.5", "-1;+1", "'=-1;' =+1", "false", "'-5", "b".repeat(64), ""]);
    expect(cellsOf(csv, 2).slice(8, 15)).toEqual(["", "", "", "", "", "", "87.5"]);
    expect([1, 2].map((row) => cellOf(csv, row, "protocol_version"))).toEqual(["1", ""]);
    expect(cellOf(csv, 1, "photo_sha256")).toBe("");
  });

  it("[CALL-23] has the time of measurement, if known, and whether it was late", async () => {
    const late = { ...point, captured_at: "2026-05-01T09:59:30.250Z", late: true };
    const csv = await format("csv", [point, late]);
    expect([1, 2].map((row) => [cellOf(csv, row, "captured_at"), cellOf(csv, row, "late")])).toEqual([
      ["", "false"],
      ["2026-05-01T09:59:30.250Z", "true"],
    ]);
    const { features } = JSON.parse(await format("geojson", [point, late]));
    expect(features.map(({ properties }: { properties: object }) => properties)).toMatchObject([
      { captured_at: null, late: false },
      { captured_at: "2026-05-01T09:59:30.250Z", late: true },
    ]);
  });

  it("prevents options from being read as formulas", async () => {
    const csv = await formatAs("csv", versions, [
      { ...point, protocol_version: 1, additional_data: { trend: ["=1"] } },
    ]);
    expect(cellOf(csv, 1, "trend")).toBe("'=1");
  });

  it.each(["=1+1", "+49", "-5", "@SUM(A1)", " =1", "\u00a0=1", "＝1"])(
    "prevents the text %j from being read as a formula",
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

  it("is only a header without accepted data points", async () => {
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

  it("is an empty collection without accepted data points", async () => {
    expect(JSON.parse(await format("geojson"))).toEqual({ type: "FeatureCollection", features: [] });
  });
});

describe("the dictionary", () => {
  const rowsOf = async (asked: NumberedProtocol[]) =>
    (await formatAs("dictionary", asked)).replace("\uFEFF", "").split("\r\n");

  it("has a row per column of the export, fields first", async () => {
    const rows = await rowsOf(versions);
    expect(rows[0]).toBe(
      "key,label,kind,unit,bounds,options,versions,column,hint,required,expected,shown_when,term,table",
    );
    expect(rows[1]).toBe("depth,Depth,number,m,,,1,depth,,no,,,,");
    const columns = rows.slice(1, -1).map((row) => row.replace(/"[^"]*"/g, "").split(",")[7]);
    expect(columns.toSorted()).toEqual(cellsOf(await formatAs("csv", versions), 0).toSorted());
    expect(columns.slice(0, 8)).toEqual([
      ...["depth", "trend", "trend_label", "clear", "note", "shore", "tree_circumference_cm"],
      "id",
    ]);
  });

  it("contains no formula", async () => {
    const [, row] = await rowsOf([
      { version: 1, protocol: { fields: [{ key: "x", kind: "text", label: "=1+1", hint: "@SUM(A1)" }] } },
    ]);
    expect(row).toBe("x,'=1+1,text,,,,1,x,'@SUM(A1),no,,,,");
  });
});

describe("the file's name", () => {
  it("says if it is a dictionary", () => {
    expect(fileNameOf(12, "Bark", "dictionary")).toBe("quest-12-bark-dictionary.csv");
  });

  it.each([
    ["Bark of the mango trees", "quest-12-bark-of-the-mango-trees.csv"],
    ['Écorce "; rm -rf /\r\n', "quest-12-ecorce-rm-rf.csv"],
    ["树皮", "quest-12.csv"],
  ])("of %j is %s", (name, expected) => {
    expect(fileNameOf(12, name, "csv")).toBe(expected);
  });
});
