import { act, cleanup, render } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ContourHill, contoursOf } from "./contour-cover.tsx";

let comeNear: ((entries: { isIntersecting: boolean }[]) => void) | undefined;
let idle: (() => void)[];

beforeEach(() => {
  idle = [];
  vi.stubGlobal(
    "IntersectionObserver",
    class {
      constructor(callback: typeof comeNear) {
        comeNear = callback;
      }
      observe() {}
      disconnect() {
        comeNear = undefined;
      }
    },
  );
  vi.stubGlobal("requestIdleCallback", (work: () => void) => idle.push(work));
  vi.stubGlobal("cancelIdleCallback", (handle: number) => delete idle[handle - 1]);
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const runIdle = () => act(() => idle.splice(0).forEach((work) => void work()));

function renderHill() {
  const view = render(
    <ContourHill seed={7} width={430} height={260} className="hill" indexLineClassName="index-line" />,
  );
  return { ...view, lines: () => [...view.container.querySelectorAll("path")].map((path) => path.getAttribute("d")) };
}

describe("the drawing of a hill", () => {
  it("waits until it is near the window and the browser is idle", () => {
    const { lines } = renderHill();
    act(() => comeNear?.([{ isIntersecting: false }]));
    runIdle();
    expect(lines()).toEqual([null, null]);
    act(() => comeNear?.([{ isIntersecting: true }]));
    expect(lines()).toEqual([null, null]);
    runIdle();
    const hill = contoursOf(7, 430, 260);
    expect(lines()).toEqual([hill.lines, hill.indexLines]);
  });

  it("is called off with the page", () => {
    const { unmount } = renderHill();
    act(() => comeNear?.([{ isIntersecting: true }]));
    expect(idle.filter(Boolean)).toHaveLength(1);
    unmount();
    expect(idle.filter(Boolean)).toHaveLength(0);
    renderHill().unmount();
    expect(comeNear).toBeUndefined();
  });
});
