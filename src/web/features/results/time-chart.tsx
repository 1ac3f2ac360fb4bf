import { t } from "../../../../generated/web-texts/results.ts";
import type { QuestResults } from "../../../contract/results.ts";
import { BarChart } from "../../ui/bar-chart.tsx";
import { formatDate, formatMonth } from "../../ui/dates.ts";
import { formatCount } from "../../ui/numbers.ts";
import { NumbersBelow } from "../../ui/numbers-below.tsx";

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
