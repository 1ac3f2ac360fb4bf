import LocateFixed from "lucide-react/icons/locate-fixed";
import LocateOff from "lucide-react/icons/locate-off";
import TriangleAlert from "lucide-react/icons/triangle-alert";
import type { ReactNode } from "react";
import { Button } from "../../components/button.tsx";
import { Choice } from "../../components/field.tsx";
import { formatNumber } from "../../components/numbers.ts";
import { describeAccuracy, formatAccuracy, gradeAccuracy } from "../../components/position-accuracy.ts";
import { Spinner } from "../../components/spinner.tsx";
import { t } from "../../texts/field.ts";
import type { Fix } from "./fixes.ts";
import type { CloseNeighbour } from "./point-spacing.ts";
import styles from "./position-step.module.css";
import type { LivePosition } from "./use-live-position.ts";

/** The position as it settles, with a word for how good it is. */
export function PositionStep({
  position,
  highAccuracy,
  onHighAccuracy,
  neighbour,
  spacingMeters,
  children,
}: {
  position: LivePosition;
  highAccuracy: boolean;
  onHighAccuracy: (highAccuracy: boolean) => void;
  /** One's own point that is nearer than the quest asks for. */
  neighbour: CloseNeighbour | undefined;
  spacingMeters: number | undefined;
  /** What the volunteer may enter beside it. */
  children: ReactNode;
}) {
  return (
    <div className={styles.position}>
      <div className={styles.live}>
        <PositionNow position={position} />
        {neighbour && spacingMeters !== undefined ? (
          <p className={styles.advice} role="status">
            <TriangleAlert aria-hidden="true" />
            <span>
              {t("field.position.close", {
                distance: metersWords(neighbour.meters),
                number: neighbour.number,
                spacing: metersWords(spacingMeters),
              })}
            </span>
          </p>
        ) : null}
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

/** `7 m`, `9.1 m` */
const metersWords = (meters: number) => `${formatNumber(meters, meters < 10 ? 1 : 0, { atMost: true })} m`;

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
