import { isQuestion, judgeAnswer } from "../../../contract/lesson-rules.ts";
import type { Lesson, LessonAnswer, LessonCard } from "../../../contract/lessons.ts";
import { lessonTriesMax } from "../../../contract/limits.ts";
import { findInTab, keepInTab } from "../../foundation/phone/tab-storage.ts";

/** How far somebody is with a version of a lesson, which stays the same until they are through. */
export type LessonRun = {
  lesson: Lesson;
  startedAtMs: number;
  /** Cards that were left behind, repeated ones too. */
  steps: number;
  /** Keys of the cards to come; cards that were answered wrong are there once more. */
  queue: readonly string[];
  /** By card key: all answers, in order. */
  answers: Readonly<Record<string, readonly LessonAnswer[]>>;
};

export const beginRun = (lesson: Lesson, nowMs: number): LessonRun => ({
  lesson,
  startedAtMs: nowMs,
  steps: 0,
  queue: lesson.cards.map(({ key }) => key),
  answers: {},
});

/** The card that is shown; undefined at the end. */
export const currentCard = ({ lesson, queue }: LessonRun): LessonCard | undefined =>
  lesson.cards.find(({ key }) => key === queue[0]);

export const answersTo = ({ answers }: LessonRun, key: string): readonly LessonAnswer[] =>
  Object.hasOwn(answers, key) ? (answers[key] ?? []) : [];

/** Keeps the first answers and the last. */
export function answerCard(run: LessonRun, key: string, answer: LessonAnswer): LessonRun {
  const tries = [...answersTo(run, key).slice(0, lessonTriesMax - 1), answer];
  return { ...run, answers: { ...run.answers, [key]: tries } };
}

/** Goes on; a question without a right answer comes again at the end. */
export function nextCard(run: LessonRun): LessonRun {
  const card = currentCard(run);
  const [, ...rest] = run.queue;
  if (!card) return run;
  const last = answersTo(run, card.key).at(-1);
  const isDone = !isQuestion(card) || (last !== undefined && judgeAnswer(card, last) === true);
  return { ...run, steps: run.steps + 1, queue: isDone ? rest : [...rest, card.key] };
}

/** The card's number, how many come once more after the last, and how many are done. */
export function placeOf({ lesson, steps, queue }: LessonRun) {
  const total = lesson.cards.length;
  const again = steps >= total ? queue.length : 0;
  return { number: Math.min(steps + 1, total), total, again, done: total - queue.length };
}

/** A run stays in its tab until it ends, also when the phone reloads the page. */

type Whose = { account: string | undefined; questId: number };

const nameOf = ({ questId }: Whose) => `lesson/${questId}`;

export const findRun = (whose: Whose): LessonRun | undefined => findInTab(whose.account, nameOf(whose));

export const keepRun = (whose: Whose, run: LessonRun | undefined): void => keepInTab(whose.account, nameOf(whose), run);
