import { useId, useState } from "react";
import { t } from "../../../../generated/web-texts/life.ts";
import { listSteps } from "../../../contract/publishing-rules.ts";
import type { QuestLife } from "../../../contract/quest-life.ts";
import type { Quest } from "../../../contract/quests.ts";
import { useCall } from "../../foundation/api/use-call.ts";
import { Button } from "../../ui/button.tsx";
import { formatDate } from "../../ui/dates.ts";
import { Loaded } from "../../ui/fetched.tsx";
import { Pill } from "../../ui/pill.tsx";
import styles from "./quest-life.module.css";
import { stageOf, stageTones, stageWords } from "./quest-stage.ts";
import { type LifeStep, QuestStepDialog } from "./quest-step-dialog.tsx";

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
