import type { FieldKind } from "../../../protocol/field.ts";
import { withoutMarkup } from "../../../protocol/markup.ts";
import { withWords } from "../../../protocol/media.ts";
import { keyLengthMax, optionValueLengthMax } from "../../../protocol/protocol-limits.ts";
import { isReservedKey } from "../../../protocol/reserved-keys.ts";
import { uniqueName } from "../../../protocol/unique-name.ts";
import { hasOptions } from "./field-words.ts";
import { blockOf } from "./group-drafts.ts";
import {
  emptyField,
  type FieldDraft,
  makeId,
  makeOption,
  type OptionDraft,
  type ProtocolDraft,
  type TextDraft,
} from "./protocol-draft.ts";

/** Returns a changed copy of a draft. */
export type Edit = (draft: ProtocolDraft) => ProtocolDraft;

const mainText = ({ texts }: TextDraft, { languages }: ProtocolDraft) => withoutMarkup(texts[languages[0] ?? ""] ?? "");

export const withText = (text: TextDraft, language: string, words: string): TextDraft => ({
  ...text,
  texts: { ...text.texts, [language]: words },
});

const asksForPhoto = (fields: readonly FieldDraft[]): boolean => fields.some(({ kind }) => kind === "photo");

/** The data point's own photo stays as it is asked: unsaid, it is required, but no longer beside a question for one. */
function withFields(draft: ProtocolDraft, fields: readonly FieldDraft[]): ProtocolDraft {
  const isLost = draft.photo === "unsaid" && !asksForPhoto(draft.fields) && asksForPhoto(fields);
  return { ...draft, fields, photo: isLost ? "required" : draft.photo };
}

const keysBeside = ({ fields }: ProtocolDraft, id?: string): ReadonlySet<string> =>
  new Set(fields.filter((field) => field.id !== id).map(({ key }) => key));

/** @param at its new index; by default, the last @param inner fields of a group */
export function insertField(field: FieldDraft, at?: number, inner: readonly FieldDraft[] = []): Edit {
  return (draft) => withFields(draft, draft.fields.toSpliced(at ?? draft.fields.length, 0, field, ...inner));
}

export function makeField(kind: FieldKind, groupId?: string): FieldDraft {
  const options = hasOptions({ kind }) ? [makeOption(), makeOption()] : [];
  return { ...emptyField, id: makeId(), kind, options, groupId };
}

/** Removes a field, and those in a group. */
export function removeField(id: string): Edit {
  return (draft) => {
    const removed = new Set(blockOf(draft.fields, id));
    return withFields(
      draft,
      draft.fields.filter((field) => !removed.has(field)),
    );
  };
}

/** Inserts a copy after the field, with a new key. The fields of a group are copied too, and refer to each other. */
export function duplicateField(id: string, copyId: string): Edit {
  return (draft) => {
    const block = blockOf(draft.fields, id);
    const taken = new Set(keysBeside(draft));
    const ids = new Map(block.map((field) => [field.id, field.id === id ? copyId : makeId()]));
    let copies: readonly FieldDraft[] = block.map((field) => {
      const key = makeKey(field.key || mainText(field.label, draft), field.kind, taken);
      taken.add(key);
      return {
        ...field,
        id: ids.get(field.id) ?? makeId(),
        groupId: ids.get(field.groupId ?? "") ?? field.groupId,
        key,
        isKeyTyped: true,
        savedKey: undefined,
        condition: field.condition && {
          ...field.condition,
          fieldId: ids.get(field.condition.fieldId) ?? field.condition.fieldId,
        },
        options: field.options.map((option) => ({ ...option, id: makeId() })),
      };
    });
    if (block.length > 1) {
      for (const [index, { key }] of block.entries()) copies = renameReferences(copies, key, copies[index]?.key ?? key);
    }
    const at = draft.fields.findIndex((field) => field.id === id);
    return withFields(draft, draft.fields.toSpliced(at + block.length, 0, ...copies));
  };
}

