import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import {
  asAdmin,
  localInstant,
  never,
  quest,
  questLocation,
  refusal,
  renderApp,
  sampleDetail,
  sampleRow,
  serve,
  standInBrowser,
} from "../../../test/web-app.tsx";
import type { SampleDetail, SampleRow } from "../../contract/samples.ts";

const ids = [1, 2, 3].map((number) => `0b0e7c1e-9f5e-4b57-8d3e-0b2f6f3a9a0${number}`);
const [first = "", second = "", third = ""] = ids;

const rowOf = (id: string): SampleRow =>
  sampleRow({ id, quest_name: `Bark ${ids.indexOf(id) + 1}`, coordinates: `21.97${ids.indexOf(id)},-159.37` });

function open(path: string, answers: Record<string, unknown> = {}) {
  let pending = ids.map(rowOf);
  const fetchMock = serve({
    "GET /api/admin/samples": (url: URL) => (url.searchParams.get("state") === "pending" ? pending : []),
    ...Object.fromEntries(ids.map((id) => [`GET /api/quest_data/${id}`, sampleDetail({ id })])),
    ...Object.fromEntries(
      ids.map((id) => [
        `PUT /api/quest_data/${id}/review`,
        (_url: URL, init: RequestInit) => {
          const { decision, comment } = JSON.parse(String(init.body));
          const review = { decision, comment, reviewed_by: "admin", reviewed_at: "2026-05-02T10:00:00Z" };
          pending = pending.filter((row) => row.id !== id);
          return sampleDetail({ id, review, reviews: [{ ...review, revision: 1, undone_at: null }] });
        },
      ]),
    ),
    ...answers,
  });
  const decisions = () =>
    fetchMock.mock.calls
      .filter(([url, init]) => init?.method === "PUT" && String(url).endsWith("/review"))
      .map(([url, init]) => [String(url).split("/").at(-2), JSON.parse(String(init?.body))]);
  return { ...renderApp(path, asAdmin()), decisions };
}
/** What a decision names of the sample that it was made on. */
const asShown = { edited_at: null, revision: 1, seen_review: null };
const samples = "/admin_dashboard/samples";
const overview = (id = first) => screen.findByRole("region", { name: `Sample Overview - ID ${id}` });
const openSample = (changes: Partial<SampleDetail>) =>
  open(`${samples}/${first}`, { [`GET /api/quest_data/${first}`]: sampleDetail({ id: first, ...changes }) });
const factOf = async (name: string) => {
  const term = within(await overview()).getByText(name, { selector: "dt" });
  return term.nextElementSibling;
};

beforeAll(() => import("./admin-samples-page.tsx"));
beforeEach(() => standInBrowser());
afterEach(() => vi.unstubAllGlobals());

describe("the pending samples", () => {
  it("show a placeholder if a thumbnail is missing or fails to load", async () => {
    const rows = ids.map((id) => ({ ...rowOf(id), thumbnail_presigned_url: id === first ? "/thumbnail.jpg" : null }));
    open(samples, { "GET /api/admin/samples": rows });
    const table = await screen.findByRole("table", { name: "Pending Review" });
    const marks = () => table.querySelectorAll("td svg").length;
    expect(marks()).toBe(2);
    fireEvent.error(table.querySelector("img") as HTMLImageElement);
    expect([table.querySelector("img"), marks()]).toEqual([null, 3]);
  });

  it("[ROUTE-11] [SAMPLE-01] are in a table, each with a link to its detail", async () => {
    const { address } = open(samples);
    const table = await screen.findByRole("table", { name: "Pending Review" });
    const headings = within(table).getAllByRole("columnheader");
    expect(headings.map(({ textContent }) => textContent)).toEqual(["Quest", "Coordinates", "Info"]);
    const [, row] = within(table).getAllByRole("row");
    if (!row) throw new Error("no row");
    expect(row.textContent).toContain("Bark 1");
    expect(row.textContent).toContain("21.97, -159.37");
    await userEvent.click(within(row).getByRole("link", { name: "Click For Info" }));
    expect(address()).toBe(`${samples}/${first}`);
    expect(await overview()).toBeTruthy();
  });

  it("[SAMPLE-02] with none chosen the header is Sample Detail", async () => {
    open(samples);
    expect(await screen.findByRole("heading", { name: "Sample Detail" })).toBeTruthy();
  });

  it("say when there are none", async () => {
    open(samples, { "GET /api/admin/samples": [] });
    expect(await screen.findByText("Nothing waiting for review.")).toBeTruthy();
    expect(screen.getByRole("heading", { name: "Pending Review" })).toBeTruthy();
  });

  it("[SAMPLE-11] say when they cannot be loaded", async () => {
    open(samples, { "GET /api/admin/samples": () => refusal(500, "internal_error") });
    expect((await screen.findByRole("alert")).textContent).toContain(
      "There was an error while attempting to fetch quest details.",
    );
  });

  it("are filtered by state and quest, in the address", async () => {
    const asked: string[] = [];
    const { address } = open(`${samples}?quest=7`, {
      "GET /api/admin/samples": (url: URL) => {
        asked.push(`${url.searchParams.get("state")} ${url.searchParams.get("quest_id")}`);
        return [];
      },
    });
    await userEvent.click(await screen.findByRole("link", { name: "Denied" }));
    expect(address()).toBe(`${samples}?state=denied&quest=7`);
    await screen.findByText("No denied samples.");
    expect(asked).toEqual(["pending 7", "denied 7"]);
  });
});

