import { describe, expect, it } from "vitest";
import { isUnit, unitSign } from "./units.ts";

describe("units", () => {
  it.each(["cm", "mg/L", "m.s-1", "10*3/mL", "[pH]", "ug/m3", "{birds}", "{pieces}/m2", "1"])(
    "%s is a unit",
    (code) => {
      expect(isUnit(code)).toBe(true);
    },
  );

  it.each(["", "birds", "{birds", "cm{", "km h", "degC"])("%o is none", (code) => {
    expect(isUnit(code)).toBe(false);
  });

  it("what is counted is written without its braces", () => {
    expect(unitSign("{birds}")).toBe("birds");
  });
});
