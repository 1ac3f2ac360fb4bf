import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { asAdventurer, quest, renderApp, serve, standInBrowser } from "../../../test/web-app.tsx";
// Loaded beforehand: on a busy machine their chunks would take longer than a test waits.
import "../pages/not-found-page.tsx";
import "../pages/profile-page.tsx";
import "../pages/quest-detail-page.tsx";

beforeEach(() => {
  standInBrowser({ wide: false });
  serve({ "GET /api/quests": [quest()], "GET /api/quests/7": quest(), "GET /api/adventurers/alice/quests": [] });
});
afterEach(() => vi.unstubAllGlobals());

const heading = () => screen.findByRole("heading", { level: 1 });

describe("the addresses", () => {
  it("[ROUTE-01] / is the quest list, titled Find a Quest", async () => {
    renderApp("/");
    expect((await heading()).textContent).toBe("Find a Quest");
    expect(await screen.findByRole("link", { name: quest().quest_name })).toBeTruthy();
  });

  it("[ROUTE-02] /quests/{id} is the quest detail, open to visitors", async () => {
    renderApp("/quests/7");
    expect(await screen.findByRole("heading", { level: 1, name: quest().quest_name })).toBeTruthy();
  });

  it("[ROUTE-04] /profile is the profile", async () => {
    renderApp("/profile", asAdventurer());
    expect(await screen.findByRole("heading", { name: "My Quests" })).toBeTruthy();
  });

  it.each(["/nowhere", "/quests", "/quests/7/data/more", "/admin_dashboard/nothing"])(
    "[ROUTE-14] %s says that there is no such page",
    async (path) => {
      renderApp(path);
      expect((await heading()).textContent).toBe("404: No such page here!");
    },
  );

  it("every page has one main heading and a title, and gets the focus on navigation", async () => {
    renderApp("/");
    await userEvent.click(await screen.findByRole("link", { name: quest().quest_name }));
    await screen.findByRole("heading", { level: 1, name: quest().quest_name });
    expect(screen.getAllByRole("heading", { level: 1 })).toHaveLength(1);
    expect(document.title).toBe(`${quest().quest_name} · Cairn`);
    expect(document.activeElement).toBe(screen.getByRole("main"));
    expect(screen.getByTestId("live-region").textContent).toContain(quest().quest_name);
  });
});
