import Camera from "lucide-react/icons/camera";
import Check from "lucide-react/icons/check";
import Clock from "lucide-react/icons/clock";
import MapPin from "lucide-react/icons/map-pin";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { rich, t } from "../../../../generated/web-texts/quests.ts";
import type { Quest } from "../../../contract/quests.ts";
import { isPast } from "../../foundation/api/server-clock.ts";
import { paths } from "../../foundation/paths.ts";
import { lazily } from "../../foundation/texts/lazily.ts";
import { inItsLanguage, otherLanguage } from "../../foundation/texts/reader-language.ts";
import { formatDate } from "../../ui/dates.ts";
import { hidden } from "../../ui/hidden-words.tsx";
import { Pill } from "../../ui/pill.tsx";
import { QuestTypePill } from "../../ui/quest-type.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { WhenFetched } from "../../ui/when-fetched.tsx";
import { ClosedPill, closedWords } from "./quest-availability.tsx";
import styles from "./quest-card.module.css";
import { QuestPicture } from "./quest-picture.tsx";

const LanguageNote = lazily("LanguageNote", () => import("./language-note.tsx"));

/** A quest in a list. The whole card can be pressed; the name is the link. */
export function QuestCard({
  quest,
  status,
  distance,
  onPoint,
  children,
}: {
  quest: Quest;
  /** The user's status, if they have joined. */
  status?: string | undefined;
  /** The distance to its first location, formatted. */
  distance?: string | undefined;
  /** Called when the pointer or focus enters or leaves. */
  onPoint?: (isOn: boolean) => void;
  /** Below the rest. */
  children?: ReactNode;
}) {
  const other = otherLanguage(quest);
  const place = quest.locations[0];
  const isCompleted = status === "completed";
  const closed = isCompleted ? undefined : closedWords(quest, status !== undefined);
  const results =
    quest.results?.visibility === "public" ? (
      <Link to={paths.questResults(quest.id)} className={`roomy ${styles.results}`}>
        {rich("quests.card.results", { hidden }, { questName: quest.quest_name })}
      </Link>
    ) : undefined;
  return (
    <article
      className={`card ${styles.card}`}
      data-closed={closed !== undefined}
      onPointerEnter={() => onPoint?.(true)}
      onPointerLeave={() => onPoint?.(false)}
      onFocus={() => onPoint?.(true)}
      onBlur={() => onPoint?.(false)}
    >
      <div className={`grid ${styles.parts}`}>
        <div className={styles.image}>
          <QuestPicture quest={quest} />
        </div>
        <div className={`cluster start gap-4 ${styles.pills}`}>
          <QuestTypePill type={quest.quest_type} />
          {isCompleted ? (
            <Pill tone="ok" icon={<Check aria-hidden="true" />}>
              {t("quests.card.completed")}
            </Pill>
          ) : closed ? (
            <ClosedPill>{closed}</ClosedPill>
          ) : null}
          {other ? (
            <WhenFetched>
              <LanguageNote code={other} />
            </WhenFetched>
          ) : null}
        </div>
        <h3 className={styles.name}>
          <Link to={paths.quest(quest.id)} {...inItsLanguage(quest)}>
            {quest.quest_name}
          </Link>
        </h3>
        <p className={`muted small ${styles.organization}`} translate="no">
          {quest.organization.organization_name}
        </p>
        {place ? (
          <p className={`row baseline muted ${styles.place}`}>
            <MapPin aria-hidden="true" />
            <span>{[place.locality, place.administrative_area].join(", ")}</span>
            {distance ? <span className={styles.distance}>{t("quests.card.distance", { distance })}</span> : null}
          </p>
        ) : null}
        <ul className={`stack muted figures ${styles.facts}`}>
          <li className="center">
            <Clock aria-hidden="true" />
            <Deadline day={quest.quest_deadline} />
          </li>
          <li className="center small">
            <Camera aria-hidden="true" />
            <span>{t("quests.card.photography")}</span>
          </li>
        </ul>
        {results || children ? (
          <div className={styles.more}>
            {results}
            {children}
          </div>
        ) : null}
      </div>
    </article>
  );
}

function Deadline({ day }: { day: string | null }) {
  if (day === null) {
    return (
      <span>
        {t("quests.card.deadline")} <span>{t("quests.card.noDeadline")}</span>
      </span>
    );
  }
  const key = isPast(day) ? "quests.card.ended" : "quests.card.due";
  return <time dateTime={day}>{t(key, { day: formatDate(day) })}</time>;
}

/** The shape of a card that is on its way. */
export function QuestCardSkeleton({ children }: { children?: ReactNode }) {
  return (
    <div className={`card ${styles.card}`}>
      <div className={`grid ${styles.parts}`}>
        <div className={styles.image}>
          <Skeleton height="100%" radius="0" />
        </div>
        <div className={`cluster start gap-4 ${styles.pills}`}>
          <Skeleton width="5rem" height="1.4rem" radius="999px" />
        </div>
        <div className={styles.name}>
          <Skeleton width="85%" height="1.25em" />
        </div>
        <div className={`row baseline muted ${styles.place}`}>
          <Skeleton width="60%" />
        </div>
        <div className={`stack muted figures ${styles.facts}`}>
          <Skeleton width="5rem" />
        </div>
        {children ? <div className={styles.more}>{children}</div> : null}
      </div>
    </div>
  );
}
