import * as z from "zod/mini";
import type { PlantResult } from "../../contract/plant-identification.ts";

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

export type PlantnetAnswer = {
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
