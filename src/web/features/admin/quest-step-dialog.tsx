import CircleAlert from "lucide-react/icons/circle-alert";
import Lightbulb from "lucide-react/icons/lightbulb";
import type { ReactNode } from "react";
import { t } from "../../../../generated/web-texts/life.ts";
import { findPublishGaps, type QuestStep } from "../../../contract/publishing-rules.ts";
import type { QuestLife } from "../../../contract/quest-life.ts";
import type { Quest } from "../../../contract/quests.ts";
import { deadlineDay } from "../../foundation/api/deadlines.ts";
import { changeQuest } from "../../foundation/api/quest-administration.ts";
import { useAction } from "../../foundation/api/use-action.ts";
import { ActionDialog } from "../../ui/action-dialog.tsx";
import { formatDate } from "../../ui/dates.ts";
import note from "../../ui/note.module.css";
import styles from "./quest-life.module.css";

export type LifeStep = QuestStep | "delete";

/** Says what the step does and what is missing, then takes it. */
export function QuestStepDialog({
  quest,
  step,
  onTaken,
  onClose,
}: {
  /** The quest as it is saved. */
  quest: Quest;
  step: LifeStep;
  /** The quest as it is then; undefined if it is deleted. */
  onTaken: (life: QuestLife | undefined) => void;
  onClose: () => void;
}) {
  const { isBusy, problem, run } = useAction((reason) => t("life.failed", { reason }));
  const gaps = findPublishGaps(quest, deadlineDay());
  const isBlocked = step === "publish" && gaps.needed.length > 0;

  async function take() {
    const params = { id: quest.id };
    if (step !== "delete") {
      onTaken(await changeQuest("takeQuestStep", { params, body: { step, seen: quest.quest_status } }));
      return;
    }
    await changeQuest("deleteQuest", { params });
    onTaken(undefined);
  }

  return (
    <ActionDialog
      title={t(`life.${step}.title`, { questName: quest.quest_name })}
      onClose={onClose}
      back={t("life.cancel")}
      act={t(`life.${step}`)}
      tone={step === "delete" || step === "close" ? "danger" : "primary"}
      isBusy={isBusy}
      isBlocked={isBlocked}
      problem={problem}
      onAct={() => run(take)}
    >
      <ul className={`stack gap-4 ${styles.effects}`}>
        {effectsOf(step, quest).map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
      {step === "publish" ? (
        <>
          <Gaps
            title={t("life.needed")}
            icon={<CircleAlert aria-hidden="true" />}
            isNeeded
            gaps={gaps.needed.map((gap) => t(`life.needed.${gap}`))}
          />
          <Gaps
            title={t("life.advised")}
            icon={<Lightbulb aria-hidden="true" />}
            gaps={gaps.advised.map((gap) => t(`life.advised.${gap}`))}
          />
        </>
      ) : null}
    </ActionDialog>
  );
}

function effectsOfPublishing({ quest_deadline, adventurer_limit }: Quest): string[] {
  return [
    t("life.publish.who"),
    t("life.publish.status"),
    quest_deadline ? t("life.publish.until", { day: formatDate(quest_deadline) }) : t("life.publish.always"),
    adventurer_limit === null ? t("life.publish.noLimit") : t("life.publish.limit", { count: adventurer_limit }),
    t("life.publish.form"),
  ];
}

function effectsOf(step: LifeStep, quest: Quest): string[] {
  switch (step) {
    case "publish":
      return effectsOfPublishing(quest);
    case "pause":
      return [t("life.pause.text", { count: quest.active_adventurer_count }), t("life.pause.status")];
    case "close":
      return [t("life.close.text"), t("life.close.status")];
    case "archive":
      return [t("life.archive.text"), ...(quest.quest_status === "COMPLETED" ? [t("life.archive.completed")] : [])];
    case "unarchive":
    case "delete":
      return [t(`life.${step}.text`)];
  }
}

function Gaps({
  title,
  icon,
  isNeeded = false,
  gaps,
}: {
  title: string;
  icon: ReactNode;
  isNeeded?: boolean;
  gaps: string[];
}) {
  if (gaps.length === 0) return null;
  return (
    <section className={isNeeded ? styles.needed : styles.advised}>
      <h3>{title}</h3>
      <ul className={`stack gap-4 ${styles.gaps}`}>
        {gaps.map((text) => (
          <li key={text} className={note.note}>
            {icon}
            {text}
          </li>
        ))}
      </ul>
    </section>
  );
}
