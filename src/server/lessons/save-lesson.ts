import { isDeepStrictEqual } from "node:util";
import { findLessonFaults, type LessonFault } from "../../contract/lesson-rules.ts";
import type { Lesson, LessonCard, LessonPayload } from "../../contract/lessons.ts";
import { saying } from "../../texts/saying.ts";
import type { Db, Tx } from "../database/connection.ts";
import { transaction } from "../database/transaction.ts";
import { findPictures } from "../media/media-queries.ts";
import { recordQuestChange } from "../quests/record-quest-change.ts";
import { DomainError, invalidFields } from "../refusals/domain-error.ts";
import * as queries from "./lesson-queries.ts";

const sayingOf = {
  noQuestion: saying("refusals.validation_failed.lessonQuestion"),
  noRightOption: saying("refusals.validation_failed.lessonRightOption"),
  twoKinds: saying("refusals.validation_failed.lessonKinds"),
  keyTwice: saying("refusals.validation_failed.lessonKey"),
  deniedCount: saying("refusals.validation_failed.lessonDeniedCount"),
} satisfies Record<LessonFault["fault"], unknown>;

/**
 * Saves a lesson as the next version, unless nothing changed.
 * @throws DomainError `quest_not_found`; `lesson_changed` since the seen version; `validation_failed`
 */
export function saveLesson(
  db: Db,
  by: { questId: number; person: string },
  { seen_version, ...sent }: LessonPayload,
): Promise<Lesson> {
  const { questId } = by;
  const faults = findLessonFaults(sent);
  if (faults.length > 0) {
    throw invalidFields(faults.map(({ path, fault }) => ({ path: path.join("."), message: sayingOf[fault] })));
  }
  return transaction(db, (tx) =>
    recordQuestChange(tx, by, async () => {
      const newest = await queries.findVersion(tx, questId);
      const cards = await withSizes(tx, questId, sent.cards, newest?.cards ?? []);
      const version = newest?.version ?? 0;
      // Compared in its stored form, which lacks what is undefined.
      const lesson: Lesson = JSON.parse(JSON.stringify({ ...sent, cards, version }));
      if (newest && isDeepStrictEqual(newest, lesson)) return newest;
      if (seen_version !== (newest?.cards.length ? version : 0)) throw new DomainError("lesson_changed");
      const next = { ...lesson, version: version + 1 };
      await queries.insertLesson(tx, questId, next);
      return next;
    }),
  );
}

/**
 * Deletes a lesson by a version without cards: attempts that phones still have are judged by the earlier ones.
 * @throws DomainError `quest_not_found`, `lesson_not_found`; `lesson_changed` since the seen version
 */
export function deleteLesson(db: Db, by: { questId: number; person: string }, seenVersion: number): Promise<undefined> {
  return transaction(db, (tx) =>
    recordQuestChange(tx, by, async () => {
      const lesson = await queries.findLesson(tx, by.questId);
      if (!lesson) throw new DomainError("lesson_not_found");
      if (lesson.version !== seenVersion) throw new DomainError("lesson_changed");
      await queries.insertLesson(tx, by.questId, { version: seenVersion + 1, asked: "never", cards: [] });
      return undefined;
    }),
  );
}

/**
 * Sets the sizes of pictures: those of the quest's organization, and those the lesson has had, as the quest may have
 * moved.
 */
async function withSizes(
  tx: Tx,
  questId: number,
  cards: readonly LessonCard[],
  earlier: readonly LessonCard[],
): Promise<LessonCard[]> {
  const ids = cards.flatMap(({ picture }) => picture?.id.toLowerCase() ?? []);
  const known = new Map([
    ...earlier.flatMap(({ picture }) => (picture ? [[picture.id, sizeOf(picture)] as const] : [])),
    ...(await findPictures(tx, await queries.findOrganizationOf(tx, questId), ids, questId)),
  ]);
  const unknown = cards.flatMap(({ picture }, index) =>
    picture && !known.has(picture.id.toLowerCase()) ? [`cards.${index}.picture.id`] : [],
  );
  if (unknown.length > 0) {
    throw invalidFields(unknown.map((path) => ({ path, message: saying("refusals.validation_failed.lessonPicture") })));
  }
  return cards.map(({ hides_picture: _, ...card }) => {
    const id = card.picture?.id.toLowerCase() ?? "";
    return card.picture ? { ...card, picture: { ...card.picture, id, ...known.get(id) } } : card;
  });
}

const sizeOf = ({ width, height }: NonNullable<LessonCard["picture"]>) => ({
  ...(width !== undefined && { width }),
  ...(height !== undefined && { height }),
});
