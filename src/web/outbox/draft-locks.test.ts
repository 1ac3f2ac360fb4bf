import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { holdDraft, letDraftGo } from "./draft-locks.ts";

let answersAfterMs = 0;
let isHeldElsewhere = false;
let asked = 0;

beforeEach(() => {
  answersAfterMs = 0;
  isHeldElsewhere = false;
  asked = 0;
  vi.stubGlobal("navigator", {
    locks: {
      request: async (_name: string, { signal }: LockOptions, work: (lock: object | null) => unknown) => {
        await new Promise((resolve) => setTimeout(resolve, answersAfterMs));
        signal?.throwIfAborted();
        asked++;
        return work(isHeldElsewhere ? null : {});
      },
    },
  });
});
afterEach(() => {
  letDraftGo("1");
  vi.unstubAllGlobals();
});

it("a draft that no other tab has is this tab's, however late a busy phone says so", async () => {
  answersAfterMs = 400;
  expect(await holdDraft("1")).toBe(true);
});

it("a draft that another tab has is not this tab's, nor when that is said late", async () => {
  answersAfterMs = 400;
  isHeldElsewhere = true;
  expect(await holdDraft("1")).toBe(false);
});

it("a draft that a page lets go while it closes is this tab's", async () => {
  isHeldElsewhere = true;
  const held = holdDraft("1");
  await vi.waitFor(() => expect(asked).toBe(1));
  isHeldElsewhere = false;
  expect(await held).toBe(true);
});

it("[DATA-16] a page that rests lets its draft go, and asks for it when it is back", async () => {
  const taken: string[] = [];
  const released: string[] = [];
  const request = async (name: string, _options: LockOptions, work: (lock: object) => Promise<void>) => {
    taken.push(name);
    await work({});
    released.push(name);
  };
  vi.stubGlobal("navigator", { locks: { request } });
  await holdDraft("1");
  expect([taken, released]).toEqual([["cairn-draft/1"], []]);
  window.dispatchEvent(Object.assign(new Event("pagehide"), { persisted: true }));
  await new Promise((resolve) => setTimeout(resolve));
  expect([taken, released]).toEqual([["cairn-draft/1"], ["cairn-draft/1"]]);
  window.dispatchEvent(new Event("pageshow"));
  await new Promise((resolve) => setTimeout(resolve));
  expect([taken, released]).toEqual([["cairn-draft/1", "cairn-draft/1"], ["cairn-draft/1"]]);
  // It is held again, and not asked for a third time.
  expect(await holdDraft("1")).toBe(true);
  expect(taken).toHaveLength(2);
});
