import { memo, useEffect, useRef, useState } from "react";
import { type Contours, contoursOf } from "./contours.ts";
import { whenIdle } from "./when-idle.ts";
import { whenNear } from "./when-near.ts";

/** The hill of a seed as an SVG, drawn when it is near the window and the browser is idle. */
export const ContourHill = memo(function ContourHill({
  seed,
  width,
  height,
  align = "xMidYMid",
  className,
  indexLineClassName,
}: {
  seed: number;
  /** Size of the drawing in its own units; it covers its box. */
  width: number;
  height: number;
  align?: "xMidYMid" | "xMaxYMid";
  className: string | undefined;
  indexLineClassName: string | undefined;
}) {
  const svg = useRef<SVGSVGElement>(null);
  const [contours, setContours] = useState<Contours>();

  useEffect(() => {
    let forgetIdle: (() => void) | undefined;
    const forgetNear = whenNear(svg.current, () => {
      forgetIdle = whenIdle(() => setContours(contoursOf(seed, width, height)));
    });
    return () => {
      forgetNear();
      forgetIdle?.();
    };
  }, [seed, width, height]);

  return (
    <svg
      ref={svg}
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio={`${align} slice`}
      className={className}
      aria-hidden="true"
    >
      <path d={contours?.lines} />
      <path d={contours?.indexLines} className={indexLineClassName} />
    </svg>
  );
});