describe("a sample", () => {
  it("[SAMPLE-03] [SAMPLE-04] [SAMPLE-05] shows quest, adventurer, locations, requirements and payment", async () => {
    openSample({
      quest: quest({ locations: [questLocation(), questLocation({ id: 12, locality: "Hilo" })] }),
    });
    expect((await factOf("Quest"))?.textContent).toBe("Bark of the mango trees");
    expect((await factOf("Adventurer"))?.textContent).toBe("alice");
    expect((await factOf("Locations"))?.textContent).toMatch(/Lihue, Hawaii.*Hilo, Hawaii/);
    expect((await factOf("Requirements"))?.textContent).toMatch(/20 trees.*centimetres.*10 yards/);
    expect((await factOf("Payment per sample"))?.textContent).toBe("TBD");
  });

  it("[SAMPLE-04] shows the adventurer's bio if there is one", async () => {
    const adventurer = { id: "alice", bio: "Walks before breakfast.", profile_picture_url: null };
    openSample({ adventurer_quest: { adventurer_id: "alice", quest_id: 7, status: "in_progress", adventurer } });
    expect((await factOf("Adventurer"))?.textContent).toBe("Walks before breakfast.");
  });

  it("[SAMPLE-06] shows the device's position, with a map and its accuracy", async () => {
    openSample({ accuracy: 34 });
    const region = await overview();
    expect(region.textContent).toContain("21.9712, -159.3701");
    expect(region.textContent).toContain("± 34 m, poor");
    const map = within(region).getByRole("region", { name: "Map of the device's position" });
    expect(within(map).getByRole("img", { name: "21.9712, -159.3701" })).toBeTruthy();
  });

  it("[SAMPLE-07] shows the image, which can be enlarged", async () => {
    openSample({});
    const image = within(await overview()).getByRole<HTMLImageElement>("img", { name: /^Sample photo/ });
    expect(image.getAttribute("src")).toBe("/api/photos/1/display");
    await userEvent.click(screen.getByRole("button", { name: "Zoom in on the photo" }));
    expect(image.style.transform).toBe("translate(0px, 0px) scale(1.5)");
    await userEvent.click(screen.getByRole("button", { name: "Show the whole photo" }));
    expect(image.style.transform).toBe("translate(0px, 0px) scale(1)");
  });

  it("[SAMPLE-09] shows the additional entries with their units, without plant identification", async () => {
    openSample({ additional_data: { tree_width: 187.5, shade: "deep", plant_id_data: { error: "none" } } });
    const region = await overview();
    const pairs = [...region.querySelectorAll("dl:first-of-type > div")].map((pair) =>
      [...pair.children].map(({ textContent }) => textContent).join(": "),
    );
    expect(pairs.slice(0, 2)).toEqual(["Width: 187.5 cm", "Unknown: deep"]);
    expect(region.textContent).not.toContain("plant_id_data");
  });

  it("shows one photo large at a time, and the arrow keys lead to the others", async () => {
    // jsdom has none; user-event asks for it to move between radio buttons.
    vi.stubGlobal("CSS", { escape: (text: string) => text });
    const photo = (key: string) => ({
      key,
      image_data_presigned_url: `/${key}/display`,
      thumbnail_presigned_url: `/${key}/thumbnail`,
      sha256: "a".repeat(64),
    });
    openSample({
      quest: quest({ protocol_version: 1 }),
      protocol_version: 1,
      protocol: { version: 1, fields: [{ key: "shore", kind: "photo", label: "The shore" }] },
      photos: [photo("file"), photo("shore")],
    });
    const region = within(await overview());
    const large = () =>
      region.getAllByRole("img").map((image) => [image.getAttribute("src"), image.getAttribute("alt")]);
    expect(large()).toContainEqual(["/file/display", "Sample photo: Bark of the mango trees"]);
    region.getByRole("radio", { name: "Photo of the sample", checked: true }).focus();
    await userEvent.keyboard("{ArrowRight}");
    expect(region.getByRole("radio", { name: "The shore", checked: true })).toBe(document.activeElement);
    expect(large()).toContainEqual(["/shore/display", "The shore, Bark of the mango trees"]);
    expect(large().filter(([src]) => src?.endsWith("/display"))).toHaveLength(1);
  });

  it("shows the expected range of a value outside it, and nothing for one within it", async () => {
    const field = (key: string, bounds: object) => ({ key, kind: "number", label: key, unit: "m", ...bounds });
    const fields = [
      field("both", { expected_min: 4, expected_max: 9.5 }),
      field("least", { expected_min: 4 }),
      field("most", { expected_max: 9 }),
      field("within", { expected_min: 4, expected_max: 9 }),
    ];
    openSample({
      quest: quest({ protocol_version: 1 }),
      protocol_version: 1,
      protocol: { version: 1, fields } as SampleDetail["protocol"],
      additional_data: { both: 3, least: 2, most: 10, within: 9 },
    });
    const list = (await overview()).querySelector("dl");
    expect([...(list?.querySelectorAll("dd") ?? [])].map(({ textContent }) => textContent)).toEqual([
      "3 mOutside the expected range. Expected: 4 m to 9.5 m.",
      "2 mOutside the expected range. Expected: 4 m or more.",
      "10 mOutside the expected range. Expected: 9 m or less.",
      "9 m",
    ]);
  });

  it.each([
    [1, 3, "Measured with version 1 of the form. The latest is version 3."],
    [2, null, "Measured with version 2 of the form. The quest now uses the standard form."],
    [null, 2, "Measured with the standard form. The latest form is version 2."],
    [3, 3, undefined],
    [null, null, undefined],
  ])("measured under version %j says so if the quest has version %j", async (version, newest, words) => {
    const fields = [{ key: "depth", kind: "number", label: "Depth" }] as const;
    openSample({
      quest: quest({ protocol_version: newest }),
      protocol_version: version,
      protocol: version === null ? null : { version, fields: [...fields] },
    });
    const said = within(await overview()).queryByText(/^Measured (under|with)/);
    expect(said?.textContent).toBe(words);
  });

  it("[SAMPLE-10] shows at most three plants, with the best match", async () => {
    const results = ["Mangifera indica", "Ficus carica", "Tilia cordata", "Quercus robur"].map((scientificName) => ({
      score: 0.5,
      species: { scientificName, commonNames: [] },
    }));
    openSample({ additional_data: { plant_id_data: { bestMatch: "Mangifera indica", results } } });
    const fact = (await factOf("Plant identification")) as HTMLElement;
    expect(fact.textContent).toContain("Best match: Mangifera indica");
    expect(within(fact).getAllByRole("listitem")).toHaveLength(3);
    expect(fact.textContent).not.toContain("Quercus");
  });

  it("[SAMPLE-10] shows the error if the identification failed", async () => {
    openSample({ additional_data: { plant_id_data: { error: "Quota exceeded" } } });
    expect((await factOf("Plant identification"))?.textContent).toBe("Error: Quota exceeded");
  });

  it("says that it is loading, missing or failed", async () => {
    const loading = open(`${samples}/${first}`, { [`GET /api/quest_data/${first}`]: never });
    expect(await screen.findByText("Loading...", { selector: "p" })).toBeTruthy();
    loading.unmount();
    const missing = open(`${samples}/${first}`, {
      [`GET /api/quest_data/${first}`]: () => refusal(404, "data_point_not_found"),
    });
    expect(await screen.findByText("Sample not found.")).toBeTruthy();
    missing.unmount();
    open(`${samples}/${first}`, { [`GET /api/quest_data/${first}`]: () => refusal(500, "internal_error") });
    expect(await screen.findByText("There was an error while attempting to fetch quest details.")).toBeTruthy();
  });
});

