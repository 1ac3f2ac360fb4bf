import { useEffect } from "react";
import { keepLesson } from "../../offline/keep-lesson.ts";

/** Keeps a quest's lesson with its pictures on this phone. */
export function useKeptLesson(questId: number, version: number | undefined): void {
  useEffect(() => {
    if (version === undefined) return;
    void keepLesson(questId).catch((error: unknown) => console.warn("The lesson was not kept.", error));
  }, [questId, version]);
}
