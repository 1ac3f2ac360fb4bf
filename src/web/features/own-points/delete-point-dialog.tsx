import { useState } from "react";
import type { Quest } from "../../../contract/quests.ts";
import { ApiError, sentenceOf } from "../../foundation/api/api-error.ts";
import { deleteDataPoint } from "../../foundation/api/data-points.ts";
import { t } from "../../foundation/texts/own.ts";
import { forgetDeliveredPoint } from "../../outbox/outbox.ts";
import { Banner } from "../../ui/banner.tsx";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { announce } from "../../ui/live-region.tsx";
import { useOnline } from "../../ui/use-online.ts";
import type { NumberedPoint } from "./delivered-point.tsx";

/** Asks before an uploaded data point is deleted. */
export function DeletePointDialog({
  username,
  quest,
  point: { number, dataPoint },
  onClose,
  onReload,
  onDeleted,
}: {
  username: string;
  quest: Pick<Quest, "id">;
  point: NumberedPoint;
  onClose: () => void;
  onReload: () => Promise<unknown>;
  onDeleted: () => void;
}) {
  const isOnline = useOnline();
  const [isBusy, setIsBusy] = useState(false);
  const [problem, setProblem] = useState<{ words: string; isFinal: boolean }>();

  async function remove() {
    setIsBusy(true);
    setProblem(undefined);
    try {
      await deleteDataPoint({ username, questId: quest.id }, dataPoint);
      // Deletes this phone's copy too. It does not matter if that fails.
      await forgetDeliveredPoint(username, dataPoint.id).catch(() => {});
      announce(t("own.delete.done", { number }));
      void onReload();
      onDeleted();
    } catch (error) {
      // Reviewed or deleted in the meantime: the list shows which.
      const isFinal = error instanceof ApiError && (error.status === 404 || error.status === 409);
      setProblem({ words: t("own.delete.failed", { reason: sentenceOf(error) }), isFinal });
      setIsBusy(false);
      if (isFinal) await onReload();
    }
  }

  return (
    <Dialog
      open
      title={t("own.delete.title", { number })}
      onClose={onClose}
      footer={
        <>
          {problem?.isFinal ? null : (
            <Button tone="danger" busy={isBusy} disabled={!isOnline} onClick={() => void remove()}>
              {t("own.delete.confirm")}
            </Button>
          )}
          <Button tone="next" onClick={onClose} disabled={isBusy}>
            {problem?.isFinal ? t("own.close") : t("own.delete.keep")}
          </Button>
        </>
      }
    >
      <p>{t("own.delete.explanation")}</p>
      {isOnline ? null : <Banner tone="info">{t("own.delete.offline")}</Banner>}
      {problem ? <Banner tone="danger">{problem.words}</Banner> : null}
    </Dialog>
  );
}
