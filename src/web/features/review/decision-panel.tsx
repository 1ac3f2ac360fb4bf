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
import styles from "./decision-panel.module.css";
import { useShortcuts } from "./use-shortcuts.ts";

type CommentedDecision = Exclude<ReviewDecision, "accepted">;

const commentWords: Record<CommentedDecision, { label: string; hint: string; send: string }> = {
  denied: {
    label: "Why is it denied?",
    hint: "The volunteer reads this. It may be left empty.",
    send: "Deny sample",
  },
  change_requested: {
    label: "What should be changed?",
    hint: "The volunteer reads this.",
    send: "Send request",
  },
};

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
      setProblem("Say what should be changed.");
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
      setProblem(`The decision was not saved. ${sentenceOf(error)}`);
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
    <section className={styles.panel} aria-label="Decision">
      <div className={styles.buttons}>
        <Button
          tone="primary"
          icon={<Check aria-hidden="true" />}
          busy={busy === "accepted"}
          aria-keyshortcuts="a"
          onClick={() => void decide("accepted")}
        >
          Accept
          <Key>A</Key>
        </Button>
        <Button
          tone="danger"
          icon={<X aria-hidden="true" />}
          aria-keyshortcuts="d"
          aria-expanded={commenting === "denied"}
          onClick={() => askFor("denied")}
        >
          Deny
          <Key>D</Key>
        </Button>
        <Button
          icon={<PenLine aria-hidden="true" />}
          aria-keyshortcuts="r"
          aria-expanded={commenting === "change_requested"}
          onClick={() => askFor("change_requested")}
        >
          Request Change
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
          <Field label={commentWords[commenting].label} hint={commentWords[commenting].hint} error={problem}>
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
              {commentWords[commenting].send}
            </Button>
            <Button tone="plain" onClick={cancel}>
              Cancel
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
