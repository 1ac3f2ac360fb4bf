import { act, render } from "@testing-library/react";
import { SWRConfig } from "swr";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { clientConfiguration, never, refusal, serve } from "../../../../test/web-app.tsx";
import { fetchingHooks } from "../../../../test/web-fetching-hooks.ts";
import { useClientConfiguration } from "./configuration.ts";

const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const focus = async () => {
  window.dispatchEvent(new Event("focus"));
  await wait(10);
};

/** Mounts a component that uses a hook; answers with the means to have `count` of them. `onLoadingSlow` only listens. */
function mount(useHook: () => unknown, onLoadingSlow = () => {}) {
  function Reader() {
    useHook();
    return null;
  }
  const readers = (count: number) => (
    <SWRConfig value={{ provider: () => new Map(), onLoadingSlow }}>
      {Array.from({ length: count }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: all the same.
        <Reader key={index} />
      ))}
    </SWRConfig>
  );
  const { rerender } = render(readers(1));
  return (count: number) => rerender(readers(count));
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.setSystemTime("2026-05-01T12:00:00Z");
  // The pause before another try is scattered; this is the shortest.
  vi.spyOn(Math, "random").mockReturnValue(0);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe.each(fetchingHooks)("$name", ({ use: useHook, call, answer }) => {
  it("[CONST-05] fetches once what is requested twice within 2 s", async () => {
    const fetchMock = serve({ [call]: answer });
    const showReaders = mount(useHook);
    await wait(1900);
    showReaders(2);
    await wait(50);
    expect(fetchMock).toHaveBeenCalledTimes(1);
    await wait(100);
    showReaders(3);
    await wait(50);
    expect(fetchMock).toHaveBeenCalledTimes(2);
  });

  it("[CONST-05] retries after a failure, in 5 s at the soonest", async () => {
    const fetchMock = serve({ [call]: () => refusal(500, "internal_error") });
    mount(useHook);
    await wait(4900);
    expect(fetchMock).toHaveBeenCalledTimes(1);
    await wait(400);
    expect(fetchMock).toHaveBeenCalledTimes(2);
  });

  it("[CONST-05] fetches again on focus, but not within 5 s of the last time", async () => {
    const fetchMock = serve({ [call]: answer });
    mount(useHook);
    await wait(6000);
    await focus();
    expect(fetchMock).toHaveBeenCalledTimes(2);
    await wait(4000);
    await focus();
    expect(fetchMock).toHaveBeenCalledTimes(2);
    await wait(1100);
    await focus();
    expect(fetchMock).toHaveBeenCalledTimes(3);
  });

  it("[CONST-05] counts as slow after 3 s", async () => {
    serve({ [call]: never });
    const onLoadingSlow = vi.fn();
    mount(useHook, onLoadingSlow);
    await wait(2900);
    expect(onLoadingSlow).not.toHaveBeenCalled();
    await wait(200);
    expect(onLoadingSlow).toHaveBeenCalledOnce();
  });
});

describe("useClientConfiguration", () => {
  it("fetches once, and again only after a failure, because its answer doesn't change", async () => {
    let isDown = true;
    const fetchMock = serve({
      "GET /api/config": () => (isDown ? refusal(503, "unavailable") : clientConfiguration),
    });
    mount(useClientConfiguration)(2);
    await wait(4900);
    expect(fetchMock).toHaveBeenCalledTimes(1);
    isDown = false;
    await wait(400);
    expect(fetchMock).toHaveBeenCalledTimes(2);
    await wait(6000);
    await focus();
    expect(fetchMock).toHaveBeenCalledTimes(2);
  });
});
