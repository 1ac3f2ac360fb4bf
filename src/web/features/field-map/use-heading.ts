import { useEffect, useState } from "react";
import { wholeTurn } from "../../capture/positions/way.ts";

/** `ask`: the browser wants a press first (iPhones). `none`: the device has told nothing. */
export type Heading =
  | { status: "none" | "refused" }
  | { status: "ask"; ask: () => Promise<void> }
  | { status: "on"; degrees: number };

/** Smaller turns are the sensor's noise. */
const stepDegrees = 3;

type AskingEvent = { requestPermission?: () => Promise<"granted" | "denied"> };
type AppleEvent = DeviceOrientationEvent & { webkitCompassHeading?: number };

/** Chromium has the question as well, but tells headings without it. */
const askOf = () =>
  "DeviceOrientationEvent" in window && "webkitCompassHeading" in (window.DeviceOrientationEvent?.prototype ?? {})
    ? (window.DeviceOrientationEvent as unknown as AskingEvent).requestPermission?.bind(window.DeviceOrientationEvent)
    : undefined;

/** Where the top of the phone points, in degrees from north, if the device has a compass. */
export function useHeading(): Heading {
  const [permission, setPermission] = useState<"open" | "ask" | "refused">(() => (askOf() ? "ask" : "open"));
  const [degrees, setDegrees] = useState<number>();
  useEffect(() => {
    if (permission !== "open") return;
    const turn = (event: Event) => {
      const found = headingOf(event as AppleEvent);
      if (found === undefined) return;
      setDegrees((before) => (before !== undefined && turnBetween(before, found) < stepDegrees ? before : found));
    };
    window.addEventListener("deviceorientationabsolute", turn);
    window.addEventListener("deviceorientation", turn);
    return () => {
      window.removeEventListener("deviceorientationabsolute", turn);
      window.removeEventListener("deviceorientation", turn);
    };
  }, [permission]);
  if (permission === "refused") return { status: "refused" };
  if (permission === "open") return degrees === undefined ? { status: "none" } : { status: "on", degrees };
  const ask = async () => {
    const answer = await askOf()?.().catch(() => "denied" as const);
    setPermission(answer === "granted" ? "open" : "refused");
  };
  return { status: "ask", ask };
}

function headingOf({ webkitCompassHeading, absolute, alpha }: AppleEvent): number | undefined {
  const turned = window.screen.orientation?.angle ?? 0;
  if (typeof webkitCompassHeading === "number") return wholeTurn(webkitCompassHeading + turned);
  // Not absolute: from wherever the phone was at first.
  return absolute && typeof alpha === "number" ? wholeTurn(360 - alpha + turned) : undefined;
}

const turnBetween = (one: number, other: number) => {
  const turn = wholeTurn(one - other);
  return Math.min(turn, 360 - turn);
};
