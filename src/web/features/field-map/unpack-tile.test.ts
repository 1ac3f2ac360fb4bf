import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { unpackTile } from "./vector-tile.ts";

const bytesOf = (buffer: Buffer) => Uint8Array.from(buffer).buffer;

describe("a tile of the map on this phone", () => {
  it("is unpacked if the file had it packed, and stays as it is otherwise", async () => {
    const whole = new TextEncoder().encode("a tile");
    expect(Buffer.from(await unpackTile(bytesOf(gzipSync(whole))))).toEqual(Buffer.from(whole));
    expect(Buffer.from(await unpackTile(bytesOf(Buffer.from(whole))))).toEqual(Buffer.from(whole));
  });

  it("that grows without bounds is refused", async () => {
    await expect(unpackTile(bytesOf(gzipSync(Buffer.alloc(50_000_000))))).rejects.toThrow("too long");
  });

  it("that is damaged is refused", async () => {
    await expect(unpackTile(bytesOf(gzipSync("a tile").subarray(0, 15)))).rejects.toThrow();
  });
});
