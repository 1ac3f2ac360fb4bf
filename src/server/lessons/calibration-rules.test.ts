import fc from "fast-check";
import { expect, it } from "vitest";
import { calibrate } from "./calibration-rules.ts";

const value = (unit: string, reference: number, answer: number) => ({ unit, reference, answer });

it("has the number, mean and standard deviation of the errors by unit", () => {
  // Errors of 1, 2 and 3 cm: mean 2, deviations −1, 0 and 1.
  expect(calibrate([value("cm", 10, 11), value("m", 2, 1.5), value("cm", 20, 22), value("cm", 30, 33)])).toEqual([
    { unit: "cm", count: 3, bias: 2, spread: 1 },
    { unit: "m", count: 1, bias: -0.5, spread: null },
  ]);
  expect(calibrate([])).toEqual([]);
});

it("moves with a constant error, whose spread is none", () => {
  const errors = fc.array(fc.integer({ min: -1000, max: 1000 }), { minLength: 2, maxLength: 20 });
  fc.assert(
    fc.property(errors, fc.integer({ min: -50, max: 50 }), (drawn, shift) => {
      const [plain] = calibrate(drawn.map((error) => value("cm", 5, 5 + error)));
      const [moved] = calibrate(drawn.map((error) => value("cm", 5, 5 + error + shift)));
      expect(moved?.bias).toBeCloseTo((plain?.bias ?? 0) + shift, 6);
      expect(moved?.spread).toBeCloseTo(plain?.spread ?? 0, 6);
    }),
  );
});
