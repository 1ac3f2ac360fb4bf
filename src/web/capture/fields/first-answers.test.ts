// biome-ignore-all lint/suspicious/noTemplateCurlyInString: expressions refer to answers with them
import { expect, it } from "vitest";
import type { Protocol } from "../../../protocol/field.ts";
import type { Answers } from "../../foundation/answers/answers.ts";
import { FormReader } from "./form-reader.ts";
import { FirstAnswers } from "./known-answers.ts";

const protocol: Protocol = {
  fields: [
    { key: "first_number", kind: "integer", label: "First number" },
    { key: "remark", kind: "text", label: "Remark" },
    {
      key: "plots",
      kind: "group",
      label: "Plot",
      repeat: {},
      fields: [
        { key: "number", kind: "integer", label: "Number", default: { expression: "${first_number} + 1" } },
        { key: "size", kind: "integer", label: "Size", default: { expression: "4" } },
      ],
    },
  ],
};

const typed = (answer: Answers[string]) => (typeof answer === "object" && "text" in answer ? answer.text : answer);

/** A form that is read and filled after each change, until nothing more is filled in. */
function openForm() {
  const reader = new FormReader(protocol);
  const first = new FirstAnswers();
  let answers: Answers = {};
  const fill = () => {
    const read = reader.read(answers);
    first.fill(read, answers, (path, answer) => {
      answers = { ...answers, [path]: answer } as Answers;
    });
    return read;
  };
  return {
    change(changed: Answers) {
      answers = { ...answers, ...changed };
      for (let before: Answers | undefined; before !== answers; ) {
        before = answers;
        fill();
      }
      return Object.fromEntries(Object.entries(answers).map(([path, answer]) => [path, typed(answer)]));
    },
    read: () => reader.read(answers),
  };
}

it("the defaults of rows follow an answer outside, but for those that somebody changed", () => {
  const form = openForm();
  expect(form.change({ first_number: "6", plots: ["0", "1"] })).toMatchObject({
    "plots.0.number": "7",
    "plots.1.number": "7",
    "plots.0.size": "4",
  });
  form.change({ "plots.1.number": "30", "plots.0.size": undefined });
  expect(form.change({ first_number: "8" })).toMatchObject({ "plots.0.number": "9", "plots.1.number": "30" });
  expect(form.change({ remark: "Wet" })["plots.0.size"]).toBeUndefined();
});

it("rows are left alone until something that concerns them changes", () => {
  const form = openForm();
  form.change({ first_number: "6", plots: ["0", "1"], "plots.0.size": undefined });
  for (const { known } of form.read().rows.get("plots") ?? []) {
    known.answerOf = () => {
      throw new Error("It is evaluated again.");
    };
  }
  expect(() => form.change({ remark: "Wet" })).not.toThrow();
  expect(() => form.change({ first_number: "7" })).not.toThrow();
  expect(form.change({})["plots.1.number"]).toBe("8");
});
