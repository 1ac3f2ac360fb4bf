import { afterEach, expect, it } from "vitest";
import { clockSkewSeconds, noteServerTime } from "./server-clock.ts";

afterEach(() => noteServerTime(new Date().toUTCString()));

it("a truncated date says nothing about the time", () => {
  const date = new Date(Date.now() + 3_600_000).toUTCString();
  noteServerTime(date);
  const skewSeconds = clockSkewSeconds();
  expect(Math.abs(skewSeconds - 3_600)).toBeLessThan(60);
  for (let length = 0; length < date.length; length++) {
    noteServerTime(date.slice(0, length));
    expect(clockSkewSeconds()).toBe(skewSeconds);
  }
});
