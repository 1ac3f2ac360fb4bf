import UserRound from "lucide-react/icons/user-round";
import { useCallback, useEffect, useRef, useState } from "react";
import { t } from "../../../../generated/web-texts/review.ts";
import { t as sampleText } from "../../../../generated/web-texts/sample.ts";
import type { OwnDataPointRule } from "../../../contract/desk-enums.ts";
import type { ReviewDecision } from "../../../contract/enums.ts";
import type { ErrorCode } from "../../../contract/errors.ts";
import type { Review, ReviewPayload } from "../../../contract/reviews.ts";
import { ApiError, sentenceOf } from "../../foundation/api/api-error.ts";
import { useCall } from "../../foundation/api/use-call.ts";
import { Banner } from "../../ui/banner.tsx";
import { Button } from "../../ui/button.tsx";
import { announce } from "../../ui/live-region.tsx";
import { type CommentedDecision, CommentForm, DecisionButtons, useKeptComment } from "./decision-controls.tsx";
import styles from "./decision-panel.module.css";
import { useShortcuts } from "./shortcuts.tsx";

/** The sample is no longer what the reviewer saw. */
const conflicts: readonly (ErrorCode | undefined)[] = ["already_reviewed", "data_point_changed"];

/**
 * Accept, Deny, Request Change, by button or by the keys A, D and R. The latter two ask for a comment. After a conflict, the
 * reviewer has to press "Decide again" first.
 */
export function DecisionPanel({
  sampleId,
  organizationId,
  latest,
  own,
  onDecide,
}: {
  sampleId: string;
  organizationId: number;
  /** The latest decision that was not undone. */
  latest: Review | null;
  /** Set if the reviewer measured it. */
  own: OwnDataPointRule | undefined;
  onDecide: (review: ReviewPayload) => Promise<void>;
}) {
  const { comment, wasKept, change, forget } = useKeptComment(sampleId);
  const { text, decision: commenting } = comment;
  // Fetched early, so that the comment does not move when they arrive.
  const { data: reasons = [] } = useCall("listReviewReasons", { params: { id: organizationId } });
  const [busy, setBusy] = useState<ReviewDecision>();
  const [problem, setProblem] = useState<string>();
  const [conflict, setConflict] = useState<{ sentence: string; isOfDecision: boolean }>();
  const field = useRef<HTMLTextAreaElement>(null);
  const accept = useRef<HTMLButtonElement>(null);
  const opener = useRef<Element>(null);
  const wantsFocus = useRef(false);
  const scrollIntoView = useCallback((words: HTMLElement | null) => words?.scrollIntoView?.({ block: "nearest" }), []);

  useEffect(() => {
    // A comment that was started earlier does not take the focus: A, D and R still work.
    if (wantsFocus.current) (field.current ?? accept.current)?.focus();
    wantsFocus.current = false;
  });

  async function decide(decision: ReviewDecision) {
    if (busy || conflict !== undefined) return;
    if (decision === "change_requested" && text.trim() === "") {
      setProblem(t("review.decision.sayWhat"));
      field.current?.focus();
      return;
    }
    setBusy(decision);
    setProblem(undefined);
    try {
      await onDecide({ decision, comment: decision === "accepted" ? null : text.trim() || null });
      forget();
    } catch (error) {
      if (error instanceof ApiError && conflicts.includes(error.code)) {
        setConflict({ sentence: sentenceOf(error), isOfDecision: error.code === "already_reviewed" });
      } else setProblem(t("review.decision.notSaved", { reason: sentenceOf(error) }));
    } finally {
      setBusy(undefined);
    }
  }

  const askFor = (decision: CommentedDecision) => {
    if (busy || conflict !== undefined) return;
    opener.current = document.activeElement;
    setProblem(undefined);
    if (commenting === decision) field.current?.focus();
    else wantsFocus.current = true;
    change({ text, decision });
  };
  const cancel = () => {
    change({ text });
    setProblem(undefined);
    if (opener.current instanceof HTMLElement) opener.current.focus();
  };
  const decideAgain = () => {
    wantsFocus.current = true;
    setConflict(undefined);
  };

  const isRefused = own === "refused";
  const sayWhyNot = () => announce(sampleText("sample.own.refused"));
  useShortcuts({
    a: () => (isRefused ? sayWhyNot() : void decide("accepted")),
    d: () => (isRefused ? sayWhyNot() : askFor("denied")),
    r: () => (isRefused ? sayWhyNot() : askFor("change_requested")),
  });

  const isBlocked = isRefused || conflict !== undefined;
  return (
    <section
      className={`stack gap-12 ${styles.panel}`}
      aria-label={t("review.decision")}
      data-commenting={commenting !== undefined}
    >
      {commenting ? (
        <CommentForm
          field={field}
          decision={commenting}
          text={text}
          hint={wasKept && text !== "" ? sampleText("sample.decision.saved") : undefined}
          problem={problem}
          reasons={reasons}
          sendLabel={t(`review.comment.${commenting}.send`)}
          isBusy={busy === commenting}
          isBlocked={isBlocked}
          onChange={(next) => change({ text: next, decision: commenting })}
          onSend={() => void decide(commenting)}
          onCancel={cancel}
        />
      ) : null}
      <div className={`stack gap-12 ${styles.bar}`}>
        {conflict ? (
          <Banner
            tone="warning"
            action={
              <Button small onClick={decideAgain}>
                {sampleText("sample.decision.conflict.again")}
              </Button>
            }
          >
            <p ref={scrollIntoView} role="alert">
              <strong>{sampleText("sample.decision.conflict")}</strong> {conflict.sentence}
            </p>
            {conflict.isOfDecision && latest?.comment ? (
              <blockquote className={`breaks keeps-lines ${styles.theirs}`} dir="auto">
                {latest.comment}
              </blockquote>
            ) : null}
            <p>
              {sampleText("sample.decision.conflict.now")}{" "}
              {text.trim() === "" ? null : sampleText("sample.decision.conflict.kept")}
            </p>
          </Banner>
        ) : problem && !commenting ? (
          <Banner tone="danger">{problem}</Banner>
        ) : null}
        {own === undefined ? null : (
          <p className={`row gap-8 muted small ${styles.own}`}>
            <UserRound aria-hidden="true" />
            {sampleText(`sample.own.${own}`)}
          </p>
        )}
        <DecisionButtons
          accept={accept}
          busy={busy}
          isBlocked={isBlocked}
          commenting={commenting}
          onAccept={() => void decide("accepted")}
          onAsk={askFor}
        />
      </div>
    </section>
  );
}
