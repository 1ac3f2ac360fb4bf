import Download from "lucide-react/icons/download";
import { useState } from "react";
import { t as kindsText } from "../../../generated/web-texts/kinds.ts";
import { t } from "../../../generated/web-texts/rows.ts";
import type { DataPointFile } from "../../contract/data-points.ts";
import { pointsOf } from "../../protocol/drawn-points.ts";
import type { Field, GroupField, Protocol, Row, Values } from "../../protocol/field.ts";
import { type Geometry, isGeometry, kindOfGeometry } from "../../protocol/geometry.ts";
import { listedItemsKey } from "../../protocol/lists/listed-items.ts";
import { ownValue, rowsIn } from "../../protocol/places.ts";
import { fieldText, labelOfField } from "../foundation/texts/protocol.ts";
import styles from "./answers-shown.module.css";
import { Button } from "./button.tsx";
import { formatBytes } from "./format-bytes.ts";
import { formatClock } from "./format-clock.ts";
import { filledMeasurements, formatMeasurement, withAnswers } from "./format-measurement.ts";
import drawingStyles from "./geometry/drawing.module.css";
import { DrawnOnMap, viewOfPoints } from "./geometry/drawn-on-map.tsx";
import { lengthWords, sizeWords } from "./geometry-words.ts";
import type { MapView } from "./map/map-view.ts";
import { MapWhenNear } from "./map/map-when-near.tsx";
import { formatAccuracy } from "./position-words.tsx";
import { rowTitle } from "./row-words.ts";

const shownAtOnce = 10;

/** The rows of a group with their answers; at first, some of many. */
export function RowsShown({
  group,
  rows: value,
  values,
  fields,
}: {
  group: GroupField;
  rows: unknown;
  /** Values of the form, and of rows around this group. */
  values: Values;
  /** All of the protocol. */
  fields: readonly Field[];
}) {
  const [isWhole, setIsWhole] = useState(false);
  const rows = rowsIn(value);
  const shown = isWhole ? rows : rows.slice(0, shownAtOnce);
  return (
    <>
      <ol className={`stack ${styles.rows}`}>
        {shown.map((row, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: stored rows have no other name.
          <li key={index} className={styles.row}>
            <RowShown
              group={group}
              row={row as Row}
              number={index + 1}
              values={{ ...values, ...row }}
              fields={fields}
            />
          </li>
        ))}
      </ol>
      {rows.length > shown.length ? (
        <Button small onClick={() => setIsWhole(true)}>
          {t("rows.showAll", { count: rows.length })}
        </Button>
      ) : null}
    </>
  );
}

function RowShown({
  group,
  row,
  number,
  values,
  fields,
}: {
  group: GroupField;
  row: Row;
  number: number;
  values: Values;
  fields: readonly Field[];
}) {
  const answerOf = (key: string) => ownValue(values, key);
  // The items of lists are kept beside the answers of the form.
  const own = { ...row, [listedItemsKey]: values[listedItemsKey] };
  const measured = filledMeasurements(own, { fields: group.fields }, fields, answerOf);
  return (
    <>
      <span className="strong breaks">{rowTitle(group, number, fields, answerOf)}</span>
      {measured.length === 0 ? <span className={`muted ${styles.none}`}>{t("rows.empty")}</span> : null}
      <dl className={`cluster across-16 ${styles.answers}`}>
        {measured.map(({ name, label, ...measurement }) => (
          <div
            key={name}
            className={`cluster baseline shrinks ${styles.answer}`}
            data-rows={measurement.field?.kind === "group" || undefined}
            data-map={isGeometry(measurement.value) || undefined}
          >
            <dt className="muted">{label === undefined ? name : fieldText(withAnswers(label, fields, answerOf))}</dt>
            <dd className="figures breaks keeps-lines">
              {measurement.field?.kind === "group" ? (
                <RowsShown group={measurement.field} rows={measurement.value} values={values} fields={fields} />
              ) : isGeometry(measurement.value) ? (
                <GeometryShown geometry={measurement.value} />
              ) : (
                formatMeasurement(measurement)
              )}
            </dd>
          </div>
        ))}
      </dl>
    </>
  );
}

/** The narrowest column. */
const size = { width: 230, height: 192 };

/** A stored geometry: its place or size, how it came about, and a map. */
export function GeometryShown({ geometry }: { geometry: Geometry }) {
  const kind = kindOfGeometry(geometry) ?? "line";
  const points = pointsOf(geometry);
  const [view, setView] = useState<MapView>(() => viewOfPoints(points, size));
  const radii = points.flatMap(({ accuracyMeters }) => accuracyMeters ?? []);
  const within = kind === "point" ? "kinds.drawing.withinOne" : "kinds.drawing.within";
  const details = [
    ...(kind === "area" ? [kindsText("kinds.drawing.around", { length: lengthWords(geometry) })] : []),
    ...(kind === "point" ? [] : [kindsText("kinds.drawing.points", { count: points.length })]),
    ...(geometry.method ? [kindsText(`kinds.drawing.method.${geometry.method}`)] : []),
    ...(radii.length > 0 ? [kindsText(within, { radius: formatAccuracy(Math.max(...radii)) })] : []),
  ];
  return (
    <div className="stack gap-4">
      <span>
        {sizeWords(geometry)}
        <span className={`muted ${drawingStyles.shownDetails}`}>{details.join(" · ")}</span>
      </span>
      <MapWhenNear
        className={drawingStyles.shownMap}
        label={kindsText(`kinds.drawing.shown.${kind}`)}
        view={view}
        onViewChange={setView}
      >
        <DrawnOnMap kind={kind} points={points} />
      </MapWhenNear>
    </div>
  );
}

/** The length is known here, because recorders don't write it into the file. */
function Player({ file, label }: { file: DataPointFile; label: string }) {
  const { url, size_bytes: bytes, seconds, copy_failed_at: copyFailedAt } = file;
  return (
    <span className={`cluster center gap-8 ${styles.player}`}>
      {/* biome-ignore lint/a11y/useMediaCaption: nobody has written down what was recorded. */}
      <audio
        className="shrinks"
        controls
        preload="none"
        src={url}
        aria-label={kindsText("kinds.audio.of", { label })}
      />
      <span className="muted">
        {seconds === undefined ? null : `${formatClock(seconds)} · `}
        {formatBytes(bytes)}
      </span>
      {copyFailedAt === undefined ? null : <span>{kindsText("kinds.audio.notPublic")}</span>}
    </span>
  );
}

/** The files of a data point that are no photos, each with the label of its field. PDFs are only downloaded. */
export function FieldFiles({ files, protocol }: { files: readonly DataPointFile[]; protocol: Protocol }) {
  return (
    <ul className={`grid gap-12 ${styles.files}`}>
      {files.map((file) => {
        const label = labelOfField(protocol, file.key) ?? file.key;
        return (
          <li key={file.key}>
            <span className={`muted small ${styles.label}`}>{label}</span>
            {file.kind === "audio" ? (
              <Player file={file} label={label} />
            ) : (
              <a
                className="roomy gap-8"
                href={file.url}
                download
                aria-label={kindsText("kinds.file.download", { label })}
              >
                <Download aria-hidden="true" />
                {kindsText("kinds.file.pdf")} <span className="muted">{formatBytes(file.size_bytes)}</span>
              </a>
            )}
          </li>
        );
      })}
    </ul>
  );
}
