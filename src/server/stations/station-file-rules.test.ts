import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { english } from "../../texts/languages.ts";
import { textsOf } from "../../texts/texts-of.ts";
import { say } from "../refusals/domain-error.ts";
import { readStations } from "./station-file-rules.ts";

const head = ["code", "name", "latitude", "longitude", "description"];
const read = async (...lines: string[][]) => {
  const { stations, faults } = await readStations(lines.map((record, index) => ({ record, line: index + 1 })));
  return { stations, faults: faults.map(({ path, message }) => `${path}: ${say(message, textsOf(english))}`) };
};

describe("a file of stations", () => {
  it("[CALL-72] is read with columns in any order, decimal commas and empty lines", async () => {
    expect(
      await read(
        ["Name", "CODE", "longitude", "latitude"],
        ["Ford", " F-1 ", "8,541", "-47.3"],
        [""],
        ["Well", "W", "0", "0"],
      ),
    ).toEqual({
      stations: [
        { code: "F-1", name: "Ford", latitude: -47.3, longitude: 8.541 },
        { code: "W", name: "Well", latitude: 0, longitude: 0 },
      ],
      faults: [],
    });
  });

  it("[CALL-72] says nothing of a column that is absent, or that a line ends before", async () => {
    const ford = { code: "F", name: "Ford", latitude: "47.3", longitude: "8.5" };
    const cells = { ...ford, description: "Deep.", lake: "Big" };
    const needed = Object.keys(ford) as (keyof typeof cells)[];
    const columns = fc
      .tuple(fc.subarray(["description", "lake"] as const), fc.boolean())
      .chain(([more, isFirst]) => fc.constant(isFirst ? [...more, ...needed] : [...needed, ...more]));
    await fc.assert(
      fc.asyncProperty(columns, fc.boolean(), async (names, isCut) => {
        const line = names.slice(0, isCut ? names.lastIndexOf("longitude") + 1 : undefined);
        const { stations, faults } = await read(
          [...names],
          line.map((name) => cells[name]),
        );
        const said = line.includes("description") ? { description: "Deep." } : {};
        expect([stations, faults]).toEqual([
          [{ code: "F", name: "Ford", latitude: 47.3, longitude: 8.5, ...said }],
          [],
        ]);
      }),
    );
  });

  it("[CALL-72] names each bad line: outside the world, no number, without a name, a code twice", async () => {
    const { faults } = await read(
      head,
      ["A", "One", "91", "8"],
      ["B", "Two", "47", "-180.1"],
      ["C", "", "47", "north"],
      ["d", "Four", "47", "8"],
      ["D", "Five", "47", "8"],
    );
    expect(faults.map((fault) => fault.split(":")[0])).toEqual([
      "line 2, latitude",
      "line 3, longitude",
      "line 4, name",
      "line 4, longitude",
      "line 6, code",
    ]);
    expect(faults.at(-1)).toContain("line 5");
  });

  it("[CALL-72] may have many columns that nobody reads", async () => {
    const wide = [...head, ...Array.from({ length: 100_000 }, (_, index) => `extra ${index}`)];
    const lines = Array.from({ length: 2_000 }, (_, index) => [String(index), "Ford", "47", "8"]);
    expect((await read(wide, ...lines)).stations).toHaveLength(2_000);
  });

  it("[CALL-72] needs its columns and a line", async () => {
    expect((await read(["code", "name"], ["A", "One"])).faults).toEqual([
      expect.stringContaining("latitude, longitude"),
    ]);
    expect((await read(head)).faults).toEqual([expect.stringContaining("no stations")]);
    expect((await readStations([])).faults).toHaveLength(1);
  });
});
