import type { ImportedProtocol } from "../../contract/protocols.ts";
import type { Quest } from "../../contract/quests.ts";
import { addressOf } from "./addresses.ts";
import { callApi } from "./client.ts";
import { downloadFile } from "./download-file.ts";

/** One quest as it is stored now, with what it asks; for a form, which must not change by itself. @throws ApiError */
export function fetchQuest(id: number): Promise<Quest> {
  return callApi("getQuest", { params: { id } });
}

/** Reads an XLSForm; nothing is saved. @throws ApiError */
export function importXlsForm(file: File): Promise<ImportedProtocol> {
  return callApi("importProtocol", { body: {}, files: { file } });
}

/** What a quest asks, as an XLSForm. @throws ApiError */
export function downloadXlsForm(questId: number): Promise<Blob> {
  return downloadFile(addressOf("exportProtocol", { params: { id: questId } }));
}
