import Check from "lucide-react/icons/check";
import PenLine from "lucide-react/icons/pen-line";
import X from "lucide-react/icons/x";
import { useEffect, useRef, useState } from "react";
import type { ReviewDecision } from "../../../contract/enums.ts";
import { commentLength, decisionIdsMax } from "../../../contract/limits.ts";
import type { ReviewReason } from "../../../contract/reviews.ts";
import { sentenceOf } from "../../api/api-error.ts";
import { Banner } from "../../components/banner.tsx";
import { Button, IconButton } from "../../components/button.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { Field } from "../../components/field.tsx";
import { t } from "../../texts/desk.ts";
import { t as reviewText } from "../../texts/review.ts";
import styles from "./bulk-bar.module.css";
import { useShortcuts } from "./use-shortcuts.ts";

type CommentedDecision = Exclude<ReviewDecision, "accepted">;

/** Decides on everything that is selected. The keys do, too, where no sample is open that they would mean. */
export function BulkBar({
  count,
  reasons,
  takesKeys,
  onDecide,
  onClear,
}: {
  count: number;
  /** What the organization's reviewers say often. */
  reasons: readonly ReviewReason[];
  takesKeys: boolean;
  /** @throws ApiError where nothing was decided */
  onDecide: (decision: ReviewDecision, comment: string | null) => Promise<void>;
  onClear: () => void;
}) {
  const [commenting, setCommenting] = useState<CommentedDecision>();
  const [comments, setComments] = useState<Record<CommentedDecision, string>>({ denied: "", change_requested: "" });
  const [busy, setBusy] = useState<ReviewDecision>();
  const [problem, setProblem] = useState<string>();
  const field = useRef<HTMLTextAreaElement>(null);
  const over = count - decisionIdsMax;

  useEffect(() => {
    if (commenting) field.current?.focus();
  }, [commenting]);

  async function decide(decision: ReviewDecision) {
    if (busy || over > 0) return;
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

  const ask = (decision: CommentedDecision) => {
    if (over > 0) return;
    setProblem(undefined);
    setCommenting(decision);
  };
  useShortcuts(
    takesKeys ? { a: () => void decide("accepted"), d: () => ask("denied"), r: () => ask("change_requested") } : {},
  );

  const canned = reasons.filter(({ decision }) => decision === commenting);
  return (
    <section className={styles.bar} data-bulk aria-label={t("desk.bulk")}>
      {problem && !commenting ? <Banner tone="danger">{problem}</Banner> : null}
      {over > 0 ? <Banner tone="warning">{t("desk.bulk.tooMany", { max: decisionIdsMax, over })}</Banner> : null}
      <div className={styles.line}>
        <span className={styles.count} role="status">
          {t("desk.select.count", { count })}
        </span>
        <div className={styles.buttons}>
          <Button
            tone="primary"
            small
            icon={<Check aria-hidden="true" />}
            busy={busy === "accepted"}
            disabled={over > 0}
            onClick={() => void decide("accepted")}
          >
            {t("desk.bulk.accept")}
          </Button>
          <Button tone="danger" small icon={<X aria-hidden="true" />} disabled={over > 0} onClick={() => ask("denied")}>
            {t("desk.bulk.deny")}
          </Button>
          <Button
            small
            icon={<PenLine aria-hidden="true" />}
            disabled={over > 0}
            onClick={() => ask("change_requested")}
          >
            {t("desk.bulk.requestChange")}
          </Button>
        </div>
        <IconButton label={t("desk.select.none")} className={styles.clear} onClick={onClear}>
          <X aria-hidden="true" />
        </IconButton>
      </div>
      <Dialog
        open={commenting !== undefined}
        title={commenting ? t(`desk.bulk.${commenting}.title`, { count }) : ""}
        keepOnOutsideClick
        onClose={() => setCommenting(undefined)}
        footer={
          <>
            <Button onClick={() => setCommenting(undefined)}>{t("desk.bulk.cancel")}</Button>
            <Button
              tone={commenting === "denied" ? "danger" : "primary"}
              busy={busy !== undefined}
              onClick={() => commenting && void decide(commenting)}
            >
              {commenting ? t(`desk.bulk.${commenting}.title`, { count }) : null}
            </Button>
          </>
        }
      >
        {commenting ? (
          <div className={styles.comment}>
            {canned.length > 0 ? (
              <fieldset className={styles.reasons}>
                <legend>{t("desk.bulk.reasons")}</legend>
                {canned.map(({ text }) => (
                  <button
                    key={text}
                    type="button"
                    className={styles.reason}
                    onClick={() => {
                      setComments((before) => ({
                        ...before,
                        [commenting]: [before[commenting].trim(), text]
                          .filter(Boolean)
                          .join(" ")
                          .slice(0, commentLength),
                      }));
                      field.current?.focus();
                    }}
                  >
                    {text}
                  </button>
                ))}
              </fieldset>
            ) : null}
            <Field
              label={reviewText(`review.comment.${commenting}`)}
              hint={reviewText(`review.comment.${commenting}.hint`)}
              error={problem}
            >
              {(control) => (
                <textarea
                  {...control}
                  ref={field}
                  rows={4}
                  maxLength={commentLength}
                  value={comments[commenting]}
                  onChange={(event) => {
                    const text = event.currentTarget.value;
                    setComments((before) => ({ ...before, [commenting]: text }));
                  }}
                  onKeyDown={(event) => {
                    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) void decide(commenting);
                  }}
                />
              )}
            </Field>
          </div>
        ) : null}
      </Dialog>
    </section>
  );
}
