import { useEffect, useRef, useState } from "react";
import { t } from "../../../../generated/web-texts/lesson.ts";
import type { LessonAnswer, LessonCard } from "../../../contract/lessons.ts";
import { Button } from "../../ui/button.tsx";
import { ProgressBar } from "../../ui/progress-bar.tsx";
import { LessonCardView } from "./lesson-card.tsx";
import { answerCard, currentCard, type LessonRun, nextCard, placeOf } from "./lesson-run.ts";
import styles from "./lessons.module.css";

/** One card at a time, until every question was answered right. */
export function LessonPlayer({ run, onRun }: { run: LessonRun; onRun: (run: LessonRun) => void }) {
  const card = currentCard(run);
  const heading = useRef<HTMLHeadingElement>(null);
  const { steps } = run;
  const firstSteps = useRef(steps);
  // The next card begins at its top, for screen readers too.
  useEffect(() => {
    if (steps === firstSteps.current) return;
    heading.current?.focus({ preventScroll: true });
    window.scrollTo({ top: 0 });
  }, [steps]);
  if (!card) return null;
  const { number, total, again, done } = placeOf(run);
  return (
    <section className="stack gap-16 shrinks" aria-labelledby="lesson-place">
      <h2 id="lesson-place" ref={heading} tabIndex={-1} className={`muted text-16 ${styles.place}`}>
        {again > 0 ? t("lesson.again", { count: again }) : t("lesson.place", { number, total })}
      </h2>
      <ProgressBar label={t("lesson.progress")} value={done} max={total} />
      <OneCard
        key={steps}
        card={card}
        isLast={run.queue.length === 1}
        onAnswer={(answer) => onRun(answerCard(run, card.key, answer))}
        onNext={() => onRun(nextCard(run))}
      />
    </section>
  );
}

function OneCard({
  card,
  isLast,
  onAnswer,
  onNext,
}: {
  card: LessonCard;
  isLast: boolean;
  onAnswer: (answer: LessonAnswer) => void;
  onNext: () => void;
}) {
  const [answer, setAnswer] = useState<LessonAnswer>();
  const next = useRef<HTMLButtonElement>(null);
  // The button that was pressed is gone.
  useEffect(() => {
    if (answer !== undefined) next.current?.focus();
  }, [answer]);
  const isAsked = card.choice !== undefined || card.value !== undefined;
  return (
    <>
      <LessonCardView
        card={card}
        answer={answer}
        onAnswer={(given) => {
          setAnswer(given);
          onAnswer(given);
        }}
      />
      {isAsked && answer === undefined ? null : (
        <div className={styles.next}>
          <Button ref={next} tone="next" wide onClick={onNext}>
            {t(isLast && !isAsked ? "lesson.finish" : "lesson.continue")}
          </Button>
        </div>
      )}
    </>
  );
}
