import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import {
  asAdventurer,
  asVisitor,
  joined,
  never,
  quest,
  questLocation,
  refusal,
  renderApp,
  serve,
  standInBrowser,
} from "../../../test/web-app.tsx";
// Loaded beforehand: on a busy machine their chunks would take longer than a test waits.
import "./quest-detail-page.tsx";
import "../features/quests/quest-places.tsx";

const questPath = "GET /api/quests/7";
const recordPath = "GET /api/adventurers/alice/quests/7";
const signUpPath = "POST /api/adventurers/alice/quests/7/sign-up";
const notJoined = () => refusal(404, "not_joined");

beforeEach(() => standInBrowser());
afterEach(() => vi.unstubAllGlobals());

const title = () => screen.findByRole("heading", { level: 1, name: quest().quest_name });
const panel = () => within(screen.getByRole("complementary", { name: "Quest at a glance" }));

describe("quest detail, who may do what", () => {
  it("[QUEST-01] [QUEST-02] a visitor sees the name in the hero and a link to sign up", async () => {
    serve({ [questPath]: quest() });
    const signIn = vi.fn(async () => {});
    renderApp("/quests/7", asVisitor({ signIn }));
    expect((await title()).closest("header")).toBeTruthy();
    await userEvent.click(screen.getByRole("link", { name: "Sign up to go on an adventure!" }));
    expect(signIn).toHaveBeenCalledWith({ signUp: true });
    expect(screen.queryByRole("button", { name: "Apply to Quest" })).toBeNull();
    expect(screen.queryByRole("link", { name: "Submit Data" })).toBeNull();
  });

  it("[QUEST-03] who has not joined sees the button to apply, and nothing else to do", async () => {
    serve({ [questPath]: quest(), [recordPath]: notJoined });
    renderApp("/quests/7", asAdventurer());
    expect(await screen.findByRole("button", { name: "Apply to Quest" })).toBeTruthy();
    expect(screen.queryByRole("link", { name: "Sign up to go on an adventure!" })).toBeNull();
    expect(screen.queryByRole("link", { name: "Submit Data" })).toBeNull();
  });

  it.each([
    [{ quest_status: "IN_PROGRESS" }, "This quest is not accepting applications at present.", "Closed"],
    [{ quest_deadline: "2020-01-31" }, "You cannot join this quest: its deadline has passed.", "Deadline passed"],
    [{ adventurer_limit: 4 }, "You cannot join this quest: all its places are taken.", "Full"],
  ] as const)(
    "[QUEST-03] where applying cannot succeed (%j), the reason stands there instead",
    async (changes, reason, pill) => {
      serve({ [questPath]: quest(changes), [recordPath]: notJoined });
      renderApp("/quests/7", asAdventurer());
      expect(await screen.findByText(reason)).toBeTruthy();
      expect(screen.getByText(pill)).toBeTruthy();
      expect(screen.queryByRole("button", { name: "Apply to Quest" })).toBeNull();
    },
  );

  it("[QUEST-02] [QUEST-05] a closed quest still invites visitors, and who has joined goes on", async () => {
    serve({ [questPath]: quest({ adventurer_limit: 4 }), [recordPath]: joined({ quest_status: "IN_PROGRESS" }) });
    const { unmount } = renderApp("/quests/7");
    expect(await screen.findByRole("link", { name: "Sign up to go on an adventure!" })).toBeTruthy();
    expect(screen.getByText("You cannot join this quest: all its places are taken.")).toBeTruthy();
    unmount();
    renderApp("/quests/7", asAdventurer());
    expect(await screen.findByRole("link", { name: "Submit Data" })).toBeTruthy();
    expect(screen.queryByText(/not accepting|Closed/)).toBeNull();
  });

  it("[QUEST-05] who has joined goes on to submit data", async () => {
    serve({ [recordPath]: joined() });
    renderApp("/quests/7", asAdventurer());
    const link = await screen.findByRole("link", { name: "Submit Data" });
    expect(link.getAttribute("href")).toBe("/quests/7/data");
    expect(screen.queryByRole("button", { name: "Apply to Quest" })).toBeNull();
  });
});

