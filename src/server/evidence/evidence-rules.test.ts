import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { evidenceCodes } from "../../contract/desk-enums.ts";
import { evidenceWeights, thresholds } from "../../contract/evidence-scale.ts";
import { metersBetween, type Place } from "../../protocol/distance.ts";
import { english } from "../../texts/languages.ts";
import { textsOf } from "../../texts/texts-of.ts";
import { describeEvidence } from "./describe-evidence.ts";
import type { OtherPoint, Photo, PointFacts } from "./evidence-facts.ts";
import { spreadOf } from "./evidence-jobs.ts";
import * as rules from "./evidence-rules.ts";
import { bandsOf, probesOf, surelyFoundBits } from "./signature-queries.ts";

const now = new Date("2026-06-01T12:00:00Z");
const here: Place = { latitude: 47.4, longitude: 8.5 };
/** This many metres to the north. */
const north = (meters: number, from = here): Place => ({
  ...from,
  latitude: from.latitude + meters / 111_195.08,
});
const signature = {
  hash: "01".repeat(128),
  contrast: 50,
  brightness: 120,
  darkShare: 0,
  whiteShare: 0,
  fingerShare: 0,
  sharpness: 500,
};
const photo: Photo = { key: "originals/1", exifPlace: undefined, cameraTime: undefined, signature };
const clean: PointFacts = {
  place: here,
  accuracy: 5,
  source: "device",
  capturedAt: now,
  arrivedAt: now,
  isLate: false,
  photos: [photo],
  values: [],
  station: undefined,
  questPlaces: [{ ...here, name: "Zurich" }],
  spacingMeters: 10,
  minutesPerPoint: 5,
  samePhotos: [],
  similarPhotos: [],
  near: [],
  inTime: [],
  onTheWay: [],
};
const codesOf = (changes: Partial<PointFacts>) => rules.findEvidence({ ...clean, ...changes }).map(({ code }) => code);
const other = (changes: Partial<OtherPoint> = {}): OtherPoint => ({
  id: "0b1c2d3e-4f50-4a6b-8c7d-8e9fa0b1c2d3",
  isSameAdventurer: false,
  capturedAt: new Date(now.getTime() - 86_400_000),
  ...changes,
});

const latitude = fc.double({ min: -89.9, max: 89.9, noNaN: true });
const longitude = fc.double({ min: -180, max: 180, noNaN: true });
const place = fc.record({ latitude, longitude });
const meters = (max: number) => fc.double({ min: 0, max, noNaN: true });
const moment = fc.date({ min: new Date("2020-01-01"), max: new Date("2030-01-01"), noInvalidDate: true });
const otherPoint = fc.record({ id: fc.uuid(), isSameAdventurer: fc.boolean(), capturedAt: moment });
const placedPoint = fc
  .tuple(otherPoint, place, fc.option(meters(100)))
  .map(([point, there, accuracy]) => ({ ...point, place: there, accuracy }));
