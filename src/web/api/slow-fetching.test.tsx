import { act, render } from "@testing-library/react";
import useSWR from "swr";
import { afterEach, expect, it, vi } from "vitest";
import { refusal, serve } from "../../../test/web-app.tsx";
import { callApi } from "./client.ts";

// Read when the fetching library is loaded, so it stands before the imports.
vi.hoisted(() => Object.defineProperty(navigator, "connection", { value: { effectiveType: "2g" } }));

const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

function Reader() {
  useSWR("getClientConfiguration", () => callApi("getClientConfiguration", {}));
  return null;
}

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it("[CONST-05] on a slow connection a failure is tried again after 10 s at the soonest", async () => {
  vi.useFakeTimers();
  vi.spyOn(Math, "random").mockReturnValue(0);
  const fetchMock = serve({ "GET /api/config": () => refusal(500, "internal_error") });
  render(<Reader />);
  await wait(9800);
  expect(fetchMock).toHaveBeenCalledTimes(1);
  await wait(400);
  expect(fetchMock).toHaveBeenCalledTimes(2);
});
