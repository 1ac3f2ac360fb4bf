import "../../../../test/web-setup.ts";
import { act, cleanup, render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Saved } from "../../capture/measuring/measurement-state.ts";
import { newDraft } from "../../outbox/new-records.ts";
import type { PointRecord } from "../../outbox/record.ts";
import { showSending } from "../../outbox/sending.ts";
import type { SoFar } from "./collected.ts";
import { SavedNotice } from "./saved-notice.tsx";

const saved: Saved = { localId: "1", id: "a", position: "known" };
const record = (changes: Partial<PointRecord> = {}): PointRecord => ({
  ...newDraft("alice", { id: 7, name: "Bark" }, 0),
  localId: "1",
  state: "waiting",
  ...changes,
});
const problem = (message: string) => ({ atMs: 0, status: null, code: null, message, fieldErrors: [] });

type Shown = { of?: Saved; record?: PointRecord; hasArrived?: boolean; collected?: SoFar };
const notice = ({ of = saved, record: its = record(), hasArrived = false, collected }: Shown) => (
  <MemoryRouter>
    <SavedNotice saved={of} record={its} hasArrived={hasArrived} collected={collected} onGivePosition={() => {}} />
  </MemoryRouter>
);
const words = () => [...screen.getByRole("status").querySelectorAll("strong, p")].map(({ textContent }) => textContent);
const read = () => act(() => vi.advanceTimersByTime(1_500));

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  act(() => showSending({}));
  cleanup();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

describe("after a data point is saved", () => {
  it.each<[string, Shown, string]>([
    ["uploads", {}, "Uploading… You can start the next one."],
    ["has no line", { record: record({ problem: problem("No connection.") }) }, "No connection."],
    ["needs a sign-in", { record: record({ problem: problem("Sign in again.") }) }, "Sign in again."],
    [
      "searches its position",
      { of: { ...saved, position: "searching" } },
      "Cairn is still finding its position. You can start the next one.",
    ],
    [
      "has no position",
      { of: { ...saved, position: "none" } },
      "It has no position yet. It will upload once you add one.",
    ],
    [
      "is sent once more",
      { record: record({ state: "sending", problem: problem("No connection.") }) },
      "No connection.",
    ],
  ])("says what it waits for when it %s", (_, shown, expected) => {
    render(notice(shown));
    read();
    expect(words()).toEqual(["Saved on this phone", expected]);
  });

  it("says that it waits for Wi-Fi, for a pause to end, or for a signal", () => {
    const online = vi.spyOn(navigator, "onLine", "get").mockReturnValue(true);
    render(notice({}));
    act(() => showSending({ waitsForWifi: true }));
    expect(words()[1]).toBe("It will upload when this phone is on Wi-Fi. You can start the next one.");
    act(() => showSending({ pausedUntilMs: Date.now() + 60_000 }));
    expect(words()[1]).toBe("Cairn will try to upload it again soon. You can start the next one.");
    online.mockReturnValue(false);
    act(() => void window.dispatchEvent(new Event("offline")));
    expect(words()[1]).toMatch(/^It will upload when Cairn is open with a\u00a0?\s?signal/);
  });

  it("says the same while attempts without a line fail: screen readers announce it once", () => {
    vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
    const { rerender } = render(notice({}));
    const said = words();
    for (const state of ["sending", "waiting", "sending"] as const) {
      rerender(notice({ record: record({ state, problem: problem("No connection.") }) }));
      expect(words()).toEqual(said);
    }
  });

  it("says why the server rejected it, and leads to the outbox", () => {
    render(notice({ record: record({ state: "refused", problem: problem("Not a picture.") }) }));
    expect(words()).toEqual(["Saved on this phone", "Not a picture."]);
    expect(screen.getByRole("link", { name: "Open outbox" }).getAttribute("href")).toBe("/outbox");
  });

  it("says that it is uploaded and how many there are, once, when the first words could be read", () => {
    const { rerender } = render(notice({}));
    rerender(notice({ hasArrived: true, collected: { words: "7 of 20 trees", left: 13 } }));
    expect(words()[0]).toBe("Saved on this phone");
    read();
    expect(words()).toEqual(["Uploaded. 7 of 20 trees", "13 left. You can start the next one."]);
    // Another one arrives meanwhile: screen readers have heard about this one.
    rerender(notice({ hasArrived: true, collected: { words: "8 of 20 trees", left: 12 } }));
    expect(words()).toEqual(["Uploaded. 7 of 20 trees", "13 left. You can start the next one."]);
    rerender(
      notice({ of: { ...saved, localId: "2" }, hasArrived: true, collected: { words: "8 of 20 trees", left: 12 } }),
    );
    read();
    expect(words()[0]).toBe("Uploaded. 8 of 20 trees");
    const all = { words: "20 of 20 trees", left: 0 };
    rerender(notice({ of: { ...saved, localId: "3" }, hasArrived: true, collected: all }));
    read();
    expect(words()).toEqual(["Uploaded. 20 of 20 trees", "You can start the next one."]);
  });

  it("says that it is uploaded before the number is known", () => {
    render(notice({ hasArrived: true }));
    read();
    expect(words()[0]).toBe("Uploaded.");
  });
});
