import RefreshCw from "lucide-react/icons/refresh-cw";
import { useState } from "react";
import { t } from "../../../../generated/web-texts/tests.ts";
import { staticMapPx } from "../../../contract/desk-limits.ts";
import type { Coordinates } from "../../../contract/scalars.ts";
import { staticMapAddress } from "../../foundation/api/feature-tests.ts";
import { asFigures } from "../../foundation/texts/area-texts.ts";
import { Button } from "../../ui/button.tsx";
import { Choice } from "../../ui/field.tsx";
import { describeAccuracy, formatAccuracy } from "../../ui/position-accuracy.ts";
import { FlagForm } from "./flag-form.tsx";
import styles from "./gps-test.module.css";
import { type Gps, useGps } from "./use-gps.ts";

/** Shows the browser's position on a map, with a form to report a wrong one. */
export function GpsTest() {
  const [highAccuracy, setHighAccuracy] = useState(false);
  const { gps, refresh } = useGps(highAccuracy);
  const coordinates = gps.state === "found" ? gps.coordinates : undefined;
  return (
    <div className={`grid start gap-24 ${styles.test}`}>
      <section className="stack card gap-16 pad-16" aria-label={t("tests.gps.position")}>
        <dl className={styles.figures} aria-live="polite">
          <div>
            <dt>{t("tests.gps.latitude")}</dt>
            <dd>{figureOf(gps, 0)}</dd>
          </div>
          <div>
            <dt>{t("tests.gps.longitude")}</dt>
            <dd>{figureOf(gps, 1)}</dd>
          </div>
          {gps.state === "found" ? (
            <div>
              <dt>{t("tests.gps.accuracy")}</dt>
              <dd>
                {t("tests.gps.accuracy.graded", {
                  radius: formatAccuracy(gps.accuracyMeters),
                  grade: describeAccuracy(gps.accuracyMeters),
                })}
              </dd>
            </div>
          ) : null}
        </dl>
        <div className="cluster center between gap-8 across-16">
          <Choice hint={t("tests.gps.highAccuracy.hint")}>
            <input
              type="checkbox"
              checked={highAccuracy}
              onChange={(event) => setHighAccuracy(event.currentTarget.checked)}
            />
            {t("tests.gps.highAccuracy")}
          </Choice>
          <Button
            icon={<RefreshCw aria-hidden="true" />}
            onClick={refresh}
            disabled={gps.state === "unavailable" || gps.state === "retrieving"}
          >
            {t("tests.gps.refresh")}
          </Button>
        </div>
        {coordinates ? (
          <StaticMap coordinates={coordinates} />
        ) : (
          <div className={`middle muted ${styles.noMap}`}>
            {gps.state === "found" ? "" : t(`tests.gps.state.${gps.state}`)}
          </div>
        )}
      </section>
      {coordinates?.every((value) => typeof value === "number" && Number.isFinite(value)) ? (
        <FlagForm coordinates={coordinates} />
      ) : null}
    </div>
  );
}

function figureOf(gps: Gps, index: 0 | 1): string {
  return gps.state === "found" ? asFigures(String(gps.coordinates[index])) : t(`tests.gps.state.${gps.state}`);
}

function StaticMap({ coordinates }: { coordinates: Coordinates }) {
  return (
    <img
      className={styles.map}
      src={staticMapAddress(coordinates)}
      alt={t("tests.gps.map", { coordinates: asFigures(coordinates.join(", ")) })}
      width={staticMapPx.width}
      height={staticMapPx.height}
    />
  );
}
