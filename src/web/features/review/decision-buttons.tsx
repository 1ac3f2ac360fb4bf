import Check from "lucide-react/icons/check";
import PenLine from "lucide-react/icons/pen-line";
import X from "lucide-react/icons/x";
import type { RefObject } from "react";
import type { ReviewDecision } from "../../../contract/enums.ts";
import { Button } from "../../components/button.tsx";
import { t } from "../../texts/review.ts";
import styles from "./decision-buttons.module.css";
import type { CommentedDecision } from "./use-kept-comment.ts";

/** Accept, Deny and Request Change. `hasKeys`: shows their shortcuts. */
export function DecisionButtons({
  accept,
  small = false,
  hasKeys = false,
  busy,
  isBlocked,
  commenting,
  onAccept,
  onAsk,
}: {
  accept?: RefObject<HTMLButtonElement | null>;
  small?: boolean;
  hasKeys?: boolean;
  busy: ReviewDecision | undefined;
  isBlocked: boolean;
  /** The decision whose comment is open. */
  commenting: CommentedDecision | undefined;
  onAccept: () => void;
  /** Asks for a comment first. */
  onAsk: (decision: CommentedDecision) => void;
}) {
  const keyOf = (key: string) => hasKeys && { "aria-keyshortcuts": key.toLowerCase() };
  const hintOf = (key: string) =>
    hasKeys ? (
      <span className={styles.key} aria-hidden="true">
        {key}
      </span>
    ) : null;
  return (
    <div className={styles.buttons} data-small={small || undefined}>
      <Button
        ref={accept}
        tone="primary"
        small={small}
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
        small={small}
        icon={<X aria-hidden="true" />}
        disabled={isBlocked}
        {...keyOf("D")}
        aria-expanded={commenting === "denied"}
        onClick={() => onAsk("denied")}
      >
        {t("review.decision.deny")}
        {hintOf("D")}
      </Button>
      <Button
        small={small}
        icon={<PenLine aria-hidden="true" />}
        disabled={isBlocked}
        {...keyOf("R")}
        aria-expanded={commenting === "change_requested"}
        onClick={() => onAsk("change_requested")}
      >
        {t("review.decision.requestChange")}
        {hintOf("R")}
      </Button>
    </div>
  );
}
