import { formatDate } from "../../components/dates.ts";
import { formatCount } from "../../components/numbers.ts";
import { t } from "../../texts/progress.ts";
import styles from "./progress.module.css";
import type { Step } from "./steps.ts";

type Part = { key: string; of: (step: Step) => number };

const height = 100;
const stepWidth = 10;
const barWidth = 7;

/** Bars, one a step, of stacked parts. The numbers are in a table beside it. */
export function StepChart({ title, steps, parts }: { title: string; steps: readonly Step[]; parts: readonly Part[] }) {
  const sumOf = (step: Step) => parts.reduce((sum, { of }) => sum + of(step), 0);
  const most = steps.reduce((best, step) => (sumOf(step) > sumOf(best) ? step : best));
  const highest = sumOf(most);
  const [from, to] = [formatDate(steps[0]?.from ?? ""), formatDate(steps.at(-1)?.from ?? "")];
  return (
    <figure className={styles.chart}>
      <figcaption className={styles.chartTitle}>
        {title}
        <span className={styles.aside}>{t("progress.most", { count: formatCount(highest) })}</span>
      </figcaption>
      <svg
        className={styles.bars}
        viewBox={`0 0 ${steps.length * stepWidth} ${height}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={t("progress.chart", { title, from, to, count: formatCount(highest), day: formatDate(most.from) })}
      >
        {steps.map((step, index) => {
          let top = height;
          return parts.map(({ key, of }) => {
            const tall = (of(step) / Math.max(1, highest)) * height;
            top -= tall;
            if (tall === 0) return null;
            return (
              <rect
                key={`${step.from}-${key}`}
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
      <div className={styles.axis} aria-hidden="true">
        <span>{from}</span>
        <span>{to}</span>
      </div>
    </figure>
  );
}
