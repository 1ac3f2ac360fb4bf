import { minus } from "../protocol/decimals.ts";
import type { Lesson, LessonAnswer, LessonAnswers, LessonCard, LessonOutcome } from "./lessons.ts";

/** Judges lessons and answers, in browsers and on the server. */

export const isQuestion = ({ choice, value }: Pick<LessonCard, "choice" | "value">): boolean =>
  choice !== undefined || value !== undefined;

/** Whether the right options and no others were chosen, or the value is within the tolerance. Undefined if the answer doesn't fit the card. */
export function judgeAnswer({ choice, value }: LessonCard, answer: LessonAnswer): boolean | undefined {
  if (choice && typeof answer !== "number") {
    if (answer.some((index) => index >= choice.options.length)) return undefined;
    return choice.options.every(({ is_right }, index) => is_right === answer.includes(index));
  }
  if (!value || typeof answer !== "number") return undefined;
  // 10.3 is within 0.3 of 10, though not as binary fractions.
  return Math.abs(minus(answer, value.reference)) <= value.tolerance;
}

type AttemptFault = { path: (string | number)[]; fault: "card" | "missing" | "answer" };

/** What is wrong with the answers themselves. */
export function findAttemptFaults(cards: readonly LessonCard[], answers: LessonAnswers): AttemptFault[] {
  const questions = new Map(cards.filter(isQuestion).map((card) => [card.key, card]));
  const unknown = Object.keys(answers).filter((key) => !questions.has(key));
  const missing = [...questions.keys()].filter((key) => !Object.hasOwn(answers, key));
  const unfit = [...questions].flatMap(([key, card]) =>
    (Object.hasOwn(answers, key) ? (answers[key] ?? []) : []).flatMap((answer, index) =>
      judgeAnswer(card, answer) === undefined ? [[key, index] as const] : [],
    ),
  );
  return [
    ...unknown.map((key) => ({ path: [key], fault: "card" as const })),
    ...missing.map((key) => ({ path: [key], fault: "missing" as const })),
    ...unfit.map((path) => ({ path: [...path], fault: "answer" as const })),
  ];
}

/** Passed: each question was answered right in the end. */
export function judgeAttempt(cards: readonly LessonCard[], answers: LessonAnswers): LessonOutcome {
  const given = cards.filter(isQuestion).map((card) => ({ card, tries: answers[card.key] ?? [] }));
  const isRight = (card: LessonCard, answer: LessonAnswer | undefined) =>
    answer !== undefined && judgeAnswer(card, answer) === true;
  return {
    passed: given.every(({ card, tries }) => isRight(card, tries.at(-1))),
    wrong: given.filter(({ card, tries }) => !isRight(card, tries[0])).map(({ card }) => card.key),
  };
}

export type LessonFault = {
  path: (string | number)[];
  fault: "noQuestion" | "noRightOption" | "twoKinds" | "keyTwice" | "deniedCount";
};

/** What a lesson of sound parts lacks as a whole. */
export function findLessonFaults({ cards, asked, denied_count }: Omit<Lesson, "version">): LessonFault[] {
  const faults = cards.flatMap((card, index): LessonFault[] => {
    const { key, choice, value, example } = card;
    const path = ["cards", index];
    return [
      ...(cards.findIndex((each) => each.key === key) < index
        ? [{ path: [...path, "key"], fault: "keyTwice" as const }]
        : []),
      ...([choice, value, example].filter(Boolean).length > 1 ? [{ path, fault: "twoKinds" as const }] : []),
      ...(choice && !choice.options.some(({ is_right }) => is_right)
        ? [{ path: [...path, "choice", "options"], fault: "noRightOption" as const }]
        : []),
    ];
  });
  if (!cards.some(isQuestion)) faults.push({ path: ["cards"], fault: "noQuestion" });
  if ((asked === "after_denied") !== (denied_count !== undefined)) {
    faults.push({ path: ["denied_count"], fault: "deniedCount" });
  }
  return faults;
}
