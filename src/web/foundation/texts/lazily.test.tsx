import { act, render, renderHook, screen } from "@testing-library/react";
import { Suspense } from "react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { PageBoundary } from "../../app/shell/app-shell.tsx";
import { useIsPartLate, WhenFetched } from "../../ui/when-fetched.tsx";
import { lazily, lazyPage } from "./lazily.ts";

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(console, "error").mockImplementation(() => undefined);
});
afterEach(() => {
  vi.useRealTimers();
});

/** Its first `failures` loads fail, as without a connection. */
function cutOff(failures: number) {
  let asked = 0;
  return async () => {
    asked++;
    if (asked <= failures) throw new TypeError("Failed to fetch dynamically imported module");
    return { Part: () => <p>It came.</p> };
  };
}

const waitFor = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

it("a part that can't be fetched leaves the page, and is tried again until it comes", async () => {
  const Part = lazily("Part", cutOff(6));
  render(
    <PageBoundary>
      <p>The form</p>
      <Suspense>
        <Part />
      </Suspense>
    </PageBoundary>,
  );
  await waitFor(10_000);
  expect(screen.getByText("The form")).toBeTruthy();
  expect(screen.queryByText("It came.")).toBeNull();
  await waitFor(15_000);
  expect(screen.getByText("It came.")).toBeTruthy();
  expect(screen.getByText("The form")).toBeTruthy();
});

it("a part is late after ten seconds, until it comes or nothing shows it", async () => {
  const isLate = renderHook(useIsPartLate).result;
  const Late = lazily("Part", cutOff(6));
  const Lost = lazily("Part", cutOff(Number.POSITIVE_INFINITY));
  render(
    <WhenFetched>
      <Late />
    </WhenFetched>,
  );
  const page = render(
    <WhenFetched>
      <Lost />
    </WhenFetched>,
  );
  await waitFor(9_900);
  expect(isLate.current).toBe(false);
  await waitFor(200);
  expect(isLate.current).toBe(true);
  page.unmount();
  expect(isLate.current).toBe(true);
  await waitFor(15_000);
  expect(screen.getByText("It came.")).toBeTruthy();
  expect(isLate.current).toBe(false);
});

it("a page that can't be fetched three times says so", async () => {
  const Part = lazyPage("Part", cutOff(3));
  render(
    <PageBoundary>
      <Suspense>
        <Part />
      </Suspense>
    </PageBoundary>,
  );
  await waitFor(10_000);
  expect(screen.getByText("This page couldn't be shown.")).toBeTruthy();
  expect(screen.getByRole("button", { name: "Try again" })).toBeTruthy();
});
