import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import {
  asAdmin,
  asAdventurer,
  asReviewer,
  quest,
  refusal,
  renderApp,
  serve,
  standInBrowser,
  teamsOf,
} from "../../../test/web-app.tsx";
import type { QuestProgress } from "../../contract/quest-progress.ts";
import { fillSteps } from "../features/quest-progress/progress-figures.tsx";
import { dotsOf } from "../ui/map/points-dot.tsx";

const step = (from: string, measured = 0, accepted = 0, denied = 0) => ({
  from,
  joined: 1,
  measured,
  accepted,
  denied,
  change_requested: 0,
});
const place = (id: number, locality: string, count: number) => ({
  id,
  locality,
  country: "United States",
  coordinates: [21 + id / 100, -159.37] as [number, number],
  count,
});
const progress = (changes: Partial<QuestProgress> = {}): QuestProgress => ({
  quest_name: "Bark of the mango trees",
  target_total: null,
  joined: 3,
  measured: 8,
  pending: 1,
  accepted: 4,
  denied: 2,
  change_requested: 1,
  unit: "day",
  series: [step("2026-05-01", 2, 1, 1), step("2026-05-03", 6, 3, 1)],
  median_decision_hours: 30.4,
  needs_help: [
    {
      adventurer_id: "carol",
      reason: "sent_back",
      decided: 4,
      sent_back: 3,
      state: "denied",
      last_arrived_at: "2026-05-03T10:00:00Z",
    },
    {
      adventurer_id: "bob & co",
      reason: "stopped",
      decided: 0,
      sent_back: 0,
      state: "pending",
      last_arrived_at: "2026-05-01T10:00:00Z",
    },
  ],
  points: [{ coordinates: [21.01, -159.37], state: "accepted" }],
  places: [place(1, "Lihue", 6), place(2, "Hilo", 0)],
  elsewhere: 1,
  ...changes,
});
const answers = (changes: Partial<QuestProgress> = {}) => ({
  "GET /api/account/teams": teamsOf("viewer"),
  "GET /api/quests/7/progress": progress(changes),
});
const address = "/admin_dashboard/quests/7";

beforeEach(() => standInBrowser());
afterEach(() => vi.unstubAllGlobals());

const figure = async (name: string) => (await screen.findByText(name, { selector: "dt" })).parentElement?.textContent;

