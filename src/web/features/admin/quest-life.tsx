import CircleAlert from "lucide-react/icons/circle-alert";
import Lightbulb from "lucide-react/icons/lightbulb";
import { type ReactNode, useId, useState } from "react";
import { t } from "../../../../generated/web-texts/life.ts";
import { findPublishGaps, listSteps, type QuestStep } from "../../../contract/publishing-rules.ts";
import type { QuestLife } from "../../../contract/quest-life.ts";
import type { Quest } from "../../../contract/quests.ts";
import { changeQuest } from "../../foundation/api/quest-administration.ts";
import { deadlineDay } from "../../foundation/api/server-clock.ts";
import { useAction } from "../../foundation/api/use-action.ts";
import { useCall } from "../../foundation/api/use-call.ts";
import { ActionDialog } from "../../ui/action-dialog.tsx";
import { Button } from "../../ui/button.tsx";
import { formatDate } from "../../ui/dates.ts";
import { Loaded } from "../../ui/fetched.tsx";
import note from "../../ui/note.module.css";
import { Pill, type PillTone } from "../../ui/pill.tsx";
import styles from "./quest-life.module.css";

/** Who sees the saved quest, and what its team can do with it as a whole. */
export function QuestLifeSection({
  quest,
  isDirty,
  onTaken,
}: {
  quest: Quest;
  /** Whether the form has changes; the steps are for what is saved. */
  isDirty: boolean;
  /** Passed on to `QuestStepDialog`. */
  onTaken: (life: QuestLife | undefined) => void;
}) {
  const titleId = useId();
  const hintId = useId();
  const fetched = useCall("getQuestLife", { params: { id: quest.id } });
  const { data: life, mutate } = fetched;
  const [step, setStep] = useState<LifeStep>();
  return (
    <section className={`cluster center between ${styles.life}`} aria-labelledby={titleId}>
      <h3 id={titleId} className="visually-hidden">
        {t("life.title")}
      </h3>
      <Loaded of={fetched} height="5rem">
        {(shown) => (
          <>
            <div className={`stack start gap-4 shrinks ${styles.stage}`}>
              <Pill tone={stageTones[stageOf(shown)]}>{t(`life.stage.${stageOf(shown)}`)}</Pill>
              <p>
                {stageWords(stageOf(shown), quest.active_adventurer_count)}
                {shown.published_at ? ` ${t("life.publishedOn", { day: formatDate(shown.published_at) })}` : null}
              </p>
              {isDirty ? (
                <p id={hintId} className="muted small">
                  {t("life.saveFirst")}
                </p>
              ) : null}
            </div>
            <div className="cluster center gap-8">
              {stepsOf(shown).map((each) => (
                <Button
                  key={each}
                  small
                  tone={each === "publish" ? "primary" : each === "delete" ? "plain" : "quiet"}
                  className={each === "delete" ? styles.delete : undefined}
                  disabled={isDirty}
                  aria-describedby={isDirty ? hintId : undefined}
                  onClick={() => setStep(each)}
                >
                  {each === "publish" && shown.published_at !== null ? t("life.publish.again") : t(`life.${each}`)}
                </Button>
              ))}
            </div>
          </>
        )}
      </Loaded>
      {life && step ? (
        <QuestStepDialog
          quest={{ ...quest, quest_status: life.quest_status }}
          step={step}
          onClose={() => setStep(undefined)}
          onTaken={(after) => {
            setStep(undefined);
            void mutate(after, { revalidate: false });
            onTaken(after);
          }}
        />
      ) : null}
    </section>
  );
}

const stepsOf = (life: QuestLife): LifeStep[] => [
  ...listSteps(life),
  ...(life.adventurer_count === 0 ? (["delete"] as const) : []),
];

type LifeStep = QuestStep | "delete";

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
  const action = useAction((reason) => t("life.failed", { reason }));
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
      isBlocked={isBlocked}
      action={action}
      onAct={take}
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

type Stage = "draft" | "hidden" | "open" | "paused" | "processing" | "closed" | "archived";

export function stageOf({
  quest_status,
  published_at,
  archived_at,
}: Pick<QuestLife, "quest_status" | "published_at" | "archived_at">): Stage {
  if (archived_at !== null) return "archived";
  switch (quest_status) {
    case "INACTIVE":
      return published_at === null ? "draft" : "hidden";
    case "ACCEPTING_APPLICATIONS":
      return "open";
    case "IN_PROGRESS":
      return "paused";
    case "DATA_PROCESSING":
      return "processing";
    case "COMPLETED":
      return "closed";
  }
}

const stageTones: Record<Stage, PillTone> = {
  draft: "warning",
  hidden: "warning",
  open: "ok",
  paused: "info",
  processing: "neutral",
  closed: "neutral",
  archived: "neutral",
};

/** What the stage means for volunteers. */
const stageWords = (stage: Stage, count: number): string =>
  stage === "paused" ? t("life.paused", { count }) : t(`life.${stage}`);
