import * as z from "zod/mini";
import type { PlantResult } from "../../contract/plant-identification.ts";

const finite = z.number().check(z.refine<number>(Number.isFinite));
const text = z.string().check(z.maxLength(500));

/** The fields of Pl@ntNet's answer that we use. */
const answerSchema = z.object({
  bestMatch: z.optional(z.nullable(text)),
  results: z.array(
    z.object({
      score: finite,
      species: z.object({
        scientificName: z.optional(z.nullable(text)),
        scientificNameWithoutAuthor: z.optional(z.nullable(text)),
        scientificNameAuthorship: z.optional(z.nullable(text)),
        commonNames: z.optional(z.nullable(z.array(text))),
      }),
    }),
  ),
  remainingIdentificationRequests: z.optional(z.nullable(finite)),
});

export type PlantnetAnswer = {
  bestMatch: string | undefined;
  /** Most probable first. */
  results: PlantResult[];
  /** The service's remaining quota for the day (UTC), if it says so. */
  remainingRequests: number | undefined;
};

const resultsMax = 50;

/** Undefined if it isn't a Pl@ntNet answer. */
export function parsePlantnetAnswer(body: unknown): PlantnetAnswer | undefined {
  const parsed = answerSchema.safeParse(body);
  if (!parsed.success) return undefined;
  const { bestMatch, results, remainingIdentificationRequests: remaining } = parsed.data;
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

type Species = {
  scientificName?: string | null | undefined;
  scientificNameWithoutAuthor?: string | null | undefined;
  scientificNameAuthorship?: string | null | undefined;
};

function nameOf(species: Species): string {
  const parts = [species.scientificNameWithoutAuthor, species.scientificNameAuthorship];
  return (species.scientificName ?? parts.filter(Boolean).join(" ")).trim();
}

/** `"dailyQuota";r=12;t=3600` → 12, the requests left. */
export function parseRemainingHeader(header: string | null): number | undefined {
  const remaining = /(?:^|;)\s*r=(\d{1,9})\b/.exec(header ?? "")?.[1];
  return remaining === undefined ? undefined : Number(remaining);
}
