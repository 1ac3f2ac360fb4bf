import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ownName, placeColumnsOf, withoutPlaces } from "./place-columns.ts";

const columnsOf = (attributes: Record<string, string>) => [...placeColumnsOf([{ code: "a", label: "A", attributes }])];

describe("a column tells where something is", () => {
  it.each([
    ["geometry", "21.971234 -159.374512 0 0"],
    ["decimalLatitude", "21"],
    ["lat_wgs84", "21.9"],
    ["Y", "21.9"],
    ["Breitengrad", "21"],
    ["Koordinaten", "somewhere"],
    ["where", "21.97 -159.37"],
    ["where", "21.97,-159.37;22.01,-159.4"],
    ["where", "Behind the oak (21.9712, -159.3745)"],
    ["where", "47.2512° N, 8.5123° E"],
    ["where", "21°58'16\" N"],
    ["where", "POINT Z (-159.37 21.97 3)"],
    ["where", '{"type":"Point","coordinates":[1,2]}'],
    ["where", "geo:21.97,-159.37"],
    ["where", "https://www.google.com/maps/@21.97123,-159.37451,17z"],
    ["where", "https://maps.example.org/place/data=!3d21.97123!4d-159.37451"],
    ["where", "8FVC9G8F+6X"],
    ["where", "32TMT 65200 46500"],
    ["width", "159.3745"],
  ])("by its name or by what is in it: %s %s", (name, value) => {
    expect(columnsOf({ name: "Oak", [name]: value })).toEqual([name]);
  });

  it.each([
    ["people", "1200"],
    ["height", "12.5"],
    ["range", "0.5-1.0"],
    ["lat", "Quercus robur"],
    ["coordinator", "Ann"],
    ["geometric_form", "round"],
    ["since", "2026-11-28"],
    ["phone", "+41 44 555 12 12"],
    ["note", "about 3.5 or 4.5 m high, 120 years"],
    ["geometry", ""],
  ])("but not %s %s", (name, value) => {
    expect(columnsOf({ [name]: value })).toEqual([]);
  });

  it("also of rows that come later, and in codes, labels and other names", () => {
    const rows = [
      { code: "a", label: "A", attributes: { where: "north" } },
      { code: "b", label: { en: "B", de: "47.25123, 8.51234" }, attributes: { where: "47.25123, 8.51234" } },
    ];
    expect([...placeColumnsOf(rows)].sort()).toEqual([ownName, "where"]);
    expect([...placeColumnsOf([{ code: "a", label: "A", synonyms: ["8FVC9G8F+6X"] }])]).toEqual([ownName]);
  });

  it("wherever a place is written with five digits after the point", () => {
    const degrees = (max: number) =>
      fc.integer({ min: -max * 100_000, max: max * 100_000 }).map((each) => (each / 100_000).toFixed(5));
    fc.assert(
      fc.property(
        ...[degrees(90), degrees(180), fc.constantFrom(" ", ",", ", ", ";", " / "), fc.constantFrom("", "at ", "(")],
        (latitude, longitude, separator, before) => {
          expect(columnsOf({ c: `${before}${latitude}${separator}${longitude}` })).toEqual(["c"]);
        },
      ),
    );
  });
});

it("a row without places has its other columns", () => {
  const row = { code: "a", label: "A", attributes: { lat: "1", size: "3" } };
  expect(withoutPlaces(row, new Set(["lat"]))).toEqual({ code: "a", label: "A", attributes: { size: "3" } });
  expect(withoutPlaces(row, new Set(["lat", "size"]))).toEqual({ code: "a", label: "A" });
});
