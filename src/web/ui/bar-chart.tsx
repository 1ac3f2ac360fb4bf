import { t } from "../../../generated/web-texts/charts.ts";
import styles from "./bar-chart.module.css";
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
