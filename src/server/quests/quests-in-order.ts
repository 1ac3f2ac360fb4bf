import { type RawBuilder, type SqlBool, sql } from "kysely";
import { maxId } from "../../contract/limits.ts";
import type { Db } from "../database/connection.ts";
import { type Part, type PartRequest, readPart, readSort, requireCursor } from "../database/list-parts.ts";

/** How the quests of one order are found: from the table whose index has it, so that a part costs what it shows. */
export type QuestOrder = {
  /** What the quest `q` is joined to. */
  from: RawBuilder<unknown>;
  /** The quest's id as the index has it behind the key; undefined where it has none. */
  id: RawBuilder<unknown> | undefined;
  /** The values before the quest's id, and the same of the quest that a cursor names. */
  key: RawBuilder<unknown>;
  keyAt: (cursor: Cursor) => RawBuilder<unknown>;
  /** The column of `quest_figures` that the key is: it moves, so that cursors have its value. */
  figure?: QuestFigure;
};
type QuestFigure = `${string}_count`;
type Cursor = { id: number; count: number };
type CursorColumns = { cursor_id: number; cursor_count: number };

/** By values of the quest `q` itself. */
export const orderByQuest = (key: RawBuilder<unknown>): QuestOrder => ({
  from: sql`quests q`,
  id: sql`q.id`,
  key,
  keyAt: ({ id }) => sql`(SELECT ${key} FROM quests q WHERE q.id = ${id})`,
});
export const orderByName = orderByQuest(sql`(sort_words(q.quest_name) COLLATE "C")`);

/** By a count, as adventurers came or the worker last counted. */
export const orderByFigure = (figure: QuestFigure): QuestOrder => ({
  from: sql`quest_figures f JOIN quests q ON q.id = f.quest_id`,
  id: sql`f.quest_id`,
  key: sql`f.${sql.ref(figure)}`,
  keyAt: ({ count }) => sql`${count}::integer`,
  figure,
});

/**
 * One part of the quests `q` that meet the conditions, with their figures `f`; without a sort the newest comes first.
 * @param shown the columns of a row, and what they need joined
 * @throws DomainError `validation_failed` for a cursor of another list
 */
export async function readQuestsInOrder<Row extends object, Column extends string>(
  db: Db,
  { sort, ...part }: PartRequest & { sort?: Column | `-${Column}` | undefined },
  orderOf: (column: Column, isDescending: boolean) => QuestOrder,
  shown: {
    conditions?: readonly RawBuilder<SqlBool>[];
    columns: RawBuilder<unknown>;
    joins: RawBuilder<unknown>;
  },
): Promise<Part<Row>> {
  const { column, isDescending } = sort ? readSort(sort) : { column: undefined, isDescending: true };
  const order = column && orderOf(column, isDescending);
  const direction = isDescending ? sql`DESC` : sql`ASC`;
  const all = [sql<SqlBool>`true`, ...(shown.conditions ?? [])];
  if (part.after !== undefined) all.push(...conditionsBehind(readCursor(part.after), order, isDescending));
  const chosen = (count: number) => sql`
    SELECT q.id, ${order ? order.key : sql`q.id`} AS key FROM ${order ? order.from : sql`quests q`}
    WHERE ${sql.join(all, sql` AND `)}
    ORDER BY ${order ? sql`${order.key} ${direction}, ${order.id ?? sql`q.id`} ${direction}` : sql`q.id DESC`} LIMIT ${count}`;
  const select = async (count: number) => {
    const { rows } = await sql<Row & CursorColumns>`
      SELECT ${shown.columns}, c.id AS cursor_id, ${order?.figure ? order.key : sql`0`} AS cursor_count
      FROM (${chosen(count)}) c
      JOIN quests q ON q.id = c.id
      JOIN quest_figures f ON f.quest_id = q.id
      ${shown.joins}
      ORDER BY c.key ${direction}, c.id ${direction}`.execute(db);
    return rows;
  };
  return readPart(
    { limit: (count: number) => ({ execute: () => select(count) }) },
    part,
    ({ cursor_id, cursor_count }) => `${cursor_id}_${cursor_count}`,
  );
}

/** What an index can tell, so that the parts before are not read again. */
function conditionsBehind(cursor: Cursor, order: QuestOrder | undefined, isDescending: boolean): RawBuilder<SqlBool>[] {
  if (!order) return [sql`q.id < ${cursor.id}`];
  const { key, id = sql`q.id` } = order;
  const isBehind = isDescending ? sql`<` : sql`>`;
  const keyAt = order.keyAt(cursor);
  const behind = sql<SqlBool>`(${key}, ${id}) ${isBehind} (${keyAt}, ${cursor.id}::integer)`;
  return order.id ? [behind] : [behind, sql`${key} ${isBehind}= ${keyAt}`];
}

/** The last quest of the part before, and the count that it was in order by. */
function readCursor(after: string): Cursor {
  const [id, count] = requireCursor(after, /^([1-9]\d{0,9})_(\d{1,10})$/, (pieces) =>
    pieces.every((piece) => Number(piece) <= maxId),
  );
  return { id: Number(id), count: Number(count) };
}
