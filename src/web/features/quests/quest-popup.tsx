import ArrowRight from "lucide-react/icons/arrow-right";
import Clock from "lucide-react/icons/clock";
import { Link } from "react-router";
import { t } from "../../../../generated/web-texts/quests.ts";
import { t as mapText } from "../../../../generated/web-texts/quests-map.ts";
import type { QuestType } from "../../../contract/enums.ts";
import { useQuest } from "../../foundation/api/quests.ts";
import { paths } from "../../foundation/paths.ts";
import { inItsLanguage } from "../../foundation/texts/reader-language.ts";
import { formatDate } from "../../ui/dates.ts";
import { QuestTypePill } from "../../ui/quest-type.tsx";
import { Loading, Skeleton } from "../../ui/skeleton.tsx";
import { ClosedPill, closedWords } from "./quest-availability.tsx";
import { QuestPicture } from "./quest-picture.tsx";
import styles from "./quest-popup.module.css";

/** A small card in a marker's popup. Fetches everything but the name and type. */
export function QuestPopup({
  id,
  name,
  type,
  status,
}: {
  id: number;
  name: string;
  type: QuestType;
  /** The user's status. */
  status: string | undefined;
}) {
  const { data: quest, error } = useQuest(id);
  const closed = quest && status !== "completed" ? closedWords(quest, status !== undefined) : undefined;
  return (
    <div>
      <div className={styles.picture}>
        <QuestPicture
          quest={quest ?? { id, quest_image: null, quest_type: type }}
          drawing={{ width: 288, height: 88 }}
        />
      </div>
      <div className={`stack start gap-8 ${styles.body}`}>
        <div className={`cluster gap-4 ${styles.pills}`}>
          <QuestTypePill type={type} />
          {closed ? <ClosedPill>{closed}</ClosedPill> : null}
        </div>
        <h3 {...(quest && inItsLanguage(quest))}>{quest?.quest_name ?? name}</h3>
        {quest ? (
          <>
            {quest.quest_description ? (
              <p className={`muted ${styles.description}`} {...inItsLanguage(quest, "quest_description")}>
                {quest.quest_description}
              </p>
            ) : null}
            <p className={`row center muted ${styles.deadline}`}>
              <Clock aria-hidden="true" />
              {mapText("quests.map.deadline", {
                day: quest.quest_deadline ? formatDate(quest.quest_deadline) : t("quests.card.noDeadline"),
              })}
            </p>
          </>
        ) : error ? (
          <p role="alert">{mapText("quests.map.questFailed")}</p>
        ) : (
          <Loading>
            <Skeleton width="90%" />
            <Skeleton width="60%" />
          </Loading>
        )}
        <Link to={paths.quest(id)} className={`center strong ${styles.link}`}>
          {mapText("quests.map.moreDetail")}
          <span className="visually-hidden"> {mapText("quests.map.moreDetailAbout", { questName: name })}</span>
          <ArrowRight aria-hidden="true" />
        </Link>
      </div>
    </div>
  );
}
