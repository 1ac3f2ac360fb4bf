import { type ReactNode, useState } from "react";
import { t } from "../../../../generated/web-texts/outbox.ts";
import { discard } from "../../outbox/outbox.ts";
import type { OutboxRecord } from "../../outbox/record.ts";
import { ActionDialog } from "../../ui/action-dialog.tsx";

const wordsOf = {
  point: { title: "outbox.discard.title", explanation: "outbox.discard.explanation" },
  completion: { title: "outbox.discard.completionTitle", explanation: "outbox.discard.completionExplanation" },
  answer: { title: "outbox.discard.answerTitle", explanation: "outbox.discard.answerExplanation" },
  message: { title: "outbox.discard.messageTitle", explanation: "outbox.discard.messageExplanation" },
  attempt: { title: "outbox.discard.attemptTitle", explanation: "outbox.discard.attemptExplanation" },
} as const;
const wordsOfDraft = { title: "outbox.discard.draftTitle", explanation: "outbox.discard.explanation" } as const;

/** Confirms deleting an undelivered record. */
export function DiscardDialog({
  record,
  packButton,
  onClose,
}: {
  record: OutboxRecord;
  /** Exports undelivered data points. */
  packButton: ReactNode;
  onClose: () => void;
}) {
  const [hasFailed, setHasFailed] = useState(false);
  const { kind } = record;
  const isDraft = record.state === "draft";
  const words = isDraft && kind === "point" ? wordsOfDraft : wordsOf[kind];
  const deleteIt = async () => {
    try {
      await discard(record.localId);
      onClose();
    } catch {
      setHasFailed(true);
    }
  };
  return (
    <ActionDialog
      title={t(words.title)}
      onClose={onClose}
      back={t("outbox.discard.keep")}
      suggestsBack
      act={t("outbox.discard.yes")}
      tone="danger"
      problem={hasFailed ? t("outbox.discard.failed") : undefined}
      onAct={deleteIt}
    >
      <p>{t(words.explanation)}</p>
      {kind === "point" && (record.mayHaveArrived || record.supersededIds.length > 0) ? (
        <p>{t("outbox.discard.mayHaveArrived")}</p>
      ) : null}
      {(kind === "answer" && record.mayHaveArrived) || (kind === "message" && record.attempts > 0) ? (
        <p>{t("outbox.discard.answerMayHaveArrived")}</p>
      ) : null}
      {kind !== "point" || isDraft ? null : (
        <>
          <p>{t("outbox.discard.packFirst")}</p>
          {packButton}
        </>
      )}
    </ActionDialog>
  );
}
