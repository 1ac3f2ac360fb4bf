import { type ReactNode, useState } from "react";
import { t } from "../../../generated/web-texts/charts.ts";
import { Button } from "./button.tsx";
import styles from "./charts.module.css";
import { type Column, DataTable } from "./data-table.tsx";
import { formatCount } from "./numbers.ts";

export type Bar = {
  /** What it stands for, in words: a day, a range. */
  label: string;
  /** From the bottom up. */
  parts: readonly { key: string; count: number }[];
};

const height = 100;
const stepWidth = 10;
const barWidth = 7;
/** So that few bars aren't as wide as the page. */
const barMaxRem = 4;

const sumOf = ({ parts }: Bar) => parts.reduce((sum, { count }) => sum + count, 0);

/** Bars of stacked parts in an order that means something: days, ranges. The numbers are in a table beside it. */
export function BarChart({ title, bars, ends }: { title: string; bars: readonly Bar[]; ends?: [string, string] }) {
  const most = bars.reduce((best, bar) => (sumOf(bar) > sumOf(best) ? bar : best));
  const highest = sumOf(most);
  const [from, to] = ends ?? [bars[0]?.label ?? "", bars.at(-1)?.label ?? ""];
  return (
    <figure className={`stack gap-4 ${styles.chart}`} style={{ maxWidth: `max(20rem, ${bars.length * barMaxRem}rem)` }}>
      <figcaption className={`cluster baseline between across-16 strong ${styles.title}`}>
        {title}
        <span className={`muted small ${styles.aside}`}>{t("charts.most", { count: formatCount(highest) })}</span>
      </figcaption>
      <div style={{ maxWidth: `${bars.length * barMaxRem}rem` }}>
        <svg
          className={styles.bars}
          viewBox={`0 0 ${bars.length * stepWidth} ${height}`}
          preserveAspectRatio="none"
          role="img"
          aria-label={t("charts.words", { title, from, to, count: formatCount(highest), at: most.label })}
        >
          {bars.map(({ label, parts }, index) => {
            let top = height;
            return parts.map(({ key, count }) => {
              const tall = (count / Math.max(1, highest)) * height;
              top -= tall;
              if (tall === 0) return null;
              return (
                <rect
                  key={`${label}-${key}`}
                  className={styles.bar}
                  data-part={key}
                  x={index * stepWidth + (stepWidth - barWidth) / 2}
                  y={top}
                  width={barWidth}
                  height={tall}
                />
              );
            });
          })}
        </svg>
        <div className="row between gap-8 muted small" aria-hidden="true">
          <span>{from}</span>
          {from === to ? null : <span>{to}</span>}
        </div>
      </div>
    </figure>
  );
}

/** A row: its heading, then its cells. */
type NumbersRow = { key: string; heading: ReactNode; cells: readonly string[] };

/** The numbers of a chart as a table, on request. `label` is what they are of. */
export function NumbersBelow({
  label,
  columns,
  rows,
}: {
  label: string;
  columns: readonly [string, ...string[]];
  rows: readonly NumbersRow[];
}) {
  const [showsTable, setShowsTable] = useState(false);
  const [first, ...others] = columns;
  return (
    <>
      <div>
        <Button aria-expanded={showsTable} onClick={() => setShowsTable(!showsTable)}>
          <span>
            {t(showsTable ? "charts.numbers.hide" : "charts.numbers.show")}{" "}
            <span className="visually-hidden">{label}</span>
          </span>
        </Button>
      </div>
      {showsTable ? (
        <div className={styles.table}>
          <DataTable
            label={t("charts.numbers.of", { label })}
            rows={rows}
            rowKey={({ key }) => key}
            columns={[
              { key: "heading", label: first, kind: "name", cell: ({ heading }) => heading },
              ...others.map(
                (column, index): Column<NumbersRow> => ({
                  key: column,
                  label: column,
                  kind: "number",
                  cell: ({ cells }) => cells[index],
                }),
              ),
            ]}
            staysTable
          />
        </div>
      ) : null}
    </>
  );
}

const width = 300;
/** Inside the drawing, in its own units. */
const marginPx = 4;

type SeriesPoint = { key: string; atMs: number; value: number };

/** Values over time, oldest first. The numbers are in a table beside it; `words` say what it shows. */
export function SeriesChart({
  title,
  words,
  aside,
  points,
  ends: [from, to],
}: {
  title: string;
  words: string;
  /** Beside the title: the range of the values. */
  aside: string;
  points: readonly SeriesPoint[];
  ends: readonly [string, string];
}) {
  const values = points.map(({ value }) => value);
  const times = points.map(({ atMs }) => atMs);
  const xOf = scale(Math.min(...times), Math.max(...times), width);
  const yOf = scale(Math.min(...values), Math.max(...values), height);
  const places = points.map(({ key, atMs, value }) => ({ key, x: xOf(atMs), y: height - yOf(value) }));
  return (
    <figure className={`stack gap-4 ${styles.chart}`} style={{ maxWidth: "27rem" }}>
      <figcaption className={`cluster baseline between across-16 strong ${styles.title}`}>
        {title}
        <span className={`muted small ${styles.aside}`}>{aside}</span>
      </figcaption>
      <svg className={styles.bars} viewBox={`0 0 ${width} ${height}`} role="img" aria-label={words}>
        <polyline className={styles.line} points={places.map(({ x, y }) => `${x},${y}`).join(" ")} />
        {places.map(({ key, x, y }) => (
          <circle key={key} className={styles.bar} cx={x} cy={y} r={3} />
        ))}
      </svg>
      <div className="row between gap-8 muted small" aria-hidden="true">
        <span>{from}</span>
        {from === to ? null : <span>{to}</span>}
      </div>
    </figure>
  );
}

/** A single value is in the middle. */
const scale = (min: number, max: number, size: number) => (value: number) =>
  marginPx + (size - 2 * marginPx) * (max > min ? (value - min) / (max - min) : 0.5);
