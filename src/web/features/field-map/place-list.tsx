import { useState } from "react";
import { t } from "../../../../generated/web-texts/map.ts";
import type { Fix } from "../../capture/fixes/fixes.ts";
import { bearingDegrees, directionOf } from "../../capture/positions/way.ts";
import { Button } from "../../ui/button.tsx";
import { Pill } from "../../ui/pill.tsx";
import { metersWords } from "../../ui/position-words.tsx";
import styles from "./field-map.module.css";
import { type FieldPlace, isFar, sortPlaces } from "./field-places.ts";

const shownAtOnce = 20;

/** Where to go: what can be walked to and is to be measured first, and of that what is near. */
export function PlaceList({
  places,
  chosenId,
  here,
  onChoose,
  isBrief,
}: {
  places: readonly FieldPlace[];
  chosenId: number | undefined;
  here: Fix | undefined;
  onChoose: (id: number) => void;
  /** Only the first. */
  isBrief: boolean;
}) {
  const [shownMax, setShownMax] = useState(shownAtOnce);
  const sorted = sortPlaces(places, here);
  const nearest = sorted[0]?.meters;
  return (
    <>
      {nearest !== undefined && isFar(nearest) ? (
        <p>{t("map.places.far", { distance: metersWords(nearest) })}</p>
      ) : null}
      <ul className={`stack ${styles.places}`}>
        {sorted.slice(0, isBrief ? 1 : shownMax).map(({ meters, ...place }) => (
          <li key={place.id} className="cluster center between gap-8 across-12">
            <p className="stack shrinks">
              <strong translate={place.code ? "no" : undefined}>
                {[place.code, place.name].filter(Boolean).join(" · ")}
              </strong>
              {here && meters !== undefined ? (
                <span>
                  {t("map.place.away", {
                    distance: metersWords(meters),
                    direction: t(`map.direction.${directionOf(bearingDegrees(here, place))}`),
                  })}
                </span>
              ) : null}
              {place.due ? null : <Pill tone="ok">{t("map.place.done")}</Pill>}
            </p>
            <Button
              aria-pressed={place.id === chosenId}
              aria-label={`${t(isFar(meters) ? "map.places.show" : "map.walk")}: ${place.name}`}
              onClick={() => onChoose(place.id)}
            >
              {t(isFar(meters) ? "map.places.show" : "map.walk")}
            </Button>
          </li>
        ))}
      </ul>
      {sorted.length > shownMax && !isBrief ? (
        <Button wide onClick={() => setShownMax(shownMax + shownAtOnce)}>
          {t("map.places.more")}
        </Button>
      ) : null}
    </>
  );
}
