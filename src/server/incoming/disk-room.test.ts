import { tmpdir } from "node:os";
import { expect, it } from "vitest";
import { measureFreeBytes, roomIn } from "./disk-room.ts";

it("bytes that are announced need room before they come", async () => {
  const room = roomIn(tmpdir());
  const freeBytes = await measureFreeBytes(tmpdir());
  await expect(room.require(2 * freeBytes)).rejects.toThrow(expect.objectContaining({ code: "storage_full" }));
});
