import { expect, it, vi } from "vitest";
import { usingApi } from "../../../test/api.ts";

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
