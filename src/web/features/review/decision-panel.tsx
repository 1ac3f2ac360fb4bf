import Check from "lucide-react/icons/check";
import PenLine from "lucide-react/icons/pen-line";
import X from "lucide-react/icons/x";
import { useEffect, useRef, useState } from "react";
import type { ReviewDecision } from "../../../contract/enums.ts";
import { commentLength } from "../../../contract/limits.ts";
import type { ReviewPayload } from "../../../contract/reviews.ts";
import { sentenceOf } from "../../api/api-error.ts";
import { Banner } from "../../components/banner.tsx";
import { Button } from "../../components/button.tsx";
import { Field } from "../../components/field.tsx";
import { t } from "../../texts/review.ts";
import styles from "./decision-panel.module.css";
import { useShortcuts } from "./use-shortcuts.ts";

type CommentedDecision = Exclude<ReviewDecision, "accepted">;

/** Accept, Deny, Request Change, by button or by the keys A, D and R; the latter two open a comment. */
export function DecisionPanel({ onDecide }: { onDecide: (review: ReviewPayload) => Promise<void> }) {
  const [commenting, setCommenting] = useState<CommentedDecision>();
  const [comment, setComment] = useState("");
  const [busy, setBusy] = useState<ReviewDecision>();
  const [problem, setProblem] = useState<string>();
  const field = useRef<HTMLTextAreaElement>(null);
  const opener = useRef<Element>(null);

  useEffect(() => {
    if (commenting) field.current?.focus();
  }, [commenting]);

  async function decide(decision: ReviewDecision) {
    if (busy) return;
    if (decision === "change_requested" && comment.trim() === "") {
      setProblem(t("review.decision.sayWhat"));
      field.current?.focus();
      return;
    }
    setBusy(decision);
    setProblem(undefined);
    try {
      await onDecide({ decision, comment: decision === "accepted" ? null : comment.trim() || null });
      setCommenting(undefined);
      setComment("");
    } catch (error) {
      setProblem(t("review.decision.notSaved", { reason: sentenceOf(error) }));
    } finally {
      setBusy(undefined);
    }
  }

  const askFor = (decision: CommentedDecision) => {
    opener.current = document.activeElement;
    setProblem(undefined);
    setCommenting(decision);
  };
  const cancel = () => {
    setCommenting(undefined);
    setProblem(undefined);
    if (opener.current instanceof HTMLElement) opener.current.focus();
  };

  useShortcuts({
    a: () => void decide("accepted"),
    d: () => askFor("denied"),
    r: () => askFor("change_requested"),
  });

  return (
    <section className={styles.panel} aria-label={t("review.decision")}>
      <div className={styles.buttons}>
        <Button
          tone="primary"
          icon={<Check aria-hidden="true" />}
          busy={busy === "accepted"}
          aria-keyshortcuts="a"
          onClick={() => void decide("accepted")}
        >
          {t("review.decision.accept")}
          <Key>A</Key>
        </Button>
        <Button
          tone="danger"
          icon={<X aria-hidden="true" />}
          aria-keyshortcuts="d"
          aria-expanded={commenting === "denied"}
          onClick={() => askFor("denied")}
        >
          {t("review.decision.deny")}
          <Key>D</Key>
        </Button>
        <Button
          icon={<PenLine aria-hidden="true" />}
          aria-keyshortcuts="r"
          aria-expanded={commenting === "change_requested"}
          onClick={() => askFor("change_requested")}
        >
          {t("review.decision.requestChange")}
          <Key>R</Key>
        </Button>
      </div>
      {commenting ? (
        <form
          className={styles.comment}
          onSubmit={(event) => {
            event.preventDefault();
            void decide(commenting);
          }}
        >
          <Field
            label={t(`review.comment.${commenting}`)}
            hint={t(`review.comment.${commenting}.hint`)}
            error={problem}
          >
            {(control) => (
              <textarea
                {...control}
                ref={field}
                value={comment}
                maxLength={commentLength}
                rows={3}
                onChange={(event) => setComment(event.currentTarget.value)}
                onKeyDown={(event) => {
                  if (event.key === "Escape") cancel();
                  if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) void decide(commenting);
                }}
              />
            )}
          </Field>
          <div className={styles.buttons}>
            <Button type="submit" tone="primary" busy={busy === commenting}>
              {t(`review.comment.${commenting}.send`)}
            </Button>
            <Button tone="plain" onClick={cancel}>
              {t("review.decision.cancel")}
            </Button>
          </div>
        </form>
      ) : problem ? (
        <Banner tone="danger">{problem}</Banner>
      ) : null}
    </section>
  );
}

function Key({ children }: { children: string }) {
  return (
    <span className={styles.key} aria-hidden="true">
      {children}
    </span>
  );
}
