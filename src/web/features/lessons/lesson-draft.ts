import { t } from "../../../../generated/web-texts/lesson-editor.ts";
import { lessonCardsMax, lessonDeniedCount, lessonOptions } from "../../../contract/desk-limits.ts";
import type { LessonPolicy } from "../../../contract/enums.ts";
import type { Lesson, LessonCard, LessonPayload } from "../../../contract/lessons.ts";
import { specificationForm } from "../../../protocol/default-protocol.ts";
import { type Field, ownOptions, type Protocol } from "../../../protocol/field.ts";
import { allFields } from "../../../protocol/places.ts";
import { readNumber } from "../../../protocol/read-number.ts";
import { unitSign } from "../../../protocol/units.ts";
import { findInTab, keepInTab } from "../../foundation/phone/tab-storage.ts";
import { plainText } from "../../foundation/texts/protocol.ts";
import { newId } from "../../outbox/record.ts";

export type CardKind = "none" | "choice" | "value" | "example";
export type OptionDraft = { id: string; text: string; isRight: boolean; reason: string };

/** A card as it is typed. What its kind doesn't need is kept, so that a change of kind loses nothing. */
export type CardDraft = {
  key: string;
  text: string;
  picture: LessonCard["picture"];
  kind: CardKind;
  options: OptionDraft[];
  unit: string;
  reference: string;
  tolerance: string;
  /** The reason that a value or an example gives. */
  reason: string;
  isGood: boolean;
};

export type LessonDraft = {
  /** The version that it is based on; 0 for the first. */
  seenVersion: number;
  asked: LessonPolicy;
  deniedCount: string;
  cards: CardDraft[];
};

export const emptyOption = (): OptionDraft => ({ id: newId(), text: "", isRight: false, reason: "" });

export const emptyCard = (): CardDraft => ({
  key: newId(),
  text: "",
  picture: undefined,
  kind: "none",
  options: Array.from({ length: lessonOptions.min }, emptyOption),
  unit: "",
  reference: "",
  tolerance: "",
  reason: "",
  isGood: true,
});

export const canAddCard = ({ cards }: LessonDraft): boolean => cards.length < lessonCardsMax;

export function draftOf(lesson: Lesson | undefined): LessonDraft {
  if (!lesson) return { seenVersion: 0, asked: "never", deniedCount: "3", cards: [] };
  const { version, asked, denied_count, cards } = lesson;
  return { seenVersion: version, asked, deniedCount: String(denied_count ?? 3), cards: cards.map(cardDraftOf) };
}

function cardDraftOf({ key, text, picture, choice, value, example }: LessonCard): CardDraft {
  const options = choice?.options.map((option) => ({
    id: newId(),
    text: option.text,
    isRight: option.is_right,
    reason: option.reason ?? "",
  }));
  return {
    ...emptyCard(),
    key,
    text,
    picture,
    kind: choice ? "choice" : value ? "value" : example ? "example" : "none",
    ...(options && { options }),
    ...(value && { unit: value.unit, reference: String(value.reference), tolerance: String(value.tolerance) }),
    reason: value?.reason ?? example?.reason ?? "",
    isGood: example?.is_good ?? true,
  };
}

/** The card as it is stored; numbers that aren't any are 0. */
export function cardOf(draft: CardDraft): LessonCard {
  const { key, text, picture, kind, reason } = draft;
  const optional = (words: string) => (words.trim() === "" ? {} : { reason: words });
  return {
    key,
    text,
    ...(picture && { picture }),
    ...(kind === "choice" && {
      choice: {
        options: draft.options.map((option) => ({
          text: option.text,
          is_right: option.isRight,
          ...optional(option.reason),
        })),
      },
    }),
    ...(kind === "value" && {
      value: {
        unit: draft.unit,
        reference: numberOf(draft.reference) ?? 0,
        tolerance: numberOf(draft.tolerance) ?? 0,
        ...optional(reason),
      },
    }),
    ...(kind === "example" && { example: { is_good: draft.isGood, reason } }),
  };
}

