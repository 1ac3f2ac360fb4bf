import Check from "lucide-react/icons/check";
import PenLine from "lucide-react/icons/pen-line";
import X from "lucide-react/icons/x";
import { type RefObject, useEffect, useState } from "react";
import { t } from "../../../../generated/web-texts/review.ts";
import { t as sampleText } from "../../../../generated/web-texts/sample.ts";
import type { ReviewDecision } from "../../../contract/enums.ts";
import { commentLength } from "../../../contract/limits.ts";
import type { ReviewReason } from "../../../contract/reviews.ts";
import { findComment, forgetOldComments, type KeptComment, keepComment } from "../../foundation/api/kept-comments.ts";
import { currentAccount } from "../../foundation/api/session.ts";
import { Button } from "../../ui/button.tsx";
import { Field } from "../../ui/field.tsx";
import styles from "./decision-controls.module.css";

/** Asks for a reviewer's comment. Pressing one of the organization's frequent reasons adds it. */
export function CommentForm({
  field,
  decision,
  text,
  hint = t(`review.comment.${decision}.hint`),
  problem,
  reasons,
  sendLabel,
  isBusy,
  isBlocked = false,
  onChange,
  onSend,
  onCancel,
}: {
  field: RefObject<HTMLTextAreaElement | null>;
  decision: CommentedDecision;
  text: string;
  hint?: string | undefined;
  problem: string | undefined;
  reasons: readonly ReviewReason[];
  sendLabel: string;
  isBusy: boolean;
  isBlocked?: boolean;
  onChange: (text: string) => void;
  onSend: () => void;
  onCancel: () => void;
}) {
  const offered = reasons.filter((reason) => reason.decision === decision);
  const withReason = (reason: string) => (text.trim() === "" ? reason : `${text.trimEnd()}\n${reason}`);
  return (
    <form
      ref={scrollIntoView}
      className="stack gap-12"
      onSubmit={(event) => {
        event.preventDefault();
        onSend();
      }}
    >
      <Field label={t(`review.comment.${decision}`)} hint={hint} error={problem}>
        {(control) => (
          <textarea
            {...control}
            ref={field}
            value={text}
            maxLength={commentLength}
            rows={3}
            onChange={(event) => onChange(event.currentTarget.value)}
            onKeyDown={(event) => {
              if (event.key === "Escape") onCancel();
              if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) onSend();
            }}
          />
        )}
      </Field>
      {offered.length > 0 ? (
        <ul className={`cluster gap-8 ${styles.reasons}`} aria-label={sampleText("sample.decision.reasons")}>
          {offered.map((reason) => (
            <li key={reason.text}>
              <Button
                small
                disabled={text.includes(reason.text) || withReason(reason.text).length > commentLength}
                onClick={() => {
                  onChange(withReason(reason.text));
                  field.current?.focus();
                }}
              >
                {reason.text}
              </Button>
            </li>
          ))}
        </ul>
      ) : null}
      <div className="cluster gap-8">
        <Button type="submit" tone={decision === "denied" ? "danger" : "primary"} busy={isBusy} disabled={isBlocked}>
          {sendLabel}
        </Button>
        <Button tone="plain" onClick={onCancel}>
          {t("review.decision.cancel")}
        </Button>
      </div>
    </form>
  );
}

/** Scrolls the form into view, with its buttons. */
const scrollIntoView = (form: HTMLElement | null) => form?.scrollIntoView?.({ block: "nearest" });

export type CommentedDecision = Exclude<ReviewDecision, "accepted">;

/** A draft of a comment, saved on this device while it is written. */
export function useKeptComment(sampleId: string): {
  comment: KeptComment;
  /** It was started before the sample was opened. */
  wasKept: boolean;
  change: (comment: KeptComment) => void;
  forget: () => void;
} {
  const [kept] = useState(() => findComment(currentAccount(), sampleId));
  const [comment, setComment] = useState<KeptComment>(kept ?? { text: "" });
  useEffect(() => forgetOldComments(), []);
  return {
    comment,
    wasKept: kept !== undefined && comment.text === kept.text,
    change: (next) => {
      setComment(next);
      keepComment(currentAccount(), sampleId, next);
    },
    forget: () => {
      setComment({ text: "" });
      keepComment(currentAccount(), sampleId, undefined);
    },
  };
}

/** Accept, Deny and Request Change. `isBulk`: small ones without the hints of keys, whose comment is in a dialog. */
export function DecisionButtons({
  accept,
  isBulk = false,
  busy,
  isBlocked,
  commenting,
  onAccept,
  onAsk,
}: {
  accept?: RefObject<HTMLButtonElement | null>;
  isBulk?: boolean;
  busy: ReviewDecision | undefined;
  isBlocked: boolean;
  /** The decision whose comment is open below. */
  commenting?: CommentedDecision | undefined;
  onAccept: () => void;
  /** Asks for a comment first. */
  onAsk: (decision: CommentedDecision) => void;
}) {
  const keyOf = (key: string) => !isBulk && { "aria-keyshortcuts": key.toLowerCase() };
  const expansionOf = (decision: CommentedDecision) => !isBulk && { "aria-expanded": commenting === decision };
  const hintOf = (key: string) =>
    isBulk ? null : (
      <span className={styles.key} aria-hidden="true">
        {key}
      </span>
    );
  return (
    <div className={`cluster gap-8 ${styles.buttons}`} data-small={isBulk || undefined}>
      <Button
        ref={accept}
        tone="primary"
        small={isBulk}
        icon={<Check aria-hidden="true" />}
        busy={busy === "accepted"}
        disabled={isBlocked}
        {...keyOf("A")}
        onClick={onAccept}
      >
        {t("review.decision.accept")}
        {hintOf("A")}
      </Button>
      <Button
        tone="danger"
        small={isBulk}
        icon={<X aria-hidden="true" />}
        disabled={isBlocked}
        {...keyOf("D")}
        {...expansionOf("denied")}
        onClick={() => onAsk("denied")}
      >
        {t("review.decision.deny")}
        {hintOf("D")}
      </Button>
      <Button
        small={isBulk}
        icon={<PenLine aria-hidden="true" />}
        disabled={isBlocked}
        {...keyOf("R")}
        {...expansionOf("change_requested")}
        onClick={() => onAsk("change_requested")}
      >
        {t("review.decision.requestChange")}
        {hintOf("R")}
      </Button>
    </div>
  );
}
