import type { RefObject } from "react";
import { t } from "../../../../generated/web-texts/review.ts";
import { t as sampleText } from "../../../../generated/web-texts/sample.ts";
import { commentLength } from "../../../contract/limits.ts";
import type { ReviewReason } from "../../../contract/reviews.ts";
import { Button } from "../../ui/button.tsx";
import { Field } from "../../ui/field.tsx";
import styles from "./comment-form.module.css";
import type { CommentedDecision } from "./use-kept-comment.ts";

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
