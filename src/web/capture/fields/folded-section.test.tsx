import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import { useState } from "react";
import { expect, it } from "vitest";
import type { Field, Protocol } from "../../../protocol/field.ts";
import type { Answers } from "../../foundation/answers/answers.ts";
import { faultWords } from "./fault-words.ts";
import { focusField } from "./focus-field.ts";
import { readAnswers } from "./form-reader.ts";
import { ProtocolSteps } from "./protocol-steps.tsx";

const text = (key: string, label: string, more: object = {}): Field => ({ key, kind: "text", label, ...more });
const survey: Protocol = {
  fields: [
    text("site", "Site"),
    text("wind", "Wind", { heading: "Weather", folded: true, shown_when: { field: "site", op: "=", value: "sea" } }),
    text("rain", "Rain", { pattern: "[0-9]+" }),
    text("who", "Observer", { heading: "You" }),
  ],
};

function Form({ isTried = false }) {
  const [answers, setAnswers] = useState<Answers>({});
  const read = readAnswers(survey, answers);
  const faults = new Map([...read.faults].map(([path, fault]) => [path, faultWords(fault)]));
  return (
    <ProtocolSteps
      protocol={survey}
      read={read}
      answers={answers}
      onAnswer={(path, answer) => setAnswers((before) => ({ ...before, [path]: answer }))}
      errors={isTried ? faults : undefined}
    />
  );
}

const section = () => screen.getByText("Weather").closest("details");
const type = (label: RegExp, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });

it("a folded section says how many answers it has, opens for a fault or a question in it, and stays open", async () => {
  const { rerender } = render(<Form />);
  await screen.findByText("Weather");
  expect(section()?.open).toBe(false);
  expect(section()?.textContent).toContain("no answers yet");
  expect(section()?.contains(screen.getByLabelText(/^Observer/))).toBe(false);
  type(/^Rain/, "much");
  expect(section()?.textContent).toContain("no answers yet");

  rerender(<Form isTried />);
  await waitFor(() => expect(section()?.open).toBe(true));
  type(/^Rain/, "3");
  expect(section()?.open).toBe(true);
  expect(section()?.textContent).toContain("1 answer");

  // The same section, with one more question.
  const rain = screen.getByLabelText(/^Rain/);
  type(/^Site/, "sea");
  expect(section()?.contains(screen.getByLabelText(/^Wind/))).toBe(true);
  expect(screen.getByLabelText(/^Rain/)).toBe(rain);

  fireEvent.click(screen.getByText("Weather"));
  await waitFor(() => expect(section()?.open).toBe(false));
  focusField(document.body, "rain");
  expect(section()?.open).toBe(true);
  expect(document.activeElement).toBe(rain);
});
