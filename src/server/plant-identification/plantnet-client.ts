import type { PlantnetAnswer } from "./plantnet-answer.ts";
import { parsePlantnetAnswer, parseRemainingHeader } from "./plantnet-answer.ts";

export type PlantnetOptions = {
  /** Without a trailing slash. */
  url: string;
  apiKey: string;
  timeoutMs?: number;
};

/** `unreached`: the request didn't reach the service, so it isn't counted. */
export type PlantnetFailure =
  | { kind: "unreached" }
  | { kind: "timed_out" }
  | { kind: "key_refused"; status: number }
  | { kind: "quota_exhausted" }
  /** The service permanently rejects this photo. */
  | { kind: "picture_refused"; status: number }
  | { kind: "failed"; status: number }
  | { kind: "not_understood" };

export type PlantnetOutcome =
  | { kind: "identified"; answer: PlantnetAnswer }
  /** No plant on it, or none that the service knows. */
  | { kind: "species_not_found"; remainingRequests: number | undefined }
  | PlantnetFailure;

const answerBytesMax = 2_000_000;

/**
 * Asks Pl@ntNet (my-api.plantnet.org, v2) which plant a photo shows. The key only goes to the configured address: no
 * redirects, and no error contains the address.
 */
export class PlantnetClient {
  readonly #identifyAddress: string;
  readonly #timeoutMs: number;

  constructor({ url, apiKey, timeoutMs = 30_000 }: PlantnetOptions) {
    this.#identifyAddress = `${url}/v2/identify/all?api-key=${encodeURIComponent(apiKey)}`;
    this.#timeoutMs = timeoutMs;
  }

  /** @param jpeg upright and without metadata */
  async identify(jpeg: Uint8Array<ArrayBuffer>): Promise<PlantnetOutcome> {
    const form = new FormData();
    form.set("images", new Blob([jpeg], { type: "image/jpeg" }), "photo.jpg");
    form.set("organs", "auto");
    const signal = AbortSignal.timeout(this.#timeoutMs);
    let response: Response;
    try {
      response = await fetch(this.#identifyAddress, { method: "POST", body: form, signal, redirect: "manual" });
    } catch {
      return { kind: signal.aborted ? "timed_out" : "unreached" };
    }
    try {
      return await judge(response);
    } catch {
      return { kind: signal.aborted ? "timed_out" : "not_understood" };
    } finally {
      await response.body?.cancel().catch(() => undefined);
    }
  }
}

async function judge(response: Response): Promise<PlantnetOutcome> {
  const { status } = response;
  const remainingRequests = parseRemainingHeader(response.headers.get("ratelimit"));
  if (status === 200) {
    const answer = parsePlantnetAnswer(await readJson(response));
    if (!answer) return { kind: "not_understood" };
    return {
      kind: "identified",
      answer: { ...answer, remainingRequests: answer.remainingRequests ?? remainingRequests },
    };
  }
  if (status === 404) {
    const body = (await readJson(response)) as { message?: unknown } | null;
    if (/species not found/i.test(String(body?.message))) return { kind: "species_not_found", remainingRequests };
    return { kind: "failed", status };
  }
  if (status === 401 || status === 403) return { kind: "key_refused", status };
  if (status === 429) return remainingRequests ? { kind: "failed", status } : { kind: "quota_exhausted" };
  if (status === 400 || status === 413 || status === 414 || status === 415 || status === 422) {
    return { kind: "picture_refused", status };
  }
  return { kind: "failed", status };
}

async function readJson(response: Response): Promise<unknown> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > answerBytesMax) throw new Error("the answer is too long");
    chunks.push(chunk);
  }
  return JSON.parse(Buffer.concat(chunks).toString("utf8"));
}
