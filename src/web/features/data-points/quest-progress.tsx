import CalendarClock from "lucide-react/icons/calendar-clock";
import PenLine from "lucide-react/icons/pen-line";
import type { Quest } from "../../../contract/quests.ts";
import { daysUntil } from "../../components/dates.ts";
import { ProgressBar } from "../../components/progress-bar.tsx";
import { t } from "../../texts/field.ts";
import styles from "./quest-progress.module.css";

/** What is left: data points of those that are wanted, days to the deadline, changes that a reviewer asked for. */
export function QuestProgress({
  quest,
  count,
  changes,
  onPhoneCount = 0,
}: {
  quest: Pick<Quest, "quest_type" | "quest_deadline" | "target_count">;
  /** Data points that have arrived and were not denied. */
  count: number;
  /** How many of them a reviewer asked to change. */
  changes: number;
  /** Those that have not arrived yet. */
  onPhoneCount?: number;
}) {
  const wanted = quest.target_count;
  const isTrees = quest.quest_type === "TREES";
  return (
    <section className={styles.progress} aria-label={t("field.progress")}>
      <p className={styles.line}>
        <strong className={styles.count}>
          {wanted === null
            ? t("field.progress.points", { count })
            : t(isTrees ? "field.progress.trees" : "field.progress.wanted", { count, wanted })}
          {onPhoneCount > 0 ? (
            <span className={styles.onPhone}> {t("field.progress.onPhone", { count: onPhoneCount })}</span>
          ) : null}
        </strong>
        {quest.quest_deadline ? (
          <span className={styles.days}>
            <CalendarClock aria-hidden="true" />
            {daysLeftWords(daysUntil(quest.quest_deadline))}
          </span>
        ) : null}
      </p>
      {wanted === null ? null : (
        <ProgressBar
          label={t(isTrees ? "field.progress.treesMeter" : "field.progress.pointsMeter")}
          value={count}
          max={wanted}
        />
      )}
      {changes > 0 ? (
        <p className={styles.changes}>
          <PenLine aria-hidden="true" />
          {t("field.progress.changes", { count: changes })}
        </p>
      ) : null}
    </section>
  );
}

function daysLeftWords(days: number): string {
  return days < 0 ? t("field.progress.deadlinePassed") : t("field.progress.daysLeft", { days });
}
