import { Fragment, memo, useEffect, useMemo, useState } from "react";
import { type Field, type GroupField, listOf, type Protocol, takesAnswer } from "../../../protocol/field.ts";
import { allFields } from "../../../protocol/places.ts";
import { lazily, untilFetched } from "../../foundation/texts/lazily.ts";
import { fieldText } from "../../foundation/texts/protocol.ts";
import { MarkedWords } from "../../ui/marked-text.tsx";
import { WhenFetched } from "../../ui/when-fetched.tsx";
import { headingsOf } from "./headings.ts";
import { FirstAnswers, filledField, filledText, shownAnswer } from "./known-answers.ts";
import styles from "./protocol-field.module.css";
import { ProtocolField, QuestionNumbers } from "./protocol-field.tsx";
import type { StepsProps } from "./steps-props.ts";

const FoldedSection = lazily("FoldedSection", () => import("./around-fields.tsx"));
const MissingLists = lazily("MissingLists", () => import("./around-fields.tsx"));
const RowsField = lazily("RowsField", () => import("./rows-field.tsx"));

/** The shown questions of a protocol under their headings. */
export const ProtocolSteps = memo(function ProtocolSteps({
  protocol,
  read,
  answers,
  onAnswer,
  errors,
  isAsked,
  same,
  disabled,
  firstNumber = 1,
  fixedRows,
  only,
  folds,
  more,
}: StepsProps) {
  const { shown, known } = read;
  const drawnCount = useGrowingCount(shown.length);
  const offers = useOffers(protocol);
  const [first] = useState(() => new FirstAnswers());
  useEffect(() => first.fill(read, answers, onAnswer), [first, read, answers, onAnswer]);
  const numbers = useNumbers(only ? [] : shown, firstNumber, more?.keys);
  const near = only ? shown.filter(({ key }) => only.has(key)) : shown.slice(0, drawnCount);
  const questions = near.map((field) => ({
    field,
    drawn:
      field.kind === "group" ? (
        <WhenFetched key={field.key} fallback={<div data-field={field.key}>{fieldText(field.label)}</div>}>
          <RowsField
            protocol={protocol}
            field={filledField(field, protocol.fields, known) as GroupField}
            path={field.key}
            read={read}
            answers={answers}
            onAnswer={onAnswer}
            errors={errors}
            isAsked={isAsked}
            same={same}
            disabled={disabled}
            fixedRows={fixedRows}
          />
        </WhenFetched>
      ) : (
        <ProtocolField
          key={field.key}
          field={filledField(offers?.offeredField(field, known) ?? field, protocol.fields, known)}
          offer={offers?.offerOf(field, known)}
          result={field.kind === "calculated" ? known.answerOf(field.key) : undefined}
          answer={shownAnswer(field, field.key, answers, known)}
          onAnswer={onAnswer}
          error={errors?.get(field.key)}
          isAsked={isAsked}
          isSame={same?.has(field.key)}
          disabled={disabled}
          folds={folds}
          isOneOfMany={shown.length > drawnAtOnce}
        />
      ),
  }));
  const main = more ? questions.filter(({ field }) => !more.keys.has(field.key)) : questions;
  const rest = more ? questions.filter(({ field }) => more.keys.has(field.key)) : [];
  // What was filled in, now or in a draft, is in sight.
  const [startsOpen] = useState(
    () => more?.isOpen || rest.some(({ field }) => read.answered.has(field.key) || field.same_as_last),
  );
  const sections = sectionsOf(protocol.fields, main).map(({ key, head, questions: own }) => {
    const drawn = own.map((each) => each.drawn);
    const fields = own.map(({ field }) => field);
    const heading = head?.heading && filledText(head.heading, protocol.fields, known);
    return head?.folded && !only ? (
      <WhenFetched key={key}>
        <FoldedSection
          title={<MarkedWords text={heading ?? ""} isControl />}
          fields={fields}
          read={read}
          errors={errors}
        >
          {drawn}
        </FoldedSection>
      </WhenFetched>
    ) : (
      <Fragment key={key}>
        {heading === undefined ? null : (
          <h3 className={styles.heading}>
            <MarkedWords text={heading} />
          </h3>
        )}
        {drawn}
      </Fragment>
    );
  });
  return (
    <QuestionNumbers value={numbers}>
      {read.items?.isMissing ? (
        <WhenFetched>
          <MissingLists onAgain={() => void read.items?.keep()} />
        </WhenFetched>
      ) : null}
      {sections}
      {more?.before}
      {more && rest.length > 0 ? (
        <WhenFetched fallback={<div className={styles.more} />}>
          <FoldedSection
            title={more.title}
            fields={rest.map(({ field }) => field)}
            read={read}
            errors={errors}
            startsOpen={startsOpen}
            isPlain
            onToggle={more.onToggle}
          >
            {rest.map(({ drawn }) => drawn)}
          </FoldedSection>
        </WhenFetched>
      ) : null}
    </QuestionNumbers>
  );
});

/** The same map while the same questions are shown. @param after come after one more step */
function useNumbers(
  shown: readonly Field[],
  firstNumber: number,
  after: ReadonlySet<string> | undefined,
): ReadonlyMap<string, number> {
  const keys = shown
    .filter(takesAnswer)
    .map(({ key }) => key)
    .join(" ");
  return useMemo(
    () => new Map(keys.split(" ").map((key, index) => [key, firstNumber + index + (after?.has(key) ? 1 : 0)])),
    [keys, firstNumber, after],
  );
}

type Section<Question> = { key: string; head: Field | undefined; questions: Question[] };

/** Questions by section; `head` is the field with the heading. */
function sectionsOf<Question extends { field: Field }>(
  fields: readonly Field[],
  questions: readonly Question[],
): Section<Question>[] {
  const heads = headingsOf(
    fields,
    questions.map(({ field }) => field),
  );
  const sections: Section<Question>[] = [];
  for (const question of questions) {
    const head = heads.get(question.field.key);
    const last = sections.at(-1);
    if (last && !head) last.questions.push(question);
    // The same section keeps its key while conditions hide its first questions.
    else sections.push({ key: head?.key ?? "", head, questions: [question] });
  }
  return sections;
}

/** Few forms filter choices, so what does is fetched for them only. */
function useOffers({ fields }: Protocol): typeof import("./offers.ts") | undefined {
  const [offers, setOffers] = useState<typeof import("./offers.ts")>();
  const hasFilters = allFields(fields).some((field) => ("filter" in field && field.filter) || listOf(field)?.filter);
  useEffect(() => {
    if (hasFilters) void untilFetched(() => import("./offers.ts")).then(setOffers);
  }, [hasFilters]);
  return offers;
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
