import { Readable } from "node:stream";
import type { DatasetFormat } from "../../contract/enums.ts";
import type { Db } from "../database/connection.ts";
import { fileNameOf, formatDataset, mediaTypeOf } from "./dataset-formats.ts";
import { getQuestName, readAcceptedPoints } from "./dataset-queries.ts";

export type DatasetFile = { mediaType: string; fileName: string; content: Readable };

/**
 * A quest's accepted data points as a file, read from the database while it is written.
 * @throws DomainError `quest_not_found`
 */
export async function exportDataset(db: Db, questId: number, format: DatasetFormat): Promise<DatasetFile> {
  const name = await getQuestName(db, questId);
  const pieces = formatDataset(format, readAcceptedPoints(db, questId));
  return {
    mediaType: mediaTypeOf[format],
    fileName: fileNameOf(questId, name, format),
    content: Readable.from(pieces, { objectMode: false, highWaterMark: 64 * 1024 }),
  };
}