export const payloadOf = ({ seenVersion, asked, deniedCount, cards }: LessonDraft): LessonPayload => ({
  seen_version: seenVersion,
  asked,
  ...(asked === "after_denied" && { denied_count: numberOf(deniedCount) ?? 0 }),
  cards: cards.map(cardOf),
});

function numberOf(text: string): number | undefined {
  const reading = readNumber(text, (value) => Math.abs(value) <= 1e9);
  return reading.kind === "number" && Math.abs(reading.value) <= 1e9 ? reading.value : undefined;
}

/** What keeps a draft from being saved, with the card that it is about. */
export type DraftProblem = { words: string; key?: string };

export function problemsOf({ asked, deniedCount, cards }: LessonDraft): DraftProblem[] {
  const problems: DraftProblem[] = cards.flatMap((card, index) =>
    problemsOfCard(card, index + 1).map((words) => ({ words, key: card.key })),
  );
  if (!cards.some(({ kind }) => kind === "choice" || kind === "value")) {
    problems.push({ words: t("lesson.editor.problem.question") });
  }
  const count = numberOf(deniedCount) ?? 0;
  const isCount = Number.isInteger(count) && count >= lessonDeniedCount.min && count <= lessonDeniedCount.max;
  if (asked === "after_denied" && !isCount) problems.push({ words: t("lesson.editor.problem.deniedCount") });
  return problems;
}

const isEmpty = (text: string) => text.trim() === "";

function problemsOfCard({ text, picture, kind, options, ...card }: CardDraft, number: number): string[] {
  const found: string[] = [];
  if (isEmpty(text)) found.push(t("lesson.editor.problem.text", { number }));
  if (picture && isEmpty(picture.alt)) found.push(t("lesson.editor.problem.alt", { number }));
  if (kind === "choice") {
    if (options.some((option) => isEmpty(option.text))) found.push(t("lesson.editor.problem.option", { number }));
    if (!options.some(({ isRight }) => isRight)) found.push(t("lesson.editor.problem.right", { number }));
  }
  if (kind === "value") {
    if (isEmpty(card.unit)) found.push(t("lesson.editor.problem.unit", { number }));
    if (numberOf(card.reference) === undefined) found.push(t("lesson.editor.problem.reference", { number }));
    if (!((numberOf(card.tolerance) ?? -1) >= 0)) found.push(t("lesson.editor.problem.tolerance", { number }));
  }
  if (kind === "example" && isEmpty(card.reason)) found.push(t("lesson.editor.problem.reason", { number }));
  return found;
}

/** Changes stay in the tab until they are saved or discarded. */
type Whose = { account: string | undefined; questId: number };

const nameOf = ({ questId }: Whose) => `lesson-draft/${questId}`;

export const findDraft = (whose: Whose): LessonDraft | undefined => findInTab(whose.account, nameOf(whose));

export const keepDraft = (whose: Whose, draft: LessonDraft | undefined): void =>
  keepInTab(whose.account, nameOf(whose), draft);

/** A question of the quest's form, and what it fills in on a card, so that volunteers practise what they will answer. */
export type FormQuestion = { key: string; label: string; fills: Partial<CardDraft> };

/** Those that ask for a number, or for one or more of a few options. */
export function questionsOf(protocol: Pick<Protocol, "fields"> | null | undefined, questType: string): FormQuestion[] {
  const fields = allFields((protocol ?? specificationForm(questType)).fields);
  return fields.flatMap((field) => {
    const label = plainText(field.label, fields);
    const fills = fillsOf(field, fields);
    return fills ? [{ key: field.key, label, fills: { text: label, ...fills } }] : [];
  });
}

function fillsOf(field: Field, fields: readonly Field[]): Partial<CardDraft> | undefined {
  if (field.kind === "number" || field.kind === "integer") {
    return { kind: "value", unit: field.unit === undefined ? "" : unitSign(field.unit) };
  }
  if (field.kind !== "choice" && field.kind !== "choices") return undefined;
  const options = ownOptions(field).map(({ label }) => ({ ...emptyOption(), text: plainText(label, fields) }));
  const fits = options.length >= lessonOptions.min && options.length <= lessonOptions.max;
  return fits ? { kind: "choice", options } : undefined;
}