/** @param to the new index */
export function moveTo<Item extends { id: string }>(items: readonly Item[], id: string, to: number): readonly Item[] {
  const from = items.findIndex((item) => item.id === id);
  const item = items[from];
  if (!item || to < 0 || to >= items.length || to === from) return items;
  return items.toSpliced(from, 1).toSpliced(to, 0, item);
}

/** Changes a field. Unless a key was typed, it is generated from the label. */
export function changeField(id: string, change: (field: FieldDraft) => FieldDraft): Edit {
  return (draft) => {
    const before = draft.fields.find((field) => field.id === id);
    if (!before) return draft;
    const changed = change(before);
    if (changed === before) return draft;
    const label = mainText(changed.label, draft);
    const after =
      changed.isKeyTyped || (label === mainText(before.label, draft) && changed.kind === before.kind)
        ? changed
        : { ...changed, key: label.trim() === "" ? "" : makeKey(label, changed.kind, keysBeside(draft, id)) };
    const changedFields = draft.fields.map((field) => (field.id === id ? after : field));
    return withFields(draft, renameReferences(changedFields, before.key, after.key));
  };
}

/** Expressions and texts follow a field's key. */
function renameReferences(fields: readonly FieldDraft[], from: string, to: string): readonly FieldDraft[] {
  const reference = `\${${from}}`;
  if (from === to || from === "" || to === "") return fields;
  const rename = (text: string) => text.replaceAll(reference, `\${${to}}`);
  const renameIn = (text: TextDraft): TextDraft =>
    Object.values(text.texts).some((words) => words.includes(reference))
      ? { ...text, texts: Object.fromEntries(Object.entries(text.texts).map(([key, words]) => [key, rename(words)])) }
      : text;
  return fields.map((field) => {
    const { shownWhen, requiredWhen, constraint, preset, expression, filter, rowCount } = field.formulas;
    return {
      ...field,
      label: renameIn(field.label),
      hint: renameIn(field.hint),
      rowLabel: renameIn(field.rowLabel),
      constraintMessage: renameIn(field.constraintMessage),
      formulas: {
        shownWhen: rename(shownWhen),
        requiredWhen: rename(requiredWhen),
        constraint: rename(constraint),
        preset: rename(preset),
        expression: rename(expression),
        rowCount: rename(rowCount),
        filter: rename(filter),
      },
    };
  });
}

/** Changes an option. Unless a value was typed, it is generated from the label. */
export function changeOption(fieldId: string, optionId: string, change: Partial<OptionDraft>): Edit {
  return (draft) => {
    const field = draft.fields.find(({ id }) => id === fieldId);
    const before = field?.options.find(({ id }) => id === optionId);
    if (!field || !before) return draft;
    const changed = { ...before, ...change };
    const label = mainText(changed.label, draft);
    const taken = new Set(field.options.filter(({ id }) => id !== optionId).map(({ value }) => value));
    const after =
      changed.isValueTyped || label === mainText(before.label, draft)
        ? changed
        : { ...changed, value: label.trim() === "" ? "" : makeOptionValue(label, taken) };
    const edited = changeField(fieldId, (each) => ({
      ...each,
      options: each.options.map((option) => (option.id === optionId ? after : option)),
    }))(draft);
    return followOption(fieldId, before.value, after.value)(edited);
  };
}

/** Updates conditions that compare with a changed option value. */
function followOption(fieldId: string, from: string, to: string): Edit {
  return (draft) =>
    from === "" || from === to
      ? draft
      : withFields(
          draft,
          draft.fields.map((field) =>
            field.condition?.fieldId === fieldId && field.condition.value === from
              ? { ...field, condition: { ...field.condition, value: to } }
              : field,
          ),
        );
}

