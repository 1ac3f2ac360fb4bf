import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { asAdmin, asAdventurer, asVisitor, refusal, renderApp, serve, standInBrowser } from "../../../test/web-app.tsx";
import { saying } from "../../../test/web-saying.ts";

beforeAll(() =>
  Promise.all([
    import("./admin-applications-page.tsx"),
    import("./admin-datasets-page.tsx"),
    import("./admin-reports-page.tsx"),
    import("./admin-settings-page.tsx"),
    import("./admin-feature-testing-page.tsx"),
  ]),
);
beforeEach(() => standInBrowser());
afterEach(() => vi.unstubAllGlobals());

const pages = [
  "/admin_dashboard",
  "/admin_dashboard/applications",
  "/admin_dashboard/datasets",
  "/admin_dashboard/samples",
  "/admin_dashboard/samples/0b0e7c1e-9f5e-4b57-8d3e-0b2f6f3a9a01",
  "/admin_dashboard/reports",
  "/admin_dashboard/settings",
  "/admin_dashboard/feature-testing",
];

describe("access to the admin pages", () => {
  it.each(pages)("[ROUTE-15] %s is closed to visitors and adventurers, and requests nothing", async (path) => {
    const fetchMock = serve({});
    const visitor = renderApp(path, asVisitor());
    expect(await screen.findByRole("heading", { name: "You're not authorized to view this page." })).toBeTruthy();
    visitor.unmount();
    renderApp(path, asAdventurer());
    expect(await screen.findByRole("heading", { name: "You're not authorized to view this page." })).toBeTruthy();
    expect(fetchMock.mock.calls.filter(([url]) => /admin|quest_data|organizations|gps/.test(String(url)))).toEqual([]);
  });

  it("shows Loading... while the role is unknown", async () => {
    serve({});
    renderApp("/admin_dashboard/settings", asVisitor({ status: "unknown" }));
    expect(await screen.findByText("Loading...")).toBeTruthy();
  });
});

describe("the applications", () => {
  const path = "GET /api/admin/applications";

  it("[ROUTE-09] show who joined which quest and when", async () => {
    serve({
      [path]: [
        {
          quest_id: 7,
          quest_name: "Bark",
          adventurer_id: "alice",
          status: "completed",
          joined_at: "2026-05-01T10:00:00Z",
          completed_at: "2026-05-03T10:00:00Z",
        },
      ],
    });
    renderApp("/admin_dashboard/applications", asAdmin());
    expect(await screen.findByRole("heading", { level: 1, name: "Applications" })).toBeTruthy();
    const row = (await screen.findByRole("rowheader", { name: "alice" })).closest("tr");
    expect(row?.textContent).toMatch(/Bark.*May 1, 2026.*completed.*May 3, 2026/);
  });

  it("[ADMIN-01] are those of one quest who have not completed it, if opened by the number in the table", async () => {
    const asked: string[] = [];
    serve({
      [path]: (url: URL) => {
        asked.push(url.search);
        return [];
      },
    });
    const { address } = renderApp("/admin_dashboard/applications?quest=7&status=in_progress", asAdmin());
    expect(await screen.findByText("No volunteers still have to complete this quest.")).toBeTruthy();
    expect(asked).toEqual(["?quest_id=7&status=in_progress&limit=50"]);
    await userEvent.click(screen.getByRole("link", { name: "Show all" }));
    expect(await screen.findByText("No one has joined a quest yet.")).toBeTruthy();
    expect([address(), asked[1]]).toEqual(["/admin_dashboard/applications", "?limit=50"]);
  });

  it("say when there are none, and when they cannot be loaded", async () => {
    serve({ [path]: [] });
    const empty = renderApp("/admin_dashboard/applications", asAdmin());
    expect(await screen.findByText("No one has joined a quest yet.")).toBeTruthy();
    empty.unmount();
    serve({ [path]: () => refusal(500, "internal_error") });
    renderApp("/admin_dashboard/applications", asAdmin());
    expect(await screen.findByText("An error occurred while fetching the data.")).toBeTruthy();
  });

  it("load in pages", async () => {
    const application = (id: number) => ({
      quest_id: id,
      quest_name: `Quest ${id}`,
      adventurer_id: "alice",
      status: "in_progress",
      joined_at: "2026-05-01T10:00:00Z",
      completed_at: null,
    });
    serve({
      [path]: (url: URL) =>
        url.searchParams.get("after") === "x1"
          ? [application(2)]
          : new Response(JSON.stringify([application(1)]), {
              headers: { link: '</api/admin/applications?limit=50&after=x1>; rel="next"' },
            }),
    });
    renderApp("/admin_dashboard/applications", asAdmin());
    await screen.findByText("Quest 1");
    expect(screen.queryByText("Quest 2")).toBeNull();
    await userEvent.click(screen.getByRole("button", { name: "Show more" }));
    expect(await screen.findByText("Quest 2")).toBeTruthy();
    await waitFor(() => expect(screen.queryByRole("button", { name: "Show more" })).toBeNull());
  });
});

