import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import {
  adminAnswers,
  asAdmin,
  quest,
  questLocation,
  refusal,
  renderApp,
  sampleDetail,
  serve,
  standInBrowser,
} from "../../../test/web-app.tsx";

const questTypes = ["UNCATEGORIZED", "TREES", "WATER", "SOIL", "AIR", "HIKING", "DIVING", "PADDLING", "BOATING"];
const questStatuses = ["INACTIVE", "ACCEPTING_APPLICATIONS", "IN_PROGRESS", "DATA_PROCESSING", "COMPLETED"];

const {
  quest: _quest,
  adventurer_quest: _record,
  reviews: _reviews,
  exif_coordinates: _exif,
  ...dataPoint
} = sampleDetail();
const accepted = { decision: "accepted", comment: null, reviewed_by: "admin", reviewed_at: "" } as const;
const mango = quest({
  locations: [questLocation(), questLocation({ id: 12, locality: "Hilo", coordinates: [19.7, -155.08] })],
  quest_data: [dataPoint, { ...dataPoint, id: "0b0e7c1e-9f5e-4b57-8d3e-0b2f6f3a9a02", review: accepted }],
});
const bare = quest({ id: 8, quest_name: "Clear water", quest_deadline: null, quest_status: "INACTIVE" });
const organizations = [
  { id: 1, organization_name: "Department of Forest Ecology", organization_email: "trees@example.org" },
  { id: 2, organization_name: "Clear Rivers", organization_email: "rivers@example.org" },
];

function open(answers: Record<string, unknown> = {}) {
  const fetchMock = serve({
    ...adminAnswers([mango, bare]),
    "GET /api/organizations": organizations,
    ...answers,
  });
  renderApp("/admin_dashboard", asAdmin());
  const sent = (method: string, path: string) =>
    fetchMock.mock.calls
      .filter(([url, init]) => init?.method === method && String(url) === path)
      .map(([, init]) => JSON.parse(String(init?.body)));
  return { fetchMock, sent };
}
const rowOf = async (name: string) => {
  const row = (await screen.findByRole("link", { name })).closest("tr");
  if (!row) throw new Error(`no row of ${name}`);
  return row;
};
async function edit(name = mango.quest_name) {
  await userEvent.click(await screen.findByRole("button", { name: `view/edit ${name}` }));
  await screen.findByLabelText("Quest Name", { exact: false });
  return within(screen.getByRole("dialog", { name }));
}
async function create() {
  await userEvent.click(screen.getByRole("button", { name: "Create New Quest" }));
  return within(screen.getByRole("dialog", { name: "New quest" }));
}
type Dialog = Awaited<ReturnType<typeof edit>>;
const type = (dialog: Dialog, label: string, value: string) =>
  fireEvent.change(dialog.getByLabelText(label, { exact: false }), { target: { value } });
const submit = (dialog: Dialog) => userEvent.click(dialog.getByRole("button", { name: /^(Save|Create) quest$/ }));
const errorOf = (dialog: Dialog, label: string) => {
  const described = dialog.getByLabelText(label, { exact: false }).getAttribute("aria-describedby") ?? "";
  return described
    .split(" ")
    .map((id) => document.getElementById(id)?.textContent ?? "")
    .at(-1);
};
function fillInNewQuest(dialog: Dialog) {
  type(dialog, "Quest Name", "New paths");
  type(dialog, "Organization", "2");
  type(dialog, "Locality", "Bohinj");
  type(dialog, "Administrative area", "Gorenjska");
  type(dialog, "Postal code", "4264");
  type(dialog, "Country", "Slovenia");
  type(dialog, "Coordinates", "46.28, 13.88");
}

beforeAll(() => import("./admin-quests-page.tsx"));
beforeEach(() => standInBrowser());
afterEach(() => vi.unstubAllGlobals());