/** Adds one option per line: a label, or a value and a label separated by a tab. Replaces empty options. */
export function pasteOptions(fieldId: string, lines: string): Edit {
  return (draft) => {
    const [language = ""] = draft.languages;
    return changeField(fieldId, (field) => {
      const kept = field.options.filter(({ value, label }) => value !== "" || mainText(label, draft) !== "");
      const taken = new Set(kept.map(({ value }) => value));
      const added = lines.split(/\r?\n/).flatMap((line): OptionDraft[] => {
        if (line.trim() === "") return [];
        const [first = "", ...rest] = line.split("\t").map((cell) => cell.trim());
        const label = rest.find((cell) => cell !== "") ?? first;
        const value = label === first ? makeOptionValue(label, taken) : first;
        taken.add(value);
        return [
          {
            ...makeOption(),
            value,
            isValueTyped: label !== first,
            label: withText({ texts: {}, isPlain: draft.languages.length === 1 }, language, label),
          },
        ];
      });
      return { ...field, options: [...kept, ...added] };
    })(draft);
  };
}

export const addLanguage =
  (language: string): Edit =>
  (draft) =>
    draft.languages.includes(language) ? draft : { ...draft, languages: [...draft.languages, language] };

/** Removes a language and its texts. */
export function removeLanguage(language: string): Edit {
  return (draft) => ({
    ...mapTexts(draft, (text) => {
      if (!(language in text.texts)) return text;
      const { [language]: _removed, ...texts } = text.texts;
      return { ...text, texts };
    }),
    languages: draft.languages.filter((each) => each !== language),
  });
}

/** Corrects the language of texts. */
export function renameLanguage(from: string, to: string): Edit {
  return (draft) =>
    draft.languages.includes(to)
      ? draft
      : {
          ...mapTexts(draft, (text) => ({
            ...text,
            texts: Object.fromEntries(
              Object.entries(text.texts).map(([language, words]) => [language === from ? to : language, words]),
            ),
          })),
          languages: draft.languages.map((language) => (language === from ? to : language)),
        };
}

function mapTexts(draft: ProtocolDraft, map: (text: TextDraft) => TextDraft): ProtocolDraft {
  return {
    ...draft,
    photoHint: map(draft.photoHint),
    fields: draft.fields.map((field) => ({
      ...field,
      label: map(field.label),
      hint: map(field.hint),
      ...withWords(field, map),
      heading: map(field.heading),
      constraintMessage: map(field.constraintMessage),
      rowLabel: map(field.rowLabel),
      options: field.options.map((option) => ({
        ...option,
        label: map(option.label),
        ...withWords(option, map),
      })),
    })),
  };
}

/** Call after saving: from then on, data points may use the keys. */
export const markSaved: Edit = (draft) =>
  withFields(
    draft,
    draft.fields.map((field) => ({ ...field, isKeyTyped: true, savedKey: field.key.trim() })),
  );

/** `Höhe des Bandes (cm)` → `hohe_des_bandes_cm`; empty without Latin letters or digits. */
function plainWords(words: string, lengthMax: number): string {
  return words
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/ß/g, "ss")
    .replace(/[æœ]/g, (letter) => (letter === "æ" ? "ae" : "oe"))
    .replace(/ø/g, "o")
    .replace(/ł/g, "l")
    .replace(/[^a-z0-9]+/g, "_")
    .slice(0, lengthMax)
    .replace(/^_+|_+$/g, "");
}

/** Generates a key from the label, or from the kind if the label has no Latin letters. */
function makeKey(label: string, kind: FieldKind, taken: ReadonlySet<string>): string {
  const words = plainWords(label, keyLengthMax);
  const name = words === "" ? kind : /^[a-z]/.test(words) ? words : `field_${words}`.slice(0, keyLengthMax);
  // `tree_width` is always a number.
  const isTaken = (key: string) => taken.has(key) || isReservedKey(key) || (key === "tree_width" && kind !== "number");
  return uniqueName(name, isTaken);
}

function makeOptionValue(label: string, taken: ReadonlySet<string>): string {
  const words = plainWords(label, optionValueLengthMax);
  return uniqueName(words || "option", (value) => taken.has(value), optionValueLengthMax);
}
