import fc from "fast-check";
import { expect, it } from "vitest";
import { numberOf } from "./expressions/functions.ts";
import { plainNumber, typedDigits } from "./plain-digits.ts";
import { readNumber } from "./read-number.ts";
import { readNumber as readCell } from "./xlsform/cells.ts";

const systems = Intl.supportedValuesOf("numberingSystem");
const written = (system: string, value: number) =>
  value.toLocaleString("en", { numberingSystem: system, useGrouping: false, maximumFractionDigits: 4 });

it("a number in the digits of every script is read wherever one is typed or imported", () => {
  expect(systems).toEqual(expect.arrayContaining(["arab", "deva", "fullwide", "hanidec", "latn"]));
  const value = fc.integer({ min: -99_999_999, max: 99_999_999 }).map((each) => each / 10_000);
  fc.assert(
    fc.property(fc.constantFrom(...systems), value, (system, number) => {
      const text = written(system, number);
      expect(Number(plainNumber(text)), `${system} ${text}`).toBe(number);
      expect(readNumber(text), `typed: ${system} ${text}`).toEqual(readNumber(String(number)));
      expect(readCell(text), `in a form's workbook: ${system} ${text}`).toBe(number);
      expect(numberOf(text), `in a column of a list: ${system} ${text}`).toBe(number);
    }),
    { numRuns: 500 },
  );
});

it("a code or a day in the digits of every script is the same in plain ones", () => {
  for (const system of systems) {
    const inScript = (digits: string) => digits.replace(/\d/g, (digit) => written(system, Number(digit)));
    expect(typedDigits(inScript("0123456789")), system).toBe("0123456789");
    expect(numberOf(inScript("2026-05-31")), system).toBe(numberOf("2026-05-31"));
  }
});
