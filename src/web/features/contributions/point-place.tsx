import { useState } from "react";
import { t as componentsText } from "../../../../generated/web-texts/components.ts";
import { t } from "../../../../generated/web-texts/contributions.ts";
import type { ContributionDetail } from "../../../contract/contributions.ts";
import type { Fix } from "../../capture/fixes/fixes.ts";
import { placeOf } from "../../capture/positions/coordinates.ts";
import { asFigures } from "../../foundation/texts/area-texts.ts";
import { PositionMap, zoomForAccuracy } from "../../ui/map/position-map.tsx";
import { Accuracy } from "../../ui/position-in-words.tsx";
import styles from "./point-place.module.css";
import { WalkThere } from "./walk-there.tsx";

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
      <PositionMap
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