describe("a decision", () => {
  it("[SAMPLE-08] Accept removes the sample from Pending Review, and shows the next", async () => {
    const { decisions, address } = open(`${samples}/${first}`);
    await overview();
    await userEvent.click(screen.getByRole("button", { name: /^Accept/ }));
    await waitFor(() => expect(address()).toBe(`${samples}/${second}`));
    await waitFor(() => expect(decisions()).toEqual([[first, { decision: "accepted", comment: null, ...asShown }]]));
    const table = screen.getByRole("table", { name: "Pending Review" });
    await waitFor(() => expect(within(table).getAllByRole("row")).toHaveLength(3));
    expect(within(table).queryByText("Bark 1")).toBeNull();
  });

  it("[SAMPLE-08] Deny and Request Change ask for a comment, which the latter requires", async () => {
    const { decisions, address } = open(`${samples}/${first}`);
    await overview();
    await userEvent.click(screen.getByRole("button", { name: /^Deny/ }));
    await userEvent.type(screen.getByLabelText("Why deny it?"), "Too dark.");
    await userEvent.click(screen.getByRole("button", { name: "Deny sample" }));
    await waitFor(() => expect(address()).toBe(`${samples}/${second}`));
    await overview(second);
    await userEvent.click(screen.getByRole("button", { name: /^Request Change/ }));
    await userEvent.click(screen.getByRole("button", { name: "Send request" }));
    expect(await screen.findByText("Describe what to change.")).toBeTruthy();
    await userEvent.type(screen.getByLabelText("What should change?"), "From the side, please.");
    await userEvent.click(screen.getByRole("button", { name: "Send request" }));
    await waitFor(() => expect(address()).toBe(`${samples}/${third}`));
    expect(decisions()).toEqual([
      [first, { decision: "denied", comment: "Too dark.", ...asShown }],
      [second, { decision: "change_requested", comment: "From the side, please.", ...asShown }],
    ]);
  });

  it("is made by the keys A, D and R, and J and K move, but not while typing", async () => {
    const { decisions, address } = open(`${samples}/${first}`);
    await overview();
    await userEvent.keyboard("j");
    expect(address()).toBe(`${samples}/${second}`);
    await overview(second);
    await userEvent.keyboard("k");
    expect(address()).toBe(`${samples}/${first}`);
    await overview();
    await userEvent.keyboard("r");
    await userEvent.keyboard("a jkd");
    expect(screen.getByLabelText<HTMLTextAreaElement>("What should change?").value).toBe("a jkd");
    await userEvent.keyboard("{Escape}");
    expect(decisions()).toEqual([]);
    await userEvent.keyboard("a");
    await waitFor(() => expect(decisions()).toEqual([[first, { decision: "accepted", comment: null, ...asShown }]]));
  });

  it("says if and where it was not saved, and the sample stays in the list", async () => {
    const { address } = open(`${samples}/${first}`, {
      [`PUT /api/quest_data/${first}/review`]: () => refusal(503, "unavailable", "The server is busy."),
    });
    await overview();
    await userEvent.click(screen.getByRole("button", { name: /^Accept/ }));
    const failure = await screen.findByRole("alert");
    expect(failure.textContent).toContain("the decision wasn't saved. The server is busy.");
    expect(within(screen.getByRole("table", { name: "Pending Review" })).getByText("Bark 1")).toBeTruthy();
    await userEvent.click(within(failure).getByRole("link", { name: "Open" }));
    expect(address()).toBe(`${samples}/${first}`);
  });

  it("shows all decisions on a sample", async () => {
    const review = { decision: "denied", comment: "Dark.", reviewed_by: "admin", reviewed_at: "2026-05-02T10:00:00Z" };
    openSample({ review, reviews: [{ ...review, revision: 1, undone_at: null }] } as Partial<SampleDetail>);
    expect((await factOf("Decisions"))?.textContent).toMatch(/Denied.*admin.*Dark\./);
  });
});

