import CalendarClock from "lucide-react/icons/calendar-clock";
import PenLine from "lucide-react/icons/pen-line";
import type { QuestDataPoint } from "../../../contract/data-points.ts";
import { treeTask } from "../../../contract/limits.ts";
import type { Quest } from "../../../contract/quests.ts";
import { daysUntil } from "../../components/dates.ts";
import { ProgressBar } from "../../components/progress-bar.tsx";
import { t } from "../../texts/field.ts";
import styles from "./quest-progress.module.css";

/** What is left: trees of the twenty, days to the deadline, changes that a reviewer asked for. */
export function QuestProgress({
  quest,
  dataPoints,
}: {
  quest: Pick<Quest, "quest_type" | "quest_deadline">;
  dataPoints: readonly QuestDataPoint[];
}) {
  const count = dataPoints.filter(({ review }) => review?.decision !== "denied").length;
  const changes = dataPoints.filter(({ review }) => review?.decision === "change_requested").length;
  const isTrees = quest.quest_type === "TREES";
  return (
    <section className={styles.progress} aria-label={t("field.progress")}>
      <p className={styles.line}>
        <strong className={styles.count}>
          {isTrees
            ? t("field.progress.trees", { count, wanted: treeTask.minTrees })
            : t("field.progress.points", { count })}
        </strong>
        {quest.quest_deadline ? (
          <span className={styles.days}>
            <CalendarClock aria-hidden="true" />
            {daysLeftWords(daysUntil(quest.quest_deadline))}
          </span>
        ) : null}
      </p>
      {isTrees ? <ProgressBar label={t("field.progress.treesMeter")} value={count} max={treeTask.minTrees} /> : null}
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
