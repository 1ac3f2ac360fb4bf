import { act } from "@testing-library/react";
import { afterEach, beforeEach, vi } from "vitest";
import { standInBrowser } from "./web-app.tsx";

/** For each test of a file: maps move at once, time passes only by `settle`, and nothing is fetched. */
export function holdMapsStill(): void {
  beforeEach(() => {
    vi.useFakeTimers();
    vi.stubGlobal("fetch", () => new Promise(() => {}));
    standInBrowser({ reducedMotion: true });
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });
}

/** Beyond the 60 ms by which a change of what is in sight is held back. */
export const settle = (ms = 80) => act(() => vi.advanceTimersByTimeAsync(ms));
