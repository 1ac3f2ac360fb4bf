import {
  type ComponentType,
  createContext,
  type MouseEvent,
  memo,
  type ReactNode,
  useContext,
  useEffect,
  useId,
  useRef,
  useState,
} from "react";
import { t } from "../../../../generated/web-texts/answers.ts";
import { boundsOf } from "../../../protocol/check-value.ts";
import {
  type Field,
  type FieldKind,
  type IntegerField,
  type NoteField,
  type NumberField,
  takesAnswer,
} from "../../../protocol/field.ts";
import { isGeometryKind } from "../../../protocol/geometry.ts";
import { type Answer, type Reading, readAnswer, textOf } from "../../foundation/answers/answers.ts";
import { isUnfinished } from "../../foundation/answers/file-kinds.ts";
import type { Offer } from "../../foundation/lists/ask-list.ts";
import { lazily } from "../../foundation/texts/lazily.ts";
import { classNames } from "../../ui/class-names.ts";
import { figuresWithUnit } from "../../ui/figures-with-unit.ts";
import { formatMeasurement } from "../../ui/format-measurement.ts";
import { linksIn, MarkedText, MarkedWords } from "../../ui/marked-text.tsx";
import { formatNumber } from "../../ui/numbers.ts";
import { WhenFetched } from "../../ui/when-fetched.tsx";
import { CalculatedControl } from "./calculated-control.tsx";
import { ChoiceControl, ChoicesControl, isSearched, YesNoControl } from "./choice-control.tsx";
import type { ControlProps } from "./control.ts";
import { faultWords } from "./fault-words.ts";
import { MomentControl } from "./moment-control.tsx";
import { IntegerControl, NumberControl } from "./number-controls.tsx";
import { PhotoControl } from "./photo-control.tsx";
import styles from "./protocol-field.module.css";
import { QuestionMedia } from "./question-media.tsx";
import { TextControl } from "./text-control.tsx";

const NumberQuestion = lazily("NumberQuestion", () => import("./around-fields.tsx"));
const SameMark = lazily("SameMark", () => import("./around-fields.tsx"));
const RarerControl = lazily("RarerControl", () => import("./rarer-controls.tsx"));

type KindControl<Kind extends FieldKind> = ComponentType<ControlProps<Extract<Field, { kind: Kind }>>>;

const Rarer = (props: ControlProps) => (
  <WhenFetched>
    <RarerControl {...props} />
  </WhenFetched>
);

/** Groups have rows instead: `rows-field.tsx`. */
const controls: { [Kind in Exclude<FieldKind, "group">]: KindControl<Kind> } = {
  number: NumberControl,
  integer: IntegerControl,
  choice: ChoiceControl,
  choices: ChoicesControl,
  rank: Rarer,
  yes_no: YesNoControl,
  text: TextControl,
  barcode: Rarer,
  date: MomentControl,
  time: MomentControl,
  datetime: MomentControl,
  photo: PhotoControl,
  audio: Rarer,
  file: Rarer,
  point: Rarer,
  line: Rarer,
  area: Rarer,
  calculated: CalculatedControl,
  note: () => null,
};

/** A group of controls needs `aria-labelledby` instead of a label element. */
const isGroup = (field: Field) =>
  field.kind === "yes_no" ||
  field.kind === "rank" ||
  field.kind === "audio" ||
  isGeometryKind(field.kind) ||
  !takesAnswer(field) ||
  ((field.kind === "choice" || field.kind === "choices") && !isSearched(field));

export type ProtocolFieldProps = {
  field: Field;
  /** By default, its key. */
  path?: string | undefined;
  answer: Answer | undefined;
  /** Undefined clears the answer. */
  onAnswer: (path: string, answer: Answer | undefined) => void;
  /** Result of a calculated field. */
  result?: unknown;
  /** What the filter of its list offers. */
  offer?: Offer | undefined;
  /** By default, the field shows its own message after it loses focus. */
  error?: string | undefined;
  /** Asks about its number at once, not only after it loses focus. */
  isAsked?: boolean | undefined;
  /** The answer is filled in as last time. */
  isSame?: boolean | undefined;
  disabled?: boolean | undefined;
  /** Becomes a line that opens again once an option is tapped. */
  folds?: boolean | undefined;
  /** The browser renders it only when it is near the viewport. */
  isOneOfMany?: boolean | undefined;
};

/** Numbers of a form's questions, by key. */
export const QuestionNumbers = createContext<ReadonlyMap<string, number>>(new Map());

/** A part of its own, because a question that appears gives all after it another number. */
export function QuestionNumber({ path }: { path: string }) {
  const number = useContext(QuestionNumbers).get(path);
  if (number === undefined) return null;
  return (
    <span className={`middle figures ${styles.number}`} aria-hidden="true">
      {number}
    </span>
  );
}

/** A message that appears at once would move the button that a finger is about to press. */
const leftAfterMs = 250;

