import { cleanup, fireEvent, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import {
  adminAnswers,
  asAdmin,
  quest,
  questLocation,
  renderApp,
  serve,
  standInBrowser,
} from "../../../../test/web-app.tsx";
import { forgetComments } from "../../foundation/api/kept-comments.ts";
import { connectSession } from "../../foundation/api/session.ts";

const saved = quest();
let disconnect = () => {};

async function open(shown = saved, onDelete = () => new Response(null, { status: 204 })) {
  serve({
    ...adminAnswers([shown]),
    "GET /api/organizations": [{ id: 1, organization_name: "Forests", organization_email: "trees@example.org" }],
    "DELETE /api/quests/locations": onDelete,
    [`PUT /api/quests/${shown.id}`]: (_url: URL, init?: RequestInit) => ({
      ...shown,
      quest_description: JSON.parse(String(init?.body)).quest_description,
    }),
  });
  renderApp("/admin_dashboard", asAdmin());
  disconnect = connectSession({
    getAccessToken: async () => "token",
    renewAccessToken: async () => undefined,
    getAccount: () => "admin",
  });
  await userEvent.click(await screen.findByRole("button", { name: `view/edit ${shown.quest_name}` }));
  await screen.findByLabelText("Quest Name", { exact: false });
  return within(screen.getByRole("dialog", { name: shown.quest_name }));
}
type Form = Awaited<ReturnType<typeof open>>;
const description = (form: Form) => form.getByLabelText<HTMLTextAreaElement>("Quest Description", { exact: false });
const typeAndLeave = (form: Form) => {
  fireEvent.change(description(form), { target: { value: "Look under the bark." } });
  fireEvent.click(form.getByLabelText("Custom form", { exact: false }));
  window.dispatchEvent(new Event("pagehide"));
  disconnect();
  cleanup();
};
const keptNames = () => Object.keys(localStorage).filter((name) => name.includes(`quest-${saved.id}`));

beforeAll(() => import("../../pages/admin-quests-page.tsx"));
beforeEach(() => {
  localStorage.clear();
  standInBrowser();
});
afterEach(() => {
  cleanup();
  disconnect();
  vi.unstubAllGlobals();
});

describe("a quest form that was left", () => {
  it("is offered again and restored with its questions, and forgotten once saved", async () => {
    typeAndLeave(await open());
    const form = await open();
    expect(description(form).value).toBe(saved.quest_description);
    await userEvent.click(form.getByRole("button", { name: "Restore" }));
    expect(description(form).value).toBe("Look under the bark.");
    expect(form.getByLabelText<HTMLInputElement>("Custom form", { exact: false }).checked).toBe(true);
    expect(form.getByText("Not saved yet")).toBeTruthy();
    fireEvent.click(form.getByLabelText("Standard form", { exact: false }));
    await userEvent.click(form.getByRole("button", { name: "Save quest" }));
    await form.findByText("Quest edited successfully");
    expect(keptNames()).toEqual([]);
  });

  it("stays forgotten if the page kept it once more while the rest was saved", async () => {
    const form = await open(
      quest({ locations: [questLocation({ id: 11 }), questLocation({ id: 12, locality: "Hanapepe" })] }),
      () => {
        window.dispatchEvent(new Event("pagehide"));
        expect(keptNames()).toHaveLength(1);
        return new Response(null, { status: 204 });
      },
    );
    await userEvent.click(form.getByRole("button", { name: "delete location 2" }));
    await userEvent.click(form.getByRole("button", { name: "Save quest" }));
    await form.findByText("Quest edited successfully");
    expect(keptNames()).toEqual([]);
  });

  it("says so if the quest was saved since, and is discarded for good", async () => {
    typeAndLeave(await open());
    const form = await open({ ...saved, equipment: "A newer list" });
    expect(form.getByText(/but this quest has been saved since/)).toBeTruthy();
    fireEvent.change(description(form), { target: { value: "Something else." } });
    window.dispatchEvent(new Event("pagehide"));
    expect(localStorage.getItem(keptNames()[0] ?? "")).toContain("Look under the bark.");
    await userEvent.click(form.getByRole("button", { name: "Discard" }));
    expect(keptNames()).toEqual([]);
    expect(description(form).value).toBe("Something else.");
  });

  it("is forgotten when the account signs out, and not offered for anything unreadable", async () => {
    typeAndLeave(await open());
    const [name = ""] = keptNames();
    const kept = JSON.parse(localStorage.getItem(name) ?? "{}");
    localStorage.setItem(name, JSON.stringify({ ...kept, text: "{ no" }));
    const form = await open();
    expect(form.queryByRole("button", { name: "Restore" })).toBeNull();
    forgetComments("admin");
    expect(keptNames()).toEqual([]);
  });
});
