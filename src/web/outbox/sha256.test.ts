// @vitest-environment node
// jsdom's files cannot be read so.
import { createHash, randomBytes } from "node:crypto";
import { afterEach, expect, it, vi } from "vitest";
import { sha256Of } from "./sha256.ts";

afterEach(() => vi.unstubAllGlobals());

it("returns the same hash with and without the browser's own, of a photo in several parts too", async () => {
  for (const size of [0, 5, 1_048_576, 2_500_001]) {
    const bytes = randomBytes(size);
    const expected = createHash("sha256").update(bytes).digest("hex");
    const photo = new File([bytes], "bark.jpg");
    expect(await sha256Of(photo)).toBe(expected);
    // On plain http.
    vi.stubGlobal("crypto", { getRandomValues: () => {} });
    expect(await sha256Of(photo)).toBe(expected);
    vi.unstubAllGlobals();
  }
});

it("returns no hash of an unreadable file", async () => {
  const gone = { size: 5, arrayBuffer: () => Promise.reject(new DOMException("gone", "NotReadableError")) };
  expect(await sha256Of(gone as unknown as Blob)).toBeUndefined();
});
