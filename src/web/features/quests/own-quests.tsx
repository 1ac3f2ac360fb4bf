import { type ReactNode, useState } from "react";
import { t } from "../../../../generated/web-texts/joined.ts";
import { t as questsText } from "../../../../generated/web-texts/quests.ts";
import type { AdventurerQuest } from "../../../contract/participations.ts";
import type { Quest } from "../../../contract/quests.ts";
import { paths } from "../../foundation/paths.ts";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { Choice } from "../../ui/field.tsx";
import { FailedState } from "../../ui/message-state.tsx";
import { Loading, Skeleton } from "../../ui/skeleton.tsx";
import { OwnProgress } from "./own-progress.tsx";
import styles from "./own-quests.module.css";
import { closedWords } from "./quest-availability.tsx";
import { QuestCard, QuestCardSkeleton } from "./quest-card.tsx";

const cardsAtOnce = 24;

/** The user's quests in a row that scrolls sideways. */
export function OwnQuests({
  records,
  error,
  onRetry,
  children,
}: {
  /** Undefined while loading. */
  records: readonly AdventurerQuest[] | undefined;
  error: unknown;
  onRetry: () => void;
  /** Beside the heading. */
  children?: ReactNode;
}) {
  const [hidesCompleted, setHidesCompleted] = useState(false);
  const [countMax, setCountMax] = useState(cardsAtOnce);
  const shown = records
    ?.filter(({ status }) => !(hidesCompleted && status === "completed"))
    // There is nothing to continue in completed ones.
    .sort((one, other) => Number(one.status === "completed") - Number(other.status === "completed"));
  return (
    <section className={styles.panel} data-empty={shown?.length === 0} aria-labelledby="own-quests">
      <div className={`cluster center between ${styles.head}`}>
        <p className="muted">{t("joined.greeting")}</p>
        <Choice className={styles.hide}>
          <input
            type="checkbox"
            checked={hidesCompleted}
            onChange={(event) => setHidesCompleted(event.target.checked)}
          />
          {t("joined.hideCompleted")}
        </Choice>
        <div className={`row center between gap-8 ${styles.title}`}>
          <h2 id="own-quests">{t("joined.title")}</h2>
          {children}
        </div>
      </div>
      {shown ? (
        shown.length > 0 ? (
          <ul className={`grid gap-16 ${styles.row}`}>
            {shown.slice(0, countMax).map(({ quest, quest_id: id, status, data_point_count: count }) => (
              <li key={id}>
                <QuestCard quest={quest} status={status}>
                  <NextStep quest={quest} count={count} isCompleted={status === "completed"} />
                </QuestCard>
              </li>
            ))}
            {shown.length > countMax ? (
              <li className={styles.further}>
                <Button onClick={() => setCountMax(countMax + cardsAtOnce)}>
                  {questsText("quests.list.showMore")}
                </Button>
              </li>
            ) : null}
          </ul>
        ) : (
          <p className={styles.empty}>{records?.length ? t("joined.allCompleted") : t("joined.none")}</p>
        )
      ) : error ? (
        <FailedState message={t("joined.failed")} onRetry={onRetry} />
      ) : (
        <Loading label={questsText("quests.loading")}>
          <div className={`grid gap-16 ${styles.row}`}>
            {[1, 2, 3].map((key) => (
              <QuestCardSkeleton key={key}>
                <Skeleton height="var(--control-height)" />
              </QuestCardSkeleton>
            ))}
          </div>
        </Loading>
      )}
    </section>
  );
}

/** Progress and a link to the form, or to what was sent. */
function NextStep({ quest, count, isCompleted }: { quest: Quest; count: number; isCompleted: boolean }) {
  const canAdd = !isCompleted && closedWords(quest, true) === undefined;
  return (
    <div className={`cluster gap-16 ${styles.progress}`}>
      <OwnProgress quest={quest} count={count} />
      <ButtonLink
        to={paths.questData(quest.id)}
        tone={canAdd ? "primary" : "quiet"}
        className={styles.add}
        aria-label={t(canAdd ? "joined.addDataTo" : "joined.ownPointsOf", { questName: quest.quest_name })}
      >
        {t(canAdd ? "joined.addData" : "joined.ownPoints")}
      </ButtonLink>
    </div>
  );
}
