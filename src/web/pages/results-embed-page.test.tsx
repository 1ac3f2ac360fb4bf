import { render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { refusal, serve, standInBrowser } from "../../../test/web-app.tsx";
import { ResultsEmbedPage } from "./results-embed-page.tsx";

beforeEach(() => standInBrowser());
afterEach(() => vi.unstubAllGlobals());

const results = {
  quest_id: 7,
  quest_name: "Bark of the mango trees",
  organization: { id: 1, organization_name: "Department of Forest Ecology" },
  positions: "hidden",
  as_of: "2026-06-01T10:00:00Z",
  accepted: 10,
  volunteers: 3,
  places: null,
  first_day: "2026-05-01",
  last_day: "2026-05-01",
  target: 40,
  over_time: { unit: "day", steps: [{ from: "2026-05-01", count: 10 }] },
  box: null,
  fields: [
    {
      key: "dead",
      group: null,
      unit: null,
      kind: "yes_no",
      label: "Is it dead?",
      count: 10,
      options: [{ value: "true", label: "true", count: 10 }],
    },
  ],
  contributors: [],
  closed_fields: 0,
};
const show = (search = "", answer: unknown = results, id = 7) => {
  serve({ [`GET /api/quests/${id}/results`]: answer });
  return render(
    <MemoryRouter initialEntries={[`/quests/${id}/results/embed${search}`]}>
      <ResultsEmbedPage />
    </MemoryRouter>,
  );
};

it("has the chart that was chosen, and leads to the whole page in a tab of its own", async () => {
  const chosen = show("?chart=dead");
  await screen.findByRole("heading", { level: 1, name: "Bark of the mango trees" });
  expect(screen.getByText("Department of Forest Ecology").parentElement?.textContent).toBe(
    "10 data points, measured by 3 volunteers and accepted by Department of Forest Ecology.",
  );
  screen.getByRole("heading", { level: 2, name: "Is it dead?" });
  const whole = screen.getByRole("link", { name: "See all results (new tab)" });
  expect([whole.getAttribute("href"), whole.getAttribute("target")]).toEqual(["/quests/7/results", "_blank"]);
  chosen.unmount();
  show("?chart=gone");
  await screen.findByText(/There is no chart of this question/);
  screen.getByRole("img", { name: /Data points by day/ });
});

it("says that results aren't public, asks nobody to sign in, and sends no token", async () => {
  localStorage.setItem("jwt", "token");
  const headers: (string | null)[] = [];
  show(
    "",
    (_url: URL, init: RequestInit) => {
      headers.push(new Headers(init.headers).get("authorization"));
      return refusal(404, "results_hidden");
    },
    8,
  );
  await screen.findByText("This quest's results aren't public.");
  expect(headers).toEqual([null]);
  localStorage.clear();
});
