import { useEffect } from "react";
import { t } from "../../../../generated/web-texts/lesson.ts";
import { keepLesson } from "../../offline/keep-lesson.ts";

/** Keeps a quest's lesson with its pictures on this phone. */
export function useKeptLesson(questId: number, version: number | undefined): void {
  useEffect(() => {
    if (version === undefined) return;
    void keepLesson(questId).catch((error: unknown) => console.warn("The lesson was not kept.", error));
  }, [questId, version]);
}

/** Half a minute for a card. */
export const lessonLength = (cards: number): string =>
  t("lesson.link", { count: cards, minutes: Math.max(1, Math.round(cards / 2)) });