describe("the capture of a sample", () => {
  const fix = { latitude: 21.9713, longitude: -159.3701, accuracy: 40, fixed_at: null, source: "device" } as const;

  it("shows every position of the phone, its distance, the clock and the reason", async () => {
    openSample({
      late: true,
      captured_at: localInstant("2026-05-01T08:00"),
      exif_coordinates: "22.0512,-159.3701",
      capture: {
        fixes: [fix, { ...fix, latitude: 21.9712, accuracy: 8 }],
        captured_at_device: localInstant("2026-05-01T05:00"),
        captured_at_place: "2026-05-01T05:00-10:00",
        clock_offset: 10_800,
        spacing_reason: "Two trunks of one root.",
        ended_at: localInstant("2026-05-02T18:00"),
      },
    });
    const evidence = within(await overview()).getByRole("region", { name: "How it was measured" });
    for (const words of [
      "Received late",
      "Quest or participation endedMay 2, 2026, 6:00 PM",
      "Clocks at the place showed May 1, 2026, 5:00 AM (UTC-10:00).",
      "The device's clock was 3 hours slow. It showed May 1, 2026, 5:00 AM",
      "Two trunks of one root.",
      "2 position fixes",
      "11 m away",
      "same position",
    ]) {
      expect(evidence.textContent).toContain(words);
    }
    expect((await factOf("Position in the photo"))?.textContent).toContain("8.9 km away");
    expect(screen.getAllByRole("img", { name: /Other position fix/ })).toHaveLength(1);
    expect(screen.getByRole("img", { name: "Position in the photo" })).toBeTruthy();
  });

  it("says no other time where the reader's clock shows that of the place", async () => {
    openSample({
      captured_at: "2026-05-01T15:00:00Z",
      capture: {
        fixes: [],
        captured_at_device: null,
        captured_at_place: "2026-05-01T08:00-07:00",
        clock_offset: null,
        spacing_reason: null,
        ended_at: null,
      },
    });
    const evidence = within(await overview()).getByRole("region", { name: "How it was measured" });
    expect(evidence.textContent).toContain("MeasuredMay 1, 2026, 8:00 AM");
    expect(evidence.textContent).not.toContain("Clocks at the place");
  });

  it("shows changes, before and after", async () => {
    const before = { accuracy: 8, position_source: "device", coordinates: "21.9712,-159.3701" } as const;
    openSample({
      additional_data: { tree_width: 63 },
      coordinates: "21.98,-159.3701",
      position_source: "map",
      changes: [
        { ...before, changed_at: "2026-05-03T08:00:00Z", additional_data: { tree_width: 62 } },
        { ...before, changed_at: "2026-05-02T08:00:00Z", additional_data: { tree_width: 61 } },
      ],
    });
    const evidence = within(await overview()).getByRole("region", { name: "How it was measured" });
    const changes = [...evidence.querySelectorAll("ol > li")].map((change) =>
      [...change.querySelectorAll("dl > div")].map(({ textContent }) => textContent),
    );
    expect(changes).toEqual([
      ["Width62 cm → 63 cm", "Position21.9712, -159.3701 (the device) → 21.98, -159.3701 (placed on the map)"],
      ["Width61 cm → 62 cm"],
    ]);
  });

  it("is not shown if nothing is known", async () => {
    openSample({});
    expect(within(await overview()).queryByRole("region", { name: "How it was measured" })).toBeNull();
  });
});
