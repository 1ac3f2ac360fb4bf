import { t } from "../../../../generated/web-texts/results.ts";
import type { QuestResults } from "../../../contract/results.ts";
import { BarChart, NumbersBelow } from "../../ui/charts.tsx";
import { formatDate, formatMonth } from "../../ui/dates.ts";
import { formatCount } from "../../ui/numbers.ts";

type TimeChartProps = {
  title: string;
  /** Names the table. */
  label?: string;
  /** What is counted. */
  counted: string;
  unit: QuestResults["over_time"]["unit"];
  /** Steps without gaps. */
  steps: QuestResults["over_time"]["steps"];
};

/** Counts by day, week or month. */
export function TimeChart({ title, label = title, counted, unit, steps }: TimeChartProps) {
  const words = unit === "month" ? formatMonth : formatDate;
  return (
    <>
      <BarChart
        title={title}
        bars={steps.map(({ from, count }) => ({ label: words(from), parts: [{ key: "all", count }] }))}
      />
      <NumbersBelow
        label={label}
        columns={[t(`results.${unit}`), counted]}
        rows={steps
          .filter(({ count }) => count > 0)
          .map(({ from, count }) => ({
            key: from,
            heading: <time dateTime={unit === "month" ? from.slice(0, 7) : from}>{words(from)}</time>,
            cells: [formatCount(count)],
          }))}
      />
    </>
  );
}

type OverTime = QuestResults["over_time"];
type TimeStep = OverTime["steps"][number];

const dayMs = 86_400_000;

/** Adds the steps in which nothing was measured. */
export function withEmptySteps({ unit, steps }: OverTime): TimeStep[] {
  const counts = new Map(steps.map(({ from, count }) => [from, count]));
  const [first, last] = [steps[0]?.from, steps.at(-1)?.from];
  const filled: TimeStep[] = [];
  for (let from = first; from !== undefined && last !== undefined && from <= last; from = stepAfter(from, unit)) {
    filled.push({ from, count: counts.get(from) ?? 0 });
  }
  return filled;
}

/** Adds the months without answers. @param months as `YYYY-MM` */
export const withEmptyMonths = (months: readonly { month: string; count: number }[]): TimeStep[] =>
  withEmptySteps({ unit: "month", steps: months.map(({ month, count }) => ({ from: `${month}-01`, count })) });

function stepAfter(day: string, unit: OverTime["unit"]): string {
  const date = new Date(day);
  if (unit === "month") date.setUTCMonth(date.getUTCMonth() + 1);
  else date.setTime(date.getTime() + (unit === "week" ? 7 : 1) * dayMs);
  return date.toISOString().slice(0, 10);
}
