import { useMemo, useState } from "react";
import { Link } from "react-router";
import { rich, t } from "../../../../generated/web-texts/progress.ts";
import { thresholds } from "../../../contract/evidence-scale.ts";
import type { QuestProgress } from "../../../contract/quest-progress.ts";
import { deskPaths } from "../../foundation/desk-paths.ts";
import { DataTable } from "../../ui/data-table.tsx";
import { formatMoment } from "../../ui/dates.ts";
import { MapPinMark } from "../../ui/map/map-marker.tsx";
import { type LatLon, type MapView, viewOf } from "../../ui/map/map-view.ts";
import { MapWhenNear } from "../../ui/map/map-when-near.tsx";
import { dotsOf, PointsDot } from "../../ui/map/points-dot.tsx";
import { formatCount } from "../../ui/numbers.ts";
import styles from "./progress.module.css";

/** Near enough for all sizes of the map: it has this height, and phones are narrower. */
const mapHeightPx = 360;
const closestZoom = 13;

/** Places with their data points, the emptiest first, and both on a map. */
export function MissingPoints({ progress }: { progress: QuestProgress }) {
  const { places, elsewhere, target_total: target } = progress;
  const counted = useMemo(
    () => progress.points.filter(({ state }) => state !== "denied").map(({ coordinates }) => coordinates),
    [progress.points],
  );
  const [view, setView] = useState(() => firstView(progress, counted));
  const dots = useMemo(() => dotsOf(counted, view.zoom), [counted, view.zoom]);
  const numbered = places.map((place, index) => ({ ...place, number: index + 1 }));
  return (
    <>
      <p className="muted">
        {counted.length > 0 ? t("progress.where.hint", { count: progress.points.length }) : null}{" "}
        {elsewhere > 0
          ? t("progress.where.elsewhere", { count: elsewhere, kilometers: thresholds.outsidePlacesMeters / 1000 })
          : null}{" "}
        {target !== null && places.length > 1
          ? t("progress.where.target", {
              target: formatCount(target),
              each: formatCount(Math.ceil(target / places.length)),
            })
          : null}
      </p>
      <div className={`grid start gap-16 ${styles.where}`}>
        <div className="stack gap-8 shrinks">
          <MapWhenNear label={t("progress.where.map")} view={view} onViewChange={setView} className={styles.map}>
            {dots.map((dot) => (
              <PointsDot key={dot.key} anchor={dot.anchor} count={dot.count} />
            ))}
            {numbered.map(({ id, number, locality, coordinates, count }) => (
              <MapPinMark
                key={id}
                anchor={coordinates}
                label={t("progress.where.placeOf", { number, place: locality, count })}
                isLifted={count === 0}
              >
                {number}
              </MapPinMark>
            ))}
          </MapWhenNear>
          <ul className={`cluster gap-4 across-16 small ${styles.legend}`}>
            <li className="row center gap-8" data-part="place">
              {t("progress.where.mark.place")}
            </li>
            <li className="row center gap-8" data-part="empty">
              {t("progress.where.mark.empty")}
            </li>
            <li className="row center gap-8" data-part="points">
              {t("progress.where.mark.points")}
            </li>
          </ul>
        </div>
        <DataTable
          label={t("progress.where.table")}
          rows={[...numbered].sort((one, other) => one.count - other.count)}
          rowKey={({ id }) => id}
          columns={[
            {
              key: "place",
              label: t("progress.where.place"),
              kind: "name",
              cell: ({ number, locality, country }) => `${number}. ${locality}, ${country}`,
            },
            {
              key: "measured",
              label: t("progress.measured"),
              kind: "number",
              cell: ({ count }) =>
                count === 0 ? <span className="danger">{t("progress.where.empty")}</span> : formatCount(count),
            },
          ]}
          staysTable
        />
      </div>
    </>
  );
}

/** Shows every place, and the data points unless one is far from all. */
function firstView({ places, elsewhere }: QuestProgress, points: readonly LatLon[]): MapView {
  const shown = [...places.map(({ coordinates }) => coordinates), ...(elsewhere === 0 ? points : [])];
  if (shown.length === 0) return { center: [0, 0], zoom: 1 };
  const size = { width: Math.min(600, window.innerWidth - 32), height: mapHeightPx };
  return viewOf(shown, size, { left: 0, top: 0, right: size.width, bottom: size.height }, closestZoom);
}

/** Volunteers who may need help, with their samples. */
export function NeedsHelp({ questId, people }: { questId: number; people: QuestProgress["needs_help"] }) {
  if (people.length === 0) return <p className="muted">{t("progress.help.none")}</p>;
  return (
    <ul className={`card ruled ${styles.people}`}>
      {people.map(({ adventurer_id: name, reason, decided, sent_back: sentBack, last_arrived_at: last, state }) => (
        <li key={name} className="cluster center between">
          <div className={`cluster baseline across-12 shrinks breaks ${styles.person}`}>
            <strong translate="no">{name}</strong>
            <span>
              {reason === "sent_back" ? t("progress.help.sentBack", { sentBack, decided }) : t("progress.help.stopped")}
            </span>
            <span className="muted small">
              {rich(
                "progress.help.last",
                { time: (moment) => <time dateTime={last}>{moment}</time> },
                { moment: formatMoment(last) },
              )}
            </span>
          </div>
          <Link
            to={`${deskPaths.samples}?${new URLSearchParams({ state, quest: String(questId), person: name })}`}
            aria-label={t("progress.help.samples", { name })}
          >
            {t("progress.samples")}
          </Link>
        </li>
      ))}
    </ul>
  );
}