describe("the admin's quests", () => {
  it("[ROUTE-08] [ADMIN-01] a table shows what an admin needs about each quest", async () => {
    open();
    const row = await rowOf(mango.quest_name);
    expect(screen.getAllByRole("columnheader").map((cell) => cell.textContent?.toLowerCase())).toEqual([
      "quest",
      "organization",
      "location",
      "deadline",
      "status",
      "samples for review",
      "pending applications",
      "progress",
      "edit",
    ]);
    const texts = [...row.cells].map((cell) => cell.textContent);
    expect(texts.slice(0, 5)).toEqual([
      mango.quest_name,
      "Department of Forest Ecology",
      "Lihue, United States",
      "May 9, 2031",
      "Accepting applications",
    ]);
    const pending = within(row).getByRole("link", { name: /^3 pending applications/ });
    expect(pending.textContent).toBe("3");
    expect(pending.getAttribute("href")).toBe("/admin_dashboard/applications?quest=7&status=in_progress");
    expect(texts[6]).toBe("34 of 10 joined");
    expect(texts[7]).toContain("Accepting applications");
    const samples = within(row).getByRole("link", { name: /^2 samples/ });
    expect(samples.textContent).toBe("2");
    expect(samples.getAttribute("href")).toMatch(/^\/admin_dashboard\/samples/);
    expect((await rowOf(bare.quest_name)).cells[3]?.textContent).toBe("n/a");
  });

  it("[ADMIN-02] a row's view/edit button opens the quest in a dialog 1200 px wide", async () => {
    open();
    const dialog = await edit();
    expect(dialog.getByLabelText<HTMLInputElement>("Quest Name", { exact: false }).value).toBe(mango.quest_name);
    expect(screen.getByRole("dialog").style.maxWidth).toContain("1200px");
  });

  it("[ADMIN-04] headings Adventurers and Datasets are below the table", async () => {
    open();
    await rowOf(mango.quest_name);
    const headings = screen.getAllByRole("heading", { level: 2 }).map((heading) => heading.textContent);
    expect(headings).toEqual(["Adventurers", "Datasets"]);
  });

  it("can be searched by name and filtered by status", async () => {
    open();
    await rowOf(mango.quest_name);
    await userEvent.type(screen.getByRole("searchbox"), "clear");
    await waitFor(() => expect(screen.queryByRole("link", { name: mango.quest_name })).toBeNull());
    await userEvent.selectOptions(screen.getByLabelText("Status"), "COMPLETED");
    await userEvent.click(await screen.findByRole("button", { name: "Show all quests" }));
    expect(await rowOf(mango.quest_name)).toBeTruthy();
  });

  it("'Show all quests' empties the search that still has the focus", async () => {
    open();
    await rowOf(mango.quest_name);
    await userEvent.type(screen.getByRole("searchbox"), "nothing");
    // Voice control and screen readers press buttons without moving the focus.
    fireEvent.click(await screen.findByRole("button", { name: "Show all quests" }));
    await rowOf(mango.quest_name);
    expect(screen.getByRole<HTMLInputElement>("searchbox").value).toBe("");
  });

  it("leaving the search stays on the page, even if its text ends with a space", async () => {
    const next = { headers: { link: '</api/admin/quests/summaries?after=mark>; rel="next"' } };
    const list = adminAnswers([mango, bare])["GET /api/admin/quests/summaries"] as (url: URL) => unknown;
    open({
      "GET /api/admin/quests/summaries": (url: URL) =>
        new Response(JSON.stringify(list(url)), url.searchParams.has("after") ? {} : next),
    });
    const search = await screen.findByRole("searchbox");
    await userEvent.type(search, "clear ");
    await screen.findByText("1 of 2 quests");
    fireEvent.click(await screen.findByRole("button", { name: "Next page" }));
    await screen.findByRole("button", { name: "Previous page" });
    fireEvent.blur(search);
    expect(screen.getByRole("button", { name: "Previous page" })).toBeTruthy();
  });

  it("uses the singular when counting one quest, adventurer or data point", async () => {
    open();
    await rowOf(mango.quest_name);
    expect(await screen.findByText("2 quests")).toBeTruthy();
    await userEvent.type(screen.getByRole("searchbox"), "clear");
    expect(await screen.findByText("1 of 2 quests")).toBeTruthy();
    const points = screen.getByRole("link", { name: "Download accepted data points" });
    expect(points.getAttribute("href")).toBe("/admin_dashboard/datasets");
    expect(points.closest("p")?.textContent).toBe("2 data points so far. Download accepted data points");
    cleanup();
    open(adminAnswers([quest({ adventurer_count: 1 })]));
    await rowOf(mango.quest_name);
    expect(await screen.findByText("1 quest")).toBeTruthy();
    const people = screen.getByRole("link", { name: "See who joined which quest" });
    expect(people.getAttribute("href")).toBe("/admin_dashboard/applications");
    expect(people.closest("p")?.textContent).toBe("1 has joined a quest. See who joined which quest");
  });

  it("says when the quests cannot be loaded", async () => {
    open({ "GET /api/admin/quests/summaries": () => refusal(500, "internal_error") });
    expect((await screen.findByRole("alert")).textContent).toContain("An error occurred while fetching the data.");
  });
});

