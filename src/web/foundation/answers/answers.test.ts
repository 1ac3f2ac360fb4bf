import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { findProblems } from "../../../../test/check-values.ts";
import type { Field, Protocol } from "../../../protocol/field.ts";
import { readAnswers } from "../../capture/fields/form-reader.ts";
import { type Answer, fittingAnswers } from "./answers.ts";

const options = [
  { value: "a", label: "A" },
  { value: "b", label: "B" },
];

const bound = fc.option(fc.integer({ min: -50, max: 50 }), { nil: undefined });
/** A field of any kind; the first one, which is always a yes or no, may decide whether it is asked. */
const fields = fc
  .array(
    fc.record({
      make: fc.constantFrom<(common: { key: string; label: string }, min?: number, max?: number) => Field>(
        (common, min, max) => ({ ...common, kind: "number", min, max, expected_min: 0 }),
        (common, min, max) => ({ ...common, kind: "integer", min, max }),
        (common) => ({ ...common, kind: "choice", options }),
        (common) => ({ ...common, kind: "choices", options }),
        (common) => ({ ...common, kind: "text", pattern: "[a-z]{1,3}" }),
        (common) => ({ ...common, kind: "date", min: "2020-01-01" }),
        (common) => ({ ...common, kind: "time" }),
        (common) => ({ ...common, kind: "photo" }),
      ),
      min: bound,
      max: bound,
      required: fc.boolean(),
      isConditional: fc.boolean(),
    }),
    { maxLength: 8 },
  )
  .map(
    (made): Protocol => ({
      fields: [
        { key: "first", kind: "yes_no", label: "First" },
        ...made.map(
          ({ make, min, max, required, isConditional }, index) =>
            ({
              ...make({ key: `field_${index}`, label: "Question" }, min, max),
              required,
              ...(isConditional && { shown_when: { field: "first", op: "=", value: true } }),
            }) as Field,
        ),
      ],
    }),
  );

const answer: fc.Arbitrary<Answer | undefined> = fc.oneof(
  fc.constant(undefined),
  fc.constantFrom("", "a", "b", "abcd", "12", "-3,5", "1.234", "2026-05-31", "14:05", "2019-01-01"),
  fc.subarray(["a", "b", "c"]),
  fc.boolean(),
  fc.constant(new File(["x"], "x.jpg", { type: "image/jpeg" })),
  fc.record({ text: fc.constant("1.234"), meant: fc.constantFrom(1.234, 1234), isSure: fc.boolean() }),
);

describe("what the form reads", () => {
  it("is what the server takes: where nothing is wrong here, nothing is wrong there", () => {
    fc.assert(
      fc.property(fields, fc.array(answer, { minLength: 9, maxLength: 9 }), (protocol, given) => {
        const answers = fittingAnswers(
          protocol,
          Object.fromEntries(protocol.fields.map(({ key }, index) => [key, given[index]])),
        );
        const { values, files, faults, questions } = readAnswers(protocol, answers);
        if (questions.size > 0) return;
        const problems = findProblems(protocol, values, new Set(files.keys()));
        // A wrong answer is no value: the server would miss it where it is required, and nothing else.
        for (const { key } of problems) expect([...faults.keys()]).toContain(key);
        if (faults.size === 0) expect(problems).toEqual([]);
      }),
      { numRuns: 1000 },
    );
  });
});