const numberField = fc.record(
  {
    key: fc.constant("depth"),
    kind: fc.constant("number" as const),
    label: fc.constantFrom("Depth", { en: "Depth" }, { de: "Tiefe" }),
    unit: fc.constant("cm"),
    expected_min: fc.integer({ min: -100, max: 0 }),
    expected_max: fc.integer({ min: 1, max: 100 }),
  },
  { requiredKeys: ["key", "kind", "label"] },
);
const anyFacts: fc.Arbitrary<PointFacts> = fc.record({
  place,
  accuracy: fc.option(meters(5_000)),
  source: fc.constantFrom("device", "exif", "map", "manual"),
  capturedAt: fc.option(moment),
  arrivedAt: moment,
  isLate: fc.boolean(),
  photos: fc.array(
    fc.record({
      key: fc.uuid(),
      exifPlace: fc.option(place, { nil: undefined }),
      cameraTime: fc.option(fc.record({ at: moment, zone: fc.constantFrom(null, "Europe/Zurich") }), {
        nil: undefined,
      }),
      signature: fc.option(
        fc.record({
          hash: fc.constant(signature.hash),
          contrast: meters(128),
          brightness: meters(255),
          darkShare: meters(1),
          whiteShare: meters(1),
          fingerShare: meters(1),
          sharpness: meters(10_000),
        }),
        { nil: undefined },
      ),
    }),
    { maxLength: 3 },
  ),
  values: fc.array(
    fc.record({
      field: numberField,
      value: fc.double({ noNaN: true, noDefaultInfinity: true }),
      spread: fc.option(
        fc.array(fc.double({ noNaN: true, noDefaultInfinity: true }), { minLength: 1 }).map((all) => spreadOf(all)),
        { nil: undefined },
      ),
    }),
    { maxLength: 3 },
  ),
  station: fc.option(fc.record({ id: fc.constant(7), latitude, longitude, name: fc.constant("Ford") }), {
    nil: undefined,
  }),
  questPlaces: fc.array(fc.record({ latitude, longitude, name: fc.constant("Zurich") }), { maxLength: 3 }),
  spacingMeters: fc.option(meters(100), { nil: undefined }),
  minutesPerPoint: fc.option(fc.integer({ min: 1, max: 60 }), { nil: undefined }),
  samePhotos: fc.array(otherPoint, { maxLength: 3 }),
  similarPhotos: fc.array(
    fc
      .tuple(otherPoint, fc.integer({ min: 0, max: 256 }))
      .map(([point, differentBits]) => ({ ...point, differentBits })),
    { maxLength: 3 },
  ),
  near: fc.array(placedPoint, { maxLength: 3 }),
  inTime: fc.array(otherPoint, { maxLength: 2 }),
  onTheWay: fc.array(placedPoint, { maxLength: 2 }),
});

const cm = { key: "depth", kind: "number" as const, label: "Depth", unit: "cm", expected_max: 10 };
/** A data point with every kind of evidence. */
const suspect: PointFacts = {
  place: here,
  accuracy: null,
  source: "device",
  capturedAt: now,
  arrivedAt: now,
  isLate: true,
  photos: [
    {
      key: "originals/1",
      exifPlace: north(50_000),
      cameraTime: { at: new Date(now.getTime() - 86_400_000), zone: null },
      signature: { ...signature, brightness: 1, sharpness: 1 },
    },
  ],
  values: [{ field: cm, value: 90, spread: { count: 100, median: 5, deviation: 1 } }],
  station: { ...north(30_000), id: 7, name: "Ford" },
  questPlaces: [{ ...north(50_000), name: "Zurich" }],
  spacingMeters: 10,
  minutesPerPoint: 5,
  samePhotos: [other()],
  similarPhotos: [{ ...other({ id: "1b1c2d3e-4f50-4a6b-8c7d-8e9fa0b1c2d3" }), differentBits: 0 }],
  near: [{ ...other(), place: here, accuracy: 5 }],
  inTime: [other({ capturedAt: now })],
  onTheWay: [{ ...other({ capturedAt: now }), place: north(5400), accuracy: 5 }],
};

