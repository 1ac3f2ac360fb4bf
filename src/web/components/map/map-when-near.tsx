import { lazy, Suspense, useEffect, useRef, useState } from "react";
import { Skeleton } from "../skeleton.tsx";
import { whenNear } from "../when-near.ts";
import type { MapProps } from "./map.tsx";

const MapCanvas = lazy(async () => ({ default: (await import("./map.tsx")).MapCanvas }));

/** A map whose code and tiles are only fetched once it is near the window. `className` gives it its size. */
export function MapWhenNear({ className, ...map }: MapProps) {
  const box = useRef<HTMLDivElement>(null);
  const [isNear, setIsNear] = useState(false);
  useEffect(() => whenNear(box.current, () => setIsNear(true)), []);
  const shape = <Skeleton height="100%" radius="10px" />;
  return (
    <div ref={box} className={className}>
      {isNear ? (
        <Suspense fallback={shape}>
          <MapCanvas {...map} />
        </Suspense>
      ) : (
        shape
      )}
    </div>
  );
}
