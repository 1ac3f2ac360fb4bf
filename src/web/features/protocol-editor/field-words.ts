import { t } from "../../../../generated/web-texts/editor.ts";
import { type Comparison, type FieldKind, takesAnswer } from "../../../protocol/field.ts";
import { withoutMarkup } from "../../../protocol/markup.ts";
import { isUnit, unitSign } from "../../../protocol/units.ts";
import { asFigures } from "../../foundation/texts/area-texts.ts";
import { figuresWithUnit } from "../../ui/figures-with-unit.ts";
import type { FieldDraft, ProtocolDraft, TextDraft } from "./protocol-draft.ts";

/** A text in the main language, otherwise in any other, without markup. */
export function mainWords(text: TextDraft, languages: readonly string[]): string {
  const inMain = text.texts[languages[0] ?? ""]?.trim();
  return withoutMarkup(inMain || (Object.values(text.texts).find((words) => words.trim() !== "") ?? ""));
}

export function fieldName(field: FieldDraft, languages: readonly string[]): string {
  return mainWords(field.label, languages) || field.key || t("editor.field.unnamed");
}

const opNames = { "=": "eq", "!=": "ne", "<": "lt", "<=": "le", ">": "gt", ">=": "ge", includes: "includes" } as const;

/** The words for an operator: numbers are greater, dates are later. */
export function opWords(op: Comparison, kind: FieldKind | undefined): string {
  const name = opNames[op];
  if (kind !== "date" && kind !== "time" && kind !== "datetime") return t(`editor.op.${name}`);
  return name === "eq" || name === "ne" || name === "includes" ? t(`editor.op.${name}`) : t(`editor.opMoment.${name}`);
}

export const hasOptions = ({ kind }: Pick<FieldDraft, "kind">) =>
  kind === "choice" || kind === "choices" || kind === "rank";

/** `Ground equal to Mud` */
export function conditionWords({ condition }: FieldDraft, { fields, languages }: ProtocolDraft): string | undefined {
  if (!condition) return undefined;
  const asked = fields.find(({ id }) => id === condition.fieldId);
  if (!asked) return t("editor.form.condition.gone");
  const option = asked.options.find(({ value }) => value === condition.value);
  const isOptioned = hasOptions(asked);
  const value =
    asked.kind === "yes_no"
      ? t(condition.value === "false" ? "editor.value.no" : "editor.value.yes")
      : isOptioned && option
        ? mainWords(option.label, languages) || option.value
        : asked.kind === "number" || asked.kind === "integer"
          ? figuresWithUnit(condition.value, unitIn(asked))
          : condition.value;
  return t("editor.condition.words", {
    label: fieldName(asked, languages),
    op: opWords(condition.op, asked.kind),
    value,
  });
}

const unitIn = ({ unit }: FieldDraft) => (isUnit(unit.trim()) ? unit.trim() : undefined);

/** `Number · 0 – 5 °C`, `One of a list · 4 options` */
export function fieldSummary(field: FieldDraft): string {
  const parts = [t(`editor.kind.${field.kind}`)];
  if (field.kind === "number" || field.kind === "integer") {
    const unit = unitIn(field);
    const bounds = [field.min.trim(), field.max.trim()];
    if (bounds.some(Boolean))
      parts.push(figuresWithUnit(bounds.map((bound) => bound.replace(/^-/, "−") || "…").join(" – "), unit));
    else if (unit !== undefined) parts.push(asFigures(unitSign(unit)));
  }
  if (hasOptions(field)) {
    parts.push(
      field.list ? t("editor.field.fromList") : t("editor.field.optionCount", { count: field.options.length }),
    );
  }
  if (field.required && takesAnswer(field)) parts.push(t("editor.field.required"));
  return parts.join(" · ");
}
