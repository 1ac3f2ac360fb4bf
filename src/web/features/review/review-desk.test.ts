import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { sampleDetail, sampleRow, serve } from "../../../../test/web-app.tsx";
import type { SampleRow } from "../../../contract/samples.ts";
import { ReviewDesk } from "./review-desk.ts";
import { filterOf } from "./sample-filter.ts";

const idOf = (number: number) => `0b0e7c1e-9f5e-4b57-8d3e-${String(number).padStart(12, "0")}`;
const rowsOf = (...numbers: number[]): SampleRow[] => numbers.map((number) => sampleRow({ id: idOf(number) }));
const filter = filterOf(new URLSearchParams());
const input = { id: undefined as string | undefined, filter, listKey: "pending", items: rowsOf(1, 2, 3), isWide: true };
const page = { open: vi.fn(), refresh: vi.fn() };

/** The numbers of the rows that are shown. */
const shown = (desk: ReviewDesk) => desk.getState().rows?.map(({ id }) => Number(id.slice(-12)));

// Loaded on first use, which no test waits for.
beforeAll(() =>
  Promise.all([import("../../../contract/all-calls.ts"), import("../../foundation/texts/validation-messages.ts")]),
);
beforeEach(() => {
  localStorage.clear();
  vi.clearAllMocks();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe("the review desk", () => {
  it("keeps a selected row in its place where the list has it no more, until it is no longer selected", () => {
    const desk = new ReviewDesk(input);
    desk.toggle(idOf(2), false);
    desk.show({ ...input, items: rowsOf(1, 3, 4) }, page);
    expect(shown(desk)).toEqual([1, 2, 3, 4]);
    expect(desk.getState().rows?.[1]?.isGone).toBe(true);
    desk.clearSelection();
    expect(shown(desk)).toEqual([1, 3, 4]);
  });

  it("begins another list without a selection", () => {
    const desk = new ReviewDesk(input);
    desk.selectAll();
    expect(desk.getState().selected.size).toBe(3);
    desk.show({ ...input, listKey: "accepted" }, page);
    expect(desk.getState().selected.size).toBe(0);
  });

  it("answers with the same state until something changes, and then tells who listens", () => {
    const desk = new ReviewDesk(input);
    const listener = vi.fn();
    const stop = desk.subscribe(listener);
    const before = desk.getState();
    desk.show({ ...input }, page);
    expect(desk.getState()).toBe(before);
    expect(listener).not.toHaveBeenCalled();
    desk.setView("grid");
    expect(desk.getState().view).toBe("grid");
    expect(listener).toHaveBeenCalledOnce();
    stop();
    desk.setView("list");
    expect(listener).toHaveBeenCalledOnce();
  });

  it("opens the next sample while a decision is on its way, asks before the page is left, and fetches the list once decisions pause", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"] });
    let answer = (_body: unknown) => {};
    serve({
      [`PUT /api/quest_data/${idOf(1)}/review`]: () =>
        new Promise((resolve) => {
          answer = resolve;
        }),
    });
    const mayLeave = () => window.dispatchEvent(new Event("beforeunload", { cancelable: true }));
    const desk = new ReviewDesk({ ...input, id: idOf(1) });
    desk.show({ ...input, id: idOf(1) }, page);
    const decided = desk.decide(sampleDetail({ id: idOf(1) }), { decision: "accepted", comment: null });
    expect(page.open).toHaveBeenCalledWith(idOf(2));
    expect(shown(desk)).toEqual([1, 2, 3]);
    expect([desk.decisions.isSending(idOf(1)), desk.getState().mayUndo, mayLeave()]).toEqual([true, true, false]);
    await vi.waitFor(() => expect(fetch).toHaveBeenCalled(), { timeout: 10_000 });
    answer(sampleDetail({ id: idOf(1) }));
    await decided;
    expect(shown(desk)).toEqual([2, 3]);
    expect([desk.decisions.isSending(idOf(1)), mayLeave()]).toEqual([false, true]);
    await vi.advanceTimersByTimeAsync(1_400);
    expect(page.refresh).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(200);
    expect(page.refresh).toHaveBeenCalledOnce();
  });
});
