import type { DatasetFormat } from "../../contract/enums.ts";
import type { Db } from "../database/connection.ts";
import { datasetColumns } from "./dataset-columns.ts";
import { fileNameOf, formats } from "./dataset-formats.ts";
import { getQuestToExport, readAcceptedPoints } from "./dataset-queries.ts";

export type DatasetFile = { mediaType: string; fileName: string; pieces: AsyncIterable<string> };

/**
 * A quest's accepted data points, or the dictionary of their columns, as a file that is read while it is written.
 * @throws DomainError `quest_not_found`
 */
export async function exportDataset(db: Db, questId: number, format: DatasetFormat): Promise<DatasetFile> {
  const { name, versions } = await getQuestToExport(db, questId);
  const { mediaType, write } = formats[format];
  return {
    mediaType,
    fileName: fileNameOf(questId, name, format),
    pieces: write(datasetColumns(versions), readAcceptedPoints(db, questId, versions)),
  };
}
