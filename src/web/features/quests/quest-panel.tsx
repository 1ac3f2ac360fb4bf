import CalendarClock from "lucide-react/icons/calendar-clock";
import HandCoins from "lucide-react/icons/hand-coins";
import Share2 from "lucide-react/icons/share-2";
import Signpost from "lucide-react/icons/signpost";
import Target from "lucide-react/icons/target";
import Users from "lucide-react/icons/users";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { t as componentsText } from "../../../../generated/web-texts/components.ts";
import { t } from "../../../../generated/web-texts/quest.ts";
import { difficultyNames } from "../../../contract/enums.ts";
import { findJoinObstacle } from "../../../contract/joining-rules.ts";
import type { Quest } from "../../../contract/quests.ts";
import { deadlineDay, isPast } from "../../foundation/api/server-clock.ts";
import { Button } from "../../ui/button.tsx";
import { daysUntil, formatDate, formatMoment, localToday } from "../../ui/dates.ts";
import { announce } from "../../ui/live-region.tsx";
import { ProgressBar } from "../../ui/progress-bar.tsx";
import { statusWords } from "./quest-availability.tsx";
import styles from "./quest-panel.module.css";

function placesLeft(quest: Quest): string {
  const { adventurer_limit: limit, adventurer_count: count } = quest;
  const obstacle = findJoinObstacle(quest, deadlineDay());
  if (obstacle !== undefined && obstacle !== "quest_full") return t("quest.panel.places.closed");
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

/** Key facts for deciding whether to join. */
export function QuestPanel({ quest, canShare, children }: { quest: Quest; canShare: boolean; children: ReactNode }) {
  const difficulty = difficultyNames[quest.quest_difficulty - 1];
  return (
    <aside className={`stack card gap-16 ${styles.panel}`} aria-label={t("quest.panel")}>
      <div className="cluster center gap-4 across-12">
        <span className={`muted ${styles.label}`}>{t("quest.panel.difficulty")}</span>
        <DifficultyStones difficulty={quest.quest_difficulty} />
        <span aria-hidden="true">
          {difficulty ? t(`quest.panel.difficulty.${difficulty}`) : t("quest.panel.difficulty.none")}
        </span>
      </div>
      <dl className={`grid across-12 ${styles.facts}`}>
        <Fact icon={<CalendarClock aria-hidden="true" />} label={t("quest.panel.deadline")}>
          <span>{deadlineOf(quest.quest_deadline)}</span>
          {quest.quest_deadline === null || isPast(quest.quest_deadline) ? null : (
            <span className={`muted ${styles.until}`}>
              {t("quest.panel.deadline.until", { moment: formatMoment(endOfDeadline(quest.quest_deadline)) })}
            </span>
          )}
        </Fact>
        <Fact icon={<Users aria-hidden="true" />} label={t("quest.panel.places")}>
          {placesLeft(quest)}
        </Fact>
        <Fact icon={<HandCoins aria-hidden="true" />} label={t("quest.panel.compensation")}>
          {t("quest.compensation")}
        </Fact>
        <Fact icon={<Signpost aria-hidden="true" />} label={t("quest.panel.status")}>
          {statusWords(quest)}
        </Fact>
        {quest.target_total ? (
          <Fact icon={<Target aria-hidden="true" />} label={t("quest.panel.target")}>
            {t("quest.panel.target.accepted", { count: quest.accepted_total ?? 0, target: quest.target_total })}
            <ProgressBar
              label={t("quest.panel.target.meter")}
              value={quest.accepted_total ?? 0}
              max={quest.target_total}
            />
          </Fact>
        ) : null}
      </dl>
      {children}
      {canShare ? <ShareButton title={quest.quest_name} /> : null}
    </aside>
  );
}

function Fact({ icon, label, children }: { icon: ReactNode; label: string; children: ReactNode }) {
  return (
    <div className={`grid baseline ${styles.fact}`}>
      {icon}
      <dt className="muted">{label}</dt>
      <dd className="strong figures">{children}</dd>
    </div>
  );
}

/** Opens the device's share sheet, or copies the URL. */
function ShareButton({ title }: { title: string }) {
  const [note, setNote] = useState("");
  const noteElement = useRef<HTMLParagraphElement>(null);
  const tell = (text: string) => {
    setNote(text);
    announce(text);
  };
  // It may appear outside the window.
  useEffect(() => {
    if (note) noteElement.current?.scrollIntoView?.({ block: "nearest" });
  }, [note]);

  const share = async () => {
    const url = `${window.location.origin}${window.location.pathname}`;
    if (typeof navigator.share === "function") {
      try {
        await navigator.share({ title, url });
      } catch (error) {
        if (!(error instanceof DOMException && error.name === "AbortError")) await copy(url);
      }
    } else {
      await copy(url);
    }
  };
  const copy = async (url: string) => {
    try {
      await navigator.clipboard.writeText(url);
      tell(t("quest.share.copied"));
    } catch {
      tell(t("quest.share.copyThis", { address: url }));
    }
  };

  return (
    <div className="stack gap-8">
      <Button onClick={() => void share()} icon={<Share2 aria-hidden="true" />} wide>
        {t("quest.share")}
      </Button>
      <p ref={noteElement} className={`if-any strong breaks ${styles.note}`}>
        {note}
      </p>
    </div>
  );
}

/** The moment from which nobody can join a quest with this deadline: its day is over everywhere on Earth (UTC−12). */
export function endOfDeadline(deadline: string): string {
  const start = Date.parse(`${deadline.slice(0, 10)}T00:00:00Z`);
  return new Date(start + (24 + 12) * 60 * 60_000).toISOString();
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
