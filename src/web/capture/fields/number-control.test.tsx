import { render, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { useState } from "react";
import { describe, expect, it } from "vitest";
import type { IntegerField, NumberField } from "../../../protocol/field.ts";
import type { Answer } from "../../foundation/answers/answers.ts";
import { IntegerControl, NumberControl, Unit } from "./number-controls.tsx";

it("a unit has a direction of its own, so that °C isn't C° from right to left", () => {
  render(<Unit of="Cel" />);
  expect(screen.getByText("°C").tagName).toBe("BDI");
});

describe("a number below zero, on a phone whose keyboard for numbers has no minus", () => {
  const label = { texts: { en: "Temperature" } } as unknown as NumberField["label"];
  const rest = { id: "t", labelId: "l", describedBy: undefined, isWrong: false, disabled: false };

  function Asked({ kind, min }: { kind: "number" | "integer"; min?: number }) {
    const [answer, onAnswer] = useState<Answer>();
    const field = { key: "t", kind, label, required: false, ...(min !== undefined && { min }) };
    return kind === "integer" ? (
      <IntegerControl field={field as unknown as IntegerField} answer={answer} onAnswer={onAnswer} {...rest} />
    ) : (
      <NumberControl field={field as unknown as NumberField} answer={answer} onAnswer={onAnswer} {...rest} />
    );
  }
  const sign = () => screen.queryByRole("button", { name: "Switch between plus and minus" });

  it.each([
    ["number", undefined],
    ["number", -40],
    ["integer", -40],
  ] as const)("is typed with ±: a %s from %s on", async (kind, min) => {
    render(<Asked kind={kind} {...(min !== undefined && { min })} />);
    const input = screen.getByRole(kind === "integer" ? "spinbutton" : "textbox");
    await userEvent.type(input, "12");
    await userEvent.click(sign() as HTMLElement);
    expect(input).toHaveProperty("value", "-12");
    await userEvent.click(sign() as HTMLElement);
    expect(input).toHaveProperty("value", "12");
  });

  it("needs no ± where it can't be, or where “−” counts below zero", async () => {
    for (const kind of ["number", "integer"] as const) {
      const { unmount } = render(<Asked kind={kind} min={0} />);
      expect(sign()).toBeNull();
      unmount();
    }
    render(<Asked kind="integer" />);
    for (const _ of [1, 2]) await userEvent.click(screen.getByRole("button", { name: "One fewer" }));
    expect([sign(), screen.getByRole("spinbutton")]).toEqual([null, expect.objectContaining({ value: "-1" })]);
  });
});
