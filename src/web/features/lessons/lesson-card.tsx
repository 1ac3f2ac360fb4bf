import CircleCheck from "lucide-react/icons/circle-check";
import CircleX from "lucide-react/icons/circle-x";
import { type FormEvent, type ReactNode, useEffect, useId, useState } from "react";
import { t } from "../../../../generated/web-texts/lesson.ts";
import { judgeAnswer } from "../../../contract/lesson-rules.ts";
import type { LessonAnswer, LessonCard } from "../../../contract/lessons.ts";
import { readNumber } from "../../../protocol/read-number.ts";
import { pictureAddress } from "../../foundation/media/media-addresses.ts";
import { Button } from "../../ui/button.tsx";
import { Field } from "../../ui/field.tsx";
import { announce } from "../../ui/live-region.tsx";
import { MarkedText } from "../../ui/marked-text.tsx";
import { formatNumber } from "../../ui/numbers.ts";
import { Pill } from "../../ui/pill.tsx";
import styles from "./lessons.module.css";

/** A card as phones show it. Once it is answered, it says what is right and why. */
export function LessonCardView({
  card,
  answer,
  onAnswer,
}: {
  card: LessonCard;
  /** Undefined until it is answered. */
  answer: LessonAnswer | undefined;
  onAnswer: (answer: LessonAnswer) => void;
}) {
  const { picture, hides_picture, text, choice, value, example } = card;
  return (
    <div className={`stack card gap-16 pad-16 shrinks ${styles.card}`}>
      {picture ? (
        <img
          className={styles.picture}
          src={pictureAddress(picture)}
          alt={picture.alt}
          width={picture.width}
          height={picture.height}
        />
      ) : null}
      {hides_picture ? <p className={`pad-16 muted ${styles.hidden}`}>{t("lesson.hiddenPicture")}</p> : null}
      {example ? <ExampleMark isGood={example.is_good} /> : null}
      <div className="stack gap-8 shrinks text-18">
        <MarkedText text={text} />
      </div>
      {example ? (
        <p className="muted breaks" dir="auto">
          {example.reason}
        </p>
      ) : null}
      {choice ? <ChoiceQuestion choice={choice} answer={answer} onAnswer={onAnswer} /> : null}
      {value ? <ValueQuestion value={value} isAnswered={answer !== undefined} onAnswer={onAnswer} /> : null}
      {answer === undefined ? null : <Verdict card={card} isRight={judgeAnswer(card, answer) === true} />}
    </div>
  );
}

function ExampleMark({ isGood }: { isGood: boolean }) {
  const Icon = isGood ? CircleCheck : CircleX;
  return (
    <Pill tone={isGood ? "ok" : "danger"} icon={<Icon aria-hidden="true" />}>
      {t(isGood ? "lesson.example.good" : "lesson.example.bad")}
    </Pill>
  );
}

function Verdict({ card: { value }, isRight }: { card: LessonCard; isRight: boolean }) {
  const digits = (number: number) => formatNumber(number, 6, { atMost: true });
  const Icon = isRight ? CircleCheck : CircleX;
  const words = t(isRight ? "lesson.right" : "lesson.wrong");
  useEffect(() => announce(words), [words]);
  return (
    <div className={`stack gap-4 breaks ${styles.verdict}`} data-right={isRight}>
      <p className="row center gap-8">
        <Icon aria-hidden="true" />
        <strong>{words}</strong>
      </p>
      {value ? (
        <p>
          {t("lesson.reference", {
            value: digits(value.reference),
            unit: value.unit,
            tolerance: digits(value.tolerance),
          })}
        </p>
      ) : null}
      {value?.reason ? <p dir="auto">{value.reason}</p> : null}
    </div>
  );
}

type Choice = NonNullable<LessonCard["choice"]>;

