import { type ReactNode, useState } from "react";
import { Banner } from "../../components/banner.tsx";
import { Button } from "../../components/button.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { discard } from "../../outbox/outbox.ts";
import type { OutboxRecord } from "../../outbox/record.ts";
import { t } from "../../texts/outbox.ts";

/** Asks before something is deleted that has not arrived. */
export function DiscardDialog({
  record,
  packButton,
  onClose,
}: {
  record: OutboxRecord;
  /** Packs what has not arrived. */
  packButton: ReactNode;
  onClose: () => void;
}) {
  const [hasFailed, setHasFailed] = useState(false);
  const isCompletion = record.kind === "completion";
  const isDraft = record.state === "draft";
  const deleteIt = async () => {
    try {
      await discard(record.localId);
      onClose();
    } catch {
      setHasFailed(true);
    }
  };
  return (
    <Dialog
      open
      title={t(
        isCompletion
          ? "outbox.discard.completionTitle"
          : isDraft
            ? "outbox.discard.draftTitle"
            : "outbox.discard.title",
      )}
      onClose={onClose}
      footer={
        <>
          <Button tone="danger" onClick={() => void deleteIt()}>
            {t("outbox.discard.yes")}
          </Button>
          <Button tone="next" onClick={onClose}>
            {t("outbox.discard.keep")}
          </Button>
        </>
      }
    >
      {hasFailed ? <Banner tone="danger">{t("outbox.discard.failed")}</Banner> : null}
      <p>{t(isCompletion ? "outbox.discard.completionExplanation" : "outbox.discard.explanation")}</p>
      {record.kind === "point" && (record.mayHaveArrived || record.supersededIds.length > 0) ? (
        <p>{t("outbox.discard.mayHaveArrived")}</p>
      ) : null}
      {isCompletion || isDraft ? null : (
        <>
          <p>{t("outbox.discard.packFirst")}</p>
          {packButton}
        </>
      )}
    </Dialog>
  );
}
