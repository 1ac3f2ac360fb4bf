import type { TeamStation } from "../../../contract/stations.ts";
import { useCall } from "../../foundation/api/use-call.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { Loaded } from "../../ui/fetched.tsx";
import { nameOf } from "../../ui/station-name.ts";
import { StationSeriesCharts } from "./station-series.tsx";

/** What was measured at a station, for the team. */
export function SeriesDialog({
  questId,
  station,
  onClose,
}: {
  questId: number;
  station: TeamStation;
  onClose: () => void;
}) {
  const series = useCall("getStationSeries", { params: { id: questId, station: station.id } });
  return (
    <Dialog open title={nameOf(station)} onClose={onClose} widthPx={720}>
      <Loaded of={series} height="20rem">
        {(loaded) => <StationSeriesCharts series={loaded} />}
      </Loaded>
    </Dialog>
  );
}
