import Check from "lucide-react/icons/check";
import PenLine from "lucide-react/icons/pen-line";
import X from "lucide-react/icons/x";
import type { RefObject } from "react";
import { t } from "../../../../generated/web-texts/review.ts";
import type { ReviewDecision } from "../../../contract/enums.ts";
import { Button } from "../../ui/button.tsx";
import styles from "./decision-buttons.module.css";
import type { CommentedDecision } from "./use-kept-comment.ts";

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
