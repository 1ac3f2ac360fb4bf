import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import {
  asAdventurer,
  asReviewer,
  joined,
  quest,
  refusal,
  renderApp,
  serve,
  standInBrowser,
  teamsOf,
} from "../../../test/web-app.tsx";
import { saying } from "../../../test/web-saying.ts";
import { findTranslatable } from "../../../test/web-translator.ts";
import type { PublicPoint, QuestResults } from "../../contract/results.ts";
import { withEmptySteps } from "../features/results/time-chart.tsx";
// Loaded beforehand: on a busy machine their chunks would take longer than a test waits.
import "./quest-detail-page.tsx";
import "../features/results/points-map.tsx";
import "./quest-results-page.tsx";

/** A map off the window is shown once the page rests. */
const beyondIdle = { timeout: 10_000 };

const field = { group: null, unit: null, count: 10 };
const results = (changes: Partial<QuestResults> = {}): QuestResults => ({
  quest_id: 7,
  quest_name: "Bark of the mango trees",
  organization: { id: 1, organization_name: "Department of Forest Ecology" },
  positions: 0.01,
  as_of: "2026-06-01T10:00:00Z",
  accepted: 10,
  volunteers: 3,
  places: 4,
  first_day: "2026-05-01",
  last_day: "2026-05-03",
  target: 40,
  over_time: {
    unit: "day",
    steps: [
      { from: "2026-05-01", count: 4 },
      { from: "2026-05-03", count: 6 },
    ],
  },
  box: null,
  fields: [
    {
      ...field,
      key: "width",
      kind: "number",
      unit: "cm",
      label: "How wide is it?",
      numbers: {
        min: 10,
        max: 44.5,
        median: 21,
        bins: [
          { from: 10, to: 20, count: 3 },
          { from: 20, to: 30, count: 7 },
        ],
      },
    },
    {
      ...field,
      key: "nests",
      kind: "integer",
      label: "How many nests?",
      numbers: {
        min: 1,
        max: 2,
        median: 1,
        bins: [
          { from: 1, to: 2, count: 9 },
          { from: 2, to: 3, count: 1 },
        ],
      },
    },
    {
      ...field,
      key: "signs",
      kind: "choices",
      // biome-ignore lint/suspicious/noTemplateCurlyInString: a reference to another answer.
      label: { en: "Signs of **wind** at ${place}" },
      options: [
        { value: "bent", label: "Bent", count: 9 },
        { value: "broken", label: "Broken", count: 4 },
      ],
      others: 1,
    },
    {
      ...field,
      key: "dead",
      kind: "yes_no",
      label: "Is it dead?",
      options: [{ value: "true", label: "true", count: 10 }],
    },
    {
      ...field,
      key: "planted",
      kind: "date",
      label: "When was it planted?",
      months: [
        { month: "2025-11", count: 2 },
        { month: "2026-01", count: 8 },
      ],
    },
  ],
  contributors: [{ name: "Alice A.", count: 6 }],
  closed_fields: 2,
  ...changes,
});
const point = (changes: Partial<PublicPoint> = {}): PublicPoint => ({
  id: "0b0e7c1e-9f5e-4b57-8d3e-0b2f6f3a9a01",
  protocol_version: null,
  day: "2026-05-03",
  measured_at: null,
  coordinates: [21.97, -159.37],
  uncertainty_meters: 793,
  credit: null,
  additional_data: { tree_width: 187.5 },
  files: [{ key: "file", kind: "photo", address: "/api/photos/1/display", thumbnail: "/api/photos/1/thumbnail" }],
  ...changes,
});
const answers = (changes: Partial<QuestResults> = {}, points = [point()]) => ({
  "GET /api/quests/7/results": results(changes),
  "GET /api/quests/7/results/points": points,
  "GET /api/quests/7": quest(),
});
const address = "/quests/7/results";

beforeEach(() => standInBrowser());
afterEach(() => vi.unstubAllGlobals());

const figure = async (name: string) => (await screen.findByText(name, { selector: "dt" })).parentElement?.textContent;
const numbersOf = async (name: string) => {
  await userEvent.click(await screen.findByRole("button", { name: `Show the numbers ${name}` }));
  return within(screen.getByRole("table", { name: `${name}, in numbers` }))
    .getAllByRole("row")
    .map((row) => [...row.children].map((cell) => cell.textContent));
};

