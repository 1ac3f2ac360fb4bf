import { sql } from "kysely";

/** Characters of a comment or message; its page has the rest. */
const wordsLengthMax = 500;

/** The words of people in an email. */
export const shortened = (column: string) => sql`
  CASE WHEN length(${sql.ref(column)}) > ${wordsLengthMax} THEN left(${sql.ref(column)}, ${wordsLengthMax}) || ' …'
    ELSE ${sql.ref(column)} END AS words`;
