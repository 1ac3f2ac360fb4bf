import X from "lucide-react/icons/x";
import { useEffect, useRef, useState } from "react";
import { t } from "../../../../generated/web-texts/desk.ts";
import { t as reviewText } from "../../../../generated/web-texts/review.ts";
import { decisionIdsMax } from "../../../contract/desk-limits.ts";
import type { ReviewDecision } from "../../../contract/enums.ts";
import type { ReviewReason } from "../../../contract/reviews.ts";
import { sentenceOf } from "../../foundation/api/api-error.ts";
import { Banner } from "../../ui/banner.tsx";
import { IconButton } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import styles from "./bulk-bar.module.css";
import { type CommentedDecision, CommentForm, DecisionButtons } from "./decision-controls.tsx";
import { useShortcuts } from "./shortcuts.tsx";

/** Decides on the selection. `takesKeys`: A, D and R do, too, because no sample is open. */
export function BulkBar({
  count,
  reasons,
  takesKeys,
  onDecide,
  onClear,
}: {
  count: number;
  reasons: readonly ReviewReason[];
  takesKeys: boolean;
  /** @throws ApiError if nothing was decided */
  onDecide: (decision: ReviewDecision, comment: string | null) => Promise<void>;
  onClear: () => void;
}) {
  const [commenting, setCommenting] = useState<CommentedDecision>();
  const [comments, setComments] = useState<Record<CommentedDecision, string>>({ denied: "", change_requested: "" });
  const [busy, setBusy] = useState<ReviewDecision>();
  const [problem, setProblem] = useState<string>();
  const field = useRef<HTMLTextAreaElement>(null);
  const over = count - decisionIdsMax;
  const isTooMany = over > 0;

  useEffect(() => {
    if (commenting) field.current?.focus();
  }, [commenting]);

  async function decide(decision: ReviewDecision) {
    if (busy || isTooMany) return;
    const comment = decision === "accepted" ? "" : comments[decision].trim();
    if (decision === "change_requested" && comment === "") {
      setProblem(reviewText("review.decision.sayWhat"));
      field.current?.focus();
      return;
    }
    setBusy(decision);
    setProblem(undefined);
    try {
      await onDecide(decision, comment || null);
      setCommenting(undefined);
      if (decision !== "accepted") setComments((before) => ({ ...before, [decision]: "" }));
    } catch (error) {
      setProblem(t("desk.bulk.failed", { reason: sentenceOf(error) }));
    } finally {
      setBusy(undefined);
    }
  }

  const askFor = (decision: CommentedDecision) => {
    if (isTooMany) return;
    setProblem(undefined);
    setCommenting(decision);
  };
  const stopAsking = () => setCommenting(undefined);
  useShortcuts(
    takesKeys
      ? { a: () => void decide("accepted"), d: () => askFor("denied"), r: () => askFor("change_requested") }
      : {},
  );

  const title = commenting ? t(`desk.bulk.${commenting}.title`, { count }) : "";
  return (
    <section className={`stack gap-8 ${styles.bar}`} data-bulk aria-label={t("desk.bulk")}>
      {problem && !commenting ? <Banner tone="danger">{problem}</Banner> : null}
      {isTooMany ? <Banner tone="warning">{t("desk.bulk.tooMany", { max: decisionIdsMax, over })}</Banner> : null}
      <div className={`cluster center gap-8 ${styles.line}`}>
        <span className={`strong nowrap ${styles.count}`} role="status">
          {t("desk.select.count", { count })}
        </span>
        <DecisionButtons
          isBulk
          busy={busy}
          isBlocked={isTooMany}
          onAccept={() => void decide("accepted")}
          onAsk={askFor}
        />
        <IconButton label={t("desk.select.none")} onClick={onClear}>
          <X aria-hidden="true" />
        </IconButton>
      </div>
      <Dialog open={commenting !== undefined} title={title} keepOnOutsideClick onClose={stopAsking}>
        {commenting ? (
          <CommentForm
            field={field}
            decision={commenting}
            text={comments[commenting]}
            problem={problem}
            reasons={reasons}
            sendLabel={title}
            isBusy={busy !== undefined}
            onChange={(text) => setComments((before) => ({ ...before, [commenting]: text }))}
            onSend={() => void decide(commenting)}
            onCancel={stopAsking}
          />
        ) : null}
      </Dialog>
    </section>
  );
}
