import { t } from "../../../../generated/web-texts/stations-series.ts";
import type { StationSeries } from "../../../contract/stations.ts";
import { withoutReferences } from "../../../protocol/references.ts";
import { fieldText } from "../../foundation/texts/protocol.ts";
import { formatDate } from "../../ui/dates.ts";
import { figuresWithUnit } from "../../ui/figures-with-unit.ts";
import { formatNumber } from "../../ui/numbers.ts";
import { NumbersBelow } from "../../ui/numbers-below.tsx";
import { SeriesChart } from "../../ui/series-chart.tsx";
import styles from "./stations.module.css";

const decimalsMax = 10;

/** The day that calendars at the station showed. */
const dayOf = (at: string) => at.slice(0, 10);

/** What was measured at a station over time: a chart with its table for each numeric field. */
export function StationSeriesCharts({ series: { fields, has_more } }: { series: StationSeries }) {
  if (fields.length === 0) return <p>{t("stations.series.none")}</p>;
  return (
    <>
      {has_more ? <p className={`cluster across-12 muted small ${styles.facts}`}>{t("stations.series.more")}</p> : null}
      {fields.map((field) => (
        <FieldOverTime key={`${field.key} ${field.unit}`} field={field} />
      ))}
    </>
  );
}

function FieldOverTime({ field: { label, unit, values } }: { field: StationSeries["fields"][number] }) {
  const title = fieldText(withoutReferences(label));
  const written = (value: number) =>
    figuresWithUnit(formatNumber(value, decimalsMax, { atMost: true }), unit ?? undefined);
  const numbers = values.map(({ value }) => value);
  const low = written(Math.min(...numbers));
  const high = written(Math.max(...numbers));
  const days = values.map(({ at }) => formatDate(dayOf(at)));
  const first = days[0] ?? "";
  const last = days.at(-1) ?? "";
  return (
    <section className="stack gap-8 shrinks" aria-label={title}>
      <SeriesChart
        title={title}
        aside={low === high ? low : `${low} – ${high}`}
        words={t("stations.series.words", { title, count: values.length, first, last, low, high })}
        points={values.map(({ id, at, value }) => ({ key: id, atMs: Date.parse(at), value }))}
        ends={[first, last]}
      />
      <NumbersBelow
        label={title}
        columns={[t("stations.series.day"), t("stations.series.value")]}
        rows={values.map(({ id, at, value }) => ({
          key: id,
          heading: <time dateTime={at}>{formatDate(dayOf(at))}</time>,
          cells: [written(value)],
        }))}
      />
    </section>
  );
}