describe("evidence", () => {
  it("is empty for a good data point, with or without a photo", () => {
    expect(codesOf({})).toEqual([]);
    expect(codesOf({ photos: [] })).toEqual([]);
    expect(codesOf({ photos: [{ ...photo, signature: undefined }] })).toEqual([]);
  });

  it("has each code at most once, heaviest first, with weight and sentence", () => {
    const texts = textsOf(english);
    const seen = new Set<string>();
    fc.assert(
      fc.property(anyFacts, (facts) => {
        const found = rules.findEvidence(facts);
        expect(new Set(found.map(({ code }) => code)).size).toBe(found.length);
        const weights = found.map(({ weight }) => weight);
        expect(weights).toEqual(weights.toSorted((one, another) => another - one));
        // Findings are stored as JSON.
        for (const each of JSON.parse(JSON.stringify(found)) as typeof found) {
          seen.add(each.code);
          expect(each.weight).toBe(evidenceWeights[each.code]);
          const { sentence } = describeEvidence(each, texts);
          expect(sentence).not.toMatch(/undefined|null|NaN|Invalid|\{|evidence\./);
          expect(sentence).toMatch(/\.$/);
        }
      }),
      { numRuns: 500, examples: [[suspect], [{ ...suspect, source: "manual" }]] },
    );
    expect([...seen].sort()).toEqual([...evidenceCodes].sort());
  });

  it("contains no volunteer's name", () => {
    const found = rules.findEvidence({ ...clean, samePhotos: [other()], inTime: [other({ capturedAt: now })] });
    expect(Object.keys(Object.assign({}, ...found.map(({ facts }) => facts)))).not.toContain("adventurer_id");
  });
});

describe("same_photo and similar_photo", () => {
  it("a similar photo weighs little: regular bark looks alike", () => {
    expect(evidenceWeights.same_photo).toBeGreaterThanOrEqual(5);
    expect(evidenceWeights.similar_photo).toBeLessThan(5);
  });

  it("name the first with the file, and how many more", () => {
    fc.assert(
      fc.property(fc.array(otherPoint, { minLength: 1 }), (samePhotos) => {
        const found = rules.findSamePhoto({ ...clean, samePhotos });
        const first = Math.min(...samePhotos.map(({ capturedAt }) => capturedAt.getTime()));
        expect(Date.parse(found?.facts.at ?? "")).toBe(first);
        expect(found?.facts.others).toBe(samePhotos.length - 1);
      }),
    );
  });

  it("report a same file only once", () => {
    const near = { ...other(), differentBits: 0 };
    expect(codesOf({ samePhotos: [other()], similarPhotos: [near] })).toEqual(["same_photo"]);
    expect(codesOf({ similarPhotos: [near] })).toEqual(["similar_photo"]);
  });

  it("end at the threshold", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 256 }), (differentBits) => {
        const found = rules.findSimilarPhoto({
          ...clean,
          samePhotos: [],
          similarPhotos: [{ ...other(), differentBits }],
        });
        expect(found !== undefined).toBe(differentBits <= thresholds.similarPhotoBits);
      }),
    );
  });

  it("find every hash within 31 bits by its bands", () => {
    const bits = fc.array(fc.boolean(), { minLength: 256, maxLength: 256 });
    const turned = fc.uniqueArray(fc.integer({ min: 0, max: 255 }), { maxLength: surelyFoundBits });
    const write = (hash: readonly boolean[]) => hash.map(Number).join("");
    expect(surelyFoundBits).toBe(31);
    fc.assert(
      fc.property(bits, turned, (hash, places) => {
        const near = hash.map((bit, at) => (places.includes(at) ? !bit : bit));
        const probes = new Set(probesOf(write(hash)));
        expect(bandsOf(write(near)).some((band) => probes.has(band))).toBe(true);
      }),
    );
    expect(new Set(bandsOf("0".repeat(256))).size).toBe(16);
  });
});

describe("exif_far", () => {
  it("begins 100 m beyond the fix's radius, anywhere on Earth", () => {
    fc.assert(
      fc.property(place, place, fc.option(meters(2_000_000)), (one, another, accuracy) => {
        const photos = [{ ...photo, exifPlace: another }];
        const found = rules.findExifFar({ ...clean, place: one, accuracy, photos });
        expect(found !== undefined).toBe(metersBetween(one, another) > (accuracy ?? 0) + 100);
      }),
    );
    // Random locations are never exactly at the limit.
    for (const accuracy of [null, 0, 40, 2_000]) {
      const limit = (accuracy ?? 0) + 100;
      const farOff = (distance: number) =>
        rules.findExifFar({ ...clean, place: here, accuracy, photos: [{ ...photo, exifPlace: north(distance) }] });
      expect(farOff(limit - 1)).toBeUndefined();
      expect(farOff(limit + 1)?.facts).toEqual({ distance: limit + 1, accuracy });
    }
  });
});

