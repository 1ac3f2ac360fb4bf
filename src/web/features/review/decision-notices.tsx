import Undo2 from "lucide-react/icons/undo-2";
import { useEffect, useState } from "react";
import { Link } from "react-router";
import { Banner } from "../../components/banner.tsx";
import { Button } from "../../components/button.tsx";
import { t } from "../../texts/desk.ts";
import styles from "./decision-notices.module.css";
import type { FailedDecision, Undoable } from "./use-decisions.ts";

/** What was decided, with the way back for a while; and what was not kept. */
export function DecisionNotices({
  undoables,
  onUndo,
  undoProblem,
  onUndoAgain,
  onDismissUndoProblem,
  failures,
  onDismissFailure,
  addressOf,
}: {
  undoables: readonly Undoable[];
  onUndo: (() => void) | undefined;
  undoProblem: { reason: string } | undefined;
  onUndoAgain: (() => void) | undefined;
  onDismissUndoProblem: () => void;
  failures: readonly FailedDecision[];
  onDismissFailure: (key: number) => void;
  /** Where a sample is shown. */
  addressOf: (id: string) => string;
}) {
  const last = undoables.at(-1);
  return (
    <div className={styles.notices}>
      {failures.map((failure) => (
        <Banner
          key={failure.key}
          tone="danger"
          className={styles.notice}
          onClose={() => onDismissFailure(failure.key)}
          action={
            <span className={styles.ways}>
              <Link to={addressOf(failure.id)} onClick={() => onDismissFailure(failure.key)}>
                {t("desk.failed.open")}
              </Link>
              {failure.sendAgain ? (
                <Button small onClick={failure.sendAgain}>
                  {t("desk.failed.again")}
                </Button>
              ) : null}
            </span>
          }
        >
          {failure.words}
        </Banner>
      ))}
      {undoProblem ? (
        <Banner
          tone="danger"
          className={styles.notice}
          onClose={onDismissUndoProblem}
          action={
            onUndoAgain ? (
              <Button small onClick={onUndoAgain}>
                {t("desk.undo.again")}
              </Button>
            ) : undefined
          }
        >
          {undoProblem.reason}
        </Banner>
      ) : null}
      {last ? (
        <Banner
          key={last.key}
          tone="ok"
          className={styles.notice}
          action={
            <Button
              small
              icon={<Undo2 className="flips" aria-hidden="true" />}
              aria-keyshortcuts="u"
              disabled={!onUndo}
              onClick={onUndo}
            >
              {t("desk.undo")}
              <Remaining untilMs={last.untilMs} />
            </Button>
          }
        >
          {last.words}
          {undoables.length > 1 ? (
            <span className={styles.before}>{t("desk.undo.before", { count: undoables.length - 1 })}</span>
          ) : null}
        </Banner>
      ) : null}
    </div>
  );
}

/** Seconds that are left; seen, not read out. */
function Remaining({ untilMs }: { untilMs: number }) {
  const [nowMs, setNowMs] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNowMs(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  return (
    <span className={styles.remaining} aria-hidden="true">
      {t("desk.undo.seconds", { seconds: Math.max(0, Math.ceil((untilMs - nowMs) / 1000)) })}
    </span>
  );
}