describe("the tables of applications and datasets", () => {
  it.each([
    ["applications", "Adventurer", "adventurer"],
    ["datasets", "Accepted", "accepted"],
  ])("%s are sorted by the server; meanwhile the rows and the focus stay", async (name, column, key) => {
    const asked: string[] = [];
    let answer = (): unknown => new Promise(() => {});
    const application = { adventurer_id: "Bark", joined_at: "2026-05-01T10:00:00Z", completed_at: null };
    const dataset = { quest_type: "TREES", quest_status: "IN_PROGRESS", pending: 0, denied: 0, change_requested: 0 };
    const row = { quest_id: 7, quest_name: "Bark", status: "in_progress", accepted: 1 };
    const rows = [{ ...row, ...application, ...dataset }];
    serve({
      [`GET /api/admin/${name}`]: (url: URL) => {
        asked.push(url.search);
        return url.searchParams.has("sort") ? answer() : rows;
      },
    });
    const { address } = renderApp(`/admin_dashboard/${name}`, asAdmin());
    const header = await screen.findByRole("columnheader", { name: column });
    const button = within(header).getByRole("button");
    await userEvent.click(button);
    expect(header.getAttribute("aria-sort")).toBe("ascending");
    expect(screen.getByRole("rowheader", { name: "Bark" }).closest("[aria-busy=true]")).toBeTruthy();
    answer = () => refusal(500, "internal_error");
    await userEvent.click(button);
    expect(await screen.findByText("An error occurred while fetching the data.")).toBeTruthy();
    answer = () => rows;
    await userEvent.click(screen.getByRole("button", { name: "Try again" }));
    expect((await screen.findByRole("rowheader", { name: "Bark" })).closest("[aria-busy=true]")).toBeNull();
    expect(address()).toBe(`/admin_dashboard/${name}?sort=-${key}`);
    expect(asked.slice(0, 3)).toEqual(["?limit=50", `?sort=${key}&limit=50`, `?sort=-${key}&limit=50`]);
  });
});

describe("the datasets", () => {
  it("[ROUTE-10] count data points by review state, and offer the accepted ones", async () => {
    const downloads: string[] = [];
    vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function click(this: HTMLAnchorElement) {
      if (this.hasAttribute("download")) downloads.push(this.href);
    });
    const dataset = { quest_type: "TREES", quest_status: "IN_PROGRESS", denied: 2, change_requested: 3 };
    const further = [
      { format: "csv", group: "trees" },
      { format: "geojson", group: "trees", geometry: "stem" },
    ];
    const fetchMock = serve({
      "GET /api/admin/datasets": [
        { ...dataset, quest_id: 7, quest_name: "Bark", pending: 4, accepted: 10_026, further_exports: further },
        { ...dataset, quest_id: 8, quest_name: "Water", pending: 0, accepted: 0 },
      ],
      "GET /api/admin/datasets/7/export/address": (url: URL) => ({
        address: `https://cairn.example/${url.searchParams.get("format")}`,
      }),
    });
    renderApp("/admin_dashboard/datasets", asAdmin());
    expect(await screen.findByRole("heading", { level: 1, name: "Datasets" })).toBeTruthy();
    const row = (await screen.findByRole("rowheader", { name: "Bark" })).closest("tr");
    expect([...(row?.cells ?? [])].slice(2, 6).map(({ textContent }) => textContent)).toEqual([
      "4",
      "10,026",
      "2",
      "3",
    ]);
    expect(screen.getByRole("link", { name: "2 denied, Bark" }).getAttribute("href")).toBe(
      "/admin_dashboard/samples?state=denied&quest=7",
    );
    expect(screen.getByRole<HTMLButtonElement>("button", { name: "CSV of Water" }).disabled).toBe(true);
    expect(screen.getByRole<HTMLButtonElement>("button", { name: "Dictionary of Water" }).disabled).toBe(false);
    await userEvent.click(screen.getByRole("button", { name: "GeoJSON of Bark" }));
    await waitFor(() => expect(downloads).toEqual(["https://cairn.example/geojson"]));
    expect(fetchMock.mock.calls.at(-1)?.[0]).toBe("/api/admin/datasets/7/export/address?format=geojson");
    await userEvent.click(screen.getByRole("button", { name: "Dictionary of Bark" }));
    await waitFor(() => expect(downloads.at(-1)).toBe("https://cairn.example/dictionary"));
    expect(fetchMock.mock.calls.at(-1)?.[0]).toBe("/api/admin/datasets/7/export/address?format=dictionary");
    await userEvent.click(screen.getByRole("button", { name: "GeoJSON: trees, stem of Bark" }));
    await waitFor(() => expect(downloads).toHaveLength(3));
    expect(fetchMock.mock.calls.at(-1)?.[0]).toBe(
      "/api/admin/datasets/7/export/address?format=geojson&group=trees&geometry=stem",
    );
    expect(screen.getByRole("button", { name: "CSV: trees of Bark" })).toBeTruthy();
    expect(screen.queryAllByRole("button", { name: /of Water$/ })).toHaveLength(3);
  });
});