describe("applying", () => {
  async function openDialog(options = {}) {
    renderApp("/quests/7", asAdventurer(), options);
    await userEvent.click(await screen.findByRole("button", { name: "Apply to Quest" }));
    return within(screen.getByRole("dialog", { name: "Sign up for this quest" }));
  }

  it("[QUEST-04] asks to confirm location and gear, and can be refused", async () => {
    const fetchMock = serve({ [questPath]: quest(), [recordPath]: notJoined });
    const dialog = await openDialog();
    expect(dialog.getByText(/confirm/i).textContent).toMatch(/locations.*gear/);
    expect(dialog.getByText("Lihue, Hawaii, United States")).toBeTruthy();
    expect(dialog.getByText("Phone with GPS")).toBeTruthy();
    expect(dialog.getByRole("button", { name: "Yes, sign me up!" })).toBeTruthy();
    await userEvent.click(dialog.getByRole("button", { name: "Actually, no..." }));
    expect(screen.queryByRole("dialog")).toBeNull();
    expect(fetchMock.mock.calls.some(([, init]) => init?.method === "POST")).toBe(false);
  });

  it("[QUEST-06] joins, closes, and says so above", async () => {
    let hasJoined = false;
    serve({
      [questPath]: quest(),
      [recordPath]: () => (hasJoined ? joined() : notJoined()),
      [signUpPath]: () => {
        hasJoined = true;
        return joined();
      },
      "GET /api/adventurers/alice/quests": [joined()],
    });
    const dialog = await openDialog({ sharesCache: true });
    await userEvent.click(dialog.getByRole("button", { name: "Yes, sign me up!" }));
    const banner = await screen.findByText("You have successfully signed up for the quest: Bark of the mango trees!");
    expect(banner.closest("[role=status]")).toBeTruthy();
    expect(screen.queryByRole("dialog")).toBeNull();
    expect(screen.getByRole("link", { name: "Submit Data" })).toBeTruthy();
    expect(document.activeElement?.contains(banner)).toBe(true);
  });

  it("[QUEST-16] a failure is logged, and the dialog stays and says so", async () => {
    const log = vi.spyOn(console, "log").mockImplementation(() => {});
    serve({
      [questPath]: quest(),
      [recordPath]: notJoined,
      [signUpPath]: () => refusal(409, "quest_full", "All places of this quest are taken."),
    });
    const dialog = await openDialog();
    await userEvent.click(dialog.getByRole("button", { name: "Yes, sign me up!" }));
    const alert = await dialog.findByRole("alert");
    expect(alert.textContent).toContain("Failed to sign up for the quest");
    expect(alert.textContent).toContain("All places of this quest are taken.");
    expect(log.mock.calls[0]?.[0]).toBe("Failed to sign up for the quest");
    expect(dialog.getByRole("button", { name: "Yes, sign me up!" })).toBeTruthy();
  });
});

