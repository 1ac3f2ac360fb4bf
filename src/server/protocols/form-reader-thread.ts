import { parentPort, workerData } from "node:worker_threads";
import { formSheetNames, readForm } from "../../protocol/xlsform/read-form.ts";
import { DomainError } from "../refusals/domain-error.ts";
import type { FromFormReader, ToFormReader } from "./form-reader.ts";
import { readWorkbook } from "./read-workbook.ts";

// Runs in a thread of its own and reads one form.

const { bytes, words } = workerData as ToFormReader;

async function read(): Promise<FromFormReader> {
  try {
    const { sheets, otherNames } = await readWorkbook(Buffer.from(bytes), formSheetNames);
    return readForm(sheets, words, otherNames);
  } catch (error) {
    if (error instanceof DomainError) return { refusal: error.refusal };
    throw error;
  }
}

parentPort?.postMessage(await read());