describe("the settings", () => {
  const organization = { id: 1, organization_name: "Bark Lab", organization_email: "bark@example.org" };
  const answers = {
    "GET /api/organizations": [organization],
    "GET /api/admin/settings": [{ name: "Photos", value: "on disk" }],
  };

  it("[ROUTE-12] show the configuration in force and the organizations", async () => {
    serve(answers);
    renderApp("/admin_dashboard/settings", asAdmin());
    expect(await screen.findByRole("heading", { level: 1, name: "Settings" })).toBeTruthy();
    expect(await screen.findByRole("rowheader", { name: "Bark Lab" })).toBeTruthy();
    expect((await screen.findByText("Photos", { selector: "dt" })).nextElementSibling?.textContent).toBe("on disk");
  });

  const shown = { about: null, web_site: null, contact: null, logo: null };

  it("rename an organization, and say what is wrong with a new one", async () => {
    const fetchMock = serve({
      ...answers,
      "GET /api/organizations/1/details": { ...organization, ...shown },
      "PUT /api/organizations/1": { ...organization, organization_name: "Bark House" },
      "POST /api/organizations": () => refusal(409, "organization_name_taken", "There is one of that name."),
    });
    renderApp("/admin_dashboard/settings", asAdmin());
    await userEvent.click(await screen.findByRole("button", { name: "Edit Bark Lab" }));
    const renaming = within(await screen.findByRole("dialog", { name: "Bark Lab" }));
    await userEvent.clear(renaming.getByLabelText(/^Name/));
    await userEvent.type(renaming.getByLabelText(/^Name/), "Bark House");
    await userEvent.click(renaming.getByRole("button", { name: "Save" }));
    expect(await screen.findByText(saying("Bark House saved."))).toBeTruthy();
    const sent = fetchMock.mock.calls.find(([, init]) => init?.method === "PUT")?.[1]?.body;
    expect(JSON.parse(String(sent))).toEqual({
      organization_name: "Bark House",
      organization_email: "bark@example.org",
      ...shown,
    });

    await userEvent.click(screen.getByRole("button", { name: "Add organization" }));
    const adding = within(screen.getByRole("dialog", { name: "New organization" }));
    await userEvent.click(adding.getByRole("button", { name: "Save" }));
    expect(await adding.findByText("String must contain at least 1 character(s)")).toBeTruthy();
    expect(adding.getByText("Expected an email address")).toBeTruthy();
    await userEvent.type(adding.getByLabelText(/^Name/), "Bark Lab");
    await userEvent.type(adding.getByLabelText(/^Email/), "bark@example.org");
    await userEvent.click(adding.getByRole("button", { name: "Save" }));
    expect(await adding.findByText("There is one of that name.")).toBeTruthy();
  });
});

describe("the feature testing page", () => {
  it("[ROUTE-13] [FEAT-01] lists the bad GPS identifications", async () => {
    serve({
      "GET /api/test_feature_test_gps": [
        {
          id: 1,
          coordinates: [46.28, 13.88],
          highAccuracySolved: true,
          sameAsNative: false,
          location: "On the jetty",
          details: null,
        },
      ],
    });
    renderApp("/admin_dashboard/feature-testing", asAdmin());
    const table = await screen.findByRole("table", { name: "Bad GPS identifications" });
    expect(
      within(table)
        .getAllByRole("columnheader")
        .map(({ textContent }) => textContent),
    ).toEqual([
      "Coordinates",
      "Location",
      "Details",
      "Solved By High Accuracy Setting",
      "Location Same on Native App",
      "Image url",
    ]);
    const cells = [...(within(table).getByRole("rowheader").closest("tr")?.cells ?? [])];
    expect(cells.map(({ textContent }) => textContent)).toEqual([
      "46.28, 13.88",
      "On the jetty",
      "none",
      "yes",
      "no",
      "static map",
    ]);
    expect(within(table).getByRole("link").getAttribute("href")).toBe("/api/static_map?coordinates=46.28%2C13.88");
  });
});
