import { render, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { Unit } from "./number-controls.tsx";

it("a unit has a direction of its own, so that °C isn't C° from right to left", () => {
  render(<Unit of="Cel" />);
  expect(screen.getByText("°C").tagName).toBe("BDI");
});
