import { afterEach, describe, expect, it, vi } from "vitest";
import { waitForLinkScript } from "./page-scripts.ts";

describe("the page that waits for the emailed link", () => {
  afterEach(() => vi.useRealTimers());

  async function run(confirmedAtMs: number, forMs: number) {
    vi.useFakeTimers();
    const asked: [number, string][] = [];
    const start = Date.now();
    const location = {
      pathname: "/signin/f1/confirm",
      replaced: "",
      replace(to: string) {
        this.replaced = to;
      },
    };
    const fetch = async (url: string) => {
      asked.push([Date.now() - start, url]);
      return { ok: true, json: async () => ({ confirmed: Date.now() - start >= confirmedAtMs }) };
    };
    new Function("fetch", "location", waitForLinkScript.source)(fetch, location);
    await vi.advanceTimersByTimeAsync(forMs);
    return { asked, replaced: location.replaced };
  }

  it("[IDENT-15] asks every 5 s and continues once confirmed", async () => {
    const { asked, replaced } = await run(12_000, 60_000);
    expect(asked).toEqual([
      [5_000, "/signin/f1/confirmed"],
      [10_000, "/signin/f1/confirmed"],
      [15_000, "/signin/f1/confirmed"],
    ]);
    expect(replaced).toBe("/signin/f1/confirm");
  });

  it("[IDENT-15] stops asking after 180 s", async () => {
    const { asked, replaced } = await run(Number.POSITIVE_INFINITY, 600_000);
    expect(asked).toHaveLength(36);
    expect(asked.at(-1)?.[0]).toBe(180_000);
    expect(replaced).toBe("");
  });
});