describe("what a quest says", () => {
  it("[QUEST-08] [QUEST-10] [QUEST-11] [QUEST-14] has all sections, those to open as details", async () => {
    serve({ [questPath]: quest() });
    renderApp("/quests/7");
    await screen.findByRole("heading", { level: 2, name: "Overview" });
    for (const name of ["Overview", "Description", "Data-Collection Procedure", "Risk Management"])
      expect(screen.getByRole("heading", { level: 2, name })).toBeTruthy();
    expect(screen.getByText("Photograph the bark and measure the trunk.")).toBeTruthy();
    const section = (name: string) =>
      [...document.querySelectorAll("details")].find(
        (details) => details.querySelector("summary")?.textContent === name,
      )?.textContent;
    expect(section("Qualifications")).toBeTruthy();
    expect(section("Equipment")).toContain("Phone with GPS");
    expect(section("Compensation")).toMatch(/None \(volunteer\)/);
    expect(section("Training")).toContain("Read the guide twice.");
    expect(section("Safety Information")).toContain("Look up before you step close.");
  });

  it("[QUEST-07] [QUEST-12] [QUEST-14] the panel has difficulty, deadline, places, compensation and share", async () => {
    serve({ [questPath]: quest() });
    renderApp("/quests/7");
    await screen.findByRole("heading", { level: 2, name: "Overview" });
    const stones = panel().getByRole("img", { name: "Difficulty 3 of 5: MEDIUM" });
    expect([...stones.children].map((stone) => stone.getAttribute("data-filled"))).toEqual([
      "true",
      "true",
      "true",
      "false",
      "false",
    ]);
    expect(panel().getByText("6 of 10 left")).toBeTruthy();
    expect(panel().getByText("None (volunteer)")).toBeTruthy();
    expect(panel().getByText(/days left/).textContent).toContain(new Date(2031, 4, 9).toLocaleDateString());
    expect(panel().getByRole("button", { name: "Share" })).toBeTruthy();
  });

  it("[QUEST-07] shares by the device's sheet where there is one", async () => {
    serve({ [questPath]: quest() });
    const share = vi.fn(async () => {});
    Object.defineProperty(navigator, "share", { value: share, configurable: true });
    renderApp("/quests/7");
    await screen.findByRole("heading", { level: 2, name: "Overview" });
    await userEvent.click(panel().getByRole("button", { name: "Share" }));
    Reflect.deleteProperty(navigator, "share");
    expect(share).toHaveBeenCalledWith(expect.objectContaining({ title: quest().quest_name }));
  });

  it("[QUEST-07] copies the link otherwise, and tells", async () => {
    serve({ [questPath]: quest() });
    const user = userEvent.setup();
    renderApp("/quests/7");
    await screen.findByRole("heading", { level: 2, name: "Overview" });
    await user.click(panel().getByRole("button", { name: "Share" }));
    expect(await panel().findByText("Link copied")).toBeTruthy();
    expect(await navigator.clipboard.readText()).toMatch(/^http/);
    expect(screen.getByTestId("live-region").textContent).toBe("Link copied");
  });

  it("lists a few of many locations, and all of them on demand", async () => {
    const locations = Array.from({ length: 40 }, (_, index) =>
      questLocation({ id: 100 + index, locality: `Place ${index + 1}`, coordinates: [20 + index / 10, -159] }),
    );
    serve({ [questPath]: quest({ locations }) });
    renderApp("/quests/7");
    await screen.findByRole("heading", { level: 2, name: "Overview" });
    const list = () => document.querySelectorAll('a[href*="?to="]');
    expect(screen.getByRole("link", { name: "Directions to Place 1" })).toBe(list()[0]);
    expect(list()).toHaveLength(8);
    await userEvent.click(screen.getByRole("button", { name: "Show all 40 locations" }));
    expect(list()).toHaveLength(40);
  });

  it("[QUEST-09] a map at zoom 4 has a marker for each location, numbered as the list", async () => {
    serve({
      [questPath]: quest({
        locations: [questLocation(), questLocation({ id: 12, locality: "Kapaa", coordinates: [22.08, -159.32] })],
      }),
    });
    renderApp("/quests/7");
    const map = within(await screen.findByRole("region", { name: "Map of the locations" }));
    expect(map.getByRole("img", { name: "1: Lihue, Hawaii" }).textContent).toBe("1");
    expect(map.getByRole("img", { name: "2: Kapaa, Hawaii" }).textContent).toBe("2");
    await waitFor(() =>
      expect(document.querySelector<HTMLImageElement>("img.tileImage")?.src).toMatch(
        /^https:\/\/tiles\.example\/4\/\d+\/\d+\.png$/,
      ),
    );
  });

  it("[QUEST-15] the guide of the tree quests has the fixed facts; other types say nothing about trees", async () => {
    serve({ [questPath]: quest() });
    const { unmount } = renderApp("/quests/7");
    await screen.findByRole("heading", { level: 2, name: "Overview" });
    const words = screen.getByRole("main").textContent ?? "";
    for (const fact of [
      /Adventure type\s*Hiking/,
      /Terrain/,
      /5 to 7 minutes per sample/,
      /At least 20 trees/,
      /at least 10 yards/,
      /circumference in centimetres/,
      /Study partner/,
    ])
      expect(words).toMatch(fact);
    unmount();
    serve({
      "GET /api/quests/8": quest({ id: 8, quest_type: "WATER", quest_name: "Clear water", quest_description: "Look." }),
    });
    renderApp("/quests/8");
    await screen.findByRole("heading", { level: 1, name: "Clear water" });
    await screen.findByRole("heading", { level: 2, name: "Overview" });
    expect(screen.getByRole("main").textContent).not.toMatch(/\btree|\bbark|trunk|yards|circumference/i);
  });
});

describe("states of the quest detail", () => {
  it("[QUEST-13] loading", () => {
    serve({ [questPath]: never });
    renderApp("/quests/7");
    return waitFor(() => expect(within(screen.getByRole("main")).getByRole("status").textContent).toBe("Loading..."));
  });

  it("[QUEST-13] failed, and tried again", async () => {
    let fails = true;
    serve({ [questPath]: () => (fails ? refusal(500, "internal_error") : quest()) });
    renderApp("/quests/7");
    expect(await screen.findByText("Error loading quest details")).toBeTruthy();
    fails = false;
    await userEvent.click(screen.getByRole("button", { name: "Try again" }));
    expect(await title()).toBeTruthy();
  });

  it.each(["/quests/7", "/quests/seven"])("[QUEST-13] %s is not there", async (path) => {
    serve({ [questPath]: () => refusal(404, "quest_not_found") });
    renderApp(path);
    expect(await screen.findByText("No quest found")).toBeTruthy();
  });
});
