import { sql } from "kysely";

/** The announcement, or the question with its answer, that the row `n` of news is about. */
export const messageOfNews = sql<{
  quest_id: number;
  title: string;
  text: string;
  author: string | null;
  written_at: Date;
  question: string | null;
  release_number: number | null;
}>`(
  SELECT quest_id, title, text, author, written_at, NULL AS question, release_number FROM announcements WHERE id = n.announcement_id
  UNION ALL
  SELECT quest_id, left(text, 120), coalesce(answer, ''), answered_by, coalesce(answered_at, asked_at), text, NULL
  FROM questions WHERE id = n.question_id)`;
