import CircleCheck from "lucide-react/icons/circle-check";
import Navigation from "lucide-react/icons/navigation";
import { t } from "../../../../generated/web-texts/map.ts";
import { metersBetween } from "../../../protocol/distance.ts";
import type { Fix } from "../../capture/fixes/fixes.ts";
import { bearingDegrees, directionOf, wholeTurn } from "../../capture/positions/way.ts";
import { paths } from "../../foundation/paths.ts";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { metersWords } from "../../ui/meters-words.ts";
import { formatNumber } from "../../ui/numbers.ts";
import { withNames } from "../../ui/verbatim.tsx";
import styles from "./field-map.module.css";
import type { FieldPlace } from "./field-places.ts";
import { useHeading } from "./use-heading.ts";

/** Nearer than this, the position is not sharper than the way. */
const thereMeters = 12;
const knownMetersMax = 30;

/** How far a place is, and where: an arrow that turns with the phone, or words. */
export function WalkPanel({
  place,
  questId,
  here,
  onStop,
}: {
  place: FieldPlace;
  questId: number;
  here: Fix | undefined;
  onStop: () => void;
}) {
  const heading = useHeading();
  const meters = here && metersBetween(here, place);
  const isThere =
    meters !== undefined && meters <= Math.min(knownMetersMax, Math.max(thereMeters, here?.accuracyMeters ?? 0));
  const bearing = here ? bearingDegrees(here, place) : 0;
  return (
    <section className={`stack gap-12 pad-16 ${styles.walk}`} aria-labelledby="walk-to">
      <header className={`cluster center between gap-8 across-12 ${styles.walkHead}`}>
        <h2 id="walk-to">
          {withNames((name) => t("map.walk.to", { name: place.code ? name(place.name) : place.name }))}
        </h2>
        <Button small onClick={onStop}>
          {t("map.walk.stop")}
        </Button>
      </header>
      <div role="status">
        {isThere ? (
          <p className={`row center gap-12 text-22 strong ${styles.there}`}>
            <CircleCheck aria-hidden="true" />
            {t("map.walk.there")}
          </p>
        ) : null}
      </div>
      {isThere ? (
        <ButtonLink tone="next" wide to={formAt(place, questId)}>
          {t("map.walk.measure")}
        </ButtonLink>
      ) : meters === undefined ? (
        <p>{t("map.walk.unknown")}</p>
      ) : (
        <>
          <div className={`row center gap-24 ${styles.way}`}>
            <Navigation
              className={styles.arrow}
              aria-hidden="true"
              data-arrow=""
              style={{
                transform: `rotate(${arrowTurn(bearing - (heading.status === "on" ? heading.degrees : 0))}deg)`,
              }}
            />
            <p className="stack shrinks text-18">
              <strong>{metersWords(meters)}</strong>
              <span>
                {t("map.walk.bearing", {
                  direction: t(`map.direction.${directionOf(bearing)}`),
                  degrees: formatNumber(Math.round(bearing) % 360),
                })}
              </span>
            </p>
          </div>
          <p className="muted">
            {heading.status === "refused"
              ? t("map.walk.noCompass")
              : t(heading.status === "on" ? "map.walk.arrow" : "map.walk.northUp")}
          </p>
          {heading.status === "ask" ? (
            <Button wide onClick={() => void heading.ask()}>
              {t("map.walk.compass")}
            </Button>
          ) : null}
        </>
      )}
    </section>
  );
}

/** The form takes a station from its address. */
const formAt = ({ id, code }: FieldPlace, questId: number) =>
  code === null ? paths.questData(questId) : `${paths.questData(questId)}?station=${id}`;

/** The icon points to the upper right. */
const arrowTurn = (degrees: number) => Math.round(wholeTurn(degrees - 45));
