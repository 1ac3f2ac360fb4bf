import { act, cleanup, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import {
  asAdmin,
  never,
  refusal,
  renderApp,
  sampleDetail,
  sampleRow,
  serve,
  standInBrowser,
} from "../../../test/web-app.tsx";
import { saying } from "../../../test/web-saying.ts";
import type { SampleRow } from "../../contract/samples.ts";
import { BulkBar } from "../features/review/bulk-bar.tsx";

const idOf = (number: number) => `0b0e7c1e-9f5e-4b57-8d3e-${String(number).padStart(12, "0")}`;
const [first, second, third] = [idOf(1), idOf(2), idOf(3)];
const rowOf = (number: number, changes: Partial<SampleRow> = {}) =>
  sampleRow({ id: idOf(number), quest_name: `Bark ${number}`, ...changes });

const counts = { pending: 10_000, accepted: 9_050, denied: 0, change_requested: 3, recheck: 4, counted_up_to: 10_000 };
const review = (decision: "accepted" | "denied", by: string) => ({
  decision,
  comment: null,
  reviewed_by: by,
  reviewed_at: "2026-05-02T10:00:00Z",
});

/** The desk over rows that leave the list once they are decided. */
function open(path: string, rows: SampleRow[], answers: Record<string, unknown> = {}) {
  let pending = rows;
  const decided = (ids: string[]) => {
    pending = pending.filter(({ id }) => !ids.includes(id));
  };
  const fetchMock = serve({
    "GET /api/admin/samples": () => pending,
    "GET /api/admin/samples/counts": counts,
    "PUT /api/admin/samples/claims": { claims: [] },
    "GET /api/admin/assignments": [],
    "GET /api/organizations": [],
    "GET /api/organizations/1/review-reasons": [{ decision: "denied", text: "The photo is blurred." }],
    ...Object.fromEntries(
      rows.flatMap(({ id }) => [
        [`GET /api/quest_data/${id}`, sampleDetail({ id })],
        [`GET /api/quest_data/${id}/neighbours`, { near: [], before: [], after: [] }],
        [
          `PUT /api/quest_data/${id}/review`,
          () => {
            decided([id]);
            return sampleDetail({ id, review: review("accepted", "admin") });
          },
        ],
      ]),
    ),
    "POST /api/quest_data/reviews/undo": (_url: URL, init: RequestInit) => {
      const { ids } = JSON.parse(String(init.body)) as { ids: string[] };
      pending = rows.filter((row) => ids.includes(row.id) || pending.some(({ id }) => id === row.id));
      return { results: ids.map((id) => ({ id, result: "decided" })) };
    },
    ...answers,
  });
  const sent = (ending: string) =>
    fetchMock.mock.calls
      .filter(([url, init]) => init?.method !== undefined && init.method !== "GET" && String(url).endsWith(ending))
      .map(([, init]) => JSON.parse(String(init?.body)));
  const asked = () =>
    fetchMock.mock.calls
      .map(([url]) => new URL(String(url), "http://localhost"))
      .filter(({ pathname }) => pathname === "/api/admin/samples");
  return { ...renderApp(path, asAdmin()), sent, asked, decided };
}

const samples = "/admin_dashboard/samples";
const table = () => screen.findByRole("table", { name: "Pending Review" });
const overview = (id: string) => screen.findByRole("region", { name: `Sample Overview - ID ${id}` });
const boxOf = (number: number) =>
  screen.getByRole<HTMLInputElement>("checkbox", { name: new RegExp(`^Select Bark ${number},`) });
const selected = () =>
  screen.getAllByRole<HTMLInputElement>("checkbox").flatMap((box, index) => (box.checked ? [index + 1] : []));
const bulk = () => within(screen.getByRole("region", { name: "Decide on selection" }));

beforeAll(() => import("./admin-samples-page.tsx"));
beforeEach(() => {
  standInBrowser();
  localStorage.clear();
});
afterEach(() => vi.unstubAllGlobals());

describe("the list", () => {
  it("counts its tabs, and offers a second review if one waits", async () => {
    open(samples, [rowOf(1)]);
    await screen.findByRole("link", { name: "Pending 10,000+" });
    const tabs = within(screen.getByRole("navigation", { name: "Review state" })).getAllByRole("link");
    expect(tabs.map(({ textContent }) => textContent)).toEqual([
      "Pending 10,000+",
      "Accepted 9,050",
      "Denied 0",
      "Change requested 3",
      "Second review 4",
    ]);
  });

  it("is filtered by the address, with a chip to remove each filter", async () => {
    const { address, asked } = open(`${samples}?worse=30&from=2026-05-01&to=2026-05-02&sort=evidence`, [rowOf(1)]);
    await table();
    const [query] = asked().map(({ searchParams }) => Object.fromEntries(searchParams));
    expect(query).toMatchObject({ accuracy_min: "30", sort: "evidence", state: "pending" });
    expect(Date.parse(query?.before ?? "") - Date.parse(query?.from ?? "")).toBe(2 * 24 * 60 * 60 * 1000);
    await userEvent.click(screen.getByRole("button", { name: /^Filters 3/ }));
    await userEvent.selectOptions(screen.getByLabelText("Evidence"), "Blurred photo");
    await userEvent.type(screen.getByLabelText("Volunteer"), "alice{Enter}");
    await userEvent.type(screen.getByRole("searchbox", { name: "Search samples" }), "oak{Enter}");
    await waitFor(() =>
      expect(address()).toBe(
        `${samples}?person=alice&from=2026-05-01&to=2026-05-02&worse=30&evidence=blurred&q=oak&sort=evidence`,
      ),
    );
    expect(asked().at(-1)?.search).toContain("adventurer_id=alice");
    await userEvent.click(screen.getByRole("button", { name: "Remove the filter “At least ± 30 m”" }));
    expect(address()).not.toContain("worse");
    await userEvent.click(screen.getByRole("button", { name: "Clear all" }));
    expect(address()).toBe(`${samples}?sort=evidence`);
  });

  it("[CALL-34] prevents reviewers from deciding on their own data points, and says why, for keys too", async () => {
    const own = { own_data_point: "refused" as const };
    const { sent } = open(samples, [rowOf(1), rowOf(2, own), rowOf(3)], {
      [`GET /api/quest_data/${second}`]: sampleDetail({ id: second, ...own }),
    });
    const row = within(await table()).getByRole("row", { name: /Bark 2/ });
    expect(within(row).getByText("Yours")).toBeTruthy();
    expect(boxOf(2).disabled).toBe(true);
    await userEvent.click(screen.getByRole("button", { name: "Select all loaded" }));
    expect(selected()).toEqual([1, 3]);
    await userEvent.click(screen.getByRole("button", { name: "Clear selection" }));
    await userEvent.click(boxOf(1));
    fireEvent.click(boxOf(3), { shiftKey: true });
    expect(selected()).toEqual([1, 3]);
    await userEvent.click(within(row).getByRole("link"));
    const panel = within(await overview(second)).getByRole("region", { name: "Decision" });
    const why = "You measured this data point yourself. Another reviewer has to decide on it.";
    expect(within(panel).getByText(why)).toBeTruthy();
    for (const button of within(panel).getAllByRole<HTMLButtonElement>("button")) expect(button.disabled).toBe(true);
    for (const key of ["a", "d", "r", "x"]) fireEvent.keyDown(document.body, { key });
    await waitFor(() => expect(screen.getAllByText(why).length).toBe(2));
    expect(within(panel).queryByRole("textbox")).toBeNull();
    expect(selected()).toEqual([1, 3]);
    expect(sent("/review")).toEqual([]);
  });

  it("[CALL-34] tells the only reviewer that a decision on their own is marked, and shows the mark", async () => {
    open(`${samples}/${first}`, [rowOf(1, { own_data_point: "marked" })], {
      [`GET /api/quest_data/${first}`]: sampleDetail({
        id: first,
        own_data_point: "marked",
        reviews: [{ ...review("denied", "admin"), revision: 1, undone_at: null, own_data_point: true }],
      }),
    });
    await table();
    const panel = within(await overview(first));
    expect(panel.getByText(/Your decision is marked and always gets a second review\.$/)).toBeTruthy();
    expect(panel.getByRole<HTMLButtonElement>("button", { name: /^Accept/ }).disabled).toBe(false);
    expect(panel.getByText(/on their own data point\)$/)).toBeTruthy();
    expect(boxOf(1).disabled).toBe(false);
  });

  it("has its filters in a sheet on a phone", async () => {
    standInBrowser({ wide: false });
    open(samples, [rowOf(1)]);
    await table();
    await userEvent.click(screen.getByRole("button", { name: "Filters" }));
    const sheet = within(screen.getByRole("dialog", { name: "Filters" }));
    await userEvent.click(sheet.getByLabelText("Only quests assigned to me"));
    await userEvent.click(sheet.getByRole("button", { name: "Show samples" }));
    expect(screen.getByRole("button", { name: "Filters 1 filter active" })).toBeTruthy();
  });

  it("shows each sample's value, accuracy, findings and who has it open", async () => {
    const claim = { claimed_by: "dana", claimed_until: "2026-05-02T10:00:00Z" };
    const evidence = [
      { code: "blurred" as const, sentence: "The photo is blurred (sharpness 12).", weight: 3 },
      { code: "late" as const, sentence: "It arrived 3 days late.", weight: 1 },
      { code: "burst" as const, sentence: "Two came within a minute.", weight: 2 },
    ];
    open(samples, [rowOf(1, { accuracy: 34, revision: 2, claim, evidence, score: 6 })]);
    const [, row] = within(await table()).getAllByRole("row");
    if (!row) throw new Error("no row");
    for (const words of ["Circumference: 187.5 cm", "± 34 m, poor", "alice", "Revision 2", "Open by dana"]) {
      expect(row.textContent).toContain(words);
    }
    expect(row.textContent).toContain("3 findings, score 6");
    expect(within(row).getByText("The photo is blurred (sharpness 12).").closest("details")?.open).toBe(false);
    await userEvent.click(within(row).getByText("Blurred photo"));
    expect(within(row).getByText("It arrived 3 days late.").closest("details")?.open).toBe(true);
  });

  it("is shown as a grid if that was chosen last", async () => {
    const view = open(samples, [rowOf(1), rowOf(2)]);
    await table();
    await userEvent.click(screen.getByRole("button", { name: "Grid" }));
    view.unmount();
    const { address } = open(samples, [rowOf(1), rowOf(2)]);
    const grid = await screen.findByRole("list", { name: "Pending Review" });
    await userEvent.click(within(grid).getByRole("link", { name: /^Open Bark 2/ }));
    expect(address()).toBe(`${samples}/${second}`);
  });
});

