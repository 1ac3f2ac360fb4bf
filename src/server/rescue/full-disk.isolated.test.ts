import { expect, it, vi } from "vitest";
import { usingApi } from "../../../test/api.ts";
import { Metrics } from "../metrics/metrics.ts";
import { measureMachine } from "../processes/process-metrics.ts";

vi.mock("node:fs/promises", async (importOriginal) => ({
  ...(await importOriginal<typeof import("node:fs/promises")>()),
  // A disk with 100 MB left.
  statfs: async () => ({ bavail: 25_000, bsize: 4_000 }),
}));

const api = usingApi();

it("a bundle that doesn't fit on the disk is rejected before it is read", async () => {
  const form = new FormData();
  form.set("file", new Blob([new Uint8Array(1_000)]), "cairn-rescue-1.zip");
  const { status, body, headers } = await api.call("POST", "/rescue", { as: "alice", form });
  expect([status, body.code]).toEqual([507, "storage_full"]);
  expect(headers.get("retry-after")).toMatch(/^\d+$/);
});

it("a full disk is said where an operator looks: at `ready`, in the log, and as a metric", async () => {
  for (let probe = 0; probe < 2; probe++) {
    const { status, body } = await api.call("GET", "/health/ready");
    expect([status, body]).toEqual([200, { status: "ready", warnings: ["disk"] }]);
  }
  await expect
    .poll(() => api.log.filter(({ disk }) => disk).map(({ level, disk }) => [level, disk]))
    .toEqual([[50, "The disk of DATA_DIR has 100 MB left. Uploads are refused below 500 MB."]]);
  const metrics = new Metrics({ onError: (error) => expect.unreachable(String(error)) });
  measureMachine(metrics, { db: api.database.db, dataDir: "/" });
  expect(await metrics.describe()).toContain("cairn_disk_free_bytes 100000000");
});
