import type { RefObject } from "react";
import { commentLength } from "../../../contract/limits.ts";
import type { ReviewReason } from "../../../contract/reviews.ts";
import { Button } from "../../components/button.tsx";
import { Field } from "../../components/field.tsx";
import { t } from "../../texts/review.ts";
import { t as sampleText } from "../../texts/sample.ts";
import styles from "./decision-panel.module.css";
import type { CommentedDecision } from "./use-kept-comment.ts";

/** Why, in the reviewer's words, begun by one of the organization's reasons where they press it. */
export function CommentForm({
  field,
  decision,
  text,
  wasKept,
  problem,
  reasons,
  isBusy,
  isBlocked,
  onChange,
  onSend,
  onCancel,
}: {
  field: RefObject<HTMLTextAreaElement | null>;
  decision: CommentedDecision;
  text: string;
  wasKept: boolean;
  problem: string | undefined;
  reasons: readonly ReviewReason[];
  isBusy: boolean;
  isBlocked: boolean;
  onChange: (text: string) => void;
  onSend: () => void;
  onCancel: () => void;
}) {
  return (
    <form
      ref={inSight}
      className={styles.comment}
      onSubmit={(event) => {
        event.preventDefault();
        onSend();
      }}
    >
      <Field
        label={t(`review.comment.${decision}`)}
        hint={wasKept && text !== "" ? sampleText("sample.decision.saved") : t(`review.comment.${decision}.hint`)}
        error={problem}
      >
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
      <Reasons
        reasons={reasons.filter((reason) => reason.decision === decision)}
        text={text}
        onChoose={(next) => {
          onChange(next);
          field.current?.focus();
        }}
      />
      <div className={styles.sending}>
        <Button type="submit" tone={decision === "denied" ? "danger" : "primary"} busy={isBusy} disabled={isBlocked}>
          {t(`review.comment.${decision}.send`)}
        </Button>
        <Button tone="plain" onClick={onCancel}>
          {t("review.decision.cancel")}
        </Button>
      </div>
    </form>
  );
}

/** All of it, the buttons too. */
const inSight = (form: HTMLElement | null) => form?.scrollIntoView?.({ block: "nearest" });

/** What the organization's reviewers write often: pressed, it stands in the comment, where it can be changed. */
function Reasons({
  reasons,
  text,
  onChoose,
}: {
  reasons: readonly ReviewReason[];
  text: string;
  onChoose: (text: string) => void;
}) {
  if (reasons.length === 0) return null;
  const withReason = (reason: string) => (text.trim() === "" ? reason : `${text.trimEnd()}\n${reason}`);
  return (
    <ul className={styles.reasons} aria-label={sampleText("sample.decision.reasons")}>
      {reasons.map((reason) => (
        <li key={reason.text}>
          <Button
            small
            disabled={text.includes(reason.text) || withReason(reason.text).length > commentLength}
            onClick={() => onChoose(withReason(reason.text))}
          >
            {reason.text}
          </Button>
        </li>
      ))}
    </ul>
  );
}
