import CircleCheck from "lucide-react/icons/circle-check";
import Navigation from "lucide-react/icons/navigation";
import { useEffect, useRef, useState } from "react";
import { t } from "../../../../generated/web-texts/map.ts";
import { metersBetween } from "../../../protocol/distance.ts";
import type { Fix } from "../../capture/fixes/fixes.ts";
import { bearingDegrees, directionOf, wholeTurn } from "../../capture/positions/way.ts";
import { paths } from "../../foundation/paths.ts";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { formatNumber } from "../../ui/numbers.ts";
import { metersWords } from "../../ui/position-words.tsx";
import { withNames } from "../../ui/verbatim.tsx";
import styles from "./field-map.module.css";
import { type FieldPlace, isFar, walkMetersMax } from "./field-places.ts";

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
  const meters = here && metersBetween(here, place);
  const isThere =
    meters !== undefined && meters <= Math.min(knownMetersMax, Math.max(thereMeters, here?.accuracyMeters ?? 0));
  const title = useRef<HTMLHeadingElement>(null);
  // The button that was pressed may be gone.
  useEffect(() => title.current?.focus(), []);
  return (
    <section className="stack gap-8" aria-labelledby="walk-to">
      <header className={`cluster center between gap-8 across-12 ${styles.walkHead}`}>
        <h2 id="walk-to" ref={title} tabIndex={-1}>
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
      ) : !here || meters === undefined ? (
        <p>{t("map.walk.unknown")}</p>
      ) : isFar(meters) ? (
        <p>{t("map.walk.far", { distance: metersWords(meters), limit: metersWords(walkMetersMax) })}</p>
      ) : (
        <Way meters={meters} bearing={bearingDegrees(here, place)} />
      )}
    </section>
  );
}

function Way({ meters, bearing }: { meters: number; bearing: number }) {
  const heading = useHeading();
  return (
    <>
      <div className={`cluster center across-16 ${styles.way}`}>
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
  );
}

/** The form takes a station from its address. */
const formAt = ({ id, code }: FieldPlace, questId: number) =>
  code === null ? paths.questData(questId) : `${paths.questData(questId)}?station=${id}`;

/** The icon points to the upper right. */
const arrowTurn = (degrees: number) => Math.round(wholeTurn(degrees - 45));

/** `ask`: the browser wants a press first (iPhones). `none`: the device has told nothing. */
type Heading =
  | { status: "none" | "refused" }
  | { status: "ask"; ask: () => Promise<void> }
  | { status: "on"; degrees: number };

/** Smaller turns are the sensor's noise. */
const stepDegrees = 3;

type AskingEvent = { requestPermission?: () => Promise<"granted" | "denied"> };
type AppleEvent = DeviceOrientationEvent & { webkitCompassHeading?: number };

/** Chromium has the question as well, but tells headings without it. */
const askOf = () =>
  "DeviceOrientationEvent" in window && "webkitCompassHeading" in (window.DeviceOrientationEvent?.prototype ?? {})
    ? (window.DeviceOrientationEvent as unknown as AskingEvent).requestPermission?.bind(window.DeviceOrientationEvent)
    : undefined;

/** Where the top of the phone points, in degrees from north, if the device has a compass. */
export function useHeading(): Heading {
  const [permission, setPermission] = useState<"open" | "ask" | "refused">(() => (askOf() ? "ask" : "open"));
  const [degrees, setDegrees] = useState<number>();
  useEffect(() => {
    if (permission !== "open") return;
    const turn = (event: Event) => {
      const found = headingOf(event as AppleEvent);
      if (found === undefined) return;
      setDegrees((before) => (before !== undefined && turnBetween(before, found) < stepDegrees ? before : found));
    };
    window.addEventListener("deviceorientationabsolute", turn);
    window.addEventListener("deviceorientation", turn);
    return () => {
      window.removeEventListener("deviceorientationabsolute", turn);
      window.removeEventListener("deviceorientation", turn);
    };
  }, [permission]);
  if (permission === "refused") return { status: "refused" };
  if (permission === "open") return degrees === undefined ? { status: "none" } : { status: "on", degrees };
  const ask = async () => {
    const answer = await askOf()?.().catch(() => "denied" as const);
    setPermission(answer === "granted" ? "open" : "refused");
  };
  return { status: "ask", ask };
}

function headingOf({ webkitCompassHeading, absolute, alpha }: AppleEvent): number | undefined {
  const turned = window.screen.orientation?.angle ?? 0;
  if (typeof webkitCompassHeading === "number") return wholeTurn(webkitCompassHeading + turned);
  // Not absolute: from wherever the phone was at first.
  return absolute && typeof alpha === "number" ? wholeTurn(360 - alpha + turned) : undefined;
}

const turnBetween = (one: number, other: number) => {
  const turn = wholeTurn(one - other);
  return Math.min(turn, 360 - turn);
};
