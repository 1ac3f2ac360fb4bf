import { t as deskText } from "../../../generated/web-texts/desk.ts";
import { t } from "../../../generated/web-texts/evidence.ts";
import { evidenceCodes } from "../../contract/desk-enums.ts";
import { evidenceWeights, thresholds } from "../../contract/evidence-scale.ts";
import { deskPaths } from "../foundation/desk-paths.ts";
import { BackLink } from "../ui/back-link.tsx";
import { formatNumber } from "../ui/numbers.ts";
import styles from "./admin-evidence-page.module.css";
import { AdminOnly } from "./desk/admin-only.tsx";

/** What may speak against a sample, from where on, and how much it counts. */
export function AdminEvidencePage() {
  return (
    <AdminOnly title={t("evidence.page.title")} leastRole="viewer">
      <BackLink to={deskPaths.samples}>{t("evidence.page.back")}</BackLink>
      <h1>{t("evidence.page.title")}</h1>
      <div className={`stack gap-8 muted ${styles.lead}`}>
        <p>{t("evidence.page.lead")}</p>
        <p>{t("evidence.page.score")}</p>
      </div>
      <EvidenceRules />
    </AdminOnly>
  );
}

const byWeight = [...evidenceCodes].sort((one, other) => evidenceWeights[other] - evidenceWeights[one]);
const heaviest = Math.max(...Object.values(evidenceWeights));

/** The numbers in the texts. */
const limits = {
  ...thresholds,
  exifTimeMinutes: thresholds.exifTimeSeconds / 60,
  exifTimeMinutesWithoutZone: thresholds.exifTimeWithoutZoneSeconds / 60,
  farFromStationMeters: thresholds.farFromStationMeters,
  outsidePlacesKilometers: thresholds.outsidePlacesMeters / 1000,
  travelKilometersPerHour: Math.round(thresholds.travelSpeed * 3.6),
  flightKilometersPerHour: Math.round(thresholds.flightSpeed * 3.6),
  flightGroundMinutes: thresholds.flightGroundSeconds / 60,
  darkPercent: thresholds.darkShare * 100,
  whitePercent: thresholds.whiteShare * 100,
  fingerPercent: thresholds.fingerShare * 100,
};

/** Every kind of finding, heaviest first: its meaning, limits and weight. */
function EvidenceRules() {
  return (
    <ul className={`card ruled ${styles.rules}`} aria-label={t("evidence.page.list")}>
      {byWeight.map((code) => (
        <li key={code} className="grid baseline gap-4 across-16 pad-16">
          <h2>{deskText(`desk.code.${code}`)}</h2>
          <p className={`grid baseline gap-8 muted small ${styles.weight}`}>
            <span>{t("evidence.page.weight")}</span>{" "}
            <strong className="figures">{formatNumber(evidenceWeights[code])}</strong>
            <span className={styles.bar} aria-hidden="true">
              <i style={{ inlineSize: `${(100 * evidenceWeights[code]) / heaviest}%` }} />
            </span>
          </p>
          <p className={styles.meaning}>{t(`evidence.explain.${code}`, limits)}</p>
        </li>
      ))}
    </ul>
  );
}