/** One question with its hint, control and message. */
export const ProtocolField = memo(function ProtocolField({
  field,
  path = field.key,
  answer,
  onAnswer,
  error,
  isAsked = false,
  isSame = false,
  disabled = false,
  folds = false,
  isOneOfMany = false,
  result,
  offer,
}: ProtocolFieldProps) {
  const id = useId();
  const [labelId, hintId, errorId, questionId] = [`${id}-label`, `${id}-hint`, `${id}-error`, `${id}-question`];
  const [isLeft, setIsLeft] = useState(false);
  const leaving = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(leaving.current), []);

  const reading = readAnswer(field, answer);
  // One may go on while a recording grows.
  const isGrowing = answer instanceof File && isUnfinished(answer);
  const faultText = error ?? (isLeft && !isGrowing && reading.kind === "fault" ? faultWords(reading.fault) : undefined);
  const isQuestion = (isLeft || isAsked) && !error && isOpen(reading);
  const Control = controls[field.kind as keyof typeof controls] as ComponentType<ControlProps> | undefined;
  const isLabelOfControl = !isGroup(field) && Control !== undefined;
  const hint = hintOf(field, isLabelOfControl ? linksIn(field.label) : null);
  const describedBy = classNames(hint ? hintId : null, faultText && errorId, isQuestion && questionId) || undefined;
  const fold = useFoldingOptions(folds && hasOptions(field), reading.kind === "value" && faultText === undefined);
  const words = (
    <>
      <bdi>
        <MarkedWords text={field.label} isControl={isLabelOfControl} />
      </bdi>
      {field.required || !Control || !takesAnswer(field) ? null : (
        <span className={`muted ${styles.optional}`}> {t("answers.optional")}</span>
      )}
    </>
  );

  const asked = (
    <>
      <QuestionMedia of={field} />
      {hint ? (
        <div id={hintId} className={`muted breaks ${styles.hint}`}>
          {hint}
        </div>
      ) : null}
      {Control ? (
        <Control
          field={field}
          answer={answer}
          onAnswer={(next) => {
            // Typing means it has the focus again.
            if (isTyped(field)) setIsLeft(false);
            fold.hold();
            onAnswer(path, next);
          }}
          id={id}
          labelId={labelId}
          describedBy={describedBy}
          isWrong={faultText !== undefined}
          disabled={disabled || field.read_only === true}
          result={result}
          offer={offer}
        />
      ) : (
        <p>{t("answers.newerKind")}</p>
      )}
    </>
  );
  if (field.kind === "note") return <Note field={field} hint={hint} isOneOfMany={isOneOfMany} />;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only notes that the focus has left.
    <div
      className={classNames("stack gap-8 shrinks", isOneOfMany && styles.oneOfMany)}
      data-field={path}
      onFocus={() => clearTimeout(leaving.current)}
      onBlur={() => {
        leaving.current = setTimeout(() => setIsLeft(true), leftAfterMs);
      }}
    >
      {fold.isFolded ? (
        <FoldedAnswer field={field} path={path} labelId={labelId} reading={reading} disabled={disabled} fold={fold} />
      ) : (
        <div className="row start gap-8">
          <QuestionNumber path={path} />
          {isLabelOfControl ? (
            <label id={labelId} htmlFor={id} className={`shrinks strong breaks ${styles.label}`}>
              {words}
            </label>
          ) : (
            <p id={labelId} className={`shrinks strong breaks ${styles.label}`}>
              {words}
            </p>
          )}
        </div>
      )}
      <Folding fold={fold}>{asked}</Folding>
      {isSame ? (
        <WhenFetched>
          <SameMark path={path} labelId={labelId} disabled={disabled} onUndo={() => onAnswer(path, undefined)} />
        </WhenFetched>
      ) : null}
      <p id={errorId} className="if-any danger strong breaks" aria-live="polite">
        {faultText}
      </p>
      {isQuestion ? (
        <WhenFetched>
          <NumberQuestion
            id={questionId}
            field={field as NumberField | IntegerField}
            reading={reading}
            text={textOf(answer)}
            disabled={disabled}
            onSettled={(settled) => {
              onAnswer(path, settled);
              document.getElementById(id)?.focus();
            }}
            onChange={() => {
              setIsLeft(false);
              const input = document.getElementById(id);
              input?.focus();
              if (input instanceof HTMLInputElement) input.select();
            }}
          />
        </WhenFetched>
      ) : null}
    </div>
  );
});

/** Shows that the option is chosen, and that a second tap doesn't meet what comes in its place. */
const foldAfterMs = 250;