/** One right option: a tap answers. Several: they are ticked and checked together. */
function ChoiceQuestion({
  choice: { options },
  answer,
  onAnswer,
}: {
  choice: Choice;
  answer: LessonAnswer | undefined;
  onAnswer: (answer: LessonAnswer) => void;
}) {
  const [ticked, setTicked] = useState<readonly number[]>([]);
  const [isMissing, setIsMissing] = useState(false);
  const errorId = useId();
  const isSeveral = options.filter(({ is_right }) => is_right).length > 1;
  if (typeof answer === "object") return <AnsweredOptions options={options} chosen={answer} />;
  if (!isSeveral) {
    return (
      <ul className="grid gap-8">
        {options.map(({ text }, index) => (
          <li key={atPlace(text, index)}>
            <button
              type="button"
              className={`row center gap-12 wide breaks ${styles.option}`}
              onClick={() => onAnswer([index])}
            >
              <bdi>{text}</bdi>
            </button>
          </li>
        ))}
      </ul>
    );
  }
  const toggle = (index: number, isTicked: boolean) => {
    setIsMissing(false);
    setTicked(options.flatMap((_, each) => ((each === index ? isTicked : ticked.includes(each)) ? [each] : [])));
  };
  return (
    <fieldset className={`stack gap-12 shrinks ${styles.several}`} aria-describedby={isMissing ? errorId : undefined}>
      <legend>{t("lesson.chooseAll")}</legend>
      <ul className="grid gap-8">
        {options.map(({ text }, index) => (
          <li key={atPlace(text, index)}>
            <label className={`row center gap-12 wide breaks ${styles.option}`}>
              <input
                type="checkbox"
                checked={ticked.includes(index)}
                onChange={({ currentTarget }) => toggle(index, currentTarget.checked)}
              />
              <bdi>{text}</bdi>
            </label>
          </li>
        ))}
      </ul>
      <p id={errorId} className="if-any danger" aria-live="polite">
        {isMissing ? t("lesson.choose") : null}
      </p>
      <Button tone="next" wide onClick={() => (ticked.length === 0 ? setIsMissing(true) : onAnswer([...ticked]))}>
        {t("lesson.check")}
      </Button>
    </fieldset>
  );
}

function AnsweredOptions({ options, chosen }: { options: Choice["options"]; chosen: readonly number[] }) {
  return (
    <ul className="grid gap-8">
      {options.map(({ text, is_right, reason }, index) => {
        const isChosen = chosen.includes(index);
        return (
          <li
            key={atPlace(text, index)}
            className={`row center gap-12 wide breaks ${styles.answered}`}
            data-right={is_right}
            data-chosen={isChosen || undefined}
          >
            <OptionMark isRight={is_right} />
            <div>
              <bdi>{text}</bdi>
              {reason && (isChosen || is_right) ? (
                <p className="muted breaks" dir="auto">
                  {reason}
                </p>
              ) : null}
            </div>
          </li>
        );
      })}
    </ul>
  );
}

function OptionMark({ isRight }: { isRight: boolean }): ReactNode {
  const Icon = isRight ? CircleCheck : CircleX;
  return <Icon role="img" aria-label={t(isRight ? "lesson.option.right" : "lesson.option.wrong")} />;
}

/** A value that is read off the picture. */
function ValueQuestion({
  value: { unit },
  isAnswered,
  onAnswer,
}: {
  value: NonNullable<LessonCard["value"]>;
  isAnswered: boolean;
  onAnswer: (answer: LessonAnswer) => void;
}) {
  const [text, setText] = useState("");
  const [error, setError] = useState<string>();
  function check(event: FormEvent) {
    event.preventDefault();
    const reading = readNumber(text, (number) => Math.abs(number) <= 1e9);
    if (reading.kind === "number" && Math.abs(reading.value) <= 1e9) return onAnswer(reading.value);
    setError(t(reading.kind === "ambiguous" ? "lesson.value.ambiguous" : "lesson.value.missing"));
  }
  return (
    <form className={`stack gap-12 shrinks ${styles.value}`} noValidate onSubmit={check}>
      <p className="muted small">{t("lesson.practice")}</p>
      <Field label={t("lesson.value")} unit={unit} error={error}>
        {(control) => (
          <input
            {...control}
            value={text}
            type="text"
            inputMode="decimal"
            enterKeyHint="done"
            autoComplete="off"
            readOnly={isAnswered}
            onChange={({ currentTarget }) => {
              setError(undefined);
              setText(currentTarget.value);
            }}
          />
        )}
      </Field>
      {isAnswered ? null : (
        <div className={`row gap-8 ${styles.buttons}`}>
          {/* Many phones' decimal keyboards have no minus. */}
          <Button
            aria-label={t("lesson.value.sign")}
            onClick={() => setText((typed) => (/^\s*[-−]/.test(typed) ? typed.replace(/^\s*[-−]/, "") : `-${typed}`))}
          >
            ±
          </Button>
          <Button tone="next" type="submit" wide>
            {t("lesson.check")}
          </Button>
        </div>
      )}
    </form>
  );
}

/** Options have no keys, and never change while they are shown. */
const atPlace = (_: unknown, index: number) => index;
