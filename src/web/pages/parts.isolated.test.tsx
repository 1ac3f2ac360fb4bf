import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { type ReactNode, useState, useSyncExternalStore } from "react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import {
  asAdmin,
  asAdventurer,
  joined,
  quest,
  renderApp,
  serve,
  standInBrowser,
  teamsOf,
} from "../../../test/web-app.tsx";
import type { Quest } from "../../contract/quests.ts";

/** The parts of a page, each in an element with its number; one of them can't be drawn. */
const parts = vi.hoisted(() => ({ count: 0, failing: -1, change: (_number: number): void => undefined }));

vi.mock("../ui/part.tsx", async (original) => {
  const { Part } = await original<typeof import("../ui/part.tsx")>();
  const { makeEmitter } = await import("../foundation/events/emitter.ts");
  const changed = makeEmitter();
  parts.change = (number) => {
    parts.failing = number;
    changed.emit();
  };
  function Drawn({ number, children }: { number: number; children: ReactNode }) {
    const failing = useSyncExternalStore(changed.listen, () => parts.failing);
    if (failing === number) throw new Error(`part ${number} can't be drawn`);
    return <div data-number={number}>{children}</div>;
  }
  return {
    Part: ({ children, ...rest }: { children: ReactNode; instead?: ReactNode }) => {
      const [number] = useState(() => parts.count++);
      if (rest.instead !== undefined) return <Part {...rest}>{children}</Part>;
      return (
        <Part {...rest}>
          <Drawn number={number}>{children}</Drawn>
        </Part>
      );
    },
  };
});

beforeEach(() => {
  standInBrowser();
  parts.count = 0;
  parts.failing = -1;
  vi.spyOn(console, "error").mockReturnValue();
});
afterEach(() => vi.unstubAllGlobals());

const record = joined({ station_count: 2 } as Partial<Quest>);
const participation = {
  "GET /api/adventurers/alice/quests": [record],
  "GET /api/adventurers/alice/quests/7": record,
  "GET /api/quests/7": quest(),
  "GET /api/quests": [quest()],
};
const step = { from: "2026-05-01", joined: 1, measured: 2, accepted: 1, denied: 1, change_requested: 0 };
const progress = {
  quest_name: "Bark of the mango trees",
  target_total: null,
  joined: 3,
  measured: 8,
  pending: 1,
  accepted: 4,
  denied: 2,
  change_requested: 1,
  unit: "day",
  series: [step],
  median_decision_hours: 30.4,
  needs_help: [],
  points: [{ coordinates: [21.01, -159.37], state: "accepted" }],
  places: [],
  elsewhere: 1,
};
const team = { "GET /api/account/teams": teamsOf("coordinator"), "GET /api/quests/7/progress": progress };

const numbersNow = () =>
  [...document.querySelectorAll<HTMLElement>("#main [data-number]")].map(({ dataset }) => Number(dataset.number));

it.each([
  { path: "/", as: asAdventurer(), least: 3 },
  { path: "/quests/7", as: asAdventurer(), least: 5 },
  { path: "/quests/7/data", as: asAdventurer(), least: 5 },
  { path: "/profile", as: asAdventurer(), least: 3 },
  { path: "/settings", as: asAdventurer(), least: 4 },
  { path: "/news", as: asAdventurer(), least: 3 },
  { path: "/admin_dashboard/quests/7", as: asAdmin(), least: 10 },
])("on $path, each part that can't be drawn takes only itself, and comes back", async ({ path, as, least }) => {
  serve({ ...participation, ...team });
  renderApp(path, as);
  await waitFor(() => expect(numbersNow().length).toBeGreaterThanOrEqual(least));
  for (const number of numbersNow()) {
    const failing = document.querySelector(`[data-number="${number}"]`);
    // A part of one that came anew has a new number.
    if (!failing) continue;
    const before = numbersNow();
    const others = before.filter((each) => !failing.querySelector(`[data-number="${each}"]`) && each !== number);
    act(() => parts.change(number));
    const alert = screen.getByText("This part couldn't be shown.").parentElement as HTMLElement;
    expect(numbersNow()).toEqual(expect.arrayContaining(others));
    expect(numbersNow()).not.toContain(number);
    expect(screen.queryByText("This page couldn't be shown.")).toBeNull();
    act(() => parts.change(-1));
    await userEvent.click(within(alert).getByRole("button", { name: "Try again" }));
    expect(screen.queryByText("This part couldn't be shown.")).toBeNull();
    await waitFor(() => expect(numbersNow().length).toBeGreaterThanOrEqual(before.length));
  }
});
