import { describe, expect, it } from "vitest";
import { PlaceNames } from "./place-names.ts";

const places = new PlaceNames();
const namesOf = async (query: string) => (await places.find(query)).map(({ name }) => name);

describe("finding a place by its name", () => {
  it("returns its position, region and country", async () => {
    expect((await places.find("Rye, England"))[0]).toEqual({
      name: "Rye",
      administrative_area: "England",
      country: "United Kingdom",
      coordinates: [50.95114, 0.7337],
    });
    expect(await places.find("bohinjska bistrica")).toMatchObject([{ country: "Slovenia" }]);
  });

  it("returns the largest place first, with the correct spelling of its region", async () => {
    expect((await places.find("Heidelberg")).slice(0, 4)).toMatchObject([
      { name: "Heidelberg", administrative_area: "Baden-Württemberg", country: "Germany" },
      { name: "Heidelberg", country: "South Africa" },
      { name: "Heidelberg", administrative_area: "Victoria", country: "Australia" },
      { name: "Heidelberg", country: "United States" },
    ]);
    for (const [name, country] of [
      ["Paris", "France"],
      ["London", "United Kingdom"],
    ] as const) {
      expect((await places.find(name))[0]).toMatchObject({ name, country });
    }
  });

  it("puts the large first also if a small one fits better, and the near before the far", async () => {
    expect((await namesOf("new yor"))[0]).toBe("New York City");
    expect((await namesOf("york"))[0]).toBe("York");
    expect((await places.find("york", [40.1, -76.8]))[0]).toMatchObject({ country: "United States" });
    expect((await places.find("cambridge"))[0]).toMatchObject({ country: "United Kingdom" });
    expect((await places.find("cambridge", [42.4, -71.1]))[0]).toMatchObject({ administrative_area: "Massachusetts" });
  });

  it("ignores case and accents, matches beginnings and later words, and puts exact names first", async () => {
    expect((await namesOf("sao paulo"))[0]).toBe("São Paulo");
    expect((await namesOf("Luray")).slice(0, 2)).toEqual(["Luray", "Luray"]);
    expect(await namesOf("ischl")).toContain("Bad Ischl");
    expect((await namesOf("bad isc"))[0]).toBe("Bad Ischl");
  });

  it("returns at most twelve, or none", async () => {
    expect(await namesOf("no such place anywhere")).toEqual([]);
    expect(await namesOf(" , England")).toEqual([]);
    expect(await namesOf("san")).toHaveLength(12);
  });
});
