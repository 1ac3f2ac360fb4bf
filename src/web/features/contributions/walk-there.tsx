import ArrowUp from "lucide-react/icons/arrow-up";
import LocateOff from "lucide-react/icons/locate-off";
import MapPinCheck from "lucide-react/icons/map-pin-check";
import Navigation from "lucide-react/icons/navigation";
import { type ReactNode, useState } from "react";
import { t } from "../../../../generated/web-texts/contributions.ts";
import { metersBetween, type Place } from "../../../protocol/distance.ts";
import type { Fix } from "../../capture/fixes/fixes.ts";
import { useWalkingPosition } from "../../capture/fixes/use-walking-position.ts";
import { bearingDegrees, directionOf, roundedMeters } from "../../capture/positions/way.ts";
import { Button } from "../../ui/button.tsx";
import { directionsAddress } from "../../ui/directions.ts";
import { metersWords } from "../../ui/meters-words.ts";
import { formatAccuracy } from "../../ui/position-accuracy.ts";
import { Spinner } from "../../ui/spinner.tsx";
import styles from "./walk-there.module.css";

/** Within this distance, the place is in sight. */
const hereMeters = 10;

/** The live distance and direction to a place, and a link to the phone's map app. */
export function WalkThere({ to, onFix }: { to: Place; onFix: (fix: Fix | undefined) => void }) {
  const [isWalking, setIsWalking] = useState(false);
  const [arrivedMeters, setArrivedMeters] = useState<number>();
  const start = () => {
    setArrivedMeters(undefined);
    setIsWalking(true);
  };
  const stop = () => {
    setIsWalking(false);
    onFix(undefined);
  };
  return (
    <div className="stack gap-12">
      <div className={`cluster center gap-8 across-16 ${styles.buttons}`}>
        {isWalking ? (
          <Button onClick={stop}>{t("contributions.walk.stop")}</Button>
        ) : (
          <Button tone="primary" icon={<Navigation aria-hidden="true" />} onClick={start}>
            {t("contributions.walk.start")}
          </Button>
        )}
        <a
          className="roomy"
          href={directionsAddress([to.latitude, to.longitude], navigator)}
          target="_blank"
          rel="noreferrer"
        >
          {t("contributions.walk.app")}
        </a>
      </div>
      {isWalking ? (
        <Way
          to={to}
          onFix={onFix}
          onArrive={(meters) => {
            // Stops watching, so that the photo gets the device's position.
            setArrivedMeters(meters);
            setIsWalking(false);
          }}
        />
      ) : null}
      <div role="status">
        {arrivedMeters === undefined ? null : (
          <Arrow icon={<MapPinCheck />}>
            <p className={`text-22 strong figures ${styles.words}`}>
              {t("contributions.walk.here", {
                distance: metersWords(Math.max(hereMeters, roundedMeters(arrivedMeters))),
              })}
            </p>
          </Arrow>
        )}
      </div>
    </div>
  );
}

function Way({ to, onFix, onArrive }: { to: Place; onFix: (fix: Fix) => void; onArrive: (meters: number) => void }) {
  const { status, fix, tryAgain } = useWalkingPosition((found) => {
    onFix(found);
    const meters = metersBetween(found, to);
    if (meters <= Math.max(hereMeters, Math.min(found.accuracyMeters, 2 * hereMeters))) onArrive(meters);
  });
  if (status === "searching" || (status === "found" && !fix)) {
    return (
      <p className={`row start gap-8 ${styles.line}`} role="status">
        <Spinner />
        {t("contributions.walk.searching")}
      </p>
    );
  }
  if (!fix) {
    const reason = status === "found" ? "failed" : status;
    return (
      <div className="stack start gap-8 danger" role="alert">
        <p className={`row start gap-8 ${styles.line}`}>
          <LocateOff aria-hidden="true" />
          <span>{t(`contributions.walk.${reason}`)}</span>
        </p>
        {reason === "unavailable" ? null : <Button onClick={tryAgain}>{t("contributions.walk.tryAgain")}</Button>}
      </div>
    );
  }
  const bearing = bearingDegrees(fix, to);
  return (
    <Arrow icon={<ArrowUp style={{ rotate: `${Math.round(bearing)}deg` }} />}>
      <p className={`text-22 strong figures ${styles.words}`} role="status">
        {t("contributions.walk.way", {
          distance: metersWords(roundedMeters(metersBetween(fix, to))),
          direction: directionOf(bearing),
        })}
      </p>
      <p className="muted small">{t("contributions.walk.northUp")}</p>
      <p className="muted small">{t("contributions.walk.accuracy", { radius: formatAccuracy(fix.accuracyMeters) })}</p>
    </Arrow>
  );
}

function Arrow({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <div className={`row center gap-16 ${styles.way}`}>
      <span className={`middle ${styles.arrow}`} aria-hidden="true">
        {icon}
      </span>
      <div>{children}</div>
    </div>
  );
}
