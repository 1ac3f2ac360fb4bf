import PenLine from "lucide-react/icons/pen-line";
import type { Ref } from "react";
import { Link } from "react-router";
import { t } from "../../../../generated/web-texts/field.ts";
import type { Quest } from "../../../contract/quests.ts";
import { isPast } from "../../foundation/api/server-clock.ts";
import { paths } from "../../foundation/paths.ts";
import { daysUntil } from "../../ui/dates.ts";
import { ProgressBar } from "../../ui/progress-bar.tsx";
import { collectedWords } from "./collected.ts";
import styles from "./quest-progress.module.css";

/** One line that stays at the top: data points collected, the position's accuracy, and days left. */
export function QuestProgress({
  quest,
  count,
  onPhoneCount = 0,
  ref,
}: {
  quest: Pick<Quest, "quest_type" | "quest_deadline" | "target_count">;
  /** Uploaded and not denied. */
  count: number;
  /** Not uploaded yet. */
  onPhoneCount?: number;
  /** Where the form says how accurate the position is. */
  ref?: Ref<HTMLElement>;
}) {
  const wanted = quest.target_count;
  const isTrees = quest.quest_type === "TREES";
  return (
    <section className={styles.progress} aria-label={t("field.progress")}>
      <p className={`cluster baseline between across-12 ${styles.line}`}>
        <strong className="text-18 figures">
          {collectedWords(quest, count)}
          {onPhoneCount > 0 ? (
            <span className={`text-16 ${styles.onPhone}`}> {t("field.progress.onPhone", { count: onPhoneCount })}</span>
          ) : null}
        </strong>
        <span ref={ref} className="if-any" />
        {quest.quest_deadline ? <span className="muted">{daysLeftWords(quest.quest_deadline)}</span> : null}
      </p>
      {wanted === null ? null : (
        <ProgressBar
          label={t(isTrees ? "field.progress.treesMeter" : "field.progress.pointsMeter")}
          value={count}
          max={wanted}
        />
      )}
    </section>
  );
}

/** Data points of all volunteers, and requested changes. */
export function QuestTotals({ changes, totalCount }: { changes: number; totalCount: number | undefined }) {
  return (
    <div className="if-any stack gap-8">
      {changes > 0 ? (
        <p className={`row center gap-8 strong ${styles.changes}`}>
          <PenLine aria-hidden="true" />
          <Link to={`${paths.contributions}?state=change_requested`} className="roomy">
            {t("field.progress.changes", { count: changes })}
          </Link>
        </p>
      ) : null}
      {totalCount === undefined ? null : <p className="muted">{t("field.progress.total", { count: totalCount })}</p>}
    </div>
  );
}

function daysLeftWords(deadline: string): string {
  return isPast(deadline)
    ? t("field.progress.deadlinePassed")
    : t("field.progress.daysLeft", { days: daysUntil(deadline) });
}
