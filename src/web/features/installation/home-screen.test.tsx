import "../../../../test/web-database.ts";
import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { standInNavigator } from "../../../../test/field-device.ts";
import { InOtherApp } from "../../app/shell/in-other-app.tsx";
import { newDraft } from "../../outbox/new-records.ts";
import { savePoint } from "../../outbox/outbox.ts";
import { forgetAccount } from "../../outbox/saved-records.ts";
import { PushSwitch } from "../notifications/push-switch.tsx";
import { HomeScreen } from "./home-screen.tsx";

const safari = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 Version/18.5 Safari/604.1";
const steps = () => screen.queryAllByRole("listitem").map(({ textContent }) => textContent);

function carry(userAgent: string, standalone = false) {
  standInNavigator({ userAgent, standalone });
  // Only the app on the home screen has it.
  if (!standalone) vi.stubGlobal("Notification", undefined);
}
afterEach(async () => {
  cleanup();
  vi.unstubAllGlobals();
  await forgetAccount("alice");
});

it("[ROUTE-18] an iPhone is told how to put Cairn on the home screen, and that what waits has to be sent first", async () => {
  carry(safari);
  const { unmount } = render(<HomeScreen account="alice" />);
  expect(screen.getByRole("heading").textContent).toBe("Add Cairn to your home screen");
  expect(steps()).toEqual([
    "Press “Share”, the square with an arrow. It may be behind “…”.",
    "Choose “Add to Home Screen”, further down in the list.",
    "Open Cairn there, and sign in once more.",
  ]);
  unmount();
  await savePoint(newDraft("alice", { id: 7, name: "Trees" }, 1));
  render(<HomeScreen account="alice" />);
  await vi.waitFor(() => expect(steps()[0]).toMatch(/^Upload what's waiting here first/));
});

it("says nothing where Cairn is on the home screen already", () => {
  carry(safari, true);
  const { container } = render(<HomeScreen account="alice" />);
  expect(container.innerHTML).toBe("");
});

it("an iPhone without notifications is told where they work", async () => {
  carry(safari);
  render(<PushSwitch account="alice" />);
  await vi.waitFor(() => expect(steps()).toHaveLength(3));
  expect(document.body.textContent).toContain("notifications need Cairn on the home screen");
  cleanup();
  carry(safari, true);
  vi.stubGlobal("Notification", undefined);
  const { container } = render(<PushSwitch account="alice" />);
  await Promise.resolve();
  expect(container.innerHTML).toBe("");
});

it("[ROUTE-18] a page inside another app says where to open it", () => {
  carry(safari.replace("Version/18.5 Safari/604.1", "Mobile/15E148"));
  render(<InOtherApp />);
  expect(screen.getByRole("status").textContent).toMatch(/^Cairn is open inside another app/);
});
