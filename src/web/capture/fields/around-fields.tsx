import Undo2 from "lucide-react/icons/undo-2";
import { type ReactNode, useEffect, useState } from "react";
import { t } from "../../../../generated/web-texts/kinds.ts";
import { isRequired } from "../../../protocol/check-values.ts";
import type { Field, IntegerField, NumberField } from "../../../protocol/field.ts";
import type { Reading, SettledNumber } from "../../foundation/answers/answers.ts";
import { Banner } from "../../ui/banner.tsx";
import { Button } from "../../ui/button.tsx";
import { classNames } from "../../ui/class-names.ts";
import { figuresWithUnit } from "../../ui/figures-with-unit.ts";
import { announce } from "../../ui/live-region.tsx";
import { formatNumber } from "../../ui/numbers.ts";
import styles from "./around-fields.module.css";
import { focusField } from "./focus-field.ts";
import type { StepsReading } from "./steps-props.ts";

export { SoundPlayer } from "../../ui/sound-player.tsx";
export { GuidedPhoto } from "./guided-photo.tsx";

/** Asks which number was meant, or to confirm an unexpected one. */
export function NumberQuestion({
  id,
  field,
  reading,
  text,
  disabled,
  onSettled,
  onChange,
}: {
  id: string;
  field: NumberField | IntegerField;
  reading: Extract<Reading, { kind: "unexpected" | "ambiguous" }>;
  /** What was typed. */
  text: string;
  disabled: boolean;
  onSettled: (settled: string | SettledNumber) => void;
  onChange: () => void;
}) {
  const write = (value: number) => figuresWithUnit(formatNumber(value, 10, { atMost: true }), field.unit);
  if (reading.kind === "ambiguous") {
    const [grouped, decimal] = reading.values;
    return (
      <div className={`stack gap-12 ${styles.question}`} role="status">
        <p id={id}>{t("kinds.ambiguous")}</p>
        <div className={`cluster gap-8 ${styles.replies}`}>
          <Button disabled={disabled} onClick={() => onSettled(String(grouped))}>
            {write(grouped)}
          </Button>
          <Button disabled={disabled} onClick={() => onSettled({ text, meant: decimal })}>
            {write(decimal)}
          </Button>
        </div>
      </div>
    );
  }
  const value = write(reading.value);
  return (
    <div className={`stack gap-12 ${styles.question}`} role="status">
      <p id={id}>
        <strong>{t("kinds.unexpected", { value })}</strong> {expectedWords(field, write)}
      </p>
      <div className={`cluster gap-8 ${styles.replies}`}>
        <Button disabled={disabled} onClick={() => onSettled({ text, meant: reading.value, isSure: true })}>
          {t("kinds.unexpected.yes", { value })}
        </Button>
        <Button disabled={disabled} onClick={onChange}>
          {t("kinds.unexpected.change")}
        </Button>
      </div>
    </div>
  );
}

function expectedWords(
  { expected_min: min, expected_max: max }: NumberField | IntegerField,
  write: (value: number) => string,
): string {
  if (min !== undefined && max !== undefined) {
    return t("kinds.expected.between", { min: formatNumber(min, 10, { atMost: true }), max: write(max) });
  }
  return min !== undefined
    ? t("kinds.expected.atLeast", { min: write(min) })
    : t("kinds.expected.atMost", { max: max === undefined ? "" : write(max) });
}

/** Says that an answer is filled in as last time, and takes it out. */
export function SameMark({
  path,
  labelId,
  disabled,
  onUndo,
}: {
  path: string;
  labelId: string;
  disabled: boolean;
  onUndo: () => void;
}) {
  return (
    <p className={`cluster center between across-12 ${styles.same}`}>
      <span>{t(path.includes(".") ? "kinds.same.row" : "kinds.same")}</span>
      <Button
        small
        tone="plain"
        icon={<Undo2 aria-hidden="true" />}
        disabled={disabled}
        aria-describedby={labelId}
        onClick={() => {
          onUndo();
          announce(t("kinds.same.undone"));
          setTimeout(() => focusField(document.body, path));
        }}
      >
        {t("kinds.same.undo")}
      </Button>
    </p>
  );
}

/** A section that is closed at first. It opens when something in it is required or wrong, and then stays open. */
export function FoldedSection({
  title,
  fields,
  read,
  errors,
  startsOpen = false,
  isPlain = false,
  onToggle,
  children,
}: {
  title: ReactNode;
  fields: readonly Field[];
  read: StepsReading;
  errors: ReadonlyMap<string, string> | undefined;
  startsOpen?: boolean | undefined;
  /** Not an author's section, but a line that says how many questions it has. */
  isPlain?: boolean;
  onToggle?: (isOpen: boolean) => void;
  children: ReactNode;
}) {
  const keys = new Set(fields.map(({ key }) => key));
  const isNeeded =
    fields.some((field) => isRequired(field, read.state)) ||
    [...(errors?.keys() ?? [])].some((path) => keys.has(path.split(".", 1)[0] ?? ""));
  const wrong = new Set([...read.faults.keys(), ...read.questions].map((path) => path.split(".", 1)[0]));
  const answeredCount = fields.filter(({ key }) => read.answered.has(key) && !wrong.has(key)).length;
  const [isOpen, setIsOpen] = useState(isNeeded || startsOpen);
  useEffect(() => {
    if (isNeeded) setIsOpen(true);
  }, [isNeeded]);
  return (
    <details
      className={styles.section}
      open={isOpen}
      onToggle={({ currentTarget: { open } }) => {
        setIsOpen(open);
        onToggle?.(open);
      }}
    >
      <summary className={`breaks ${styles.summary}`}>
        <h3 className={classNames(styles.title, isPlain && styles.plain)}>{title}</h3>
        {isPlain && answeredCount === 0 ? null : (
          <span className={`muted ${styles.count}`}>{t("kinds.folded", { count: answeredCount })}</span>
        )}
      </summary>
      <div className={`stack gap-24 ${styles.body}`}>{children}</div>
    </details>
  );
}

/** Says that formulas have no result yet, because their list is not on this phone. */
export function MissingLists({ onAgain }: { onAgain: () => void }) {
  return (
    <Banner tone="warning">
      {t("kinds.list.formulas")}{" "}
      <Button small onClick={onAgain}>
        {t("kinds.list.again")}
      </Button>
    </Banner>
  );
}
