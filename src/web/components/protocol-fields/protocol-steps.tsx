import { Fragment, memo, useEffect, useRef, useState } from "react";
import { type Field, type GroupField, listOf, type Protocol, takesAnswer } from "../../../protocol/field.ts";
import { dependsOnMoment } from "../../../protocol/field-expressions.ts";
import { allFields, pathIn, placesOf } from "../../../protocol/places.ts";
import { lazily, untilFetched } from "../../texts/lazily.ts";
import { fieldText } from "../../texts/protocol.ts";
import { MarkedWords } from "../marked-text.tsx";
import { WhenFetched } from "../when-fetched.tsx";
import type { Answer, Answers } from "./answers.ts";
import type { KnownAnswers } from "./form-reader.ts";
import { headingsOf } from "./headings.ts";
import { filledField, filledText, firstAnswer, shownAnswer } from "./known-answers.ts";
import styles from "./protocol-field.module.css";
import { ProtocolField } from "./protocol-field.tsx";
import type { OnAnswer, StepsProps, StepsReading } from "./steps-props.ts";

const FoldedSection = lazily("FoldedSection", () => import("./folded-section.tsx"));
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
}: StepsProps) {
  const { shown, known } = read;
  const drawnCount = useGrowingCount(shown.length);
  const offers = useOffers(protocol);
  useFirstAnswers(protocol, read, answers, onAnswer);
  let number = firstNumber;
  const numbered = shown.map((field) => ({ field, number: takesAnswer(field) && !only ? number++ : undefined }));
  const near = only ? numbered.filter(({ field }) => only.has(field.key)) : numbered.slice(0, drawnCount);
  const questions = near.map(({ field, number }) => ({
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
            number={number}
            fixedRows={fixedRows}
          />
        </WhenFetched>
      ) : (
        <ProtocolField
          key={field.key}
          field={filledField(offers?.offeredField(field, known) ?? field, protocol.fields, known)}
          offer={offers?.offerOf(field, known)}
          result={field.kind === "calculated" ? known.get(field.key) : undefined}
          answer={shownAnswer(field, field.key, answers, known)}
          onAnswer={onAnswer}
          error={errors?.get(field.key)}
          isAsked={isAsked}
          isSame={same?.has(field.key)}
          disabled={disabled}
          number={number}
          isOneOfMany={shown.length > drawnAtOnce}
        />
      ),
  }));
  return sectionsOf(protocol.fields, questions).map(({ key, head, questions: own }) => {
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
});

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

/**
 * Fills in the defaults of fields that were never answered, and again when answers they use change, until somebody
 * changes them. A cleared answer stays empty.
 */
function useFirstAnswers({ fields }: Protocol, read: StepsReading, answers: Answers, onAnswer: OnAnswer): void {
  const filled = useRef(new Map<string, Answer>());
  useEffect(() => {
    const groups = groupsWithDefaults(fields);
    const isOpen = ({ default: preset }: Field, path: string) => {
      if (!preset || !Object.hasOwn(answers, path)) return preset !== undefined;
      const isUntouched = filled.current.has(path) && isSame(answers[path], filled.current.get(path));
      return isUntouched && !dependsOnMoment(preset.expression);
    };
    const fill = (shown: readonly Field[], known: KnownAnswers, row: string) => {
      for (const field of shown) {
        const path = pathIn(row, field.key);
        const answer = isOpen(field, path) ? firstAnswer(field, known) : undefined;
        if (answer !== undefined && !isSame(answer, answers[path])) {
          filled.current.set(path, answer);
          onAnswer(path, answer, true);
        }
        if (field.kind !== "group" || !groups.has(field.key)) continue;
        for (const each of read.rows.get(path) ?? []) fill(each.shown, each.known, each.path);
      }
    };
    fill(read.shown, read.known, "");
  }, [fields, read, answers, onAnswer]);
}

const isSame = (one: Answer | undefined, other: Answer | undefined) => JSON.stringify(one) === JSON.stringify(other);

/** Keys of groups with a default in a row. */
const groupsWithDefaults = (fields: readonly Field[]): ReadonlySet<string> =>
  new Set([...placesOf(fields)].flatMap(({ field, groups }) => (field.default ? groups.map(({ key }) => key) : [])));

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
