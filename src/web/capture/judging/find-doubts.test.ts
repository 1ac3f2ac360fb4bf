import { describe, expect, it } from "vitest";
import type { PhotoMeasures } from "../../../contract/photo-measures.ts";
import { findDoubts, type PhotoFacts } from "./photo-doubts.tsx";

const good: PhotoMeasures = {
  hash: "01".repeat(128),
  contrast: 50,
  brightness: 120,
  darkShare: 0,
  whiteShare: 0,
  sharpness: 500,
  fingerShare: 0,
};
const facts: PhotoFacts = {
  measures: good,
  sha256: "aa",
  others: [],
  distanceMeters: undefined,
  accuracyMeters: 5,
};
const codesOf = (changes: Partial<PhotoFacts>) => findDoubts({ ...facts, ...changes }).map(({ code }) => code);
const measured = (changes: Partial<PhotoMeasures>) => ({ measures: { ...good, ...changes } });

describe("doubts about a photo", () => {
  it("are none about a good photo, or one that this browser can't measure", () => {
    expect(codesOf({})).toEqual([]);
    expect(codesOf({ measures: undefined })).toEqual([]);
  });

  it("come heaviest first; sharpness says nothing about a dark photo", () => {
    const others = [{ sha256: "bb", measures: good, of: "another" as const }];
    expect(codesOf({ ...measured({ sharpness: 1, whiteShare: 0.5 }), others, distanceMeters: 900 })).toEqual([
      "exif_far",
      "similar_photo",
      "blurred",
      "glare",
    ]);
    expect(codesOf(measured({ sharpness: 1, brightness: 5, fingerShare: 0.2 }))).toEqual(["dark"]);
    expect(codesOf(measured({ sharpness: 1, fingerShare: 0.2 }))).toEqual(["blurred", "finger"]);
  });

  it("a photo's own position is far only beyond the fix's radius and a camera's error", () => {
    expect(codesOf({ distanceMeters: 105 })).toEqual([]);
    expect(codesOf({ distanceMeters: 106 })).toEqual(["exif_far"]);
  });

  it("the same file, or one that looks the same, as another photo on this phone", () => {
    const other = { sha256: "bb", measures: { ...good, hash: "10".repeat(30) + "01".repeat(98) }, of: "this" as const };
    expect(findDoubts({ ...facts, others: [other] })).toEqual([{ code: "similar_photo", of: "this" }]);
    const same = { ...other, sha256: "aa", of: "another" as const };
    expect(findDoubts({ ...facts, others: [other, same] })).toEqual([{ code: "same_photo", of: "another" }]);
    expect(codesOf({ others: [{ ...other, measures: { ...good, hash: "10".repeat(31) + "01".repeat(97) } }] })).toEqual(
      [],
    );
    // Plain photos all look alike, and hashes that nobody knows yet are not the same.
    expect(codesOf({ ...measured({ contrast: 5 }), others: [other] })).toEqual([]);
    expect(codesOf({ others: [{ ...other, measures: { ...good, contrast: 5 } }] })).toEqual([]);
    expect(codesOf({ sha256: null, measures: undefined, others: [{ ...other, sha256: null }] })).toEqual([]);
  });
});
