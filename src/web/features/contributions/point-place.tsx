import ArrowUp from "lucide-react/icons/arrow-up";
import LocateOff from "lucide-react/icons/locate-off";
import MapPinCheck from "lucide-react/icons/map-pin-check";
import Navigation from "lucide-react/icons/navigation";
import { type ReactNode, useState } from "react";
import { t as componentsText } from "../../../../generated/web-texts/components.ts";
import { t } from "../../../../generated/web-texts/contributions.ts";
import type { ContributionDetail } from "../../../contract/contributions.ts";
import { metersBetween, type Place } from "../../../protocol/distance.ts";
import type { Fix } from "../../capture/fixes/fixes.ts";
import { useWalkingPosition } from "../../capture/fixes/use-walking-position.ts";
import { bearingDegrees, directionOf, roundedMeters } from "../../capture/positions/way.ts";
import { asFigures } from "../../foundation/texts/area-texts.ts";
import { Button } from "../../ui/button.tsx";
import { directionsAddress } from "../../ui/directions.ts";
import { zoomForAccuracy } from "../../ui/map/map-view.ts";
import { PositionMapWhenNear } from "../../ui/map/map-when-near.tsx";
import { Accuracy, formatAccuracy, metersWords, placeOf } from "../../ui/position-words.tsx";
import { Spinner } from "../../ui/spinner.tsx";
import styles from "./point-place.module.css";

/** The position of a data point on a map, and the way there. */
export function PointPlace({
  of: { coordinates, accuracy, position_source },
}: {
  of: Pick<ContributionDetail, "coordinates" | "accuracy" | "position_source">;
}) {
  const [here, setHere] = useState<Fix>();
  const place = placeOf(coordinates);
  if (!place) return null;
  const position: [number, number] = [place.latitude, place.longitude];
  return (
    <section className="stack gap-12 shrinks" aria-labelledby="place-title">
      <h2 id="place-title">{t("contributions.point.place")}</h2>
      <PositionMapWhenNear
        label={t("contributions.point.map")}
        position={position}
        accuracyMeters={accuracy}
        others={
          here
            ? [
                {
                  key: "here",
                  position: [here.latitude, here.longitude],
                  accuracyMeters: here.accuracyMeters,
                  kind: "fix",
                  label: t("contributions.walk.you"),
                },
              ]
            : []
        }
        zoom={Math.min(16, zoomForAccuracy(position, accuracy))}
        className={styles.map}
      />
      <p className="dots muted small figures">
        <span>{coordinates && asFigures(coordinates)}</span>
        <Accuracy meters={accuracy} />
        {position_source === "device" ? null : (
          <span>{componentsText(`components.positionRemark.${position_source}`)}</span>
        )}
      </p>
      <WalkThere to={place} onFix={setHere} />
    </section>
  );
}

/** Within this distance, the place is in sight. */
const hereMeters = 10;

/** The live distance and direction to a place, and a link to the phone's map app. */
function WalkThere({ to, onFix }: { to: Place; onFix: (fix: Fix | undefined) => void }) {
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
