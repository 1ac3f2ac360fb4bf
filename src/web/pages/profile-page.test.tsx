import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { asAdventurer, asVisitor, joined, refusal, renderApp, serve, standInBrowser } from "../../../test/web-app.tsx";
// Loaded beforehand: on a busy machine their chunks would take longer than a test waits.
import "./profile-page.tsx";

const ownPath = "GET /api/adventurers/alice/quests";

beforeEach(() => standInBrowser());
afterEach(() => vi.unstubAllGlobals());

describe("the profile", () => {
  it("[PROF-01] has a side panel with the user's name and details", async () => {
    serve({ [ownPath]: [joined()] });
    const userDetails = { email: "alice@example.org", phone_number: "+4687123456" };
    renderApp("/profile", asAdventurer({ isAdmin: true, userDetails }));
    const panel = within(await screen.findByRole("complementary", { name: "About you" }));
    expect(panel.getByText("+4687123456")).toBeTruthy();
    expect(panel.getByRole("heading", { level: 1 }).textContent).toBe("alice");
    expect(panel.getByText("alice@example.org")).toBeTruthy();
    expect(panel.getByText("Admin")).toBeTruthy();
  });

  it("leads to contributions and to the account", async () => {
    serve({ [ownPath]: [joined()] });
    renderApp("/profile", asAdventurer());
    const panel = within(await screen.findByRole("complementary", { name: "About you" }));
    expect(panel.getByRole("link", { name: "My contributions" }).getAttribute("href")).toBe("/contributions");
    expect(panel.getByRole("link", { name: "Your account" }).getAttribute("href")).toBe("/settings");
  });

  it("[PROF-02] omits `complete`, and keeps `completed`", async () => {
    serve({
      [ownPath]: [
        joined(),
        joined({ id: 8, quest_name: "Hidden" }, "complete"),
        joined({ id: 9, quest_name: "Kept" }, "completed"),
      ],
    });
    renderApp("/profile", asAdventurer());
    const list = within(await screen.findByRole("region", { name: "My Quests" }));
    expect(await list.findByText("Kept")).toBeTruthy();
    expect(list.getByText("Bark of the mango trees")).toBeTruthy();
    expect(list.queryByText("Hidden")).toBeNull();
  });

  it("[PROF-03] shows image, linked name, first location, deadline or none, and the tag", async () => {
    serve({ [ownPath]: [joined(), joined({ id: 8, quest_name: "No hurry", quest_deadline: null })] });
    renderApp("/profile", asAdventurer());
    const link = await screen.findByRole("link", { name: "Bark of the mango trees" });
    expect(link.getAttribute("href")).toBe("/quests/7");
    const card = link.closest("article") as HTMLElement;
    expect(card.querySelector(".image svg")).toBeTruthy();
    expect(within(card).getByText("Lihue, Hawaii")).toBeTruthy();
    expect(within(card).getByText("Due May 9, 2031")).toBeTruthy();
    expect(within(card).getByText("Photography")).toBeTruthy();
    const other = screen.getByRole("link", { name: "No hurry" }).closest("article") as HTMLElement;
    expect(within(other).getByText("none")).toBeTruthy();
  });

  it("[PROF-04] says when the quests cannot be loaded", async () => {
    serve({ [ownPath]: () => refusal(500, "internal_error") });
    renderApp("/profile", asAdventurer());
    expect((await screen.findByRole("alert")).textContent).toContain(
      "There was an error while attempting to fetch your quests.",
    );
  });

  it("offers to sign in", async () => {
    serve({});
    const signIn = vi.fn(async () => {});
    renderApp("/profile", asVisitor({ signIn }));
    await userEvent.click(await within(screen.getByRole("main")).findByRole("button", { name: "Log In" }));
    expect(signIn).toHaveBeenCalledOnce();
  });
});
