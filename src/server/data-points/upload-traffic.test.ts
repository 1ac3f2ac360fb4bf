import { EventEmitter } from "node:events";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { UploadTraffic } from "./upload-traffic.ts";

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

const openConnection = () => Object.assign(new EventEmitter(), { closed: false });

function upload(traffic: UploadTraffic, forMs: number): Promise<void> {
  return traffic.during(openConnection(), () => new Promise((resolve) => setTimeout(resolve, forMs)));
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
    const failed = traffic.during(openConnection(), () => Promise.reject(new Error("the phone lost its signal")));
    await expect(failed).rejects.toThrow("the phone lost its signal");
    expect(await isQuietAfter(traffic.quiet(30_000), 600)).toBe(true);
  });

  it.each(["before", "while"])(
    "counts an upload as ended whose connection closes %s it is read, and no other",
    async (when) => {
      const traffic = new UploadTraffic();
      const connection = openConnection();
      if (when === "before") connection.closed = true;
      void traffic.during(connection, () => new Promise(() => undefined));
      if (when === "while") connection.emit("close");
      void upload(traffic, 2_000);
      const quiet = traffic.quiet(30_000);
      expect(await isQuietAfter(quiet, 1_900)).toBe(false);
      expect(await isQuietAfter(quiet, 1_100)).toBe(true);
    },
  );
});
