import { type RefObject, useEffect, useRef } from "react";

const withinMs = 300;
/** Movement allowed within a tap and between two. */
const tapTolerancePx = 10;
const pairTolerancePx = 40;

type Touch = { atMs: number; x: number; y: number };

/** Detects double taps, which pigeon-maps misses in browsers that zoom the page by double tap. */
export function useDoubleTap(
  element: RefObject<HTMLElement | null>,
  onDoubleTap: (x: number, y: number) => void,
): void {
  const latest = useRef(onDoubleTap);
  useEffect(() => {
    latest.current = onDoubleTap;
  });

  useEffect(() => {
    const target = element.current;
    let down: Touch | undefined;
    let lastTap: Touch | undefined;

    function start(event: TouchEvent): void {
      const [finger] = event.touches;
      const isControl = (event.target as Element).closest("button, a, .pigeon-click-block") !== null;
      const first = lastTap;
      lastTap = undefined;
      down = undefined;
      if (!finger || event.touches.length > 1 || isControl) return;
      const touch = { atMs: event.timeStamp, x: finger.clientX, y: finger.clientY };
      if (!first || touch.atMs - first.atMs >= withinMs || distance(first, touch) > pairTolerancePx) {
        down = touch;
        return;
      }
      // Prevents page zoom and a second click.
      event.preventDefault();
      latest.current(touch.x, touch.y);
    }

    function end(event: TouchEvent): void {
      const [finger] = event.changedTouches;
      const isTap = down && finger && distance(down, { x: finger.clientX, y: finger.clientY }) <= tapTolerancePx;
      lastTap = isTap ? down : undefined;
    }

    target?.addEventListener("touchstart", start, { passive: false });
    target?.addEventListener("touchend", end);
    return () => {
      target?.removeEventListener("touchstart", start);
      target?.removeEventListener("touchend", end);
    };
  }, [element]);
}

function distance(one: { x: number; y: number }, other: { x: number; y: number }): number {
  return Math.hypot(one.x - other.x, one.y - other.y);
}
