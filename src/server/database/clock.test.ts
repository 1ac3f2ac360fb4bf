import { expect, it, vi } from "vitest";
import { usingApi } from "../../../test/api.ts";
import { Metrics } from "../metrics/metrics.ts";
import { measureMachine } from "../processes/process-metrics.ts";

const api = usingApi();

const ready = async () => (await api.call("GET", "/health/ready")).body;

it("a clock that differs from the database's is said at `ready`, in the log, and as a metric", async () => {
  expect(await ready()).toEqual({ status: "ready" });
  const now = Date.now;
  for (const [offSeconds, words] of [
    [40, "ahead of"],
    [-40, "behind"],
  ] as const) {
    const clock = vi.spyOn(Date, "now").mockImplementation(() => now() + offSeconds * 1000);
    expect(await ready()).toEqual({ status: "ready", warnings: ["clock"] });
    await expect
      .poll(() => api.log.findLast(({ clock }) => clock))
      .toMatchObject({ level: 50, clock: expect.stringMatching(`clock is (3[5-9]|40) s ${words} the database's`) });
    const metrics = new Metrics({ onError: (error) => expect.unreachable(String(error)) });
    measureMachine(metrics, { db: api.database.db, dataDir: "/" });
    expect(await metrics.describe()).toMatch(/^cairn_clock_difference_seconds (3[5-9]|40)/m);
    clock.mockRestore();
    expect(await ready()).toEqual({ status: "ready" });
  }
});
