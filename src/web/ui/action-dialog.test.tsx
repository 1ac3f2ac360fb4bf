import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { standInBrowser } from "../../../test/web-app.tsx";
import { ActionDialog, type ActionDialogProps } from "./action-dialog.tsx";

beforeEach(() => standInBrowser());

function show(props: Partial<ActionDialogProps> = {}) {
  const onAct = vi.fn();
  const onClose = vi.fn();
  render(
    <ActionDialog title="New token" act="Create" back="Cancel" onAct={onAct} onClose={onClose} {...props}>
      <input aria-label="Name" />
    </ActionDialog>,
  );
  return { onAct, onClose };
}

const button = (name: string) => screen.getByRole("button", { name }) as HTMLButtonElement;
const words = () => [...document.querySelectorAll("footer button")].map(({ textContent }) => textContent);

describe("a dialog with an action", () => {
  it("acts and goes back by its buttons", async () => {
    const { onAct, onClose } = show();
    await userEvent.click(button("Create"));
    expect([onAct.mock.calls.length, onClose.mock.calls.length]).toEqual([1, 0]);
    await userEvent.click(button("Cancel"));
    expect([onAct.mock.calls.length, onClose.mock.calls.length]).toEqual([1, 1]);
  });

  it("acts at Enter in a form", async () => {
    const { onAct } = show({ form: true });
    await userEvent.type(screen.getByLabelText("Name"), "tester{Enter}");
    expect(onAct).toHaveBeenCalledTimes(1);
  });

  it("does nothing at Enter without a form", async () => {
    const { onAct } = show();
    await userEvent.type(screen.getByLabelText("Name"), "tester{Enter}");
    expect(onAct).not.toHaveBeenCalled();
  });

  it("neither acts nor goes back while it is busy", () => {
    show({ isBusy: true });
    expect([button("Create").disabled, button("Cancel").disabled]).toEqual([true, true]);
    expect(button("Create").getAttribute("aria-busy")).toBe("true");
  });

  it("does not act while that is not possible", async () => {
    const { onAct } = show({ form: true, isBlocked: true });
    expect(button("Create").disabled).toBe(true);
    document.querySelector("form")?.requestSubmit();
    expect(onAct).not.toHaveBeenCalled();
  });

  it("says why the action failed, in sight", () => {
    const scroll = vi.fn();
    Element.prototype.scrollIntoView = scroll;
    show({ problem: "The server is not there." });
    expect(screen.getByRole("alert").textContent).toBe("The server is not there.");
    expect(scroll).toHaveBeenCalledTimes(1);
  });

  it("has the next step last, and only the way back if there is nothing to do", () => {
    show({ suggestsBack: true });
    expect(words()).toEqual(["Create", "Cancel"]);
    document.body.replaceChildren();
    show({ act: null });
    expect(words()).toEqual(["Cancel"]);
  });
});
