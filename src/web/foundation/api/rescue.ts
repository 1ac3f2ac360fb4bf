import type { RescueAnswer } from "../../../contract/rescue.ts";
import { currentLanguage } from "../texts/area-texts.ts";
import { addressOf } from "./addresses.ts";
import { readAnswer } from "./answers.ts";
import { withToken } from "./session.ts";

/**
 * Sends a rescue bundle.
 * @param onProgress gets the share that is sent
 * @throws ApiError; DOMException `AbortError`; TypeError without a connection
 */
export async function importRescue(
  file: File,
  { onProgress, signal }: { onProgress?: (share: number) => void; signal?: AbortSignal } = {},
): Promise<RescueAnswer> {
  const address = addressOf("importRescue");
  const answer = await withToken((token) => send(address, file, token, onProgress, signal));
  return readAnswer("importRescue", answer);
}

/** Uses XMLHttpRequest, because `fetch` does not report upload progress. */
function send(
  address: string,
  file: File,
  token: string | undefined,
  onProgress: ((share: number) => void) | undefined,
  signal: AbortSignal | undefined,
): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const abort = () => request.abort();
    request.open("POST", address);
    request.setRequestHeader("Accept", "application/json");
    request.setRequestHeader("Accept-Language", currentLanguage().code);
    if (token !== undefined) request.setRequestHeader("Authorization", `Bearer ${token}`);
    request.upload.onprogress = ({ loaded, total }) => onProgress?.(total > 0 ? loaded / total : 0);
    request.onload = () => resolve({ status: request.status, text: request.responseText });
    request.onerror = () => reject(new TypeError("The bundle could not be sent."));
    request.onabort = () => reject(new DOMException("Cancelled.", "AbortError"));
    request.onloadend = () => signal?.removeEventListener("abort", abort);
    signal?.addEventListener("abort", abort);
    const form = new FormData();
    form.append("file", file);
    request.send(form);
  });
}
