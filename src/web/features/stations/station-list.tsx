import { type ReactNode, useId, useState } from "react";
import { t } from "../../../../generated/web-texts/stations.ts";
import type { Place } from "../../../protocol/distance.ts";
import { bearingDegrees, directionOf, roundedMeters } from "../../capture/positions/way.ts";
import { localIso } from "../../foundation/clock/local-iso.ts";
import { classNames } from "../../ui/class-names.ts";
import { formatDate } from "../../ui/dates.ts";
import { Choice } from "../../ui/field.tsx";
import { metersWords } from "../../ui/position-words.tsx";
import { nameOf } from "../../ui/station-name.ts";
import { type MeasuredBy, matching, type ShownStation } from "./due-stations.ts";
import styles from "./stations.module.css";

/** More are found by a search. */
const shownMax = 30;

/** Stations with their distance and direction, those to be measured marked. */
export function StationList({
  stations,
  here,
  by,
  onBy,
  children,
}: {
  stations: readonly ShownStation[];
  here: Place | undefined;
  by: MeasuredBy;
  onBy: (by: MeasuredBy) => void;
  /** What is at a station: a button or a link. */
  children: (station: ShownStation, name: string) => ReactNode;
}) {
  const [search, setSearch] = useState("");
  const name = useId();
  const found = matching(stations, search);
  const left = found.length - shownMax;
  return (
    <div className="stack gap-12 shrinks wide">
      <fieldset>
        <legend>{t("stations.show")}</legend>
        {(["all", "me"] as const).map((each) => (
          <Choice key={each}>
            <input type="radio" name={name} checked={by === each} onChange={() => onBy(each)} />
            {t(each === "all" ? "stations.byAll" : "stations.byMe")}
          </Choice>
        ))}
      </fieldset>
      {stations.length > 8 ? (
        <input
          type="search"
          className={`wide ${styles.search}`}
          aria-label={t("stations.search")}
          placeholder={t("stations.search")}
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
        />
      ) : null}
      {found.length === 0 ? <p>{t("stations.none")}</p> : null}
      <ul className="stack gap-12">
        {found.slice(0, shownMax).map((station) => (
          <li key={station.id} className={classNames("stack gap-4 shrinks", station.due && styles.due)}>
            {children(station, nameOf(station))}
            <span className={`cluster across-12 muted small ${styles.facts}`}>
              {here ? <span>{wayTo(station, here)}</span> : null}
              <span>
                {station.due || station.measuredAt === undefined
                  ? t("stations.isDue")
                  : t("stations.measured", { day: formatDate(localIso(new Date(station.measuredAt))) })}
              </span>
            </span>
            {station.description ? (
              <bdi className={`cluster across-12 muted small ${styles.facts}`}>{station.description}</bdi>
            ) : null}
          </li>
        ))}
      </ul>
      {left > 0 ? (
        <p className={`cluster across-12 muted small ${styles.facts}`}>{t("stations.more", { count: left })}</p>
      ) : null}
    </div>
  );
}

function wayTo(to: Place & { meters?: number | undefined }, here: Place): string {
  return t("stations.way", {
    distance: metersWords(roundedMeters(to.meters ?? 0)),
    direction: directionOf(bearingDegrees(here, to)),
  });
}
