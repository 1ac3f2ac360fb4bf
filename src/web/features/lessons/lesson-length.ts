import { t } from "../../../../generated/web-texts/lesson.ts";

/** Half a minute for a card. */
export const lessonLength = (cards: number): string =>
  t("lesson.link", { count: cards, minutes: Math.max(1, Math.round(cards / 2)) });
