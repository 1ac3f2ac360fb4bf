import { Fragment, memo, useEffect, useState } from "react";
import { type Field, type LocalizedText, listOf, type Protocol, takesAnswer } from "../../../protocol/field.ts";
import { untilFetched } from "../../texts/lazily.ts";
import { fieldText } from "../../texts/protocol.ts";
import type { Answer, Answers } from "./answers.ts";
import { filledField, firstAnswer, type KnownAnswers } from "./known-answers.ts";
import styles from "./protocol-field.module.css";
import { ProtocolField } from "./protocol-field.tsx";

/** @param isDefault the form fills it in; nobody has answered */
type OnAnswer = (key: string, answer: Answer | undefined, isDefault?: boolean) => void;

/** The shown questions of a protocol under their headings. */
export const ProtocolSteps = memo(function ProtocolSteps({
  protocol,
  shown,
  answers,
  known,
  onAnswer,
  errors,
  isAsked,
  disabled,
  firstNumber = 1,
}: {
  protocol: Protocol;
  /** `readAnswers(protocol, answers).shown` */
  shown: readonly Field[];
  answers: Answers;
  /** `readAnswers(protocol, answers).known` */
  known: KnownAnswers;
  onAnswer: OnAnswer;
  /** Messages by key. */
  errors?: ReadonlyMap<string, string> | undefined;
  isAsked?: boolean | undefined;
  disabled?: boolean | undefined;
  firstNumber?: number;
}) {
  const headings = headingsOf(protocol.fields, shown);
  const drawnCount = useGrowingCount(shown.length);
  const offers = useOffers(protocol);
  useFirstAnswers(shown, answers, known, onAnswer);
  let number = firstNumber;
  return shown.slice(0, drawnCount).map((field) => {
    const heading = headings.get(field.key);
    return (
      <Fragment key={field.key}>
        {heading === undefined ? null : <h3 className={styles.heading}>{fieldText(heading)}</h3>}
        <ProtocolField
          field={filledField(offers?.offeredField(field, known) ?? field, protocol.fields, known)}
          offer={offers?.offerOf(field, known)}
          result={field.kind === "calculated" ? known.get(field.key) : undefined}
          answer={answers[field.key]}
          onAnswer={onAnswer}
          error={errors?.get(field.key)}
          isAsked={isAsked}
          disabled={disabled}
          number={takesAnswer(field) ? number++ : undefined}
          isOneOfMany={shown.length > drawnAtOnce}
        />
      </Fragment>
    );
  });
});

/** Few forms filter choices, so what does is fetched for them only. */
function useOffers({ fields }: Protocol): typeof import("./offers.ts") | undefined {
  const [offers, setOffers] = useState<typeof import("./offers.ts")>();
  const hasFilters = fields.some((field) => ("filter" in field && field.filter) || listOf(field)?.filter);
  useEffect(() => {
    if (hasFilters) void untilFetched(() => import("./offers.ts")).then(setOffers);
  }, [hasFilters]);
  return offers;
}

/** Fills in the defaults of fields that were never answered. A cleared answer stays empty. */
function useFirstAnswers(shown: readonly Field[], answers: Answers, known: KnownAnswers, onAnswer: OnAnswer): void {
  useEffect(() => {
    for (const field of shown) {
      const answer = Object.hasOwn(answers, field.key) ? undefined : firstAnswer(field, known);
      if (answer !== undefined) onAnswer(field.key, answer, true);
    }
  }, [shown, answers, known, onAnswer]);
}

/** Fills several phone screens. */
const drawnAtOnce = 20;
/** Per frame; more would block a slow phone for 0.1 s or longer. */
const drawnThen = 60;

/** Renders a long form in parts to keep phones responsive. */
function useGrowingCount(count: number): number {
  const [drawn, setDrawn] = useState(drawnAtOnce);
  useEffect(() => {
    if (drawn >= count) return;
    const timer = setTimeout(() => setDrawn(drawn + drawnThen));
    return () => clearTimeout(timer);
  }, [drawn, count]);
  return Math.min(drawn, count);
}

/** By the first shown field of each section. */
function headingsOf(fields: readonly Field[], shown: readonly Field[]): ReadonlyMap<string, LocalizedText> {
  const isShown = new Set(shown.map(({ key }) => key));
  const headings = new Map<string, LocalizedText>();
  let waiting: LocalizedText | undefined;
  for (const { key, heading } of fields) {
    waiting = heading ?? waiting;
    if (waiting === undefined || !isShown.has(key)) continue;
    headings.set(key, waiting);
    waiting = undefined;
  }
  return headings;
}
