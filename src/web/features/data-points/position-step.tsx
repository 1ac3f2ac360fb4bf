import LocateFixed from "lucide-react/icons/locate-fixed";
import LocateOff from "lucide-react/icons/locate-off";
import TriangleAlert from "lucide-react/icons/triangle-alert";
import type { ReactNode } from "react";
import { Button } from "../../components/button.tsx";
import { Choice } from "../../components/field.tsx";
import { formatAccuracy, gradeAccuracy } from "../../components/position-accuracy.ts";
import { Spinner } from "../../components/spinner.tsx";
import type { Fix } from "./fixes.ts";
import styles from "./position-step.module.css";
import type { LivePosition } from "./use-live-position.ts";

/** The position as it settles, with a word for how good it is. */
export function PositionStep({
  position,
  highAccuracy,
  onHighAccuracy,
  children,
}: {
  position: LivePosition;
  highAccuracy: boolean;
  onHighAccuracy: (highAccuracy: boolean) => void;
  /** The positions that the protocol asks the volunteer for. */
  children: ReactNode;
}) {
  return (
    <div className={styles.position}>
      <div className={styles.live}>
        <PositionNow position={position} />
      </div>
      <Choice hint="uses more of device battery">
        <input
          type="checkbox"
          checked={highAccuracy}
          onChange={(event) => onHighAccuracy(event.currentTarget.checked)}
        />
        High accuracy
      </Choice>
      {children}
    </div>
  );
}

function PositionNow({ position: { status, fix, watch } }: { position: LivePosition }) {
  if (fix) return <FixNow fix={fix} />;
  if (status === "searching") {
    return (
      <p className={styles.line} role="status">
        <Spinner />
        Finding your position…
      </p>
    );
  }
  if (status === "off") {
    return (
      <>
        <p className={styles.line}>Each data point needs the position of your device.</p>
        <Button onClick={watch} icon={<LocateFixed aria-hidden="true" />}>
          Find my position
        </Button>
      </>
    );
  }
  return (
    <>
      <p className={styles.line} role="status">
        <LocateOff aria-hidden="true" className={styles.warning} />
        {status === "refused"
          ? "Location is blocked for this site. Allow it in your browser's settings: each data point needs it."
          : status === "unavailable"
            ? "This device does not tell its position. Each data point needs it."
            : "No position yet. Under open sky it is found sooner."}
      </p>
      {status === "unavailable" ? null : (
        <Button onClick={watch} icon={<LocateFixed aria-hidden="true" />}>
          Find my position
        </Button>
      )}
    </>
  );
}

function FixNow({ fix }: { fix: Fix }) {
  const grade = gradeAccuracy(fix.accuracyMeters);
  return (
    <>
      <p className={styles.line}>
        <LocateFixed aria-hidden="true" className={styles[grade]} />
        <span>
          <strong className={styles.accuracy}>{formatAccuracy(fix.accuracyMeters)}</strong>{" "}
          <span className={styles[grade]}>{grade}</span>
        </span>
        <span className={styles.coordinates}>
          {fix.latitude.toFixed(5)}, {fix.longitude.toFixed(5)}
        </span>
      </p>
      {grade === "poor" ? (
        <p className={styles.advice}>
          <TriangleAlert aria-hidden="true" />
          The position is still rough. Wait a moment under open sky if you can; you may add the data point all the same.
        </p>
      ) : null}
    </>
  );
}
