import Camera from "lucide-react/icons/camera";
import Check from "lucide-react/icons/check";
import Clock from "lucide-react/icons/clock";
import MapPin from "lucide-react/icons/map-pin";
import { Link } from "react-router";
import { cardImagePx } from "../../../contract/limits.ts";
import type { Quest } from "../../../contract/quests.ts";
import { classNames } from "../../components/class-names.ts";
import { formatDay } from "../../components/dates.ts";
import { Pill } from "../../components/pill.tsx";
import { QuestTypePill } from "../../components/quest-type.tsx";
import { Skeleton } from "../../components/skeleton.tsx";
import { paths } from "../../paths.ts";
import { t } from "../../texts/quests.ts";
import styles from "./quest-card.module.css";
import { QuestPicture } from "./quest-picture.tsx";

/** `beside`: the picture to the left where there is room. `on_top`: always above. */
export type CardShape = "beside" | "on_top";

/** One quest in a list. The whole card is pressable; the name is the link. */
export function QuestCard({
  quest,
  status,
  shape = "beside",
  onPoint,
}: {
  quest: Quest;
  /** The adventurer's own status of the quest, where they have joined it. */
  status?: string | undefined;
  shape?: CardShape;
  /** The pointer or the focus is on the card, or has left it. */
  onPoint?: (isOn: boolean) => void;
}) {
  const place = quest.locations[0];
  return (
    <article
      className={classNames(styles.card, shape === "beside" && styles.beside)}
      onPointerEnter={() => onPoint?.(true)}
      onPointerLeave={() => onPoint?.(false)}
      onFocus={() => onPoint?.(true)}
      onBlur={() => onPoint?.(false)}
    >
      <div className={styles.image} style={{ aspectRatio: `${cardImagePx.width} / ${cardImagePx.height}` }}>
        <QuestPicture quest={quest} />
      </div>
      <div className={styles.body}>
        <div className={styles.pills}>
          <QuestTypePill type={quest.quest_type} />
          {status === "completed" ? (
            <Pill tone="ok" icon={<Check aria-hidden="true" />}>
              {t("quests.card.completed")}
            </Pill>
          ) : null}
        </div>
        <h3 className={styles.name}>
          <Link to={paths.quest(quest.id)}>{quest.quest_name}</Link>
        </h3>
        <ul className={styles.facts}>
          {place ? (
            <li>
              <MapPin aria-hidden="true" />
              <span>
                {place.locality}, {place.administrative_area}
              </span>
            </li>
          ) : null}
          <li>
            <Clock aria-hidden="true" />
            <span className="visually-hidden">{t("quests.card.deadline")} </span>
            {quest.quest_deadline ? (
              <time dateTime={quest.quest_deadline}>{formatDay(quest.quest_deadline)}</time>
            ) : (
              <span>{t("quests.card.noDeadline")}</span>
            )}
          </li>
          <li>
            <Camera aria-hidden="true" />
            <span>{t("quests.card.photography")}</span>
          </li>
        </ul>
      </div>
    </article>
  );
}

/** The shape of a card that is on its way. */
export function QuestCardSkeleton({ shape = "beside" }: { shape?: CardShape }) {
  return (
    <div className={classNames(styles.card, shape === "beside" && styles.beside)}>
      <div className={styles.image} style={{ aspectRatio: `${cardImagePx.width} / ${cardImagePx.height}` }}>
        <Skeleton height="100%" radius="0" />
      </div>
      <div className={styles.body}>
        <Skeleton width="5rem" height="1.4rem" radius="999px" />
        <Skeleton width="85%" height="1.4rem" />
        <Skeleton width="60%" />
        <Skeleton width="40%" />
      </div>
    </div>
  );
}
