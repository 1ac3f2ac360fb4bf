import { useState } from "react";
import { t } from "../../../../generated/web-texts/stations-series.ts";
import type { PublicStation } from "../../../contract/stations.ts";
import { useCall } from "../../foundation/api/use-call.ts";
import { Loaded } from "../../ui/fetched.tsx";
import { SelectField } from "../../ui/select-field.tsx";
import { nameOf } from "../../ui/station-name.ts";
import { StationSeriesCharts } from "./station-series.tsx";

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