describe("exif_time", () => {
  const found = (seconds: number, zone: string | null) =>
    rules.findExifTime({
      ...clean,
      capturedAt: now,
      photos: [{ ...photo, cameraTime: { at: new Date(now.getTime() + seconds * 1000), zone } }],
    });

  it("gives photos without a zone an extra hour, in both directions", () => {
    fc.assert(
      fc.property(fc.integer({ min: -20_000, max: 20_000 }), (seconds) => {
        expect(found(seconds, null) !== undefined).toBe(Math.abs(seconds) > 1800);
        expect(found(seconds, "Europe/Zurich") !== undefined).toBe(Math.abs(seconds) > 5400);
      }),
    );
    expect(found(-7200, null)?.facts).toMatchObject({ gap: 7200, order: "before" });
    expect(found(7200, null)?.facts).toMatchObject({ gap: 7200, order: "after" });
  });

  it("is nothing without a capture time", () => {
    const photos = [{ ...photo, cameraTime: { at: new Date(0), zone: null } }];
    expect(rules.findExifTime({ ...clean, capturedAt: null, photos })).toBeUndefined();
  });
});

describe("poor_accuracy and no_device_position", () => {
  it("is a radius above 30 m, or an unknown one of a device", () => {
    for (const source of ["device", "map", "manual", "exif"] as const) {
      expect(rules.findPoorAccuracy({ ...clean, accuracy: 30, source })).toBeUndefined();
      expect(rules.findPoorAccuracy({ ...clean, accuracy: 30.1, source })?.facts).toEqual({ accuracy: 30.1 });
      expect(rules.findPoorAccuracy({ ...clean, accuracy: null, source }) !== undefined).toBe(source === "device");
      expect(rules.findNoDevicePosition({ ...clean, source }) !== undefined).toBe(source !== "device");
    }
  });
});

describe("outside_places", () => {
  it("is more than 25 km beyond the radius from the nearest location", () => {
    fc.assert(
      fc.property(place, fc.array(place, { maxLength: 5 }), fc.option(meters(50_000)), (point, places, accuracy) => {
        const questPlaces = places.map((each) => ({ ...each, name: "A" }));
        const found = rules.findOutsidePlaces({ ...clean, place: point, accuracy, questPlaces });
        const nearest = Math.min(...places.map((each) => metersBetween(point, each)));
        expect(found !== undefined).toBe(places.length > 0 && nearest > 25_000 + (accuracy ?? 0));
      }),
    );
  });
});

describe("far_from_station", () => {
  it("is farther than 50 m plus the position's radius", () => {
    const station = { ...here, id: 7, name: "Ford" };
    fc.assert(
      fc.property(meters(500), fc.option(meters(100)), (away, accuracy) => {
        const found = rules.findFarFromStation({ ...clean, place: north(away), accuracy, station });
        const distance = metersBetween(north(away), here);
        expect(found !== undefined).toBe(distance > 50 + (accuracy ?? 0));
      }),
    );
    const at60 = [5, 15].map((accuracy) => rules.findFarFromStation({ ...clean, place: north(60), accuracy, station }));
    expect(at60.map((found) => found !== undefined)).toEqual([true, false]);
    expect(rules.findFarFromStation({ ...clean, place: north(300), station })?.facts).toEqual({
      distance: 300,
      station: "Ford",
      accuracy: 5,
    });
  });

  it("is never found without a station", () => {
    expect(codesOf({ station: undefined, place: north(20_000) })).not.toContain("far_from_station");
  });
});

describe("too_close", () => {
  it("is closer than the protocol's minimum, and names the nearest", () => {
    fc.assert(
      fc.property(fc.array(meters(40), { minLength: 1 }), meters(30), (distances, spacingMeters) => {
        const near = distances.map((each) => ({ ...other(), place: north(each), accuracy: null }));
        const found = rules.findTooClose({ ...clean, place: here, accuracy: 5, near, spacingMeters });
        const nearest = Math.min(...near.map((each) => metersBetween(here, each.place)));
        expect(found !== undefined).toBe(nearest < spacingMeters);
        if (found) expect(found.facts.distance).toBeCloseTo(nearest, 0);
      }),
    );
    expect(codesOf({ spacingMeters: undefined, near: [{ ...other(), place: here, accuracy: 1 }] })).toEqual([]);
  });
});

