import Undo2 from "lucide-react/icons/undo-2";
import { useEffect, useState } from "react";
import { Link } from "react-router";
import { t } from "../../../../generated/web-texts/desk.ts";
import { Banner } from "../../ui/banner.tsx";
import { Button } from "../../ui/button.tsx";
import styles from "./decision-notices.module.css";
import type { DeskDecisions } from "./desk-decisions.ts";
import type { DeskState } from "./review-desk.ts";

/** The latest decision with its undo button, and decisions that were not saved. */
export function DecisionNotices({
  decisions,
  state,
  addressOf,
}: {
  decisions: DeskDecisions;
  state: DeskState;
  addressOf: (id: string) => string;
}) {
  const { undoables, undoProblem, failures, mayUndo } = state;
  const last = undoables.at(-1);
  return (
    <div className={`if-any stack gap-8 ${styles.notices}`}>
      {failures.map((failure) => (
        <Banner
          key={failure.key}
          tone="danger"
          className={styles.notice}
          onClose={() => decisions.dismissFailure(failure.key)}
          action={
            <span className="cluster center gap-12">
              <Link to={addressOf(failure.id)} onClick={() => decisions.dismissFailure(failure.key)}>
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
          onClose={() => decisions.dismissUndoProblem()}
          action={
            undoProblem.ids.length > 0 ? (
              <Button small onClick={() => void decisions.undoAgain()}>
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
              icon={<Undo2 aria-hidden="true" />}
              aria-keyshortcuts="u"
              disabled={!mayUndo}
              onClick={() => void decisions.undo()}
            >
              {t("desk.undo")}
              <Remaining untilMs={last.untilMs} />
            </Button>
          }
        >
          {last.words}
          {undoables.length > 1 ? (
            <span className={`muted small ${styles.before}`}>
              {t("desk.undo.before", { count: undoables.length - 1 })}
            </span>
          ) : null}
        </Banner>
      ) : null}
    </div>
  );
}

/** The seconds left to undo, hidden from screen readers. */
function Remaining({ untilMs }: { untilMs: number }) {
  const [nowMs, setNowMs] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNowMs(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  return (
    <span className={`muted figures ${styles.remaining}`} aria-hidden="true">
      {t("desk.undo.seconds", { seconds: Math.max(0, Math.ceil((untilMs - nowMs) / 1000)) })}
    </span>
  );
}
