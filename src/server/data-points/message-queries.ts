import type { Message } from "../../contract/data-points.ts";
import { messagesShownMax } from "../../contract/limits.ts";
import type { Db, Tx } from "../database/connection.ts";

export type NewMessage = {
  dataPointId: string;
  author: string;
  isReviewer: boolean;
  revision: number;
  text: string;
  /** Made by the client; prevents duplicates. */
  requestId?: string | undefined;
};

const columns = ["id", "author", "is_reviewer", "text", "revision", "written_at"] as const;

/** Undefined if this request was stored before. */
export async function insertMessage(tx: Tx, message: NewMessage): Promise<Message | undefined> {
  const inserted = await tx
    .insertInto("data_point_messages")
    .values({
      quest_data_id: message.dataPointId,
      request_id: message.requestId ?? null,
      author: message.author,
      is_reviewer: message.isReviewer,
      revision: message.revision,
      text: message.text,
    })
    .onConflict((conflict) => conflict.column("request_id").doNothing())
    .returning([...columns])
    .executeTakeFirst();
  return inserted && describe(inserted);
}

/** The message of this request, on this data point and by this author. */
export async function findMessageOf(
  db: Db,
  { requestId, dataPointId, author }: { requestId: string; dataPointId: string; author: string },
): Promise<Message | undefined> {
  const message = await db
    .selectFrom("data_point_messages")
    .select([...columns])
    .where("request_id", "=", requestId)
    .where("quest_data_id", "=", dataPointId)
    .where("author", "=", author)
    .executeTakeFirst();
  return message && describe(message);
}

/** The newest messages about a data point, oldest first. */
export async function listMessages(db: Db, dataPointId: string): Promise<Message[]> {
  const newestFirst = await db
    .selectFrom("data_point_messages")
    .select([...columns])
    .where("quest_data_id", "=", dataPointId)
    .orderBy("id", "desc")
    .limit(messagesShownMax)
    .execute();
  return newestFirst.reverse().map(describe);
}

const describe = ({ written_at, ...message }: Omit<Message, "written_at"> & { written_at: Date }): Message => ({
  ...message,
  written_at: written_at.toISOString(),
});