describe("the results of a quest", () => {
  it("show visitors how much was measured, and how to cite it", async () => {
    serve(answers());
    renderApp(address);
    await screen.findByRole("heading", { level: 1, name: "Bark of the mango trees" });
    expect(document.title).toBe("Results of Bark of the mango trees · Cairn");
    expect(screen.getByRole("link", { name: "Department of Forest Ecology" }).getAttribute("href")).toBe(
      "/organizations/1",
    );
    expect(await figure("Accepted data points")).toBe("Accepted data points10of 40 wanted");
    expect(await figure("Volunteers")).toBe("Volunteers3");
    screen.getByText(saying("Measured from May 1, 2026 to May 3, 2026."));
    expect(screen.getByRole("link", { name: "Downloads" }).getAttribute("href")).toBe("#downloads");
    screen.getByText(saying(/positions are rounded to about 1\.1 km \(0\.01°\)/));
    screen.getByText("Answers to 2 questions aren't public.");
    const citation = `Department of Forest Ecology (2026). Bark of the mango trees. Data points of volunteers. ${window.location.origin}${address}`;
    screen.getByText(citation);
    const copied = vi.fn(async (_text: string) => {});
    vi.stubGlobal("navigator", { ...window.navigator, languages: ["en"], clipboard: { writeText: copied } });
    await userEvent.click(screen.getByRole("button", { name: "Copy citation" }));
    await screen.findAllByText("Copied.");
    expect(copied).toHaveBeenCalledWith(citation);
    const data = screen.getByRole("link", { name: /Open the data/ });
    expect(data.getAttribute("href")).toBe("/ogc/collections/quest-7");
  });

  it("come in the order of a phone: figures, map, photos, charts, newest, about, downloads", async () => {
    serve(answers({ box: [-159.4, 21.9, -159.3, 22] }));
    renderApp(address);
    await screen.findByRole("region", { name: "Photos" });
    expect(screen.getAllByRole("heading", { level: 2 }).map(({ textContent }) => textContent)).toEqual([
      "Map",
      "Photos",
      "Over time",
      "Questions",
      "Newest data points",
      "Who took part",
      "About the data",
      "Downloads",
    ]);
    expect(
      screen
        .getAllByRole("term")
        .slice(0, 3)
        .map(({ textContent }) => textContent),
    ).toEqual(["Accepted data points", "Volunteers", "Places"]);
  });

  it("have the code of a frame for other sites, with a chart of choice", async () => {
    serve(answers({ quest_name: 'Bark & "leaves"' }));
    renderApp(address);
    const code = (chart: string) =>
      `<iframe src="${window.location.origin}/quests/7/results/embed${chart}" title="Results of Bark &amp; &quot;leaves&quot;" width="100%" height="760" style="border: 0" loading="lazy"></iframe>`;
    await screen.findByText(code(""));
    await userEvent.selectOptions(screen.getByRole("combobox", { name: "Chart" }), "How many nests?");
    screen.getByText(code("?chart=nests"));
  });

  it("are cited without two full stops", async () => {
    serve(answers({ quest_name: "How thick?" }));
    renderApp(address);
    await screen.findByText(/\(2026\)\. How thick\? Data points of volunteers\./);
  });

  it("have a chart for each question in words and, on request, as a table", async () => {
    serve(answers());
    renderApp(address);
    await screen.findByRole("img", {
      name: "Median 21 cm, from 10 cm to 44.5 cm, from 10 cm to 30 cm. Highest: 7 (20 cm to less than 30 cm).",
    });
    expect(await numbersOf("How wide is it?")).toEqual([
      ["Value", "Answers"],
      ["10 cm to less than 20 cm", "3"],
      ["20 cm to less than 30 cm", "7"],
    ]);
    expect(await numbersOf("How many nests?")).toEqual([
      ["Value", "Answers"],
      ["1", "9"],
      ["2", "1"],
    ]);
    expect(await numbersOf("Signs of wind at …")).toEqual([
      ["Option", "Answers", "Share"],
      ["Bent", "9", "90%"],
      ["Broken", "4", "40%"],
      ["Other options", "1", "10%"],
    ]);
    expect(await numbersOf("Is it dead?")).toEqual([
      ["Option", "Answers", "Share"],
      ["Yes", "10", "100%"],
    ]);
    expect(await numbersOf("When was it planted?")).toEqual([
      ["Month", "Answers"],
      ["November 2025", "2"],
      ["January 2026", "8"],
    ]);
    expect(await numbersOf("Data points by day")).toEqual([
      ["Day", "Data points"],
      ["May 1, 2026", "4"],
      ["May 3, 2026", "6"],
    ]);
  });

  it("show the newest data points with their answers, and photos with their credit and licence", async () => {
    const named = point({ id: "0b0e7c1e-9f5e-4b57-8d3e-0b2f6f3a9a02", credit: "Alice A.", day: "2026-05-02" });
    const licence = { name: "CC BY 4.0", address: "https://creativecommons.org/licenses/by/4.0/" };
    serve(answers({ photo_licence: licence }, [point(), named]));
    renderApp(address);
    const photo = await screen.findByRole("link", { name: "Photo, May 3, 2026" });
    expect(photo.getAttribute("href")).toBe("/api/photos/1/display");
    const [wall, newest] = [
      screen.getByRole("region", { name: "Photos" }),
      screen.getByRole("region", { name: /^Newest/ }),
    ];
    expect(await within(wall).findAllByText("187.5 cm")).toHaveLength(2);
    screen.getByRole("link", { name: "Photo by Alice A., May 2, 2026" });
    const licenceLink = screen.getByRole("link", { name: "CC BY 4.0: licence. Photo by Alice A., May 2, 2026" });
    expect(licenceLink.getAttribute("href")).toBe(licence.address);
    expect(await within(newest).findAllByText("187.5 cm")).toHaveLength(2);
    expect(screen.getAllByText(saying("Position 21.97 / -159.37, within 793 m"))).toHaveLength(2);
    // Only those are named who gave a name.
    expect(screen.getByRole("main").textContent).not.toContain("a volunteer");
    expect(
      within(newest)
        .getAllByText("Alice A.")
        .map(({ tagName }) => tagName),
    ).toEqual(["BDI"]);
    expect([...newest.querySelectorAll("strong")].map(({ textContent }) => textContent)).toEqual(["Alice A."]);
    expect(findTranslatable(["Alice A.", "187.5"])).toEqual([]);
    screen.getByText("6 data points");
    screen.getByText(/2 volunteers aren't named\./);
  });

  it("[CALL-53] show all data points on a map where positions are public", async () => {
    const single = { coordinates: [21.97, -159.37], count: 1, box: [-159.37, 21.97, -159.37, 21.97] };
    const asked: URLSearchParams[] = [];
    serve({
      ...answers({ box: [-159.4, 21.9, -159.3, 22] }),
      "GET /api/quests/7/results/points": ({ searchParams }: URL) => {
        if (searchParams.has("bbox")) asked.push(searchParams);
        return [point({ credit: "Alice A." })];
      },
      "GET /api/quests/7/results/clusters": [
        single,
        { coordinates: [21.95, -159.35], count: 8, box: [-159.4, 21.9, -159.3, 22] },
        { coordinates: [21.99, -159.39], count: 3, box: [-159.39, 21.99, -159.39, 21.99] },
      ],
    });
    renderApp(address);
    await screen.findByRole("heading", { name: "Map" });
    screen.getByText("All 10 data points. Select a number to zoom in.");
    await userEvent.click(await screen.findByRole("button", { name: "Data point at 21.97 / -159.37" }, beyondIdle));
    const popup = await screen.findByRole("region", { name: "1 data point here" });
    const photo = await within(popup).findByRole("link", { name: "Photo by Alice A., May 3, 2026" });
    expect(photo.getAttribute("href")).toBe("/api/photos/1/display");
    expect(within(popup).getByText("Alice A.").tagName).toBe("BDI");
    expect(asked.map((each) => each.get("bbox"))).toEqual([single.box.join()]);
    // No zoom separates data points of one square.
    await userEvent.click(screen.getByRole("button", { name: "3 data points here" }));
    await screen.findByText("This is the newest.");
    expect(asked.at(-1)?.get("bbox")).toBe("-159.39,21.99,-159.39,21.99");
    await userEvent.click(screen.getByRole("button", { name: "8 data points here" }));
    expect(asked).toHaveLength(2);
  });

  it("say that they aren't public, that none are accepted, or why they couldn't be loaded", async () => {
    serve({ "GET /api/quests/7/results": refusal(404, "results_hidden") });
    const hidden = renderApp(address);
    expect(await screen.findAllByText("This quest's results aren't public.")).not.toHaveLength(0);
    hidden.unmount();

    serve(answers({ accepted: 0, first_day: null, last_day: null, fields: [], contributors: [], volunteers: 0 }));
    const empty = renderApp(address);
    await screen.findByText("No data points have been accepted yet. Results appear here when they are.");
    expect(screen.queryByRole("heading", { name: "Over time" })).toBeNull();
    empty.unmount();

    serve({ "GET /api/quests/7/results": () => Promise.reject(new TypeError("Failed to fetch")) });
    const offline = renderApp(address);
    await screen.findByText("You're offline, and results aren't saved on this phone.");
    offline.unmount();

    serve({ "GET /api/quests/7/results": refusal(500, "internal_error", "The database does not answer.") });
    renderApp(address);
    await screen.findByText("The database does not answer.");
    screen.getByRole("button", { name: "Try again" });
  });
});

describe("the link to a quest's results", () => {
  const open = { results: { visibility: "public", positions: "exact" } } as const;
  const link = (name: string) => screen.findByRole("link", { name });

  it("is on the quest's page only where they are public", async () => {
    serve({ "GET /api/quests/7": quest(open) });
    const shown = renderApp("/quests/7");
    expect((await link("See the results")).getAttribute("href")).toBe(address);
    shown.unmount();
    serve({ "GET /api/quests/7": quest({ results: { visibility: "hidden", positions: "exact" } }) });
    renderApp("/quests/7");
    await screen.findByRole("heading", { level: 1, name: quest().quest_name });
    expect(screen.queryByRole("link", { name: "See the results" })).toBeNull();
  });

  it("is on the data screen once the volunteer has completed the quest", async () => {
    serve({
      "GET /api/adventurers/alice/quests/7": joined(open, "completed"),
      "GET /api/adventurers/alice/quests/7/data": [],
    });
    renderApp("/quests/7/data", asAdventurer());
    expect((await link("See the quest's results")).getAttribute("href")).toBe(address);
  });

  it("is on the cards of the home page", async () => {
    serve({
      "GET /api/quests": [
        quest(open),
        quest({ id: 8, quest_name: "Hidden bark", results: { visibility: "hidden", positions: "exact" } }),
      ],
      "GET /api/quests/clusters": [],
    });
    renderApp("/");
    expect((await link("See the results of Bark of the mango trees")).getAttribute("href")).toBe(address);
    expect(screen.queryByRole("link", { name: "See the results of Hidden bark" })).toBeNull();
  });

  it("[CALL-54] is among the volunteer's contributions, with how much of them is theirs", async () => {
    const share = { quest_id: 7, quest_name: "Bark of the mango trees", own: 12, accepted: 1340 };
    serve({
      "GET /api/adventurers/alice/results": [
        { ...share, release: { number: 2, own: 10, thanks: "Thank you all." } },
        { ...share, quest_id: 8, quest_name: "Moss", own: 1 },
        { ...share, quest_id: 9, quest_name: "Fern", own: 1, accepted: 1 },
      ],
      "GET /api/adventurers/alice/contributions": [],
    });
    renderApp("/contributions", asAdventurer());
    expect((await link("Bark of the mango trees")).getAttribute("href")).toBe(address);
    const shares = screen.getByRole("region", { name: "Public results" });
    expect(shares.textContent).toContain("Thank you all.");
    expect([...shares.querySelectorAll("li p:first-child")].map((item) => item.textContent)).toEqual([
      "Bark of the mango trees: 12 of these 1,340 data points are yours. Release 2 includes 10 of yours.",
      "Moss: 1 of these 1,340 data points is yours.",
      "Fern: its data point is yours.",
    ]);
  });

  it("is on the team's page of what happened", async () => {
    serve({ "GET /api/account/teams": teamsOf("viewer"), "GET /api/quests/7": quest(open) });
    renderApp("/admin_dashboard/quests/7", asReviewer());
    expect((await link("See the public results")).getAttribute("href")).toBe(address);
  });
});

it("steps without data points are filled in", () => {
  const steps = [
    { from: "2025-12-01", count: 2 },
    { from: "2026-02-01", count: 1 },
  ];
  expect(withEmptySteps({ unit: "month", steps })).toEqual([
    { from: "2025-12-01", count: 2 },
    { from: "2026-01-01", count: 0 },
    { from: "2026-02-01", count: 1 },
  ]);
  const weeks = withEmptySteps({
    unit: "week",
    steps: [
      { from: "2026-05-04", count: 1 },
      { from: "2026-05-18", count: 1 },
    ],
  });
  expect(weeks.map(({ from }) => from)).toEqual(["2026-05-04", "2026-05-11", "2026-05-18"]);
});
