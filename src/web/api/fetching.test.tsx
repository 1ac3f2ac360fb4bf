import { act, render } from "@testing-library/react";
import useSWR, { SWRConfig } from "swr";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { refusal, serve } from "../../../test/web-app.tsx";
import { callApi } from "./client.ts";

const onLoadingSlow = vi.fn();
const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

function Reader() {
  // The app's hooks differ in nothing but their key; the one more option only listens.
  useSWR("getClientConfiguration", () => callApi("getClientConfiguration", {}), { onLoadingSlow });
  return null;
}

const readers = (count: number) =>
  render(
    <SWRConfig value={{ provider: () => new Map() }}>
      {Array.from({ length: count }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: all the same.
        <Reader key={index} />
      ))}
    </SWRConfig>,
  );

beforeEach(() => {
  vi.useFakeTimers();
  vi.setSystemTime("2026-05-01T12:00:00Z");
  // The pause before another try is scattered; this is the shortest.
  vi.spyOn(Math, "random").mockReturnValue(0);
  onLoadingSlow.mockClear();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe("fetching", () => {
  it("[CONST-05] what is asked for twice within 2 s is fetched once", async () => {
    const fetchMock = serve({});
    const first = readers(2);
    await wait(1900);
    expect(fetchMock).toHaveBeenCalledTimes(1);
    first.unmount();
  });

  it("[CONST-05] a failure is tried again after 5 s at the soonest", async () => {
    const fetchMock = serve({ "GET /api/config": () => refusal(500, "internal_error") });
    readers(1);
    await wait(100);
    expect(fetchMock).toHaveBeenCalledTimes(1);
    await wait(4800);
    expect(fetchMock).toHaveBeenCalledTimes(1);
    await wait(400);
    expect(fetchMock).toHaveBeenCalledTimes(2);
  });

  it("[CONST-05] a second focus within 5 s does not fetch, a later one does", async () => {
    const fetchMock = serve({});
    readers(1);
    await wait(3000);
    const focus = async () => {
      window.dispatchEvent(new Event("focus"));
      await wait(10);
    };
    await wait(3000);
    await focus();
    expect(fetchMock).toHaveBeenCalledTimes(2);
    await wait(4000);
    await focus();
    expect(fetchMock).toHaveBeenCalledTimes(2);
    await wait(1100);
    await focus();
    expect(fetchMock).toHaveBeenCalledTimes(3);
  });

  it("[CONST-05] loading counts as slow after 3 s", async () => {
    serve({ "GET /api/config": () => new Promise(() => {}) });
    readers(1);
    await wait(2900);
    expect(onLoadingSlow).not.toHaveBeenCalled();
    await wait(200);
    expect(onLoadingSlow).toHaveBeenCalledOnce();
  });
});
