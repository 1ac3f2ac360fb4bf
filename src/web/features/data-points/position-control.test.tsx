import { render, screen } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { uploadFieldsSchema } from "../../../contract/data-points.ts";
import "../../foundation/texts/validation-messages.ts";
import { PositionControl } from "./position-control.tsx";
import { sourceWords } from "./position-step.tsx";
import { readPosition } from "./typed-position.ts";

describe("a position that is typed", () => {
  const schemas = uploadFieldsSchema.shape;
  it.each(["", "0", " -12.5 ", "+90", "-90.0001", "91", "1e1", "1e3", "abc", "12,5", ".", " ", "NaN", "Infinity"])(
    "%j is read as the upload's schema reads it, in its words",
    (text) => {
      for (const name of ["user_supplied_latitude", "user_supplied_longitude"] as const) {
        const { data, error } = schemas[name].safeParse(text);
        const { degrees, faults } = readPosition({ [name]: text });
        expect([degrees[name], faults.get(name)]).toEqual([data, error?.issues[0]?.message]);
      }
    },
  );

  it("can be south and west on a phone whose keyboard for decimals has no minus", () => {
    render(<PositionControl typed={{}} errors={new Map()} disabled={false} onTyped={() => {}} />);
    expect(screen.getAllByRole("spinbutton", { hidden: true }).map((input) => input.inputMode)).toEqual(["", ""]);
  });
});

describe("the words of where a position is from", () => {
  const found = (fixedAtMs: number) => ({
    latitude: 1,
    longitude: 2,
    accuracyMeters: 6,
    fixedAtMs,
    source: "device" as const,
  });

  it("say that it was taken with the photo only if it was found within half a minute after it", () => {
    expect(sourceWords(found(95_000), 100_000)).toBe("taken with the photo");
    expect(sourceWords(found(130_000), 100_000)).toBe("taken with the photo");
    expect(sourceWords(found(130_001), 100_000)).toBe("from this phone");
    expect(sourceWords(found(95_000), null)).toBe("from this phone");
  });
});