describe("a selection", () => {
  it("grows by ranges and by everything loaded and free, and Escape clears it", async () => {
    const claim = { claimed_by: "dana", claimed_until: "2026-05-02T10:00:00Z" };
    open(
      samples,
      [1, 2, 3, 4, 5].map((number) => rowOf(number, number === 5 ? { claim } : {})),
    );
    await table();
    await userEvent.click(boxOf(2));
    fireEvent.click(boxOf(4), { shiftKey: true });
    expect(selected()).toEqual([2, 3, 4]);
    await userEvent.click(screen.getByRole("button", { name: "Select all loaded" }));
    expect(selected()).toEqual([1, 2, 3, 4]);
    // The focus is on a box: keys work there.
    boxOf(2).focus();
    await userEvent.keyboard("{Escape}");
    expect(selected()).toEqual([]);
  });

  it("is decided on at once as shown; conflicts stay selected, and say who decided first", async () => {
    const { sent } = open(samples, [rowOf(1), rowOf(2, { revision: 2 }), rowOf(3), rowOf(4)], {
      "PUT /api/quest_data/reviews": {
        results: [
          { id: first, result: "decided" },
          { id: second, result: "conflict", code: "already_reviewed", detail: "dana denied it." },
          { id: third, result: "refused", code: "forbidden", detail: "No." },
        ],
      },
      [`GET /api/quest_data/${second}`]: sampleDetail({ id: second, revision: 2, review: review("denied", "dana") }),
    });
    await table();
    for (const number of [1, 2, 3]) await userEvent.click(boxOf(number));
    await userEvent.click(bulk().getByRole("button", { name: "Accept" }));
    await screen.findByText(saying(/1 accepted, 1 already decided by dana, 1 you can't decide on/));
    expect(sent("/quest_data/reviews")).toEqual([
      {
        ids: [first, second, third],
        decision: "accepted",
        comment: null,
        revisions: { [first]: 1, [second]: 2, [third]: 1 },
        seen_reviews: { [first]: null, [second]: null, [third]: null },
      },
    ]);
    // The rows are drawn in slices.
    await waitFor(() => expect(screen.queryByText("Bark 1")).toBeNull());
    expect([boxOf(2).checked, boxOf(3).checked, boxOf(4).checked]).toEqual([true, true, false]);
    await userEvent.click(bulk().getByRole("button", { name: "Accept" }));
    await waitFor(() => expect(sent("/quest_data/reviews")).toHaveLength(2));
    expect(sent("/quest_data/reviews")[1].seen_reviews[second]).toBe("2026-05-02T10:00:00Z");
  });

  it("is denied with a comment or one of the organization's reasons, and nothing is lost if that fails", async () => {
    const { sent } = open(samples, [rowOf(1), rowOf(2)], {
      "PUT /api/quest_data/reviews": () => refusal(503, "unavailable", "The server is busy."),
    });
    await table();
    await userEvent.click(screen.getByRole("button", { name: "Select all loaded" }));
    await userEvent.keyboard("d");
    const dialog = within(screen.getByRole("dialog", { name: "Deny 2 samples" }));
    await userEvent.click(await dialog.findByRole("button", { name: "The photo is blurred." }));
    await userEvent.type(dialog.getByLabelText("Why deny it?"), " All of them.");
    await userEvent.click(dialog.getByRole("button", { name: "Deny 2 samples" }));
    await dialog.findByText("The decision wasn't saved. The server is busy.");
    expect(sent("/quest_data/reviews")[0].comment).toBe("The photo is blurred. All of them.");
    expect(dialog.getByLabelText<HTMLTextAreaElement>("Why deny it?").value).toContain("All of them.");
    expect(selected()).toEqual([1, 2]);
  });

  it("has buttons that open a dialog, and so expand nothing", async () => {
    render(<BulkBar count={2} reasons={[]} takesKeys onDecide={async () => {}} onClear={() => {}} />);
    for (const name of ["Deny", "Request Change"]) {
      const button = screen.getByRole("button", { name });
      expect(button.getAttribute("aria-expanded")).toBeNull();
    }
  });

  it("of more than 500 is rejected with a message", async () => {
    const onDecide = vi.fn();
    render(<BulkBar count={520} reasons={[]} takesKeys onDecide={onDecide} onClear={() => {}} />);
    expect(screen.getByText("You can decide on at most 500 at once. Deselect 20.")).toBeTruthy();
    await userEvent.keyboard("a");
    expect(screen.getByRole<HTMLButtonElement>("button", { name: "Accept" }).disabled).toBe(true);
    expect(onDecide).not.toHaveBeenCalled();
  });
});

describe("a decision", () => {
  it("shows the next sample at once: a second A decides on that one while the first is being sent", async () => {
    const { sent, address } = open(
      `${samples}/${first}`,
      [1, 2, 3].map((number) => rowOf(number)),
      {
        [`PUT /api/quest_data/${first}/review`]: never,
        [`PUT /api/quest_data/${second}/review`]: never,
      },
    );
    await overview(first);
    await table();
    await userEvent.keyboard("a");
    await overview(second);
    await userEvent.keyboard("a");
    await overview(third);
    expect(address()).toBe(`${samples}/${third}`);
    await waitFor(() => expect(sent("/review")).toHaveLength(2));
    expect(screen.getAllByText("Saving…")).toHaveLength(2);
    expect(within(await table()).getByText("Bark 1")).toBeTruthy();
  });

  it("is undone by U after the next sample is shown, which leads back to it", async () => {
    const { sent, address } = open(`${samples}/${first}`, [rowOf(1), rowOf(2)]);
    await overview(first);
    await table();
    await userEvent.keyboard("a");
    await overview(second);
    await waitFor(() => expect(screen.queryByText("Bark 1", { selector: "td *" })).toBeNull());
    const undo = screen.getByRole("button", { name: "Undo" });
    expect(undo.textContent).toMatch(/^Undo\d+ s$/);
    await userEvent.keyboard("u");
    await overview(first);
    expect(sent("/undo")).toEqual([{ ids: [first] }]);
    expect(address()).toBe(`${samples}/${first}`);
    expect(await within(await table()).findByText("Bark 1")).toBeTruthy();
    expect(screen.queryByRole("button", { name: "Undo" })).toBeNull();
  });

  it("stays if undoing fails, says why, and can be tried again", async () => {
    let isDown = true;
    open(`${samples}/${first}`, [rowOf(1), rowOf(2)], {
      "POST /api/quest_data/reviews/undo": () =>
        isDown
          ? refusal(503, "unavailable", "The server is busy.")
          : { results: [{ id: first, result: "conflict", code: "undo_too_late", detail: "It is too late." }] },
    });
    await overview(first);
    await table();
    await userEvent.keyboard("a");
    await overview(second);
    await userEvent.click(screen.getByRole("button", { name: "Undo" }));
    expect((await screen.findByRole("alert")).textContent).toContain("The decision wasn't undone. The server is busy.");
    isDown = false;
    await userEvent.click(screen.getByRole("button", { name: "Try again" }));
    await screen.findByText("1 decision wasn't undone. It is too late.");
    expect(screen.queryByText("Bark 1", { selector: "td *" })).toBeNull();
  });

  it("can be undone for ten seconds", async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    try {
      open(`${samples}/${first}`, [rowOf(1), rowOf(2)]);
      await overview(first);
      await table();
      fireEvent.keyDown(document.body, { key: "a" });
      await overview(second);
      await act(() => vi.advanceTimersByTimeAsync(8_000));
      expect(screen.getByRole("button", { name: "Undo" })).toBeTruthy();
      await act(() => vi.advanceTimersByTimeAsync(2_500));
      expect(screen.queryByRole("button", { name: "Undo" })).toBeNull();
    } finally {
      cleanup();
      vi.useRealTimers();
    }
  });

  it("of a second review is kept as one, and nothing is undone", async () => {
    const { sent } = open(`${samples}/${first}?recheck=1`, [rowOf(1), rowOf(2)], {
      [`PUT /api/quest_data/${first}/recheck`]: sampleDetail({ id: first }),
    });
    await overview(first);
    await screen.findByRole("table", { name: "Second review" });
    expect(screen.queryByRole("checkbox", { name: /^Select/ })).toBeNull();
    await userEvent.keyboard("a");
    await overview(second);
    await waitFor(() => expect(sent("/recheck")).toEqual([{ decision: "accepted", comment: null }]));
    expect(screen.queryByRole("button", { name: "Undo" })).toBeNull();
  });
});

describe("keys", () => {
  it("are listed by ?, and do nothing with a modifier, in a field or behind a dialog", async () => {
    const { sent, address } = open(`${samples}/${idOf(21)}`, [rowOf(21), rowOf(22)]);
    await overview(idOf(21));
    await table();
    await userEvent.keyboard("?");
    const help = screen.getByRole("dialog", { name: "Keyboard shortcuts" });
    expect(
      within(help)
        .getAllByRole("rowheader")
        .map(({ textContent }) => textContent),
    ).toEqual([..."JKADRUX", "Esc", "?"]);
    fireEvent.keyDown(document.body, { key: "j" });
    await userEvent.click(within(help).getByRole("button", { name: "Close" }));
    for (const modifier of ["ctrlKey", "altKey", "metaKey", "shiftKey"]) {
      fireEvent.keyDown(document.body, { key: "a", [modifier]: true });
    }
    await userEvent.type(screen.getByRole("searchbox"), "jak");
    expect(address()).toContain(idOf(21));
    expect(sent(`${idOf(21)}/review`)).toEqual([]);
  });

  it("skip samples that another reviewer has open, which can still be opened", async () => {
    const claim = { claimed_by: "dana", claimed_until: "2026-05-02T10:00:00Z" };
    const { address } = open(`${samples}/${first}`, [rowOf(1), rowOf(2, { claim }), rowOf(3)]);
    await overview(first);
    await table();
    await userEvent.keyboard("j");
    expect(address()).toBe(`${samples}/${third}`);
    await userEvent.keyboard("k");
    expect(address()).toBe(`${samples}/${second}`);
  });

  it("continue at the end of a page: the next is loaded ten rows before", async () => {
    // Nothing of the list's end is in sight.
    vi.stubGlobal(
      "IntersectionObserver",
      class {
        observe() {}
        disconnect() {}
      },
    );
    const part = (from: number) => Array.from({ length: 50 }, (_, index) => rowOf(from + index));
    const { asked } = open(`${samples}/${idOf(40)}`, part(1), {
      "GET /api/admin/samples": (url: URL) =>
        url.searchParams.has("after")
          ? part(51)
          : new Response(JSON.stringify(part(1)), { headers: { link: `<${url.href}&after=c50>; rel="next"` } }),
      [`GET /api/quest_data/${idOf(51)}`]: sampleDetail({ id: idOf(51) }),
    });
    await overview(idOf(40));
    await table();
    expect(asked().filter(({ searchParams }) => searchParams.get("after") === "c50")).toHaveLength(0);
    await userEvent.keyboard("j");
    await waitFor(() =>
      expect(within(screen.getByRole("table", { name: "Pending Review" })).getAllByRole("row")).toHaveLength(101),
    );
  });
});

describe("two reviewers", () => {
  it("claim the open sample and the next ones, and release them when they leave", async () => {
    const { sent, unmount } = open(`${samples}/${first}`, [rowOf(1), rowOf(2)]);
    await overview(first);
    await waitFor(() => expect(sent("/claims")).toEqual([{ ids: [first, second] }]));
    unmount();
    await waitFor(() => expect(sent("/claims").at(-1)).toEqual({ ids: [] }));
  });

  it("see each other's decisions, while the open sample stays", async () => {
    const { decided } = open(`${samples}/${second}`, [rowOf(1), rowOf(2), rowOf(3)]);
    await overview(second);
    await table();
    decided([first, second]);
    document.dispatchEvent(new Event("visibilitychange"));
    await waitFor(() => expect(screen.queryByText("Bark 1", { selector: "td *" })).toBeNull());
    const [, row] = within(await table()).getAllByRole("row");
    expect(row?.textContent).toContain("Bark 2");
    expect(row?.textContent).toContain("No longer in this list");
    expect(await overview(second)).toBeTruthy();
  });
});
