import CalendarClock from "lucide-react/icons/calendar-clock";
import HandCoins from "lucide-react/icons/hand-coins";
import Signpost from "lucide-react/icons/signpost";
import Users from "lucide-react/icons/users";
import type { ReactNode } from "react";
import { difficultyNames } from "../../../contract/enums.ts";
import type { Quest } from "../../../contract/quests.ts";
import { daysUntil, formatDay } from "../../components/dates.ts";
import { DifficultyStones } from "../../components/difficulty-stones.tsx";
import styles from "./quest-panel.module.css";
import { questStatusLabels } from "./quest-status.ts";
import { ShareButton } from "./share-button.tsx";

/** Compensation of every quest: there is none. */
export const compensation = "None (volunteer)";

export function placesLeft({ adventurer_limit: limit, adventurer_count: count }: Quest): string {
  if (limit === null) return "No limit";
  const left = Math.max(0, limit - count);
  return left === 0 ? `None of ${limit} left` : `${left} of ${limit} left`;
}

function deadlineOf(day: string | null): string {
  if (day === null) return "none";
  const days = daysUntil(day);
  const note = days < 0 ? "passed" : days === 0 ? "today" : days === 1 ? "1 day left" : `${days} days left`;
  return `${formatDay(day)}, ${note}`;
}

/** What one weighs before joining, at a glance. */
export function QuestPanel({ quest, children }: { quest: Quest; children: ReactNode }) {
  const difficulty = difficultyNames[quest.quest_difficulty - 1];
  return (
    <aside className={styles.panel} aria-label="Quest at a glance">
      <div className={styles.difficulty}>
        <span className={styles.label}>Difficulty</span>
        <DifficultyStones difficulty={quest.quest_difficulty} />
        <span aria-hidden="true">{difficulty ? difficulty.replace("_", " ").toLowerCase() : "not rated"}</span>
      </div>
      <dl className={styles.facts}>
        <Fact icon={<CalendarClock aria-hidden="true" />} label="Deadline">
          {deadlineOf(quest.quest_deadline)}
        </Fact>
        <Fact icon={<Users aria-hidden="true" />} label="Places">
          {placesLeft(quest)}
        </Fact>
        <Fact icon={<HandCoins aria-hidden="true" />} label="Compensation">
          {compensation}
        </Fact>
        <Fact icon={<Signpost aria-hidden="true" />} label="Status">
          {questStatusLabels[quest.quest_status]}
        </Fact>
      </dl>
      {children}
      <ShareButton title={quest.quest_name} />
    </aside>
  );
}

function Fact({ icon, label, children }: { icon: ReactNode; label: string; children: ReactNode }) {
  return (
    <div className={styles.fact}>
      {icon}
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}
