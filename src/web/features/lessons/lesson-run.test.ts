import { expect, it } from "vitest";
import type { Lesson } from "../../../contract/lessons.ts";
import { answerCard, answersTo, beginRun, currentCard, nextCard, placeOf } from "./lesson-run.ts";

const lesson: Lesson = {
  version: 1,
  asked: "never",
  cards: [
    { key: "intro", text: "Bark" },
    { key: "constructor", text: "How wide?", value: { unit: "cm", reference: 10, tolerance: 1 } },
    {
      key: "last",
      text: "Which?",
      choice: {
        options: [
          { text: "This", is_right: true },
          { text: "That", is_right: false },
        ],
      },
    },
  ],
};

it("shows each card, and those that were answered wrong again until they are right", () => {
  let run = beginRun(lesson, 5);
  expect([currentCard(run)?.key, placeOf(run)]).toEqual(["intro", { number: 1, total: 3, again: 0, done: 0 }]);
  run = nextCard(run);
  expect([currentCard(run)?.key, answersTo(run, "constructor")]).toEqual(["constructor", []]);
  run = nextCard(answerCard(run, "constructor", 20));
  expect([currentCard(run)?.key, placeOf(run)]).toEqual(["last", { number: 3, total: 3, again: 0, done: 1 }]);
  run = nextCard(answerCard(run, "last", [0]));
  expect([currentCard(run)?.key, placeOf(run)]).toEqual(["constructor", { number: 3, total: 3, again: 1, done: 2 }]);
  run = nextCard(answerCard(run, "constructor", 12));
  expect(currentCard(run)?.key).toBe("constructor");
  run = nextCard(answerCard(run, "constructor", 11));
  expect([currentCard(run), run.answers]).toEqual([undefined, { constructor: [20, 12, 11], last: [[0]] }]);
});

it("never goes on without an answer, and keeps the first answers and the last", () => {
  let run = nextCard(beginRun(lesson, 5));
  run = nextCard(run);
  expect(run.queue).toEqual(["last", "constructor"]);
  for (let value = 0; value < 80; value++) run = answerCard(run, "constructor", value);
  const kept = answersTo(run, "constructor");
  expect([kept.length, kept[0], kept.at(-1)]).toEqual([50, 0, 79]);
});
