import { type ReactNode, useEffect, useRef, useState } from "react";
import { lazily } from "../../foundation/texts/lazily.ts";
import { Skeleton } from "../skeleton.tsx";
import { WhenFetched } from "../when-fetched.tsx";
import { whenIdle } from "../when-idle.ts";
import { whenNear } from "../when-near.ts";
import type { MapProps } from "./map.tsx";
import type { MapPlace, PlacesMapProps } from "./places-map.tsx";
import type { PositionMapProps } from "./position-map.tsx";

const MapCanvas = lazily("MapCanvas", () => import("./maps.ts"));
const PlacesMap = lazily("PlacesMap", () => import("./maps.ts"));
const PositionMap = lazily("PositionMap", () => import("./maps.ts"));

/** The page has loaded by then. */
const laterMs = 3_000;

/** A map that loads when it is near the window, or later when the browser is idle. `className` sets its size. */
export const MapWhenNear = ({ className, ...map }: MapProps) => (
  <WhenNear className={className}>
    <MapCanvas {...map} />
  </WhenNear>
);

export const PlacesMapWhenNear = <Place extends MapPlace>({ className, ...map }: PlacesMapProps<Place>) => (
  <WhenNear className={className}>
    <PlacesMap {...map} />
  </WhenNear>
);

export const PositionMapWhenNear = ({ className, ...map }: PositionMapProps) => (
  <WhenNear className={className}>
    <PositionMap {...map} />
  </WhenNear>
);

function WhenNear({ className, children }: { className?: string | undefined; children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null);
  const [isDue, setIsDue] = useState(false);
  useEffect(() => {
    const forgetNear = whenNear(box.current, () => setIsDue(true));
    let forgetIdle: (() => void) | undefined;
    const timer = setTimeout(() => {
      forgetIdle = whenIdle(() => setIsDue(true));
    }, laterMs);
    return () => {
      forgetNear();
      clearTimeout(timer);
      forgetIdle?.();
    };
  }, []);
  const shape = <Skeleton height="100%" radius="10px" />;
  return (
    <div ref={box} className={className}>
      {isDue ? <WhenFetched fallback={shape}>{children}</WhenFetched> : shape}
    </div>
  );
}