describe("out_of_range", () => {
  it("is outside the expected bounds", () => {
    fc.assert(
      fc.property(numberField, fc.integer({ min: -300, max: 300 }), (field, value) => {
        const found = rules.findOutOfRange({ ...clean, values: [{ field, value, spread: undefined }] });
        const { expected_min: min = -Infinity, expected_max: max = Infinity } = field;
        expect(found !== undefined).toBe(value < min || value > max);
        if (found) expect(found.facts.side).toBe(value < min ? "below" : "above");
      }),
    );
  });
});

describe("outlier", () => {
  const field = { key: "depth", kind: "number", label: "Depth" } as const;
  const find = (value: number, all: readonly number[]) =>
    rules.findOutlier({ ...clean, values: [{ field, value, spread: spreadOf(all) }] });

  it("needs ten values that differ, and is never the middle one", () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -1000, max: 1000 }), { minLength: 1, maxLength: 60 }), (all) => {
        const spread = spreadOf(all);
        if (all.length < 10 || spread?.deviation === 0) expect(find(1e9, all)).toBeUndefined();
        expect(find(spread?.median ?? 0, all)).toBeUndefined();
        // At most half of all values are outside the deviation, so at most half are outliers.
        expect(all.filter((value) => find(value, all)).length).toBeLessThanOrEqual(all.length / 2);
      }),
    );
  });

  it("doesn't depend on the unit", () => {
    const values = fc.array(fc.integer({ min: 1, max: 500 }), { minLength: 10, maxLength: 40 });
    fc.assert(
      fc.property(
        values,
        fc.integer({ min: -2000, max: 2000 }),
        fc.constantFrom(0.125, 2, 64),
        (all, value, factor) => {
          const scaled = find(
            value * factor,
            all.map((each) => each * factor),
          );
          expect(scaled !== undefined).toBe(find(value, all) !== undefined);
        },
      ),
    );
  });

  it("follows its source's formula", () => {
    const all = [48, 50, 51, 52, 49, 47, 53, 50, 46, 54];
    // Median 50, deviations 0 0 1 1 2 2 3 3 4 4: MAD 2.
    expect(spreadOf(all)).toEqual({ count: 10, median: 50, deviation: 2 });
    expect(find(60, all)).toBeUndefined();
    expect(find(61, all)?.facts).toMatchObject({ z: 3.7, median: 50, deviation: 2, count: 10 });
    expect(find(39, all)?.facts.z).toBe(-3.7);
  });
});

describe("late and burst", () => {
  it("is late as stored", () => {
    expect(codesOf({ isLate: true })).toEqual(["late"]);
    expect(codesOf({ isLate: true, capturedAt: null })).toEqual(["late"]);
  });

  it("is a burst if the nearest in time is closer than a data point takes", () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -3600, max: 3600 }), { minLength: 1, maxLength: 2 }), (gaps) => {
        const inTime = gaps.map((gap) => other({ capturedAt: new Date(now.getTime() - gap * 1000) }));
        const found = rules.findBurst({ ...clean, capturedAt: now, minutesPerPoint: 5, inTime });
        const nearest = Math.min(...gaps.map(Math.abs));
        expect(found !== undefined).toBe(nearest < 300);
        if (found) expect(found.facts.gap).toBe(nearest);
      }),
    );
    const inTime = [other({ capturedAt: now })];
    expect(codesOf({ minutesPerPoint: undefined, inTime })).toEqual([]);
    expect(codesOf({ capturedAt: null, inTime })).toEqual([]);
  });
});

