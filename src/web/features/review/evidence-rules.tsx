import { type EvidenceCode, evidenceCodes } from "../../../contract/enums.ts";
import { thresholds } from "../../../contract/evidence-thresholds.ts";
import { evidenceWeights } from "../../../contract/evidence-weights.ts";
import { formatNumber } from "../../components/numbers.ts";
import { t as deskText } from "../../texts/desk.ts";
import { t } from "../../texts/evidence.ts";
import styles from "./evidence-rules.module.css";

const byWeight = [...evidenceCodes].sort((one, other) => evidenceWeights[other] - evidenceWeights[one]);
const heaviest = Math.max(...Object.values(evidenceWeights));

/** Every piece of evidence, the heaviest first: what it means, from where on, and its weight. */
export function EvidenceRules() {
  return (
    <ul className={styles.rules} aria-label={t("evidence.page.list")}>
      {byWeight.map((code) => (
        <li key={code}>
          <h2>{deskText(`desk.code.${code}`)}</h2>
          <p className={styles.weight}>
            <span>{t("evidence.page.weight")}</span> <strong>{formatNumber(evidenceWeights[code])}</strong>
            <span className={styles.bar} aria-hidden="true">
              <i style={{ inlineSize: `${(100 * evidenceWeights[code]) / heaviest}%` }} />
            </span>
          </p>
          <p className={styles.meaning}>{explain(code)}</p>
        </li>
      ))}
    </ul>
  );
}

/** With the numbers that the rules go by. */
function explain(code: EvidenceCode): string {
  switch (code) {
    case "same_photo":
      return t("evidence.explain.same_photo");
    case "similar_photo":
      return t("evidence.explain.similar_photo", { bits: thresholds.similarPhotoBits });
    case "exif_far":
      return t("evidence.explain.exif_far", { meters: thresholds.exifFarMeters });
    case "exif_time":
      return t("evidence.explain.exif_time", {
        minutes: thresholds.exifTimeSeconds / 60,
        minutesWithoutZone: thresholds.exifTimeWithoutZoneSeconds / 60,
      });
    case "poor_accuracy":
      return t("evidence.explain.poor_accuracy", { meters: thresholds.poorAccuracyMeters });
    case "outside_places":
      return t("evidence.explain.outside_places", { kilometers: thresholds.outsidePlacesMeters / 1000 });
    case "too_close":
      return t("evidence.explain.too_close");
    case "out_of_range":
      return t("evidence.explain.out_of_range");
    case "outlier":
      return t("evidence.explain.outlier", { z: thresholds.outlierZ, count: thresholds.outlierCountMin });
    case "late":
      return t("evidence.explain.late");
    case "no_device_position":
      return t("evidence.explain.no_device_position");
    case "impossible_travel":
      return t("evidence.explain.impossible_travel", {
        kilometersPerHour: Math.round(thresholds.travelSpeed * 3.6),
        flightKilometersPerHour: Math.round(thresholds.flightSpeed * 3.6),
        minutes: thresholds.flightGroundSeconds / 60,
        meters: thresholds.travelMeters,
      });
    case "burst":
      return t("evidence.explain.burst", { minutes: thresholds.treeMinutes });
    case "dark":
      return t("evidence.explain.dark", {
        brightness: thresholds.darkBrightness,
        darkPercent: thresholds.darkShare * 100,
      });
    case "blurred":
      return t("evidence.explain.blurred", { sharpness: thresholds.sharpness });
  }
}
