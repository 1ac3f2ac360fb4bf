import { fireEvent, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { standInBrowser } from "../../../test/web-app.tsx";
import { Dialog } from "./dialog.tsx";

beforeEach(() => standInBrowser());

function show({ keepOnOutsideClick = false } = {}) {
  const onClose = vi.fn();
  render(
    <Dialog open title="Sign up" onClose={onClose} keepOnOutsideClick={keepOnOutsideClick}>
      <input type="file" aria-label="Photo" />
    </Dialog>,
  );
  return { onClose, dialog: screen.getByRole("dialog", { name: "Sign up" }) };
}

describe("a dialog", () => {
  it("closes by its button, by Escape and by a press outside", async () => {
    const { onClose, dialog } = show();
    await userEvent.click(screen.getByRole("button", { name: "Close" }));
    fireEvent(dialog, new Event("cancel", { cancelable: true }));
    fireEvent.click(dialog);
    expect(onClose).toHaveBeenCalledTimes(3);
  });

  it("keeps unsaved work when somebody presses outside", () => {
    const { onClose, dialog } = show({ keepOnOutsideClick: true });
    fireEvent.click(dialog);
    expect(onClose).not.toHaveBeenCalled();
  });

  it("does not take a cancelled file picker for Escape", () => {
    const { onClose } = show();
    fireEvent(screen.getByLabelText("Photo"), new Event("cancel", { bubbles: true, cancelable: true }));
    expect(onClose).not.toHaveBeenCalled();
  });
});