describe("impossible_travel", () => {
  const travel = (distance: number, seconds: number, radii: { own?: number | null; others?: number | null } = {}) =>
    rules.findImpossibleTravel({
      ...clean,
      place: here,
      accuracy: radii.own ?? null,
      capturedAt: now,
      onTheWay: [
        {
          ...other({ isSameAdventurer: true, capturedAt: new Date(now.getTime() - seconds * 1000) }),
          place: north(distance),
          accuracy: radii.others ?? null,
        },
      ],
    });

  it("is farther than one can travel, beyond 200 m and both radii", () => {
    expect(travel(5400, 0, { own: 5, others: 5 })?.facts).toMatchObject({
      distance: 5400,
      gap: 0,
      order: "after",
      least: 75,
    });
    expect(travel(5400, -60)?.facts).toMatchObject({ gap: 60, order: "before" });
    expect(travel(5400, 75)).toBeUndefined();
    expect(travel(199, 0)).toBeUndefined();
    expect(travel(201, 0)).toBeDefined();
    expect(travel(299, 0, { own: 60, others: 40 })).toBeUndefined();
    expect(travel(301, 0, { own: 60, others: 40 })).toBeDefined();
  });

  it("allows for trains and planes", () => {
    const hour = 3600;
    expect(travel(240_000, hour)).toBeUndefined();
    expect(travel(700_000, hour)).toBeDefined();
    expect(travel(1_000_000, 1.6 * hour)).toBeUndefined();
    expect(travel(5_000_000, 5 * hour)).toBeDefined();
    expect(travel(5_000_000, 6 * hour)).toBeUndefined();
  });

  it("needs more time for longer distances, but never more than by road", () => {
    fc.assert(
      fc.property(meters(20_000_000), meters(20_000_000), (one, another) => {
        const [near, far] = [Math.min(one, another), Math.max(one, another)];
        expect(rules.leastTravelSeconds(near)).toBeLessThanOrEqual(rules.leastTravelSeconds(far));
        expect(rules.leastTravelSeconds(near)).toBeLessThanOrEqual(near / 70);
      }),
    );
  });

  it("names the hardest to reach, and is nothing without a capture time", () => {
    const onTheWay = [
      { ...other({ id: "1b1c2d3e-4f50-4a6b-8c7d-8e9fa0b1c2d3", capturedAt: now }), place: north(900), accuracy: 5 },
      { ...other({ capturedAt: now }), place: north(5400), accuracy: 5 },
    ];
    const found = rules.findImpossibleTravel({ ...clean, place: here, accuracy: 5, capturedAt: now, onTheWay });
    expect(found?.facts.other).toBe(other().id);
    expect(codesOf({ capturedAt: null, onTheWay })).toEqual([]);
  });
});

describe("dark, glare, blurred and a finger", () => {
  it("use the worst of several photos", () => {
    const with_ = (changes: Partial<typeof signature>) => [
      photo,
      { ...photo, signature: { ...signature, ...changes } },
    ];
    expect(codesOf({ photos: with_({ brightness: 55 }) })).toEqual(["dark"]);
    expect(codesOf({ photos: with_({ brightness: 71, darkShare: 0.66 }) })).toEqual(["dark"]);
    expect(codesOf({ photos: with_({ brightness: 71, darkShare: 0.65 }) })).toEqual([]);
    expect(codesOf({ photos: with_({ brightness: 72, darkShare: 0.89 }) })).toEqual([]);
    expect(codesOf({ photos: with_({ whiteShare: 0.22 }) })).toEqual(["glare"]);
    expect(codesOf({ photos: with_({ whiteShare: 0.21 }) })).toEqual([]);
    expect(codesOf({ photos: with_({ sharpness: 9.9 }) })).toEqual(["blurred"]);
    expect(codesOf({ photos: with_({ sharpness: 10 }) })).toEqual([]);
    expect(codesOf({ photos: with_({ fingerShare: 0.04 }) })).toEqual(["finger"]);
    expect(codesOf({ photos: with_({ fingerShare: 0.035 }) })).toEqual([]);
  });
});
