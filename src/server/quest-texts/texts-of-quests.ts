import { type RawBuilder, sql } from "kysely";
import type { QuestText } from "../../contract/quest-fields.ts";

/** What the contract's `languagesOfName` has, of a quest `q`. */
export const nameInLanguages = sql.raw("q.quest_name, q.language, q.translated_names AS translations");

/** The same for the query builder. */
export const nameColumns = ["q.quest_name", "q.language", "q.translated_names as translations"] as const;

/** A text of a quest `q` in a reader's language, otherwise in its own. Without a language it is its own as well. */
export function textIn(language: RawBuilder<unknown> | string, name: QuestText): RawBuilder<string> {
  const texts = sql.ref(name === "quest_name" ? "q.translated_names" : "q.translations");
  const code = sql`(${language})::text`;
  return sql<string>`coalesce(${texts} -> ${code} ->> ${sql.lit(name)},
    ${texts} -> split_part(${code}, '-', 1) ->> ${sql.lit(name)},
    ${sql.ref(`q.${name}`)})`;
}

/** The language of a volunteer; null if they haven't chosen one. */
export const languageOfVolunteer = (username: string) =>
  sql<string | null>`(SELECT language FROM adventurers WHERE id = ${username})`;
