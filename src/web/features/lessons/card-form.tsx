import ImagePlus from "lucide-react/icons/image-plus";
import Plus from "lucide-react/icons/plus";
import X from "lucide-react/icons/x";
import { createContext, useContext, useState } from "react";
import { t } from "../../../../generated/web-texts/lesson-editor.ts";
import {
  lessonAltLength,
  lessonOptionLength,
  lessonOptions,
  lessonReasonLength,
  lessonTextLength,
  lessonUnitLength,
} from "../../../contract/desk-limits.ts";
import type { LessonAnswer } from "../../../contract/lessons.ts";
import { pictureAddress } from "../../foundation/media/media-addresses.ts";
import { Banner } from "../../ui/banner.tsx";
import { Button, IconButton } from "../../ui/button.tsx";
import { Choice, Field } from "../../ui/field.tsx";
import { SelectField } from "../../ui/select-field.tsx";
import { useMediumUpload } from "../media/use-medium-upload.tsx";
import { LessonCardView } from "./lesson-card.tsx";
import {
  type CardDraft,
  type CardKind,
  cardOf,
  emptyOption,
  type FormQuestion,
  type OptionDraft,
} from "./lesson-draft.ts";
import styles from "./lesson-editor.module.css";

/** The questions of the quest's form. */
export const FormQuestions = createContext<readonly FormQuestion[]>([]);

type Change = (changes: Partial<CardDraft>) => void;

/** The open card of a lesson, beside what the phone shows. */
export function CardForm({
  card,
  organizationId,
  onChange,
}: {
  card: CardDraft;
  organizationId: number;
  onChange: Change;
}) {
  const kinds: (readonly [CardKind, string])[] = [
    ["none", t("lesson.editor.kind.none")],
    ["choice", t("lesson.editor.kind.choice")],
    ["value", t("lesson.editor.kind.value")],
    ["example", t("lesson.editor.kind.example")],
  ];
  return (
    <div className={`grid gap-24 ${styles.open}`}>
      <div className={`stack gap-12 shrinks ${styles.form}`}>
        <QuestionChoice card={card} onChange={onChange} />
        <Field label={t("lesson.editor.text")} hint={t("lesson.editor.text.hint")} required>
          {(control) => (
            <textarea
              {...control}
              rows={3}
              maxLength={lessonTextLength.max}
              value={card.text}
              onChange={({ currentTarget }) => onChange({ text: currentTarget.value })}
            />
          )}
        </Field>
        <PictureFields card={card} organizationId={organizationId} onChange={onChange} />
        <SelectField
          label={t("lesson.editor.kind")}
          value={card.kind}
          options={kinds}
          onChoose={(kind) => kind && onChange({ kind })}
        />
        {card.kind === "choice" ? <OptionFields options={card.options} onChange={onChange} /> : null}
        {card.kind === "value" ? <ValueFields card={card} onChange={onChange} /> : null}
        {card.kind === "example" ? <ExampleFields card={card} onChange={onChange} /> : null}
      </div>
      <Preview key={JSON.stringify(cardOf(card))} card={card} />
    </div>
  );
}

/** Fills in a card that asks nothing yet; words of one's own stay. */
function QuestionChoice({ card, onChange }: { card: CardDraft; onChange: Change }) {
  const questions = useContext(FormQuestions);
  const [key, setKey] = useState("");
  const [wasOpen] = useState(card.kind === "none");
  if (questions.length === 0 || !wasOpen) return null;
  const isOwn = card.text.trim() !== "" && !questions.some(({ label }) => label === card.text);
  return (
    <div className={`stack gap-12 shrinks ${styles.form}`}>
      <SelectField
        label={t("lesson.editor.question")}
        value={key}
        any={t("lesson.editor.question.none")}
        options={questions.map((each) => [each.key, each.label] as const)}
        onChoose={(chosen) => {
          setKey(chosen);
          const question = questions.find((each) => each.key === chosen);
          if (question) onChange({ ...question.fills, ...(isOwn && { text: card.text }) });
        }}
      />
      <p className="muted">{t("lesson.editor.question.hint")}</p>
    </div>
  );
}

function PictureFields({
  card: { picture },
  organizationId,
  onChange,
}: {
  card: CardDraft;
  organizationId: number;
  onChange: Change;
}) {
  const upload = useMediumUpload("picture", organizationId, (saved) =>
    onChange({ picture: { ...saved, alt: picture?.alt ?? "" } }),
  );
  return (
    <div className={`stack gap-12 shrinks ${styles.form}`}>
      {picture ? (
        <div className={`cluster start gap-12 ${styles.kept}`}>
          <img src={pictureAddress(picture)} alt="" />
          <TextField
            label={t("lesson.editor.picture.alt")}
            hint={t("lesson.editor.picture.alt.hint")}
            required
            value={picture.alt}
            max={lessonAltLength.max}
            onChange={(alt) => onChange({ picture: { ...picture, alt } })}
          />
        </div>
      ) : null}
      <div className="cluster center gap-8 across-12">
        <Button small icon={<ImagePlus aria-hidden="true" />} busy={upload.isBusy} onClick={upload.choose}>
          {t(picture ? "lesson.editor.picture.replace" : "lesson.editor.picture.add")}
        </Button>
        {picture ? (
          <Button small tone="plain" onClick={() => onChange({ picture: undefined })}>
            {t("lesson.editor.picture.remove")}
          </Button>
        ) : null}
      </div>
      {upload.input}
      {upload.problem === undefined ? null : (
        <Banner tone="danger">{t("lesson.editor.picture.failed", { reason: upload.problem })}</Banner>
      )}
    </div>
  );
}

