import { act, render } from "@testing-library/react";
import { SWRConfig } from "swr";
import { afterEach, expect, it, vi } from "vitest";
import { refusal, serve } from "../../../../test/web-app.tsx";
import { fetchingHooks } from "../../../../test/web-fetching-hooks.ts";

// Read when the fetching library is loaded, so it stands before the imports.
vi.hoisted(() => Object.defineProperty(navigator, "connection", { value: { effectiveType: "2g" } }));

const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it.each(fetchingHooks)(
  "[CONST-05] on a slow connection $name retries after a failure, in 10 s at the soonest",
  async ({ use: useHook, call }) => {
    vi.useFakeTimers();
    vi.spyOn(Math, "random").mockReturnValue(0);
    const fetchMock = serve({ [call]: () => refusal(500, "internal_error") });
    function Reader() {
      useHook();
      return null;
    }
    render(
      <SWRConfig value={{ provider: () => new Map() }}>
        <Reader />
      </SWRConfig>,
    );
    await wait(9800);
    expect(fetchMock).toHaveBeenCalledTimes(1);
    await wait(400);
    expect(fetchMock).toHaveBeenCalledTimes(2);
  },
);
