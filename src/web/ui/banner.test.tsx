import { render, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { Banner } from "./banner.tsx";

it("shows a message as long as there is one", () => {
  const { rerender } = render(<Banner tone="danger">No answer.</Banner>);
  expect(screen.getByRole("alert").textContent).toBe("No answer.");
  for (const nothing of [undefined, null, "", false]) {
    rerender(<Banner tone="danger">{nothing}</Banner>);
    expect(screen.queryByRole("alert")).toBeNull();
  }
});
