import * as z from "zod/mini";
import type { PlantResult } from "../../contract/field-tests.ts";
import { saying } from "../../texts/saying.ts";
import { type Answer, ask, UnreadableAnswerError } from "../outward/ask.ts";
import { DomainError } from "../refusals/domain-error.ts";
import { TooSlowError } from "../within-time.ts";
import { quotaExhausted } from "./plant-id-quota.ts";

/** The service did not count this request against the quota. */
export class UncountedRequestError extends DomainError {}

/** The service rejects this photo however often it is sent. */
export class PictureRefusedError extends DomainError {}

const answerBytesMax = 2_000_000;
const pictureRefusedStatuses = [400, 413, 414, 415, 422];

/**
 * Asks Pl@ntNet (my-api.plantnet.org, v2) which plant a photo shows. To keep the key secret, it follows no redirects, and no
 * error mentions the address.
 */
export class PlantnetClient {
  readonly #identifyAddress: string;
  readonly #timeoutMs: number;

  /** @param url without a trailing slash */
  constructor({ url, apiKey, timeoutMs = 30_000 }: { url: string; apiKey: string; timeoutMs?: number }) {
    this.#identifyAddress = `${url}/v2/identify/all?api-key=${encodeURIComponent(apiKey)}`;
    this.#timeoutMs = timeoutMs;
  }

  /**
   * The answer has no results where the service finds no plant.
   * @param jpeg upright and without metadata
   * @throws DomainError `plant_id_failed`, `plant_id_quota_exhausted`
   */
  async identify(jpeg: Uint8Array<ArrayBuffer>): Promise<PlantnetAnswer> {
    const form = new FormData();
    form.set("images", new Blob([jpeg], { type: "image/jpeg" }), "photo.jpg");
    form.set("organs", "auto");
    const limits = { timeoutMs: this.#timeoutMs, bytesMax: answerBytesMax };
    let answer: Answer | undefined;
    try {
      answer = await ask(this.#identifyAddress, { method: "POST", body: form, ...limits });
      return readAnswer(answer);
    } catch (error) {
      if (error instanceof DomainError) throw error;
      if (error instanceof TooSlowError) throw new DomainError("plant_id_failed.timedOut");
      const isAnswered = answer || error instanceof UnreadableAnswerError;
      throw isAnswered
        ? new DomainError("plant_id_failed.notUnderstood")
        : new UncountedRequestError("plant_id_failed.unreached");
    }
  }
}

function readAnswer({ status, headers, body }: Answer): PlantnetAnswer {
  const remainingRequests = parseRemainingHeader(headers.get("ratelimit"));
  if (status === 200) {
    const answer = parsePlantnetAnswer(readJson(body));
    return { ...answer, remainingRequests: answer.remainingRequests ?? remainingRequests };
  }
  if (status === 404) {
    const { message } = (readJson(body) ?? {}) as { message?: unknown };
    if (/species not found/i.test(String(message))) return { results: [], bestMatch: undefined, remainingRequests };
  }
  if (status === 401 || status === 403) throw new UncountedRequestError("plant_id_failed.keyRefused");
  if (status === 429 && !remainingRequests) throw quotaExhausted();
  if (pictureRefusedStatuses.includes(status)) throw new PictureRefusedError("plant_id_failed.pictureRefused");
  throw new DomainError(saying("refusals.plant_id_failed", { status }));
}

const readJson = (body: Buffer): unknown => JSON.parse(body.toString("utf8"));

const finite = z.number().check(z.refine<number>(Number.isFinite));
const text = z.nullish(z.string().check(z.maxLength(500)));
const species = z.object({
  scientificName: text,
  scientificNameWithoutAuthor: text,
  scientificNameAuthorship: text,
  commonNames: z.nullish(z.array(z.string().check(z.maxLength(500)))),
});
const answerSchema = z.object({
  bestMatch: text,
  results: z.array(z.object({ score: finite, species })),
  remainingIdentificationRequests: z.nullish(finite),
});

type PlantnetAnswer = {
  bestMatch: string | undefined;
  /** Most probable first. */
  results: PlantResult[];
  /** Today (UTC), by the service's own count. */
  remainingRequests: number | undefined;
};

const resultsMax = 50;

/** @throws ZodError if the body isn't an answer of Pl@ntNet */
export function parsePlantnetAnswer(body: unknown): PlantnetAnswer {
  const { bestMatch, results, remainingIdentificationRequests: remaining } = answerSchema.parse(body);
  const named = results
    .map(({ score, species }) => ({
      score,
      species: { scientificName: nameOf(species), commonNames: species.commonNames ?? [] },
    }))
    .filter((result) => result.species.scientificName !== "")
    .toSorted((a, b) => b.score - a.score)
    .slice(0, resultsMax);
  return {
    bestMatch: bestMatch?.trim() || named[0]?.species.scientificName,
    results: named,
    remainingRequests: typeof remaining === "number" ? Math.max(0, Math.floor(remaining)) : undefined,
  };
}

function nameOf(names: z.infer<typeof species>): string {
  const parts = [names.scientificNameWithoutAuthor, names.scientificNameAuthorship];
  return (names.scientificName ?? parts.filter(Boolean).join(" ")).trim();
}

/** `"dailyQuota";r=12;t=3600` → 12 requests left. */
export function parseRemainingHeader(header: string | null): number | undefined {
  const remaining = /(?:^|;)\s*r=(\d{1,9})\b/.exec(header ?? "")?.[1];
  return remaining === undefined ? undefined : Number(remaining);
}
