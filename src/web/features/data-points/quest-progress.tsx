import CalendarClock from "lucide-react/icons/calendar-clock";
import PenLine from "lucide-react/icons/pen-line";
import { t } from "../../../../generated/web-texts/field.ts";
import type { Quest } from "../../../contract/quests.ts";
import { isPast } from "../../foundation/api/server-clock.ts";
import { daysUntil } from "../../ui/dates.ts";
import { ProgressBar } from "../../ui/progress-bar.tsx";
import { collectedWords } from "./collected.ts";
import styles from "./quest-progress.module.css";

/** Data points collected, days left, and requested changes. */
export function QuestProgress({
  quest,
  count,
  changes,
  onPhoneCount = 0,
  totalCount,
}: {
  quest: Pick<Quest, "quest_type" | "quest_deadline" | "target_count">;
  /** Uploaded and not denied. */
  count: number;
  /** Requests for change. */
  changes: number;
  /** Not uploaded yet. */
  onPhoneCount?: number;
  /** Data points of all volunteers. */
  totalCount?: number | undefined;
}) {
  const wanted = quest.target_count;
  const isTrees = quest.quest_type === "TREES";
  return (
    <section className="stack gap-8" aria-label={t("field.progress")}>
      <p className={`cluster baseline between gap-4 across-16 ${styles.line}`}>
        <strong className="text-22 figures">
          {collectedWords(quest, count)}
          {onPhoneCount > 0 ? (
            <span className={`text-16 ${styles.onPhone}`}> {t("field.progress.onPhone", { count: onPhoneCount })}</span>
          ) : null}
        </strong>
        {quest.quest_deadline ? (
          <span className={`center gap-8 muted ${styles.days}`}>
            <CalendarClock aria-hidden="true" />
            {daysLeftWords(quest.quest_deadline)}
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
      {totalCount === undefined ? null : <p className="muted">{t("field.progress.total", { count: totalCount })}</p>}
      {changes > 0 ? (
        <p className={`row center gap-8 strong ${styles.changes}`}>
          <PenLine aria-hidden="true" />
          {t("field.progress.changes", { count: changes })}
        </p>
      ) : null}
    </section>
  );
}

function daysLeftWords(deadline: string): string {
  return isPast(deadline)
    ? t("field.progress.deadlinePassed")
    : t("field.progress.daysLeft", { days: daysUntil(deadline) });
}
