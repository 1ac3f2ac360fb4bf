import type { TeamStation } from "../../contract/stations.ts";
import { call } from "../api/client.ts";
import { useAction } from "../api/use-action.ts";
import { Banner } from "../components/banner.tsx";
import { Button } from "../components/button.tsx";
import { Dialog } from "../components/dialog.tsx";
import { withNames } from "../components/verbatim.tsx";
import { t } from "../texts/stations-desk.ts";
import { nameOf } from "./station-name.ts";

/** Asks before a station is deleted. */
export function DeleteStationDialog({
  questId,
  station,
  onClose,
  onDeleted,
}: {
  questId: number;
  station: TeamStation;
  onClose: () => void;
  onDeleted: () => Promise<void>;
}) {
  const { isBusy, problem, run } = useAction((reason) => t("stations.desk.problem", { reason }));
  const remove = () =>
    run(async () => {
      await call("deleteStation", { params: { id: questId, station: station.id } });
      await onDeleted();
    });
  return (
    <Dialog
      open
      title={withNames((name) =>
        t("stations.desk.of", { action: t("stations.desk.delete"), station: name(nameOf(station)) }),
      )}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t("stations.desk.delete.keep")}</Button>
          <Button tone="danger" busy={isBusy} onClick={() => void remove()}>
            {t("stations.desk.delete")}
          </Button>
        </>
      }
    >
      {problem === undefined ? null : <Banner tone="danger">{problem}</Banner>}
      <p>{t("stations.desk.delete.text")}</p>
    </Dialog>
  );
}
