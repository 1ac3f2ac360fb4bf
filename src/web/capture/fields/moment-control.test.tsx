import { render, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { useState } from "react";
import { expect, it } from "vitest";
import type { Field } from "../../../protocol/field.ts";
import type { Answer } from "../../foundation/answers/answers.ts";
import { ProtocolField } from "./protocol-field.tsx";

it("Safari's “Reset”, which goes back to a date's first value, empties one that was answered", async () => {
  const field: Field = { key: "seen", kind: "date", label: "Seen on" };
  function Form() {
    const [answer, setAnswer] = useState<Answer | undefined>("2026-05-30");
    return <ProtocolField field={field} answer={answer} onAnswer={(_, next) => setAnswer(next)} />;
  }
  render(<Form />);
  const input = screen.getByLabelText(/^Seen on/) as HTMLInputElement;
  expect([input.value, input.defaultValue]).toEqual(["2026-05-30", ""]);
  await userEvent.click(screen.getByRole("button", { name: "Today" }));
  expect(input.value).not.toBe("2026-05-30");
  expect(input.defaultValue).toBe("");
});