/** Folds options to a line once one is tapped, or filled in. Arrow keys choose as well, so with them the options stay. */
function useFoldingOptions(canFold: boolean, isAnswered: boolean) {
  const [isHeld, setIsHeld] = useState(false);
  const isFolded = canFold && isAnswered && !isHeld;
  const line = useRef<HTMLButtonElement>(null);
  const options = useRef<HTMLDivElement>(null);
  const folding = useRef<ReturnType<typeof setTimeout>>(undefined);
  /** Where the focus goes when it has folded or opened. */
  const wanted = useRef<"line" | "options">(undefined);
  useEffect(() => () => clearTimeout(folding.current), []);
  useEffect(() => {
    const to = wanted.current;
    wanted.current = undefined;
    // Safari doesn't focus what is tapped. Who has gone on to the next question stays there.
    const { activeElement, body } = document;
    const isHere = activeElement === body || options.current?.contains(activeElement);
    if (to === "line" && isFolded && isHere) line.current?.focus({ preventScroll: true });
    if (to === "options" && !isFolded) {
      const { current: all } = options;
      (all?.querySelector<HTMLElement>("input:checked") ?? all?.querySelector("input"))?.focus();
    }
  }, [isFolded]);
  return {
    canFold,
    isFolded,
    line,
    options,
    hold: () => setIsHeld(true),
    open: () => {
      wanted.current = "options";
      setIsHeld(true);
    },
    follow: ({ detail, target }: MouseEvent) => {
      if (detail === 0 || !(target instanceof HTMLInputElement) || target.type !== "radio") return;
      clearTimeout(folding.current);
      folding.current = setTimeout(() => {
        wanted.current = "line";
        setIsHeld(false);
      }, foldAfterMs);
    },
  };
}

type Fold = ReturnType<typeof useFoldingOptions>;

/** An answered choice in a line, which opens its options again. */
function FoldedAnswer({
  field,
  path,
  labelId,
  reading,
  disabled,
  fold,
}: Pick<ControlProps, "field" | "labelId" | "disabled"> & { path: string; reading: Reading; fold: Fold }) {
  const value = reading.kind === "value" ? reading.value : undefined;
  return (
    <button
      ref={fold.line}
      type="button"
      className={`row center gap-8 wide framed breaks ${styles.folded}`}
      aria-expanded={false}
      disabled={disabled}
      onClick={fold.open}
    >
      <QuestionNumber path={path} />
      <span className={`shrinks ${styles.answer}`}>
        <span id={labelId} className="muted">
          <bdi>
            <MarkedWords text={field.label} isControl />
          </bdi>
        </span>{" "}
        <strong>
          <bdi>{formatMeasurement({ value, unit: undefined, field })}</bdi>
        </strong>
      </span>{" "}
      <span className={styles.change}>{t("answers.change")}</span>
    </button>
  );
}

function Folding({ fold: { canFold, isFolded, options, follow }, children }: { fold: Fold; children: ReactNode }) {
  if (!canFold) return children;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: it only follows taps on options.
    <div ref={options} className={isFolded ? undefined : "stack gap-8"} hidden={isFolded} onClick={follow}>
      {children}
    </div>
  );
}

const hasOptions = (field: Field) =>
  !field.read_only &&
  (field.kind === "yes_no" || ((field.kind === "choice" || field.kind === "choices") && !isSearched(field)));

function Note({ field, hint, isOneOfMany }: { field: NoteField; hint: ReactNode; isOneOfMany: boolean }) {
  return (
    <div className={classNames("breaks", styles.note, isOneOfMany && styles.oneOfMany)} data-field={field.key}>
      <MarkedText text={field.label} />
      <QuestionMedia of={field} />
      {hint ? <div className={`muted breaks ${styles.hint}`}>{hint}</div> : null}
    </div>
  );
}

const isTyped = ({ kind }: Field) => kind === "number" || kind === "integer" || kind === "text" || kind === "barcode";

const isOpen = (reading: Reading): reading is Extract<Reading, { kind: "unexpected" | "ambiguous" }> =>
  reading.kind === "unexpected" || reading.kind === "ambiguous";

/** @param links of the label, if it can't have them itself */
function hintOf(field: Field, links: ReactNode): ReactNode {
  const range = rangeWords(field);
  if (!field.hint && !range && !links) return null;
  return (
    <>
      {field.hint ? <MarkedText text={field.hint} /> : null}
      {links}
      {range ? <p>{range}</p> : null}
    </>
  );
}

/** `1 to 300 mm` */
function rangeWords(field: Field): string | undefined {
  if (field.kind === "date" || field.kind === "time" || field.kind === "datetime") {
    const { min, max } = field;
    if (min !== undefined && max !== undefined) return t("answers.range.between", { min, max });
    if (min !== undefined) return t("answers.range.from", { min });
    return max === undefined ? undefined : t("answers.range.until", { max });
  }
  // The specification's form, the only one with titles, doesn't show its bounds.
  if ((field.kind !== "number" && field.kind !== "integer") || field.title !== undefined) return undefined;
  const { min, max } = boundsOf(field);
  return betweenWords(numberWords(min), numberWords(max), field.unit);
}

function betweenWords(min: string | undefined, max: string | undefined, unit?: string): string | undefined {
  if (min !== undefined && max !== undefined)
    return t("answers.range.between", { min, max: figuresWithUnit(max, unit) });
  if (min !== undefined) return t("answers.range.atLeast", { min: figuresWithUnit(min, unit) });
  return max === undefined ? undefined : t("answers.range.atMost", { max: figuresWithUnit(max, unit) });
}

const numberWords = (value: number | undefined) =>
  value === undefined ? undefined : formatNumber(value, 10, { atMost: true });