function OptionFields({ options, onChange }: { options: OptionDraft[]; onChange: Change }) {
  const change = (id: string, changes: Partial<OptionDraft>) =>
    onChange({ options: options.map((option) => (option.id === id ? { ...option, ...changes } : option)) });
  return (
    <fieldset className={`stack gap-12 shrinks ${styles.options}`}>
      <legend className="strong">{t("lesson.editor.options")}</legend>
      {options.map(({ id, text, isRight, reason }, index) => {
        const number = index + 1;
        return (
          <div key={id} className={`cluster gap-8 across-12 ${styles.option}`}>
            <TextField
              label={t("lesson.editor.option", { number })}
              required
              value={text}
              max={lessonOptionLength.max}
              onChange={(words) => change(id, { text: words })}
            />
            <Choice className={styles.right}>
              <input
                type="checkbox"
                aria-label={t("lesson.editor.option.right", { number })}
                checked={isRight}
                onChange={({ currentTarget }) => change(id, { isRight: currentTarget.checked })}
              />
              {t("lesson.editor.right")}
            </Choice>
            <TextField
              label={t("lesson.editor.option.reason", { number })}
              value={reason}
              max={lessonReasonLength.max}
              onChange={(words) => change(id, { reason: words })}
            />
            {options.length > lessonOptions.min ? (
              <IconButton
                label={t("lesson.editor.option.remove", { number })}
                onClick={() => onChange({ options: options.filter((option) => option.id !== id) })}
              >
                <X aria-hidden="true" />
              </IconButton>
            ) : null}
          </div>
        );
      })}
      {options.length < lessonOptions.max ? (
        <Button
          small
          icon={<Plus aria-hidden="true" />}
          onClick={() => onChange({ options: [...options, emptyOption()] })}
        >
          {t("lesson.editor.option.add")}
        </Button>
      ) : null}
    </fieldset>
  );
}

function ValueFields({ card, onChange }: { card: CardDraft; onChange: Change }) {
  return (
    <div className={`stack gap-12 shrinks ${styles.form}`}>
      <div className={`cluster start gap-8 across-12 ${styles.values}`}>
        <TextField
          label={t("lesson.editor.reference")}
          required
          value={card.reference}
          onChange={(reference) => onChange({ reference })}
        />
        <TextField
          label={t("lesson.editor.unit")}
          required
          value={card.unit}
          max={lessonUnitLength.max}
          onChange={(unit) => onChange({ unit })}
        />
        <TextField
          label={t("lesson.editor.tolerance")}
          hint={t("lesson.editor.tolerance.hint")}
          required
          value={card.tolerance}
          onChange={(tolerance) => onChange({ tolerance })}
        />
      </div>
      <TextField
        label={t("lesson.editor.reason")}
        hint={t("lesson.editor.reason.hint")}
        value={card.reason}
        max={lessonReasonLength.max}
        onChange={(reason) => onChange({ reason })}
      />
    </div>
  );
}

function ExampleFields({ card, onChange }: { card: CardDraft; onChange: Change }) {
  const sides = [
    ["good", t("lesson.editor.example.good")],
    ["bad", t("lesson.editor.example.bad")],
  ] as const;
  return (
    <div className={`stack gap-12 shrinks ${styles.form}`}>
      <SelectField
        label={t("lesson.editor.example")}
        value={card.isGood ? "good" : "bad"}
        options={sides}
        onChoose={(side) => onChange({ isGood: side === "good" })}
      />
      <TextField
        label={t("lesson.editor.reason")}
        required
        value={card.reason}
        max={lessonReasonLength.max}
        onChange={(reason) => onChange({ reason })}
      />
    </div>
  );
}

function TextField({
  label,
  hint,
  value,
  max,
  required = false,
  onChange,
}: {
  label: string;
  hint?: string;
  value: string;
  max?: number;
  required?: boolean;
  onChange: (text: string) => void;
}) {
  return (
    <Field label={label} hint={hint} required={required}>
      {(control) => (
        <input
          {...control}
          type="text"
          autoComplete="off"
          maxLength={max}
          value={value}
          onChange={({ currentTarget }) => onChange(currentTarget.value)}
        />
      )}
    </Field>
  );
}

/** Can be answered, to see what follows. */
function Preview({ card }: { card: CardDraft }) {
  const [answer, setAnswer] = useState<LessonAnswer>();
  const [turn, setTurn] = useState(0);
  return (
    <section className={`stack gap-8 ${styles.preview}`} aria-label={t("lesson.editor.preview")}>
      <h4 className="muted small">{t("lesson.editor.preview")}</h4>
      <LessonCardView key={turn} card={cardOf(card)} answer={answer} onAnswer={setAnswer} />
      {answer === undefined ? null : (
        <Button
          small
          tone="plain"
          onClick={() => {
            setAnswer(undefined);
            setTurn(turn + 1);
          }}
        >
          {t("lesson.editor.preview.again")}
        </Button>
      )}
    </section>
  );
}