describe("what happened in a quest", () => {
  it("shows a team's viewer the figures, who needs help with their samples, and the emptiest places first", async () => {
    serve(answers());
    renderApp(address, asReviewer());
    expect(await figure("Volunteers joined")).toContain("3");
    expect(await figure("Accepted")).toBe("Accepted450% of all");
    expect(await figure("Median time to a decision")).toContain("30 hours");
    screen.getByText("3 of the last 4 decided data points denied or returned");
    const samples = screen.getByRole("link", { name: "Samples of bob & co" });
    expect(samples.getAttribute("href")).toBe("/admin_dashboard/samples?state=pending&quest=7&person=bob+%26+co");
    const places = within(screen.getByRole("table", { name: "Data points by place" }));
    expect(places.getAllByRole("rowheader").map((cell) => cell.textContent)).toEqual([
      "2. Hilo, United States",
      "1. Lihue, United States",
    ]);
    screen.getByText(/1 data point is more than 25 km from every place/);
  });

  it("shows how much of the target is accepted, and about how much of it falls to each place", async () => {
    serve(answers({ target_total: 25 }));
    renderApp(address, asReviewer());
    expect(await figure("Accepted")).toBe("Accepted4of 25 wanted");
    screen.getByText(/25 accepted data points are wanted: about 13 for each place/);
  });

  it("has the bars in words and, on request, as a table", async () => {
    serve(answers());
    renderApp(address, asAdmin());
    await screen.findByRole("img", {
      name: /^Data points by day, from May 1, 2026 to .*\. Highest: 6 \(May 3, 2026\)\.$/,
    });
    expect(screen.queryByRole("table", { name: "Over time, in numbers" })).toBeNull();
    await userEvent.click(screen.getByRole("button", { name: /^Show the numbers/ }));
    const rows = within(screen.getByRole("table", { name: "Over time, in numbers" })).getAllByRole("row");
    expect(
      rows.slice(1).map((row) =>
        within(row)
          .getAllByRole("cell")
          .map((cell) => cell.textContent),
      ),
    ).toEqual([
      ["1", "6", "3", "1"],
      ["1", "2", "1", "1"],
    ]);
  });

  it("[CALL-38] ends with the quest's history, to read only", async () => {
    const changes = [{ field: "safety", before: "Mind the bees.", after: "Mind the wasps." }];
    const entry = { id: 3, at: "2026-05-01T10:00:00Z", person: "olga", kind: "changed", changes, locations: null };
    serve({ ...answers({ joined: 0, measured: 0 }), "GET /api/quests/7/history": [entry] });
    renderApp(address, asReviewer());
    const history = within(await screen.findByRole("region", { name: "History" }));
    expect(await history.findByText("Mind the bees.")).toBeTruthy();
    expect(history.getByText("Mind the wasps.")).toBeTruthy();
    expect(history.getByText("olga")).toBeTruthy();
    expect(history.queryByRole("button")).toBeNull();
  });

  it("says so while nobody has joined, and when nobody needs help or nothing was decided", async () => {
    serve(answers({ joined: 0, measured: 0, series: [] }));
    const { unmount } = renderApp(address, asAdmin());
    await screen.findByText(/No volunteers have joined this quest yet/);
    unmount();
    serve(answers({ needs_help: [], median_decision_hours: null }));
    renderApp(address, asAdmin());
    await screen.findByText(/No volunteer was denied/);
    expect(await figure("Median time to a decision")).toContain("None yet");
  });

  it("can be tried again after a failure, and says whose it is to another organization", async () => {
    let isDown = true;
    serve({ ...answers(), "GET /api/quests/7/progress": () => (isDown ? refusal(500, "internal_error") : progress()) });
    const { unmount } = renderApp(address, asReviewer());
    const again = await screen.findByRole("button", { name: "Try again" });
    isDown = false;
    await userEvent.click(again);
    expect(await figure("Denied")).toContain("2");
    unmount();
    serve({ ...answers(), "GET /api/quests/7/progress": refusal(403, "forbidden", "Another organization's quest.") });
    renderApp(address, asReviewer());
    await screen.findByText("Another organization's quest.");
    expect(screen.queryByRole("button", { name: "Try again" })).toBeNull();
  });

  it.each([
    ["of its team", 1, true],
    ["of another team", 2, false],
  ])("is linked from the quest's page for somebody %s", async (_, organization_id, isLinked) => {
    serve({
      ...answers(),
      "GET /api/quests/7": quest({ organization_id }),
      "GET /api/adventurers/alice/quests/7": refusal(404, "not_joined"),
    });
    renderApp("/quests/7", asAdventurer());
    await screen.findByRole("button", { name: /Apply/ });
    if (isLinked) {
      const link = await screen.findByRole("link", { name: "Quest progress" });
      expect(link.getAttribute("href")).toBe(address);
    } else expect(screen.queryByRole("link", { name: "Quest progress" })).toBeNull();
  });
});

describe("the steps of the bars", () => {
  it("have no gap up to today, and at least four weeks of days", () => {
    const steps = fillSteps({ unit: "day", series: [step("2026-05-01", 2), step("2026-05-03", 6)] }, "2026-05-05");
    expect(steps).toHaveLength(28);
    expect(steps.slice(-5).map(({ from, measured }) => [from, measured])).toEqual([
      ["2026-05-01", 2],
      ["2026-05-02", 0],
      ["2026-05-03", 6],
      ["2026-05-04", 0],
      ["2026-05-05", 0],
    ]);
  });

  it("are weeks from the first one's day", () => {
    const series = [step("2025-01-06", 1), step("2026-05-04", 3)];
    const steps = fillSteps({ unit: "week", series }, "2026-05-09");
    expect(steps.at(-1)).toBe(series[1]);
    expect(steps).toHaveLength(70);
  });
});

it("data points that would overlap are one dot in their middle, until the map is close", () => {
  const points: [number, number][] = [
    [21.97, -159.37],
    [21.9702, -159.3702],
    [40, 20],
  ];
  const far = dotsOf(points, 3);
  expect(far.map(({ count }) => count)).toEqual([2, 1]);
  expect(far[0]?.anchor[0]).toBeCloseTo(21.9701, 5);
  expect(dotsOf(points, 18)).toHaveLength(3);
});
