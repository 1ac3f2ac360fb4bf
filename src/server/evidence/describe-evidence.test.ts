// biome-ignore-all lint/suspicious/noTemplateCurlyInString: texts refer to answers with them
import { describe, expect, it } from "vitest";
import { english, pseudoLanguage } from "../../texts/languages.ts";
import { textsOf } from "../../texts/texts-of.ts";
import { describeEvidence } from "./describe-evidence.ts";
import type { Found } from "./evidence-facts.ts";

const texts = textsOf(english);
const other = "0b1c2d3e-4f50-4a6b-8c7d-8e9fa0b1c2d3";
const say = (found: Pick<Found, "code" | "facts">) =>
  describeEvidence({ weight: 1, ...found } as never, texts).sentence;

it("people's own words in a sentence of evidence keep their direction apart", () => {
  const found = { code: "outside_places", facts: { distance: 4321, place: "جبل (2)" } } as const;
  expect(say(found)).toBe("It is 4.3 km from \u2068جبل (2)\u2069, the nearest location of the quest.");
});

describe("the sentence of evidence", () => {
  it.each<[Pick<Found, "code" | "facts">, string]>([
    [
      { code: "same_photo", facts: { other, person: "another", at: "2026-05-01T10:00:00.000Z", others: 1 } },
      "The same photo file came with data point 0b1c2d3e of another volunteer, captured on May 1, 2026, 10:00 AM UTC. One more data point has it.",
    ],
    [
      {
        code: "similar_photo",
        facts: { other, person: "same", at: "2026-05-01T10:00:00.000Z", others: 0, different: 12 },
      },
      "A nearly identical photo came with data point 0b1c2d3e of the same volunteer, captured on May 1, 2026, 10:00 AM UTC: the photos differ in 12 of 256 features.",
    ],
    [
      { code: "exif_far", facts: { distance: 4321, accuracy: 8 } },
      "According to its metadata, the photo was taken 4.3 km from the position, which is accurate to 8 m.",
    ],
    [
      {
        code: "exif_time",
        facts: { taken: "2026-05-01T10:00:00.000Z", zone: "Europe/Zurich", gap: 3 * 86_400, order: "before" },
      },
      "According to the camera, the photo was taken on May 1, 2026, 10:00 AM UTC, 3 days before the data point was captured, if the camera's clock shows Europe/Zurich time.",
    ],
    [
      { code: "poor_accuracy", facts: { accuracy: 48 } },
      "The position is only accurate to 48 m. More than 30 m is poor.",
    ],
    [{ code: "poor_accuracy", facts: { accuracy: null } }, "The device didn't report the accuracy of the position."],
    [
      { code: "outside_places", facts: { distance: 41_500, place: "Lihue" } },
      "It is 41.5 km from Lihue, the nearest location of the quest.",
    ],
    [
      { code: "far_from_station", facts: { distance: 320, station: "Ford", accuracy: 8 } },
      "It was measured 320 m from its station, Ford. The position is accurate to 8 m.",
    ],
    [
      {
        code: "too_close",
        facts: {
          other,
          person: "same",
          at: "2026-05-01T10:00:00.000Z",
          distance: 3.2,
          spacing: 9.1,
          accuracy: 5,
          otherAccuracy: null,
        },
      },
      "It is 3.2 m from data point 0b1c2d3e of the same volunteer; the quest asks for 9.1 m between them. The positions are accurate to 5 m and an unknown distance.",
    ],
    [
      {
        code: "out_of_range",
        facts: {
          label: '{"en":"**Depth** of ${site}","de":"Tiefe"}',
          unit: "cm",
          value: 310,
          side: "above",
          bound: 200,
        },
      },
      "Depth of …: 310 cm. Expected: at most 200 cm.",
    ],
    [
      {
        code: "outlier",
        facts: {
          label: '{"saying":"protocol.treeWidth.short"}',
          unit: "cm",
          value: 900,
          median: 100,
          deviation: 20,
          count: 44,
          z: 27,
        },
      },
      "Width: 900 cm. Of this quest's 44 values, half are between 80 cm and 120 cm; the median is 100 cm (robust z-score 27).",
    ],
    [
      { code: "late", facts: { arrived: "2026-05-03T10:00:00.000Z", captured: null } },
      "It was received on May 3, 2026, 10:00 AM UTC, after the quest or the participation ended. The time of capture is unknown.",
    ],
    [
      { code: "no_device_position", facts: { source: "map" } },
      "The position wasn't measured by a device: it was placed on a map.",
    ],
    [
      { code: "burst", facts: { other, gap: 41, order: "after", minutes: 5 } },
      "It was captured 41 seconds after data point 0b1c2d3e of the same volunteer. One takes at least 5 minutes.",
    ],
    [
      { code: "dark", facts: { brightness: 12, darkPercent: 91 } },
      "The photo is dark: nine tenths of it are darker than 12 of 255, and 91% of it is nearly black.",
    ],
  ])("%#", (found, sentence) => {
    // Intl puts a narrow space before AM.
    expect(say(found).replaceAll("\u202f", " ")).toBe(sentence);
  });

  it("is in the reader's language, except names and the quest's own words", () => {
    const found = {
      code: "out_of_range",
      weight: 4,
      facts: { label: '"Depth"', unit: "cm", value: 310, side: "above", bound: 200 },
    } as const;
    expect(describeEvidence(found, textsOf(pseudoLanguage)).sentence).not.toContain("expected");
    expect(describeEvidence(found, texts)).toMatchObject({ code: "out_of_range", weight: 4 });
  });
});
