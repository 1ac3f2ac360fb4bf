import { t } from "../../../../generated/web-texts/stations-desk.ts";
import type { TeamStation } from "../../../contract/stations.ts";
import { call } from "../../foundation/api/client.ts";
import { useAction } from "../../foundation/api/use-action.ts";
import { ActionDialog } from "../../ui/action-dialog.tsx";
import { nameOf } from "../../ui/station-name.ts";
import { withNames } from "../../ui/verbatim.tsx";

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
    <ActionDialog
      title={withNames((name) =>
        t("stations.desk.of", { action: t("stations.desk.delete"), station: name(nameOf(station)) }),
      )}
      onClose={onClose}
      back={t("stations.desk.delete.keep")}
      act={t("stations.desk.delete")}
      tone="danger"
      isBusy={isBusy}
      problem={problem}
      onAct={remove}
    >
      <p>{t("stations.desk.delete.text")}</p>
    </ActionDialog>
  );
}
