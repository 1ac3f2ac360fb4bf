import { saying } from "../../../test/web-saying.ts";
import { forgetAccount, saveCompletion } from "../outbox/saved-records.ts";
import "../../../test/web-database.ts";
import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { FakeUpload, standInGeolocation } from "../../../test/field-device.ts";
import {
  asAdventurer,
  dataPoint,
  joined,
  localInstant,
  refusal,
  renderApp,
  serve,
  standInBrowser,
} from "../../../test/web-app.tsx";
import { paths } from "../foundation/paths.ts";
import { newDraft } from "../outbox/new-records.ts";
import { keepDraft, listRecords, savePoint } from "../outbox/outbox.ts";
import type { OutboxRecord, PointRecord } from "../outbox/record.ts";
import { write } from "../outbox/storage.ts";

const base = "GET /api/adventurers/alice/quests/7";
const ids = [1, 2, 3].map((number) => `0b0e7c1e-9f5e-4b57-8d3e-0b2f6f3a9a0${number}`);
const [firstId = "", secondId = ""] = ids;
const two = [
  dataPoint({ id: firstId, additional_data: { tree_width: 61 } }),
  dataPoint({ id: secondId, additional_data: { tree_width: 62 }, created_at: "2026-05-02T10:00:00Z" }),
];
const quest = { id: 7, name: "Bark of the mango trees" };

function open(answers: Record<string, unknown> = {}) {
  const fetchMock = serve({ [base]: joined(), [`${base}/data`]: two, ...answers });
  const sent = (method: string) =>
    fetchMock.mock.calls
      .filter(([, init]) => init?.method === method)
      .map(([url, init]) => [
        new URL(String(url), "http://localhost").pathname,
        init?.body === undefined ? undefined : JSON.parse(String(init.body)),
      ]);
  return { ...renderApp("/quests/7/data", asAdventurer()), fetchMock, sent };
}

const rows = async () => within(await screen.findByRole("list", { name: "Data Points" })).getAllByRole("listitem");
/** Rows open in place. */
const unfold = async (number: number) =>
  userEvent.click(await screen.findByRole("button", { name: `Data point ${number}` }));
const panel = async () => within(await screen.findByRole("region", { name: "Quest Status" }));
const setOnline = (isOnline: boolean) => {
  vi.spyOn(navigator, "onLine", "get").mockReturnValue(isOnline);
  act(() => void window.dispatchEvent(new Event(isOnline ? "online" : "offline")));
};

/** A data point that waits on this phone. */
async function saveWaiting(changes: Partial<PointRecord> = {}): Promise<PointRecord> {
  const saved = await savePoint({
    ...newDraft("alice", quest, 0),
    values: { tree_width: 63 },
    position: { latitude: 21.9, longitude: -159.3, accuracyMeters: 6, fixedAtMs: null, source: "device" },
  });
  const changed = { ...saved, ...changes };
  await put(changed);
  return changed;
}
const put = (record: OutboxRecord) => write((transaction) => transaction.putRecord(record));

beforeAll(() => import("./quest-data-page.tsx"));
beforeEach(async () => {
  standInBrowser({ wide: false });
  vi.stubGlobal("XMLHttpRequest", FakeUpload);
  URL.createObjectURL = () => "blob:preview";
  URL.revokeObjectURL = () => {};
  sessionStorage.clear();
  standInGeolocation({ latitude: 21.9712, longitude: -159.3701, accuracy: 8 });
  await forgetAccount("alice");
});
afterEach(() => vi.unstubAllGlobals());

