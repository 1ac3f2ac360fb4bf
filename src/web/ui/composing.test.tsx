import { fireEvent, render, screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { leaveKeysToComposing } from "./composing.ts";

it("[VALID-15] leaves the keys of an input method to it, and its Enter does nothing else", () => {
  leaveKeysToComposing(window);
  const seen = vi.fn();
  document.addEventListener("keydown", ({ key }) => seen(key), true);
  render(<input onKeyDown={({ key }) => seen(key)} />);
  const input = screen.getByRole("textbox");
  for (const key of ["Enter", "ArrowDown", "Escape"]) {
    for (const composing of [{ isComposing: true }, { keyCode: 229 }]) {
      expect(fireEvent.keyDown(input, { key, ...composing })).toBe(key !== "Enter");
    }
  }
  expect(seen).not.toHaveBeenCalled();
  expect(fireEvent.keyDown(input, { key: "Enter" })).toBe(true);
  expect(seen.mock.calls).toEqual([["Enter"], ["Enter"]]);
});
