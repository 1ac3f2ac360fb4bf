import styles from "./bar-chart.module.css";

const width = 300;
const height = 100;
/** Inside the drawing, in its own units. */
const marginPx = 4;

export type SeriesPoint = { key: string; atMs: number; value: number };

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
