import { type RawBuilder, type SqlBool, sql } from "kysely";
import { sampleStates } from "../../contract/enums.ts";
import { maxId } from "../../contract/limits.ts";
import type { Db } from "../database/connection.ts";
import { type Part, type PartRequest, readPart, readSort, requireCursor } from "../database/list-parts.ts";

/** How quests are found in an order: from the table with the index, so that a part only costs what it shows. */
export type QuestOrder = {
  /** The joins for the quest `q`. */
  from: RawBuilder<unknown>;
  /** The quest's id in the index after the key; undefined if the index doesn't have it. */
  id: RawBuilder<unknown> | undefined;
  /** The sort values before the quest's id, and the same for a cursor's quest. */
  key: RawBuilder<unknown>;
  keyAt: (cursor: Cursor) => RawBuilder<unknown>;
  /** The changing column of `quest_figures` that is the key, so cursors contain its value. */
  figure?: QuestFigure;
};
type QuestFigure = `${string}_count`;
type Cursor = { id: number; count: number };
type CursorColumns = { cursor_id: number; cursor_count: number };

/** Orders by values of the quest `q` itself. */
export const orderByQuest = (key: RawBuilder<unknown>): QuestOrder => ({
  from: sql`quests q`,
  id: sql`q.id`,
  key,
  keyAt: ({ id }) => sql`(SELECT ${key} FROM quests q WHERE q.id = ${id})`,
});
export const orderByName = orderByQuest(sql`(sort_words(q.quest_name) COLLATE "C")`);

/**
 * Orders by the number of volunteers or the worker's last counts. A quest without a row would be missing: the trigger
 * function
 * `add_quest_figures` makes it, and `count_adventurers` counts volunteers.
 */
export const orderByFigure = (figure: QuestFigure): QuestOrder => ({
  from: sql`quest_figures f JOIN quests q ON q.id = f.quest_id`,
  id: sql`f.quest_id`,
  key: sql`f.${sql.ref(figure)}`,
  keyAt: ({ count }) => sql`${count}::integer`,
  figure,
});

/**
 * A part of the quests `q` that meet the conditions, with their figures `f`; newest first by default.
 * @param shown the columns of a row and their joins
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
  return readPart(select, part, ({ cursor_id, cursor_count }) => `${cursor_id}_${cursor_count}`);
}

/** A condition the index can use, so that earlier parts aren't read again. */
function conditionsBehind(cursor: Cursor, order: QuestOrder | undefined, isDescending: boolean): RawBuilder<SqlBool>[] {
  if (!order) return [sql`q.id < ${cursor.id}`];
  const { key, id = sql`q.id` } = order;
  const isBehind = isDescending ? sql`<` : sql`>`;
  const keyAt = order.keyAt(cursor);
  const behind = sql<SqlBool>`(${key}, ${id}) ${isBehind} (${keyAt}, ${cursor.id}::integer)`;
  return order.id ? [behind] : [behind, sql`${key} ${isBehind}= ${keyAt}`];
}

/** The last quest of the previous part, and the count it was sorted by. */
function readCursor(after: string): Cursor {
  const [id, count] = requireCursor(after, /^([1-9]\d{0,9})_(\d{1,10})$/, (pieces) =>
    pieces.every((piece) => Number(piece) <= maxId),
  );
  return { id: Number(id), count: Number(count) };
}

/**
 * Sums over rows `n` of `sample_counts`, one column per state, such as `pending_count`. The trigger function
 * `count_samples` adds the rows.
 */
export const countsByState = sql.join(
  sampleStates.map(
    (state) => sql`
      coalesce(sum(n.count) FILTER (WHERE n.state = ${sql.lit(state)}), 0)::integer AS ${sql.ref(`${state}_count`)}`,
  ),
);