describe("own data points", () => {
  it("are listed newest first, and late ones show when they were measured and received", async () => {
    const late = dataPoint({
      id: secondId,
      created_at: localInstant("2026-05-02T18:00"),
      captured_at: localInstant("2026-05-01T09:00"),
      late: true,
      edited_at: localInstant("2026-05-03T07:00"),
    });
    open({ [`${base}/data`]: [two[0], late] });
    const [newest, oldest] = await rows();
    expect([newest?.textContent, oldest?.textContent].map((text) => /point (\d)/.exec(text ?? "")?.[1])).toEqual([
      "2",
      "1",
    ]);
    const words = newest?.textContent ?? "";
    for (const part of ["Uploaded late", "Measured May 1, 2026", "Uploaded May 2, 2026", "Edited May 3, 2026"]) {
      expect(words).toContain(part);
    }
    expect(oldest?.textContent).not.toMatch(/Uploaded|Measured|Edited/);
  });

  it("are counted separately from those on this phone, which are on top with their state", async () => {
    await saveWaiting();
    await saveWaiting({ position: null });
    const problem = { atMs: 0, status: 422, code: null, message: "Not a picture.", fieldErrors: [] };
    await saveWaiting({ state: "refused", problem });
    // Its reply was lost: the server has it.
    await saveWaiting({ id: secondId });
    open({ [base]: { ...joined(), total_data_point_count: 1240 } });
    const list = within(await screen.findByRole("list", { name: "On this phone" }));
    const words = list.getAllByRole("listitem").map(({ textContent }) => textContent ?? "");
    expect(words).toHaveLength(3);
    expect(words.filter((text) => text.includes("Waiting"))).toHaveLength(2);
    expect(words.find((text) => text.includes("Rejected"))).toContain("Not a picture.");
    expect(words.filter((text) => text.includes("No position yet."))).toHaveLength(1);
    expect(screen.getByRole("link", { name: "See all 3 in the outbox" }).getAttribute("href")).toBe("/outbox");
    const progress = await screen.findByRole("region", { name: "Progress" });
    expect(progress.textContent).toContain("2 of 20 trees + 3 on this phone");
    expect(screen.getByText(saying("1,240 by all volunteers together"))).toBeTruthy();
    expect(await rows()).toHaveLength(2);
  });

  it("say which of them a changed one on this phone replaces", async () => {
    await saveWaiting({ supersededIds: [firstId] });
    open();
    const progress = await screen.findByRole("region", { name: "Progress" });
    await waitFor(() => expect(progress.textContent).toContain("1 of 20 trees + 1 on this phone"));
    const [, oldest] = await rows();
    expect(oldest?.textContent).toContain("The change takes effect");
    await unfold(1);
    expect(screen.queryByRole("button", { name: "Edit data point 1" })).toBeNull();
  });

  it("are rows that open in place: the newest five at first, and those that need an answer", async () => {
    const review = { decision: "change_requested", comment: "Which?", reviewed_by: "rita", reviewed_at: "" } as const;
    const seven = Array.from({ length: 7 }, (_, index) =>
      dataPoint({ id: `0b0e7c1e-9f5e-4b57-8d3e-0b2f6f3a9b0${index}`, review: index === 0 ? review : null }),
    );
    open({ [`${base}/data`]: seven });
    const numbers = async () => (await rows()).map((row) => within(row).getByRole("button", { name: /^Data point/ }));
    expect((await numbers()).map(({ ariaLabel }) => ariaLabel)).toEqual(
      [7, 6, 5, 4, 3, 1].map((number) => `Data point ${number}`),
    );
    // The one that needs an answer is open, so that it can be given at once.
    expect((await numbers()).map(({ ariaExpanded }) => ariaExpanded)).toEqual([...Array(5).fill("false"), "true"]);
    expect(screen.getByRole("link", { name: "Answer for data point 1" })).toBeTruthy();
    expect(screen.queryByRole("button", { name: "Edit data point 7" })).toBeNull();
    await unfold(7);
    expect(screen.getByRole("button", { name: "Data point 7" }).ariaExpanded).toBe("true");
    expect(screen.getByRole("button", { name: "Edit data point 7" })).toBeTruthy();

    await userEvent.click(screen.getByRole("button", { name: "All 7" }));
    expect(await rows()).toHaveLength(7);
    expect(screen.queryByRole("button", { name: "All 7" })).toBeNull();
    expect(document.activeElement).toBe(screen.getByRole("button", { name: "Data point 2" }));
  });

  it("are reloaded once the outbox has delivered one", async () => {
    const waiting = await saveWaiting();
    const points = [...two];
    open({ [`${base}/data`]: () => [...points] });
    await screen.findByRole("list", { name: "On this phone" });
    points.push(dataPoint({ id: waiting.id, additional_data: { tree_width: 63 } }));
    await act(() => put({ ...waiting, state: "delivered", deliveredAtMs: Date.now() }));
    await waitFor(async () => expect(await rows()).toHaveLength(3));
    expect(screen.queryByRole("list", { name: "On this phone" })).toBeNull();
  });

  it("are edited with the controls they were measured with", async () => {
    const edited = dataPoint({ id: secondId, additional_data: { tree_width: 64 }, edited_at: "2026-05-03T07:00:00Z" });
    const { sent } = open({ [`PUT /api/adventurers/alice/quests/7/data/${secondId}`]: edited });
    await unfold(2);
    const opener = screen.getByRole("button", { name: "Edit data point 2" });
    await userEvent.click(opener);
    const dialog = within(await screen.findByRole("dialog", { name: "Edit data point 2" }));
    const width = dialog.getByLabelText<HTMLInputElement>(/circumference/i);
    expect(width.value).toBe("62");
    await userEvent.clear(width);
    await userEvent.click(dialog.getByRole("button", { name: "Save changes" }));
    expect(await dialog.findByText("tree width required")).toBeTruthy();
    await userEvent.type(width, "64");
    await userEvent.click(dialog.getByRole("button", { name: "Save changes" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(sent("PUT")).toEqual([
      [`/api/adventurers/alice/quests/7/data/${secondId}`, { measurements: { tree_width: 64 } }],
    ]);
    expect(screen.getByTestId("live-region").textContent).toContain("Data point 2 updated.");
  });

  it("stay without an answer where they had none, although the question has a default", async () => {
    const fields = [
      { key: "width", kind: "number" as const, label: "Width" },
      { key: "site", kind: "text" as const, label: "Site", default: { expression: "'North bank'" } },
    ];
    const protocol = { version: 1, fields };
    open({
      [base]: joined({ protocol, protocol_version: 1 }),
      [`${base}/data`]: [dataPoint({ id: firstId, additional_data: { width: 61 }, protocol_version: 1 })],
    });
    await unfold(1);
    await userEvent.click(screen.getByRole("button", { name: "Edit data point 1" }));
    const dialog = within(await screen.findByRole("dialog", { name: "Edit data point 1" }));
    expect(dialog.getByLabelText<HTMLInputElement>(/^Width/).value).toBe("61");
    expect(dialog.getByLabelText<HTMLInputElement>(/^Site/).value).toBe("");
  });

  it("are reloaded if one was reviewed meanwhile, and say so", async () => {
    const review = { decision: "accepted", comment: null, reviewed_by: "admin", reviewed_at: "" } as const;
    let points = two;
    const { sent } = open({
      [`${base}/data`]: () => points,
      [`PUT /api/adventurers/alice/quests/7/data/${secondId}`]: () => {
        points = points.map((point) => (point.id === secondId ? { ...point, review } : point));
        return refusal(409, "data_point_reviewed", "Somebody has reviewed it.");
      },
    });
    await unfold(2);
    await userEvent.click(screen.getByRole("button", { name: "Edit data point 2" }));
    const dialog = within(await screen.findByRole("dialog", { name: "Edit data point 2" }));
    await userEvent.click(dialog.getByRole("button", { name: "Save changes" }));
    expect((await dialog.findByRole("alert")).textContent).toContain("Somebody has reviewed it.");
    await waitFor(() => expect(screen.queryByRole("button", { name: "Edit data point 2" })).toBeNull());
    expect(dialog.queryByRole("button", { name: "Save changes" })).toBeNull();
    expect(sent("PUT")).toHaveLength(1);
  });

  it("ask to retake an unreadable photo, until it is decided on", async () => {
    const [one] = two;
    const photos = (one?.photos ?? []).map((photo) => ({ ...photo, unreadable_at: "2026-05-01T10:00:02Z" }));
    const review = {
      decision: "denied" as const,
      comment: null,
      reviewed_by: "rita",
      reviewed_at: "2026-05-03T10:00:00Z",
    };
    open({
      [`${base}/data`]: [
        { ...one, photos },
        { ...two[1], photos, review },
      ],
    });
    const [decided, waits] = (await rows()).map((row) => within(row));
    const sentence = "This photo is damaged and can't be displayed. Retake it while you're nearby.";
    waits?.getByText(sentence);
    waits?.getByRole("img", { name: "No photo" });
    const again = waits?.getByRole("link", { name: "Retake photo for data point 1" });
    expect(again?.getAttribute("href")).toBe(`${paths.contribution(firstId)}#answer`);
    expect(decided?.queryByText(sentence)).toBeNull();
  });

  it("are deleted after a confirmation, and nothing of them stays on this phone", async () => {
    await saveWaiting({ id: secondId, state: "delivered", deliveredAtMs: 1 });
    let points = two;
    const { sent } = open({
      [`${base}/data`]: () => points,
      [`DELETE /api/adventurers/alice/quests/7/data/${secondId}`]: () => {
        points = points.filter(({ id }) => id !== secondId);
        return new Response(null, { status: 204 });
      },
    });
    await unfold(2);
    await userEvent.click(screen.getByRole("button", { name: "Delete data point 2" }));
    const name = "Delete data point 2?";
    await userEvent.click(within(screen.getByRole("dialog", { name })).getByRole("button", { name: "Keep it" }));
    expect([screen.queryByRole("dialog"), sent("DELETE")]).toEqual([null, []]);
    await userEvent.click(screen.getByRole("button", { name: "Delete data point 2" }));
    await userEvent.click(within(screen.getByRole("dialog", { name })).getByRole("button", { name: "Delete" }));
    await waitFor(async () => expect(await rows()).toHaveLength(1));
    await waitFor(() => expect(document.activeElement?.textContent).toBe("Data Points"));
    expect(await listRecords("alice")).toEqual([]);
  });

  it("say why they cannot be changed offline", async () => {
    setOnline(false);
    const { sent } = open();
    await unfold(1);
    await userEvent.click(screen.getByRole("button", { name: "Delete data point 1" }));
    const dialog = within(screen.getByRole("dialog"));
    expect(dialog.getByText(/delete an uploaded data point when you're online/)).toBeTruthy();
    expect(dialog.getByRole("button", { name: "Delete" })).toHaveProperty("disabled", true);
    setOnline(true);
    expect(dialog.getByRole("button", { name: "Delete" })).toHaveProperty("disabled", false);
    expect(sent("DELETE")).toEqual([]);
  });
});

describe("completing a quest", () => {
  const submit = async () => {
    await userEvent.click((await panel()).getByRole("button", { name: "Complete Quest" }));
    await userEvent.click(within(screen.getByRole("dialog")).getByRole("button", { name: "Submit Data" }));
  };

  it("waits for the data points on this phone, and can be undone", async () => {
    await saveWaiting();
    await saveWaiting();
    const { sent } = open();
    await screen.findByRole("list", { name: "On this phone" });
    await userEvent.click((await panel()).getByRole("button", { name: "Complete Quest" }));
    const dialog = within(screen.getByRole("dialog"));
    expect(dialog.getByText(/2 data points aren't uploaded yet/)).toBeTruthy();
    await userEvent.click(dialog.getByRole("button", { name: "Submit Data" }));
    expect(await screen.findByText(/It will sync once your 2 data points are uploaded/)).toBeTruthy();
    expect(screen.queryByRole("form")).toBeNull();
    const completions = async () => (await listRecords("alice")).filter(({ kind }) => kind === "completion");
    expect(await completions()).toMatchObject([{ questId: 7, state: "waiting" }]);
    await userEvent.click((await panel()).getByRole("button", { name: "Undo" }));
    expect(await screen.findByRole("button", { name: "Complete Quest" })).toBeTruthy();
    expect([await completions(), sent("PATCH")]).toEqual([[], []]);
  });

  it("warns of a data point that was begun and not added", async () => {
    await keepDraft({ ...newDraft("alice", quest, 0), answers: { tree_width: "88" } });
    open();
    await rows();
    await userEvent.click((await panel()).getByRole("button", { name: "Complete Quest" }));
    expect(await screen.findByText(/started a data point but haven't added it/)).toBeTruthy();
  });

  it("[DATA-07] leaves a draft that can be opened, and says what is accepted", async () => {
    const draft = { ...newDraft("alice", quest, 0), answers: { tree_width: "88" } };
    await keepDraft(draft);
    const { unmount } = open({ [base]: joined({}, "completed") });
    expect(await screen.findByText(/A data point you started isn't added yet/)).toBeTruthy();
    expect(screen.queryByRole("form")).toBeNull();
    await userEvent.click(screen.getByRole("link", { name: "Open it" }));
    const width = await screen.findByLabelText<HTMLInputElement>(/circumference/i);
    await waitFor(() => expect(width.value).toBe("88"));
    expect(screen.getByText(/It only accepts what you measured before that/)).toBeTruthy();
    // It stays while it is edited.
    await userEvent.clear(width);
    await waitFor(async () => expect(await listRecords("alice")).toMatchObject([{ answers: {} }]));
    await userEvent.type(width, "89");
    await waitFor(async () => expect(await listRecords("alice")).toMatchObject([{ answers: { tree_width: "89" } }]));
    unmount();

    // From the outbox; nothing new is begun after it.
    serve({ [base]: joined({}, "completed"), [`${base}/data`]: two });
    renderApp(paths.draft(7, draft.localId), asAdventurer());
    await userEvent.click(await screen.findByRole("button", { name: "Discard draft" }));
    await userEvent.click(within(screen.getByRole("dialog")).getByRole("button", { name: "Discard draft" }));
    await waitFor(() => expect(screen.queryByRole("form")).toBeNull());
    expect(await listRecords("alice")).toEqual([]);
    expect(screen.queryByText(/isn't added yet/)).toBeNull();
  });

  it("[DATA-07] sends a draft first that is added after completing without a signal", async () => {
    const draft = { ...newDraft("alice", quest, 0), answers: { tree_width: "88" } };
    await keepDraft(draft);
    await saveCompletion("alice", quest);
    serve({ [base]: joined(), [`${base}/data`]: two });
    setOnline(false);
    renderApp(paths.draft(7, draft.localId), asAdventurer());
    expect(await screen.findByText(/If you add this data point now, it uploads first/)).toBeTruthy();
    expect(await screen.findByRole("form")).toBeTruthy();
  });

  it("waits on this phone if the server is unreachable or answers 500, but not if it rejects", async () => {
    const answers: unknown[] = [refusal(409, "quest_closed", "It is closed."), refusal(500, "internal_error")];
    open({ "PATCH /api/adventurers/alice/quests/7": () => answers.shift() });
    await rows();
    await submit();
    expect(await screen.findByText("The quest wasn't completed. It is closed.")).toBeTruthy();
    expect(await listRecords("alice")).toEqual([]);
    await userEvent.click(within(screen.getByRole("dialog")).getByRole("button", { name: "Submit Data" }));
    expect(await screen.findByText(saying(/It syncs when Cairn is open/))).toBeTruthy();
    expect(await listRecords("alice")).toMatchObject([{ kind: "completion", state: "waiting" }]);
  });

  it("is offered where the volunteer looks when they have all that the quest asks for, until they go on", async () => {
    const completed = { ...joined({ target_count: 2 }), status: "completed" };
    const { sent } = open({ [base]: joined({ target_count: 2 }), "PATCH /api/adventurers/alice/quests/7": completed });
    const reached = within(await screen.findByRole("region", { name: "You have all 2 trees." }));
    // The one below the list stays.
    expect((await panel()).getByRole("button", { name: "Complete Quest" })).toBeTruthy();
    await userEvent.click(reached.getByRole("button", { name: "Complete Quest" }));
    await userEvent.click(within(screen.getByRole("dialog")).getByRole("button", { name: "Go Back" }));
    await userEvent.click(reached.getByRole("button", { name: "Go on" }));
    expect(screen.queryByRole("region", { name: "You have all 2 trees." })).toBeNull();
    expect(document.activeElement?.closest("form")).toBeTruthy();
    expect(sent("PATCH")).toEqual([]);
  });

  it("is not offered where data points on this phone are missing because the server rejected them", async () => {
    await saveWaiting({ state: "refused" });
    open({ [base]: joined({ target_count: 3 }) });
    await rows();
    expect(screen.queryByRole("button", { name: "Go on" })).toBeNull();
    await userEvent.click((await panel()).getByRole("button", { name: "Complete Quest" }));
    expect(screen.getByText("The quest asks for at least 3 trees; you have 2, so 1 is left.")).toBeTruthy();
  });

  it("cannot be undone once it is being sent", async () => {
    setOnline(false);
    open();
    await rows();
    await submit();
    const back = await screen.findByRole("button", { name: "Undo" });
    const [completion] = await listRecords("alice");
    if (!completion) throw new Error("no completion");
    await put({ ...completion, state: "sending" });
    await userEvent.click(back);
    expect((await screen.findByRole("alert")).textContent).toContain("already being sent");
  });
});
