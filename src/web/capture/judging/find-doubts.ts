import type { EvidenceCode } from "../../../contract/desk-enums.ts";
import { thresholds } from "../../../contract/evidence-thresholds.ts";
import { evidenceWeights } from "../../../contract/evidence-weights.ts";
import type { PhotoMeasures } from "../../../contract/photo-measures.ts";
import { hasFinger, hasGlare, isBlurred, isDark, isFarFromFix, isTelling } from "../../../contract/photo-rules.ts";

/** A photo on this phone: an earlier one of the same data point, or one of another. */
export type OtherPhoto = {
  sha256: string | null;
  measures: PhotoMeasures | undefined;
  of: "this" | "another";
};

export type PhotoFacts = {
  /** Undefined if this browser can't measure photos. */
  measures: PhotoMeasures | undefined;
  sha256: string | null;
  others: readonly OtherPhoto[];
  /** From the data point's position to the photo's own. */
  distanceMeters: number | undefined;
  accuracyMeters: number | null;
};

/** What the server's evidence would say as well, by its code. */
export type Doubt =
  | { code: Extract<EvidenceCode, "same_photo" | "similar_photo">; of: OtherPhoto["of"] }
  | { code: Extract<EvidenceCode, "exif_far">; meters: number }
  | { code: Extract<EvidenceCode, "blurred" | "dark" | "glare" | "finger"> };

/** What may be wrong with a photo, heaviest first. */
export function findDoubts(facts: PhotoFacts): Doubt[] {
  const { measures, distanceMeters, accuracyMeters } = facts;
  const doubts: Doubt[] = [...findCopies(facts)];
  if (distanceMeters !== undefined && isFarFromFix(distanceMeters, accuracyMeters)) {
    doubts.push({ code: "exif_far", meters: distanceMeters });
  }
  if (measures) doubts.push(...findFaults(measures));
  return doubts.sort((one, other) => evidenceWeights[other.code] - evidenceWeights[one.code]);
}

function findFaults(measures: PhotoMeasures): Doubt[] {
  const glare: Doubt[] = hasGlare(measures) ? [{ code: "glare" }] : [];
  // Nobody can tell more in the dark.
  if (isDark(measures)) return [...glare, { code: "dark" }];
  const blurred: Doubt[] = isBlurred(measures) ? [{ code: "blurred" }] : [];
  return [...glare, ...blurred, ...(hasFinger(measures) ? [{ code: "finger" } as const] : [])];
}

function findCopies({ measures, sha256, others }: PhotoFacts): Doubt[] {
  const same = others.find((other) => sha256 !== null && other.sha256 === sha256);
  if (same) return [{ code: "same_photo", of: same.of }];
  const similar = measures && others.find((other) => other.measures && areSimilar(measures, other.measures));
  return similar ? [{ code: "similar_photo", of: similar.of }] : [];
}

function areSimilar(one: PhotoMeasures, other: PhotoMeasures): boolean {
  if (!isTelling(one) || !isTelling(other)) return false;
  const differentBits = [...one.hash].filter((bit, at) => bit !== other.hash[at]).length;
  return differentBits <= thresholds.similarPhotoBits;
}