describe("the quest form", () => {
  it("[FORM-01] has every field of a quest", async () => {
    open();
    await rowOf(mango.quest_name);
    const dialog = await create();
    const options = (label: string) =>
      within(dialog.getByLabelText(label, { exact: false }))
        .getAllByRole<HTMLOptionElement>("option")
        .map(({ value, textContent }) => value || textContent);
    expect(options("Quest Type")).toEqual(questTypes);
    expect(options("Organization")).toEqual(["---", "1", "2"]);
    const statuses = within(dialog.getByRole("group", { name: "Quest Status" })).getAllByRole<HTMLInputElement>(
      "radio",
    );
    expect(statuses.map(({ value }) => value)).toEqual(questStatuses);
    expect(statuses.find(({ checked }) => checked)?.value).toBe("INACTIVE");
    const typeOf = (label: string) => dialog.getByLabelText<HTMLInputElement>(label, { exact: false }).type;
    expect(["Deadline", "Adventurer limit", "Quest difficulty"].map(typeOf)).toEqual(["date", "number", "number"]);
    const areas = ["Quest Description", "Equipment", "Safety", "Study motivation", "Training requirement"];
    expect(areas.map(typeOf)).toEqual(areas.map(() => "textarea"));
    const difficulty = dialog.getByLabelText<HTMLInputElement>("Quest difficulty");
    expect([difficulty.min, difficulty.max, difficulty.value]).toEqual(["1", "5", "1"]);
    await userEvent.click(dialog.getByRole("button", { name: "add location" }));
    expect(dialog.getAllByRole("group", { name: /^Location \d/ })).toHaveLength(2);
    await userEvent.click(dialog.getByRole("button", { name: "delete location 2" }));
    expect(dialog.getAllByRole("group", { name: /^Location \d/ })).toHaveLength(1);
  });

  const everyText = {
    "Quest Name": "Lichens on north walls",
    "Quest Description": "Look for them after rain.",
    Deadline: "2032-02-29",
    "Adventurer limit": "40",
    Equipment: "Phone with GPS",
    "Quest difficulty": "4",
    Safety: "Do not climb.",
    "Study motivation": "They grow where the air is clean.",
    "Training requirement": "Know three kinds.",
    "Address line 1": "4303 Rice Street",
    "Address line 2": "Back yard",
    Locality: "Lihue",
    "Administrative area": "Hawaii",
    "Postal code": "96766",
    Country: "United States",
    Coordinates: "21.97, -159.37",
  };
  const everyValue = {
    quest_name: "Lichens on north walls",
    quest_description: "Look for them after rain.",
    quest_deadline: "2032-02-29",
    adventurer_limit: 40,
    equipment: "Phone with GPS",
    quest_difficulty: 4,
    safety: "Do not climb.",
    study_motivation: "They grow where the air is clean.",
    training_requirement: "Know three kinds.",
    quest_status: "DATA_PROCESSING",
    quest_type: "AIR",
    organization: { organization_id: 2 },
  } as const;
  const everyPlaceValue = {
    address_line1: "4303 Rice Street",
    address_line2: "Back yard",
    locality: "Lihue",
    administrative_area: "Hawaii",
    postal_code: "96766",
    country: "United States",
    coordinates: [21.97, -159.37],
  };

  it("[ADMIN-03] Create New Quest opens the same form empty, also after another quest was open", async () => {
    const { organization: _chosen, ...values } = everyValue;
    const full = quest({
      ...values,
      organization_id: 2,
      organization: { id: 2, organization_name: "Clear Rivers" },
      locations: [questLocation({ ...everyPlaceValue, coordinates: [21.97, -159.37] })],
    });
    open(adminAnswers([full]));
    const edited = await edit(full.quest_name);
    await userEvent.click(edited.getAllByRole("button", { name: "Close" })[0] as HTMLElement);
    const dialog = await create();
    const empty = {
      ...Object.fromEntries(Object.keys(everyText).map((label) => [label, ""])),
      "Quest difficulty": "1",
    };
    const shown = Object.keys(everyText).map((label) => [
      label,
      dialog.getByLabelText<HTMLInputElement>(label, { exact: false }).value,
    ]);
    expect(Object.fromEntries(shown)).toEqual(empty);
    const chosenIn = (label: string) => dialog.getByLabelText<HTMLSelectElement>(label, { exact: false }).value;
    expect([chosenIn("Quest Type"), chosenIn("Organization")]).toEqual(["UNCATEGORIZED", ""]);
    const statuses = within(dialog.getByRole("group", { name: "Quest Status" }));
    expect(statuses.getByRole<HTMLInputElement>("radio", { checked: true }).value).toBe("INACTIVE");
  });

  it("[FORM-01] [FORM-03] creating sends every field as filled in", async () => {
    const { sent } = open({ "POST /api/quests": quest({ id: 9 }) });
    await rowOf(mango.quest_name);
    const dialog = await create();
    for (const [label, value] of Object.entries(everyText)) type(dialog, label, value);
    type(dialog, "Quest Type", "AIR");
    type(dialog, "Organization", "2");
    await userEvent.click(dialog.getByRole("radio", { name: "Data processing" }));
    await submit(dialog);
    expect(await screen.findByText("Quest created successfully")).toBeTruthy();
    expect(sent("POST", "/api/quests")).toEqual([{ ...everyValue, locations: [{ id: null, ...everyPlaceValue }] }]);
  });

  it("[FORM-01] [FORM-02] editing shows every field of the quest, and sends unchanged ones back as they were", async () => {
    const { organization: _chosen, ...values } = everyValue;
    const full = quest({
      ...values,
      id: 7,
      organization_id: 2,
      organization: { id: 2, organization_name: "Clear Rivers" },
      locations: [questLocation({ ...everyPlaceValue, coordinates: [21.97, -159.37] })],
    });
    const { sent } = open({ ...adminAnswers([full]), "PUT /api/quests/7": full });
    const dialog = await edit(full.quest_name);
    const shown = (label: string) => dialog.getByLabelText<HTMLInputElement>(label, { exact: false }).value;
    const expectEveryField = () => {
      for (const [label, value] of Object.entries(everyText)) expect([label, shown(label)]).toEqual([label, value]);
      expect([shown("Quest Type"), shown("Organization")]).toEqual(["AIR", "2"]);
      expect(dialog.getByRole<HTMLInputElement>("radio", { name: "Data processing" }).checked).toBe(true);
    };
    expectEveryField();
    await submit(dialog);
    expect(await screen.findByText("Quest edited successfully")).toBeTruthy();
    expect(sent("PUT", "/api/quests/7")).toEqual([{ ...everyValue, locations: [{ id: 11, ...everyPlaceValue }] }]);
    expectEveryField();
  });

  it("[FORM-02] editing updates the quest, then shows the returned one", async () => {
    const { sent } = open({ "PUT /api/quests/7": { ...mango, quest_name: "Bark, as the server spells it" } });
    const dialog = await edit();
    type(dialog, "Quest Name", "Bark");
    await userEvent.click(dialog.getByRole("radio", { name: "Completed" }));
    await submit(dialog);
    expect(await screen.findByText("Quest edited successfully")).toBeTruthy();
    expect(sent("PUT", "/api/quests/7")).toEqual([
      expect.objectContaining({ quest_name: "Bark", quest_status: "COMPLETED", organization: { organization_id: 1 } }),
    ]);
    expect(dialog.getByLabelText<HTMLInputElement>("Quest Name", { exact: false }).value).toBe(
      "Bark, as the server spells it",
    );
  });

  it("a wanted total is sent, and an emptied one is taken back", async () => {
    const wanted = { ...mango, target_total: 60 };
    const { sent } = open({ ...adminAnswers([wanted]), "PUT /api/quests/7": wanted });
    const dialog = await edit();
    await submit(dialog);
    await screen.findByText("Quest edited successfully");
    type(dialog, "Data points in total", "");
    await submit(dialog);
    await waitFor(() =>
      expect(sent("PUT", "/api/quests/7")).toMatchObject([{ target_total: 60 }, { target_total: null }]),
    );
  });

  it("[FORM-02] says when editing failed, keeps the entries, and marks the fields that the server rejected", async () => {
    const body = {
      code: "validation_failed",
      detail: "quest_name: taken",
      info: [{ path: "quest_name", message: "Somebody has that name" }],
    };
    open({ "PUT /api/quests/7": () => new Response(JSON.stringify(body), { status: 422 }) });
    const dialog = await edit();
    type(dialog, "Quest Name", "Bark");
    await submit(dialog);
    expect(await screen.findByText("Error editing quest")).toBeTruthy();
    expect(errorOf(dialog, "Quest Name")).toBe("Somebody has that name");
    expect(dialog.getByLabelText<HTMLInputElement>("Quest Name", { exact: false }).value).toBe("Bark");
  });

  it("[FORM-03] creating makes a quest, then switches to editing it", async () => {
    const created = quest({
      id: 9,
      quest_name: "New paths",
      organization: { id: 2, organization_name: "Clear Rivers" },
    });
    const { sent } = open({ "POST /api/quests": created, "PUT /api/quests/9": created });
    await rowOf(mango.quest_name);
    const dialog = await create();
    fillInNewQuest(dialog);
    await submit(dialog);
    expect(await screen.findByText("Quest created successfully")).toBeTruthy();
    const [payload] = sent("POST", "/api/quests");
    expect(payload).toMatchObject({
      quest_name: "New paths",
      quest_type: "UNCATEGORIZED",
      quest_status: "INACTIVE",
      quest_difficulty: 1,
      quest_deadline: null,
      adventurer_limit: null,
      organization: { organization_id: 2 },
      locations: [{ locality: "Bohinj", coordinates: [46.28, 13.88], id: null }],
    });
    const editing = within(screen.getByRole("dialog", { name: "New paths" }));
    await submit(editing);
    expect(await screen.findByText("Quest edited successfully")).toBeTruthy();
    expect(sent("PUT", "/api/quests/9")).toHaveLength(1);
    expect(sent("POST", "/api/quests")).toHaveLength(1);
  });

  it("[FORM-03] says when creating failed", async () => {
    open({ "POST /api/quests": () => refusal(500, "internal_error") });
    await rowOf(mango.quest_name);
    const dialog = await create();
    fillInNewQuest(dialog);
    await submit(dialog);
    expect(await screen.findByText("Error creating quest")).toBeTruthy();
  });

  it("[FORM-04] a removed location that was saved is deleted on submit, after the update", async () => {
    const { fetchMock, sent } = open({
      "PUT /api/quests/7": mango,
      "DELETE /api/quests/locations": () => new Response(null, { status: 204 }),
    });
    const dialog = await edit();
    await userEvent.click(dialog.getByRole("button", { name: "add location" }));
    await userEvent.click(dialog.getByRole("button", { name: "delete location 3" }));
    await userEvent.click(dialog.getByRole("button", { name: "delete location 1" }));
    expect(sent("DELETE", "/api/quests/locations")).toEqual([]);
    await submit(dialog);
    await screen.findByText("Quest edited successfully");
    expect(sent("DELETE", "/api/quests/locations")).toEqual([[11]]);
    const methods = fetchMock.mock.calls.map(([, init]) => init?.method);
    expect(methods.indexOf("PUT")).toBeLessThan(methods.indexOf("DELETE"));
    expect(dialog.getAllByRole("group", { name: /^Location \d/ })).toHaveLength(1);
  });

  it("[FORM-04] says when deleting locations failed, and tries again with the next submit", async () => {
    const { sent } = open({
      "PUT /api/quests/7": mango,
      "DELETE /api/quests/locations": () => refusal(500, "internal_error"),
    });
    const dialog = await edit();
    await userEvent.click(dialog.getByRole("button", { name: "delete location 2" }));
    await submit(dialog);
    expect(await screen.findByText("Error deleting quest locations")).toBeTruthy();
    expect(dialog.getAllByRole("group", { name: /^Location \d/ })).toHaveLength(1);
    await submit(dialog);
    await waitFor(() => expect(sent("DELETE", "/api/quests/locations")).toEqual([[12], [12]]));
  });

  it("[FORM-05] [VALID-03] parses coordinates from comma-separated text; zero and non-numbers are dropped", async () => {
    const { sent } = open({ "PUT /api/quests/8": bare });
    const dialog = await edit(bare.quest_name);
    for (const wrong of ["46.28", "46.28, 13.88, 9", "0, 13.88", "46.28, east"]) {
      type(dialog, "Coordinates", wrong);
      await submit(dialog);
      await waitFor(() => expect(errorOf(dialog, "Coordinates")).toMatch(/^Enter two numbers/));
    }
    type(dialog, "Coordinates", "95, 13.88");
    await submit(dialog);
    await waitFor(() => expect(errorOf(dialog, "Coordinates")).toBe("Number must be less than or equal to 90"));
    type(dialog, "Coordinates", "46.28, north, 0, 13.88");
    await submit(dialog);
    await screen.findByText("Quest edited successfully");
    expect(sent("PUT", "/api/quests/8")).toMatchObject([{ locations: [{ coordinates: [46.28, 13.88] }] }]);
  });

  it("[VALID-01] [VALID-02] [VALID-11] checks the lengths of texts, and counts the errors", async () => {
    const { sent } = open();
    await rowOf(mango.quest_name);
    const dialog = await create();
    fillInNewQuest(dialog);
    const bounds: [label: string, min: number, max: number][] = [
      ["Quest Name", 3, 120],
      ["Locality", 2, 120],
      ["Administrative area", 2, 120],
      ["Country", 2, 120],
      ["Postal code", 3, 30],
    ];
    for (const [label, min] of bounds) type(dialog, label, "x".repeat(min - 1));
    await submit(dialog);
    expect(await screen.findByText("5 fields need attention.")).toBeTruthy();
    for (const [label, min] of bounds) {
      expect(errorOf(dialog, label)).toBe(`String must contain at least ${min} character(s)`);
    }
    for (const [label, , max] of bounds) type(dialog, label, "x".repeat(max + 1));
    for (const [label, , max] of bounds) {
      await waitFor(() => expect(errorOf(dialog, label)).toBe(`String must contain at most ${max} character(s)`));
    }
    expect(sent("POST", "/api/quests")).toEqual([]);
  });

  it("[VALID-05] [VALID-06] [VALID-11] checks that difficulty and limit are integers within their bounds", async () => {
    const { sent } = open({ "PUT /api/quests/7": mango });
    const dialog = await edit();
    type(dialog, "Quest difficulty", "");
    type(dialog, "Adventurer limit", "2.5");
    await submit(dialog);
    await waitFor(() => expect(errorOf(dialog, "Quest difficulty")).toBe("Required"));
    expect(errorOf(dialog, "Adventurer limit")).toBe("Expected int");
    type(dialog, "Quest difficulty", "6");
    await waitFor(() => expect(errorOf(dialog, "Quest difficulty")).toBe("Number must be less than or equal to 5"));
    type(dialog, "Quest difficulty", "5");
    type(dialog, "Adventurer limit", "");
    type(dialog, "Deadline", "");
    await submit(dialog);
    await screen.findByText("Quest edited successfully");
    expect(sent("PUT", "/api/quests/7")).toMatchObject([
      { quest_difficulty: 5, adventurer_limit: null, quest_deadline: null },
    ]);
  });

  it("[VALID-04] shows a missing organization in an error slot of its own", async () => {
    const { sent } = open();
    await rowOf(mango.quest_name);
    const dialog = await create();
    fillInNewQuest(dialog);
    type(dialog, "Organization", "");
    await submit(dialog);
    await waitFor(() => expect(errorOf(dialog, "Organization")).toBe("Choose an organization."));
    expect(screen.getByText("One field needs attention.")).toBeTruthy();
    expect(sent("POST", "/api/quests")).toEqual([]);
  });

  it("[CALL-38] says what ends before a quest moves to another organization", async () => {
    open({ [`GET /api/quests/${mango.id}`]: mango });
    await rowOf(mango.quest_name);
    const dialog = await edit();
    const hint = /this quest loses its webhooks/;
    expect(screen.queryByText(hint)).toBeNull();
    type(dialog, "Organization", mango.organization.id === 1 ? "2" : "1");
    expect(await screen.findByText(hint)).toBeTruthy();
    type(dialog, "Organization", String(mango.organization.id));
    await waitFor(() => expect(screen.queryByText(hint)).toBeNull());
  });

  it("a click outside doesn't close unsaved changes, and leaving asks", async () => {
    open();
    const dialog = await edit();
    type(dialog, "Quest Name", "Bark");
    await userEvent.click(screen.getByRole("dialog", { name: mango.quest_name }));
    expect(dialog.getByText("Not saved yet")).toBeTruthy();
    const [closeButton] = dialog.getAllByRole("button", { name: "Close" });
    if (!closeButton) throw new Error("no way out");
    await userEvent.click(closeButton);
    const question = within(screen.getByRole("dialog", { name: "Leave without saving?" }));
    await userEvent.click(question.getByRole("button", { name: "Keep editing" }));
    expect(dialog.getByText("Not saved yet")).toBeTruthy();
    await userEvent.click(closeButton);
    await userEvent.click(screen.getByRole("button", { name: "Discard changes" }));
    expect(screen.queryByRole("dialog")).toBeNull();
  });
});
