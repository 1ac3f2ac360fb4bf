import LocateFixed from "lucide-react/icons/locate-fixed";
import LocateOff from "lucide-react/icons/locate-off";
import TriangleAlert from "lucide-react/icons/triangle-alert";
import type { ReactNode } from "react";
import { Button } from "../../components/button.tsx";
import { Choice } from "../../components/field.tsx";
import { describeAccuracy, formatAccuracy, gradeAccuracy } from "../../components/position-accuracy.ts";
import { Spinner } from "../../components/spinner.tsx";
import { t } from "../../texts/field.ts";
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
      <Choice hint={t("field.position.highAccuracy.hint")}>
        <input
          type="checkbox"
          checked={highAccuracy}
          onChange={(event) => onHighAccuracy(event.currentTarget.checked)}
        />
        {t("field.position.highAccuracy")}
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
        {t("field.form.locating")}
      </p>
    );
  }
  if (status === "off") {
    return (
      <>
        <p className={styles.line}>{t("field.position.needed")}</p>
        <Button onClick={watch} icon={<LocateFixed aria-hidden="true" />}>
          {t("field.position.find")}
        </Button>
      </>
    );
  }
  return (
    <>
      <p className={styles.line} role="status">
        <LocateOff aria-hidden="true" className={styles.warning} />
        {status === "refused"
          ? t("field.position.refused")
          : status === "unavailable"
            ? t("field.position.unavailable")
            : t("field.position.notFound")}
      </p>
      {status === "unavailable" ? null : (
        <Button onClick={watch} icon={<LocateFixed aria-hidden="true" />}>
          {t("field.position.find")}
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
          <span className={styles[grade]}>{describeAccuracy(fix.accuracyMeters)}</span>
        </span>
        <span className={styles.coordinates}>
          {fix.latitude.toFixed(5)}, {fix.longitude.toFixed(5)}
        </span>
      </p>
      {grade === "poor" ? (
        <p className={styles.advice}>
          <TriangleAlert aria-hidden="true" />
          {t("field.position.rough")}
        </p>
      ) : null}
    </>
  );
}
