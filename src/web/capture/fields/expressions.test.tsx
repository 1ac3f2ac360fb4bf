// biome-ignore-all lint/suspicious/noTemplateCurlyInString: expressions refer to answers with them
import { fireEvent, render, screen } from "@testing-library/react";
import { useState } from "react";
import { expect, it, vi } from "vitest";
import { saying } from "../../../../test/web-saying.ts";
import type { Field, Protocol } from "../../../protocol/field.ts";
import type { Answers } from "../../foundation/answers/answers.ts";
import { faultWords } from "./fault-words.ts";
import { readAnswers } from "./form-reader.ts";
import { ProtocolSteps } from "./protocol-steps.tsx";
import { QuestionMedia } from "./question-media.tsx";

vi.mock("./question-media.tsx", async (importOriginal) => ({
  ...(await importOriginal<typeof import("./question-media.tsx")>()),
  QuestionMedia: vi.fn(() => null),
}));

const asked = (key: string, kind: Field["kind"], label: string, more: object = {}) =>
  ({ key, kind, label, ...more }) as Field;

const survey: Protocol = {
  fields: [
    asked("site", "text", "Site", { default: { expression: "'North bank'" } }),
    asked("observer", "text", "Observer", { default: { expression: "'Ada'" }, read_only: true }),
    asked("code", "text", "Code", { default: { expression: "concat(${site}, '-', ${adults})" }, read_only: true }),
    asked("adults", "integer", "Adults at ${site}, ${unknown}"),
    asked("young", "integer", "Young", {
      constraint: { expression: ". <= ${adults}", message: "More young than adults" },
      required_when: { expression: "${adults} > 0" },
    }),
    asked("total", "calculated", "Total", { expression: "sum(${adults}, ${young})", unit: "{birds}" }),
    asked("many", "note", "${total} is a lot", { shown_when: { expression: "${total} >= 5" } }),
    asked("ring", "choice", "Ring", {
      heading: "Rings at ${site}",
      options: [{ value: "none", label: "None of ${adults}" }],
    }),
    asked("pairs", "integer", "Pairs", { default: { expression: "int(${adults} div 2)" } }),
    asked("behaviour", "text", "Behaviour", { shown_when: { expression: "${total} >= 5" } }),
  ],
};

let read = readAnswers(survey, {});
function Form() {
  const [answers, setAnswers] = useState<Answers>({});
  read = readAnswers(survey, answers);
  return (
    <ProtocolSteps
      protocol={survey}
      read={read}
      answers={answers}
      onAnswer={(key, answer) => setAnswers((before) => ({ ...before, [key]: answer }))}
      errors={new Map([...read.faults].map(([key, fault]) => [key, faultWords(fault)]))}
    />
  );
}

const numberOf = (key: string) => document.querySelector(`[data-field="${key}"] [aria-hidden]`)?.textContent;

const type = (input: HTMLElement, value: string) => fireEvent.change(input, { target: { value } });

it("a form calculates, fills in defaults and references, and applies rules as one types", () => {
  render(<Form />);
  expect(screen.getByLabelText(/^Site/)).toHaveProperty("value", "North bank");
  expect(screen.getByLabelText(/^Observer/)).toHaveProperty("readOnly", true);
  const adults = screen.getByLabelText(/^Adults at North bank, \$\{unknown\}/);
  expect(screen.getByLabelText(/^Code/)).toHaveProperty("value", "North bank-");
  expect(screen.getByRole("status", { name: "Total" }).textContent).toBe("0 birds");
  expect(read.faults.size).toBe(0);
  expect(screen.getByLabelText("Young (optional)")).toBeTruthy();

  type(adults, "3");
  expect(screen.getByRole("heading", { name: "Rings at North bank" })).toBeTruthy();
  expect(screen.getByText("None of 3")).toBeTruthy();
  expect(screen.getByLabelText(/^Code/)).toHaveProperty("value", "North bank-3");
  expect(screen.getByLabelText("Young")).toHaveProperty("ariaRequired", "true");
  expect(read.faults.get("young")).toEqual({ text: "validation.required" });
  const young = screen.getByLabelText(/^Young/);
  type(young, "4");
  expect(screen.getByText("More young than adults")).toBeTruthy();
  expect(screen.getByRole("status", { name: "Total" }).textContent).toBe("7 birds");
  expect(screen.getByLabelText(/^Behaviour/)).toBeTruthy();
  expect(screen.getByText(saying("7 birds is a lot"))).toBeTruthy();
  expect(["young", "total", "many", "behaviour"].map(numberOf)).toEqual(["5", undefined, undefined, "8"]);

  type(young, "1");
  expect(read.faults.size).toBe(0);
  expect(screen.queryByLabelText(/^Behaviour/)).toBeNull();
  expect(read.values).toEqual({
    site: "North bank",
    observer: "Ada",
    code: "North bank-3",
    adults: 3,
    young: 1,
    total: 4,
    pairs: 1,
  });

  type(adults, "6");
  expect(read.values).toMatchObject({ pairs: 3 });
  type(screen.getByLabelText(/^Pairs/), "2");
  type(adults, "8");
  expect(read.values).toMatchObject({ pairs: 2 });

  type(screen.getByLabelText(/^Site/), "");
  expect(screen.getByLabelText(/^Site/)).toHaveProperty("value", "");
  expect(screen.getByLabelText(/^Adults at …/)).toBeTruthy();
});

it("a question that appears gives those after it other numbers, and draws none of them again", () => {
  const protocol: Protocol = {
    fields: [
      asked("count", "integer", "Count"),
      asked("why", "text", "Why?", { shown_when: { expression: "${count} > 5" } }),
      asked("after", "text", "After"),
    ],
  };
  const onAnswer = () => {};
  const form = (answers: Answers) => (
    <ProtocolSteps protocol={protocol} read={readAnswers(protocol, answers)} answers={answers} onAnswer={onAnswer} />
  );
  const { rerender } = render(form({}));
  expect(numberOf("after")).toBe("2");
  vi.mocked(QuestionMedia).mockClear();
  rerender(form({ count: "6" }));
  expect(numberOf("after")).toBe("3");
  expect(vi.mocked(QuestionMedia).mock.calls.map(([{ of }]) => ("key" in of ? of.key : ""))).toEqual(["count", "why"]);
});
