import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { UploadTraffic } from "./upload-traffic.ts";

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

function upload(traffic: UploadTraffic, forMs: number): Promise<void> {
  return traffic.during(() => new Promise((resolve) => setTimeout(resolve, forMs)));
}

async function isQuietAfter(quiet: Promise<void>, ms: number): Promise<boolean> {
  let isQuiet = false;
  void quiet.then(() => {
    isQuiet = true;
  });
  await vi.advanceTimersByTimeAsync(ms);
  return isQuiet;
}

describe("traffic of uploads", () => {
  it("is quiet when nothing was uploaded", async () => {
    expect(await isQuietAfter(new UploadTraffic().quiet(30_000), 0)).toBe(true);
  });

  it("is quiet half a second after the last upload, not between two", async () => {
    const traffic = new UploadTraffic();
    void upload(traffic, 1_000).then(() => upload(traffic, 1_000));
    const quiet = traffic.quiet(30_000);
    expect(await isQuietAfter(quiet, 2_400)).toBe(false);
    expect(await isQuietAfter(quiet, 700)).toBe(true);
  });

  it("does not keep other work waiting for ever", async () => {
    const traffic = new UploadTraffic();
    void upload(traffic, 120_000);
    const quiet = traffic.quiet(30_000);
    expect(await isQuietAfter(quiet, 29_000)).toBe(false);
    expect(await isQuietAfter(quiet, 1_100)).toBe(true);
  });

  it("counts a failed upload as ended", async () => {
    const traffic = new UploadTraffic();
    await traffic.during(() => Promise.reject(new Error("the phone lost its signal"))).catch(() => undefined);
    expect(await isQuietAfter(traffic.quiet(30_000), 600)).toBe(true);
  });
});
