import { once } from "node:events";
import type { ReadForm } from "../../protocol/xlsform/read-form.ts";
import type { FormWords } from "../../protocol/xlsform/texts.ts";
import { startThread } from "../own-programs.ts";
import { DomainError } from "../refusals/domain-error.ts";
import { readHeapMegabytesMax, readTimeoutMs } from "./workbook-limits.ts";

export type ToFormReader = { bytes: Uint8Array; words: Pick<FormWords, "other" | "specifyOther"> };
export type FromFormReader = ReadForm | { refusal: DomainError["refusal"] };

/**
 * Reads a workbook as a form in a separate thread with limits on time and memory, so that no file blocks the server.
 * @throws DomainError as `readWorkbook`; `workbook_too_large` beyond these limits
 */
export async function readFormApart(
  workerData: ToFormReader,
  { timeoutMs = readTimeoutMs, heapMegabytes = readHeapMegabytesMax } = {},
): Promise<ReadForm> {
  const thread = startThread(import.meta.url, "form-reader-thread", {
    workerData,
    resourceLimits: { maxOldGenerationSizeMb: heapMegabytes },
  });
  const timeout = AbortSignal.timeout(timeoutMs);
  try {
    const [answer]: FromFormReader[] = await once(thread, "message", { signal: timeout });
    if (!answer || "refusal" in answer) throw new DomainError(answer?.refusal ?? "workbook_unreadable");
    return answer;
  } catch (cause) {
    if (timeout.aborted) throw new DomainError("workbook_too_large.takesTooLong", { cause });
    if (isOutOfMemory(cause)) throw new DomainError("workbook_too_large", { cause });
    throw cause;
  } finally {
    await thread.terminate();
  }
}

function isOutOfMemory(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ERR_WORKER_OUT_OF_MEMORY";
}
