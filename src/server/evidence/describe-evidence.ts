import { thresholds } from "../../contract/evidence-scale.ts";
import type { Evidence } from "../../contract/samples.ts";
import { readableDistance } from "../../protocol/distance.ts";
import { type FieldText, isSaying, textIn } from "../../protocol/field.ts";
import { withoutMarkup } from "../../protocol/markup.ts";
import { withoutReferences } from "../../protocol/references.ts";
import { withUnit } from "../../protocol/units.ts";
import { type Texts, textsOf } from "../../texts/texts-of.ts";
import type { FoundEvidence } from "../database/column-types.ts";
import type { Found } from "./evidence-facts.ts";

/** A piece of evidence for reviewers, as a sentence in their language, which isolates people's own words. */
export function describeEvidence(found: FoundEvidence, { language }: Texts): Evidence {
  const sentence = sentenceOf(found as Found, textsOf(language, true));
  return { code: found.code, weight: found.weight, sentence };
}

function sentenceOf(found: Found, texts: Texts): string {
  const { t } = texts;
  const write = writingIn(texts);
  switch (found.code) {
    case "same_photo": {
      const { person, others } = found.facts;
      return t("evidence.same_photo", { person, others, ...write.other(found.facts) });
    }
    case "similar_photo": {
      const { person, others, different } = found.facts;
      return t("evidence.similar_photo", { person, others, different, ...write.other(found.facts) });
    }
    case "exif_far": {
      const { accuracy } = found.facts;
      const distance = write.distance(found.facts.distance);
      if (accuracy === null) return t("evidence.exif_far.unknown", { distance });
      return t("evidence.exif_far", { distance, accuracy: write.accuracy(accuracy) });
    }
    case "exif_time": {
      const { zone, order } = found.facts;
      const said = { taken: write.moment(found.facts.taken), gap: write.gap(found.facts.gap), order };
      return zone === null ? t("evidence.exif_time", said) : t("evidence.exif_time.zone", { ...said, zone });
    }
    case "poor_accuracy": {
      const { accuracy } = found.facts;
      if (accuracy === null) return t("evidence.poor_accuracy.unknown");
      const limit = write.distance(thresholds.poorAccuracyMeters);
      return t("evidence.poor_accuracy", { accuracy: write.accuracy(accuracy), limit });
    }
    case "outside_places":
      return t("evidence.outside_places", {
        distance: write.distance(found.facts.distance),
        place: found.facts.place,
      });
    case "far_from_station":
      return t("evidence.far_from_station", {
        distance: write.distance(found.facts.distance),
        station: found.facts.station,
        accuracy: write.accuracy(found.facts.accuracy),
      });
    case "too_close": {
      const { person, distance, spacing, accuracy, otherAccuracy } = found.facts;
      return t("evidence.too_close", {
        person,
        other: write.other(found.facts).other,
        distance: write.distance(distance),
        spacing: write.distance(spacing),
        accuracy: write.accuracy(accuracy),
        otherAccuracy: write.accuracy(otherAccuracy),
      });
    }
    case "out_of_range": {
      const { side, value, bound, unit } = found.facts;
      return t("evidence.out_of_range", {
        label: write.label(found.facts),
        side,
        value: write.value(value, unit),
        bound: write.value(bound, unit),
      });
    }
    case "outlier": {
      const { value, median, deviation, unit, count, z } = found.facts;
      return t("evidence.outlier", {
        label: write.label(found.facts),
        value: write.value(value, unit),
        count,
        median: write.value(median, unit),
        low: write.value(median - deviation, unit),
        high: write.value(median + deviation, unit),
        z: write.number(z, 1),
      });
    }
    case "late": {
      const arrived = write.moment(found.facts.arrived);
      const { captured } = found.facts;
      if (captured === null) return t("evidence.late.unknown", { arrived });
      return t("evidence.late", { arrived, captured: write.moment(captured) });
    }
    case "no_device_position":
      return t("evidence.no_device_position", { source: found.facts.source });
    case "impossible_travel": {
      const { distance, gap, order, least } = found.facts;
      return t("evidence.impossible_travel", {
        gap: write.gap(gap),
        order,
        other: shortId(found.facts.other),
        distance: write.distance(distance),
        least: write.gap(least),
      });
    }
    case "burst": {
      const { gap, order, minutes } = found.facts;
      return t("evidence.burst", {
        gap: write.gap(gap),
        order,
        other: shortId(found.facts.other),
        minutes: write.gap(minutes * 60),
      });
    }
    case "dark":
      return t("evidence.dark", found.facts);
    case "glare":
      return t("evidence.glare", found.facts);
    case "finger":
      return t("evidence.finger", found.facts);
    case "blurred":
      return t("evidence.blurred", {
        sharpness: write.number(found.facts.sharpness, 1),
        limit: write.number(thresholds.sharpness, 1),
      });
  }
}

/** Enough of an id to search for. */
const shortId = (id: string) => id.slice(0, 8);

/** Caches formats, which are slow to create. */
function keepFormats<Options, Format>(make: (locale: string, options: Options) => Format) {
  const kept = new Map<string, Format>();
  return (locale: string, options: Options): Format => {
    const key = locale + JSON.stringify(options);
    const format = kept.get(key) ?? make(locale, options);
    kept.set(key, format);
    return format;
  };
}
const numberFormat = keepFormats((locale, options: Intl.NumberFormatOptions) => new Intl.NumberFormat(locale, options));
const dateFormat = keepFormats(
  (locale, options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(locale, options),
);

/** Numbers, distances and times in the language's format. */
function writingIn({ language, t, say }: Texts) {
  const locale = language.formatLocale;
  const number = (value: number, digits: number, unit?: Pick<Intl.NumberFormatOptions, "unit" | "unitDisplay">) =>
    numberFormat(locale, {
      maximumFractionDigits: digits,
      signDisplay: "negative",
      ...(unit && { style: "unit", ...unit }),
    }).format(value);
  // The browser's `formatUnit` does the same.
  const unitDisplay = locale.startsWith("ar") ? "narrow" : "short";
  const distance = (meters: number) => {
    const { value, unit, digits } = readableDistance(meters);
    return number(value, digits, { unit, unitDisplay });
  };
  const textOf = (text: FieldText) => {
    if (isSaying(text)) return say({ key: text.saying });
    return withoutMarkup(withoutReferences(textIn(text, language.code)));
  };
  const moment = (iso: string) =>
    dateFormat(locale, { dateStyle: "medium", timeStyle: "short", timeZone: "UTC" }).format(new Date(iso));
  return {
    number,
    distance,
    accuracy: (meters: number | null) => (meters === null ? t("evidence.accuracy.unknown") : distance(meters)),
    moment: (iso: string) => `${moment(iso)} UTC`,
    gap: (seconds: number) => {
      const [unit, length] = gapUnits.find(([, each]) => seconds >= 2 * each) ?? (["second", 1] as const);
      return number(seconds / length, 0, { unit, unitDisplay: "long" });
    },
    value: (value: number, unit: string | null) => withUnit(number(value, 10), unit ?? undefined),
    label: ({ label: json, row }: { label: string; row?: string }) => {
      const label = textOf(JSON.parse(json));
      return row === undefined ? label : t("evidence.inRow", { label, row });
    },
    other: ({ other, at }: { other: string; at: string }) => ({ other: shortId(other), at: `${moment(at)} UTC` }),
  };
}

const gapUnits = [
  ["year", 365.25 * 86_400],
  ["month", 30.4375 * 86_400],
  ["day", 86_400],
  ["hour", 3600],
  ["minute", 60],
] as const;
