import { useState } from "react";
import { t } from "../../../../generated/web-texts/map.ts";
import type { Fix } from "../../capture/fixes/fixes.ts";
import { bearingDegrees, directionOf } from "../../capture/positions/way.ts";
import { Button } from "../../ui/button.tsx";
import { Pill } from "../../ui/pill.tsx";
import { metersWords } from "../../ui/position-words.tsx";
import styles from "./field-map.module.css";
import { type FieldPlace, sortPlaces } from "./field-places.ts";

const shownAtOnce = 20;

/** Where to go: what is to be measured first, and of that what is near. */
export function PlaceList({
  places,
  chosenId,
  here,
  onChoose,
}: {
  places: readonly FieldPlace[];
  chosenId: number | undefined;
  here: Fix | undefined;
  onChoose: (id: number) => void;
}) {
  const [shownMax, setShownMax] = useState(shownAtOnce);
  const sorted = sortPlaces(places, here);
  return (
    <section className={`stack gap-12 shrinks ${styles.places}`} aria-labelledby="field-places">
      <h2 id="field-places">{t("map.places")}</h2>
      <p className="muted">{t("map.places.due", { count: places.filter(({ due }) => due).length })}</p>
      <ul className="stack">
        {sorted.slice(0, shownMax).map(({ meters, ...place }) => (
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
              aria-label={`${t("map.walk")}: ${place.name}`}
              onClick={() => onChoose(place.id)}
            >
              {t("map.walk")}
            </Button>
          </li>
        ))}
      </ul>
      {sorted.length > shownMax ? (
        <Button wide onClick={() => setShownMax(shownMax + shownAtOnce)}>
          {t("map.places.more")}
        </Button>
      ) : null}
    </section>
  );
}
