import { IDBFactory } from "fake-indexeddb";
import "fake-indexeddb/auto";
import { openDB } from "idb";
import { afterEach, describe, expect, it, vi } from "vitest";
import { waitForLinkScript, waitingOnPhoneScript } from "./page-scripts.ts";

describe("the page that deletes an account", () => {
  function run(factory: InstanceType<typeof IDBFactory>) {
    const output = { textContent: "" };
    let isHidden = true;
    const told = new Promise<string | undefined>((resolve) => {
      const waiting = {
        dataset: { waiting: "vera" },
        querySelector: () => output,
        set hidden(hidden: boolean) {
          isHidden = hidden;
          resolve(hidden ? undefined : output.textContent);
        },
      };
      const document = { querySelector: () => waiting, documentElement: { lang: "en" } };
      new Function("document", "indexedDB", waitingOnPhoneScript.source)(document, factory);
    });
    return { told, isHidden: () => isHidden };
  }

  it.each([1, 7])("[IDENT-21] counts what waits in an outbox of version %i, of this account only", async (version) => {
    const factory = new IDBFactory();
    vi.stubGlobal("indexedDB", factory);
    const outbox = await openDB("cairn", version, {
      upgrade: (upgraded) =>
        void upgraded.createObjectStore("records", { keyPath: "localId" }).createIndex("by-account", "account"),
    });
    expect(await run(factory).told).toBeUndefined();
    for (const [localId, account, state] of [
      ["a", "vera", "waiting"],
      ["b", "vera", "draft"],
      ["c", "walt", "waiting"],
      ["d", "vera", "delivered"],
    ])
      await outbox.put("records", { localId, account, state });
    outbox.close();
    expect(await run(factory).told).toBe("2");
  });

  it("leaves no database behind where the app has none", async () => {
    const factory = new IDBFactory();
    const page = run(factory);
    await new Promise((resolve) => setTimeout(resolve, 50));
    await expect.poll(() => factory.databases()).toEqual([]);
    expect(page.isHidden()).toBe(true);
  });
});

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
