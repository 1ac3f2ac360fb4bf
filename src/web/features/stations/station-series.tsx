import { useState } from "react";
import { t } from "../../../../generated/web-texts/stations-series.ts";
import type { PublicStation, StationSeries } from "../../../contract/stations.ts";
import { withoutReferences } from "../../../protocol/references.ts";
import { useCall } from "../../foundation/api/use-call.ts";
import { fieldText } from "../../foundation/texts/protocol.ts";
import { NumbersBelow, SeriesChart } from "../../ui/charts.tsx";
import { formatDate } from "../../ui/dates.ts";
import { Loaded } from "../../ui/fetched.tsx";
import { figuresWithUnit } from "../../ui/figures-with-unit.ts";
import { formatNumber } from "../../ui/numbers.ts";
import { SelectField } from "../../ui/select-field.tsx";
import { nameOf } from "../../ui/station-name.ts";
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

/** What is public of the measurements at each station, one at a time; nothing without stations. */
export function PublicSeries({ questId }: { questId: number }) {
  const { data: stations = [] } = useCall("listPublicStations", { params: { id: questId } });
  const [first] = stations;
  return first ? <OneOf questId={questId} stations={stations} first={first} /> : null;
}

function OneOf({
  questId,
  stations,
  first,
}: {
  questId: number;
  stations: readonly PublicStation[];
  first: PublicStation;
}) {
  const [chosen, setChosen] = useState(String(first.id));
  const series = useCall("getPublicStationSeries", { params: { id: questId, station: Number(chosen) } });
  return (
    <section className="stack gap-12 shrinks wide" aria-labelledby="series-title">
      <h2 id="series-title">{t("stations.series.title")}</h2>
      <SelectField
        label={t("stations.series.choose")}
        value={chosen}
        options={stations.map((station) => [
          String(station.id),
          t("stations.series.option", { station: nameOf(station), count: station.count }),
        ])}
        onChoose={setChosen}
      />
      <Loaded of={series} height="20rem">
        {(loaded) => <StationSeriesCharts series={loaded} />}
      </Loaded>
    </section>
  );
}
