import CalendarClock from "lucide-react/icons/calendar-clock";
import Hourglass from "lucide-react/icons/hourglass";
import Navigation from "lucide-react/icons/navigation";
import Users from "lucide-react/icons/users";
import { type ReactNode, useEffect, useState } from "react";
import { t as componentsText } from "../../../../generated/web-texts/components.ts";
import { t } from "../../../../generated/web-texts/quest.ts";
import { t as questsText } from "../../../../generated/web-texts/quests.ts";
import { difficultyNames } from "../../../contract/enums.ts";
import { findJoinObstacle } from "../../../contract/joining-rules.ts";
import { treeTask } from "../../../contract/limits.ts";
import type { Quest } from "../../../contract/quests.ts";
import { deadlineDay, isPast } from "../../foundation/api/server-clock.ts";
import { daysUntil, formatDate, localToday } from "../../ui/dates.ts";
import styles from "./quest-facts.module.css";
import { asksForGirth } from "./tree-task.ts";

/** What helps to decide: how hard, how long, until when, with whom and how far. */
export function QuestFacts({ quest }: { quest: Quest }) {
  const difficulty = difficultyNames[quest.quest_difficulty - 1];
  const distance = useDistance(quest);
  const spots = spotsLeft(quest);
  return (
    <dl className={`grid figures ${styles.facts}`}>
      <Fact label={t("quest.panel.difficulty")} icon={<DifficultyStones difficulty={quest.quest_difficulty} />}>
        <span aria-hidden="true">
          {difficulty ? t(`quest.panel.difficulty.${difficulty}`) : t("quest.panel.difficulty.none")}
        </span>
      </Fact>
      {quest.quest_type === "TREES" && asksForGirth(quest) ? (
        <Fact label={t("quest.trees.duration")} icon={<Hourglass aria-hidden="true" />}>
          {t("quest.trees.duration.text", treeTask.minutesPerSample)}
        </Fact>
      ) : null}
      {spots === undefined ? null : (
        <Fact label={t("quest.panel.places")} icon={<Users aria-hidden="true" />}>
          {spots}
        </Fact>
      )}
      <Fact label={t("quest.panel.deadline")} icon={<CalendarClock aria-hidden="true" />}>
        {deadlineOf(quest.quest_deadline)}
      </Fact>
      {distance === undefined ? null : (
        <Fact label={t("quest.distance")} icon={<Navigation aria-hidden="true" />} className={styles.distance}>
          {questsText("quests.card.distance", { distance })}
        </Fact>
      )}
    </dl>
  );
}

/** The values speak for themselves; their labels are for those who hear them. */
function Fact({
  label,
  icon,
  className = "",
  children,
}: {
  label: string;
  icon: ReactNode;
  className?: string | undefined;
  children: ReactNode;
}) {
  return (
    <div className={className}>
      <dt className="visually-hidden">{label}</dt>
      <dd className="row gap-8">
        {icon}
        <span>{children}</span>
      </dd>
    </div>
  );
}

/** Undefined if nobody can join for another reason, which is said elsewhere. */
function spotsLeft(quest: Quest): string | undefined {
  const { adventurer_limit: limit, adventurer_count: count } = quest;
  const obstacle = findJoinObstacle(quest, deadlineDay());
  if (obstacle !== undefined && obstacle !== "quest_full") return undefined;
  if (limit === null) return t("quest.panel.places.noLimit");
  return t("quest.panel.places.left", { left: Math.max(0, limit - count), limit });
}

function deadlineOf(deadline: string | null): string {
  if (deadline === null) return t("quest.panel.deadline.none");
  const day = formatDate(deadline);
  if (isPast(deadline)) return t("quest.panel.deadline.passed", { day });
  // Here the day may be over while it isn't everywhere.
  if (deadline.slice(0, 10) < localToday()) return day;
  return t("quest.panel.deadline.left", { day, count: daysUntil(deadline) });
}

/** How far its first location is, if the position is allowed already. */
function useDistance({ locations: [place] }: Quest): string | undefined {
  const [distance, setDistance] = useState<string>();
  useEffect(() => {
    if (!place) return;
    let isCurrent = true;
    import("./ask-for-position.tsx")
      .then(({ positionIfAllowed }) => positionIfAllowed())
      .then(
        (here) => isCurrent && setDistance(here?.distanceTo(place.coordinates)),
        () => undefined,
      );
    return () => {
      isCurrent = false;
    };
  }, [place]);
  return distance;
}

const stones = [
  "M3 16.500c0-4 3.600-6.500 8.200-6.500 4.900 0 8.800 2.300 8.800 6.200 0 3-3.700 4.300-8.500 4.300S3 19.500 3 16.500Z",
  "M2.500 15.500c.3-4.500 4.400-7 9-6.800 5.300.2 9.300 3 9 7-.3 3.600-4.300 4.900-9.200 4.800s-9-1.700-8.800-5Z",
  "M2 15c0-5 4.300-8.500 9.800-8.400 5.500.1 9.700 3.600 9.700 8.200 0 4.200-4.200 5.800-9.700 5.800S2 19.200 2 15Z",
  "M1.800 14c.4-5.500 4.800-9 10.400-8.800 5.800.2 10.100 4.200 9.800 9.200-.3 4.600-4.600 6.300-10.200 6.200S1.500 18.800 1.800 14Z",
  "M1.500 13c0-6 4.700-10 10.600-9.900 6 .1 10.400 4.600 10.400 10 0 5.500-4.500 7.600-10.500 7.600S1.500 18.800 1.500 13Z",
];

/** Difficulty as five stones, from 0 (not rated) to 5, with an accessible name. */
export function DifficultyStones({ difficulty }: { difficulty: number }) {
  const name = difficultyNames[difficulty - 1];
  const label = name
    ? componentsText("components.difficulty", { difficulty, name: componentsText(`components.difficulty.${name}`) })
    : componentsText("components.difficulty.none");
  return (
    <span className={styles.stones} role="img" aria-label={label} title={label}>
      {stones.map((path, index) => (
        <svg key={path} viewBox="0 0 24 24" aria-hidden="true" data-filled={index < difficulty}>
          <path d={path} />
        </svg>
      ))}
    </span>
  );
}
