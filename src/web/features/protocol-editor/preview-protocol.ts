import { t } from "../../../../generated/web-texts/editor.ts";
import { photoWish } from "../../../protocol/check-values.ts";
import {
  type Condition,
  type Field,
  type FieldText,
  type Formula,
  type GroupField,
  type LocalizedText,
  listOf,
  type Option,
  ownOptions,
  type PhotoField,
  type Protocol,
  type Repeat,
} from "../../../protocol/field.ts";
import { isComparison } from "../../../protocol/field-expressions.ts";
import { withWords } from "../../../protocol/media.ts";
import { findPatternFault } from "../../../protocol/patterns.ts";
import { allFields } from "../../../protocol/places.ts";
import { isUnit } from "../../../protocol/units.ts";
import type { ProtocolDraft } from "./protocol-draft.ts";

/**
 * The protocol for the preview: in one language, without invalid parts. Uses draft ids as keys, because keys can be
 * missing or duplicated.
 */
export function previewProtocol(draft: ProtocolDraft, payload: Protocol, language: string): Protocol {
  const words = (text: FieldText): string => {
    if (typeof text === "string") return text;
    const texts = text as Exclude<LocalizedText, string>;
    return texts[language] ?? texts[draft.languages[0] ?? ""] ?? Object.values(texts)[0] ?? "";
  };
  const idOf = new Map(draft.fields.map(({ key, id }) => [key.trim(), id]));
  const withoutKeys = (text: FieldText) => wordsById(words(text), idOf);
  // Both are in the same order.
  const ids = new Map(allFields(payload.fields).map((field, index) => [field, draft.fields[index]?.id]));
  const fieldsOf = (written: readonly Field[]) =>
    written.map((field, index): Field => {
      const { hint, heading, shown_when: condition, ...rest } = field;
      const common = {
        ...rest,
        key: ids.get(field) ?? field.key,
        label: withoutKeys(field.label) || t("editor.preview.unnamed", { number: index + 1 }),
        ...(hint === undefined ? {} : { hint: withoutKeys(hint) }),
        ...withWords(field, words),
        ...(heading === undefined ? {} : { heading: words(heading) }),
        ...(condition ? { shown_when: conditionById(condition, idOf) } : {}),
        ...withIds(field, idOf, words),
      };
      return {
        ...common,
        ...whatIsRight(field, words),
        ...(field.kind === "group" && {
          fields: fieldsOf(field.fields),
          repeat: repeatOf(field, idOf),
          ...(field.row_label !== undefined && { row_label: withoutKeys(field.row_label) }),
        }),
      } as Field;
    });
  const fields = fieldsOf(payload.fields);
  const wish = photoWish(payload);
  const { lists } = payload;
  return {
    ...(lists && { lists }),
    fields: wish === "none" ? fields : [ownPhoto(payload, wish === "required", words), ...fields],
  };
}

function repeatOf({ repeat: { min, max, count } }: GroupField, idOf: Ids): Repeat {
  return { min: numberOrNone(min), max: numberOrNone(max), ...(count && { count: formulaById(count, idOf) }) };
}

type Ids = ReadonlyMap<string, string>;

const reference = /\$\{\s*([^{}\s]+)\s*\}/g;

const textById = (expression: string, idOf: Ids) =>
  expression.replace(reference, (written, key) => `\${${idOf.get(key) ?? written}}`);

const formulaById = ({ expression }: Formula, idOf: Ids): Formula => ({ expression: textById(expression, idOf) });

/** Texts refer to answers too. */
const wordsById = (words: string, idOf: Ids) =>
  words.replace(reference, (written, key) => (idOf.has(key) ? `\${${idOf.get(key)}}` : written));

const conditionById = (condition: Condition | Formula, idOf: Ids): Condition | Formula =>
  isComparison(condition) ? { ...condition, field: idOf.get(condition.field) ?? "" } : formulaById(condition, idOf);

/** Expressions, which refer to keys. */
function withIds(field: Field, idOf: Ids, words: (text: FieldText) => string): object {
  const { constraint, required_when: requiredWhen, default: preset } = field;
  return {
    ...(constraint && {
      constraint: {
        ...formulaById(constraint, idOf),
        ...(constraint.message !== undefined && { message: words(constraint.message) }),
      },
    }),
    ...(requiredWhen && { required_when: formulaById(requiredWhen, idOf) }),
    ...(preset && { default: formulaById(preset, idOf) }),
    ...(field.kind === "calculated" && formulaById(field, idOf)),
    ...listById(field, idOf),
    ...("filter" in field && field.filter !== undefined && { filter: textById(field.filter, idOf) }),
  };
}

/** A list that isn't chosen yet can't be shown. */
function listById(field: Field, idOf: Ids): object {
  const list = listOf(field);
  if (!list) return {};
  if (list.id === 0) return { list: undefined };
  return { list: { ...list, ...(list.filter !== undefined && { filter: textById(list.filter, idOf) }) } };
}

function ownPhoto({ photo }: Protocol, required: boolean, words: (text: FieldText) => string): PhotoField {
  return {
    key: "file",
    kind: "photo",
    label: t("editor.preview.photo"),
    required,
    ...(photo?.hint === undefined ? {} : { hint: words(photo.hint) }),
  };
}

const numberOrNone = (value: number | undefined) => (Number.isFinite(value) ? value : undefined);

function whatIsRight(field: Field, words: (text: FieldText) => string): Partial<Record<string, unknown>> {
  switch (field.kind) {
    case "number":
    case "integer":
      return {
        unit: field.unit !== undefined && isUnit(field.unit) ? field.unit : undefined,
        min: numberOrNone(field.min),
        max: numberOrNone(field.max),
        step: field.step !== undefined && field.step > 0 ? field.step : undefined,
        expected_min: numberOrNone(field.expected_min),
        expected_max: numberOrNone(field.expected_max),
      };
    case "choice":
    case "choices":
    case "rank":
      return { options: previewOptions(ownOptions(field), words) };
    case "calculated":
      return { unit: field.unit !== undefined && isUnit(field.unit) ? field.unit : undefined };
    case "text":
      return { pattern: field.pattern !== undefined && findPatternFault(field.pattern) ? undefined : field.pattern };
    default:
      return {};
  }
}

/** Leaves out empty and duplicated values. */
function previewOptions(options: readonly Option[], words: (text: FieldText) => string): Option[] {
  const taken = new Set<string>();
  return options.flatMap((option) => {
    const { value, label } = option;
    if (value === "" || taken.has(value)) return [];
    taken.add(value);
    return [{ ...option, label: words(label) || value, ...withWords(option, words) }];
  });
}
