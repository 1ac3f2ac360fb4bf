import { useState } from "react";
import type { AdventurerQuest } from "../../../contract/participations.ts";
import { Choice } from "../../components/field.tsx";
import { FailedState } from "../../components/message-state.tsx";
import { Loading } from "../../components/skeleton.tsx";
import { t } from "../../texts/quests.ts";
import styles from "./own-quests.module.css";
import { QuestCard, QuestCardSkeleton } from "./quest-card.tsx";

/** Home's panel for those who are signed in: their quests in a row that scrolls sideways. */
export function OwnQuests({
  records,
  error,
  onRetry,
}: {
  /** Undefined while they are on their way. */
  records: readonly AdventurerQuest[] | undefined;
  error: unknown;
  onRetry: () => void;
}) {
  const [hidesCompleted, setHidesCompleted] = useState(false);
  const shown = records?.filter(({ status }) => !(hidesCompleted && status === "completed"));
  return (
    <section className={styles.panel} aria-labelledby="own-quests">
      <div className={styles.head}>
        <div>
          <p className={styles.greeting}>{t("quests.own.greeting")}</p>
          <h2 id="own-quests">{t("quests.own.title")}</h2>
        </div>
        <Choice className={styles.hide}>
          <input
            type="checkbox"
            checked={hidesCompleted}
            onChange={(event) => setHidesCompleted(event.target.checked)}
          />
          {t("quests.own.hideCompleted")}
        </Choice>
      </div>
      {shown ? (
        shown.length > 0 ? (
          <ul className={styles.row}>
            {shown.map(({ quest, quest_id: id, status }) => (
              <li key={id}>
                <QuestCard quest={quest} status={status} shape="on_top" />
              </li>
            ))}
          </ul>
        ) : (
          <p className={styles.empty}>{records?.length ? t("quests.own.allCompleted") : t("quests.own.none")}</p>
        )
      ) : error ? (
        <FailedState message={t("quests.own.failed")} onRetry={onRetry} />
      ) : (
        <Loading label={t("quests.loading")}>
          <div className={styles.row}>
            {[1, 2, 3].map((key) => (
              <QuestCardSkeleton key={key} shape="on_top" />
            ))}
          </div>
        </Loading>
      )}
    </section>
  );
}
