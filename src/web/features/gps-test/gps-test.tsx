import RefreshCw from "lucide-react/icons/refresh-cw";
import { useState } from "react";
import { staticMapPx } from "../../../contract/limits.ts";
import type { Coordinates } from "../../../contract/scalars.ts";
import { staticMapAddress } from "../../api/feature-tests.ts";
import { Button } from "../../components/button.tsx";
import { Choice } from "../../components/field.tsx";
import { formatAccuracy, gradeAccuracy } from "../../components/position-accuracy.ts";
import { FlagForm } from "./flag-form.tsx";
import styles from "./gps-test.module.css";
import { type Gps, useGps } from "./use-gps.ts";

const stateWords = {
  unavailable: "geolocation unavailable",
  retrieving: "retrieving",
  failed: "error retrieving",
} as const;

/** What the browser says of where it is, on a map, and a form to say that it is wrong. */
export function GpsTest() {
  const [highAccuracy, setHighAccuracy] = useState(false);
  const { gps, refresh } = useGps(highAccuracy);
  const coordinates = gps.state === "found" ? gps.coordinates : undefined;
  return (
    <div className={styles.test}>
      <section className={styles.reading} aria-label="Position">
        <dl className={styles.figures} aria-live="polite">
          <div>
            <dt>Latitude</dt>
            <dd>{figureOf(gps, 0)}</dd>
          </div>
          <div>
            <dt>Longitude</dt>
            <dd>{figureOf(gps, 1)}</dd>
          </div>
          {gps.state === "found" ? (
            <div>
              <dt>Accuracy</dt>
              <dd>
                {formatAccuracy(gps.accuracyMeters)}, {gradeAccuracy(gps.accuracyMeters)}
              </dd>
            </div>
          ) : null}
        </dl>
        <div className={styles.controls}>
          <Choice hint="uses more of device battery">
            <input
              type="checkbox"
              checked={highAccuracy}
              onChange={(event) => setHighAccuracy(event.currentTarget.checked)}
            />
            High accuracy
          </Choice>
          <Button
            icon={<RefreshCw aria-hidden="true" />}
            onClick={refresh}
            disabled={gps.state === "unavailable" || gps.state === "retrieving"}
          >
            Refresh
          </Button>
        </div>
        {coordinates ? (
          <StaticMap coordinates={coordinates} />
        ) : (
          <div className={styles.noMap}>{gps.state === "found" ? "" : stateWords[gps.state]}</div>
        )}
      </section>
      {coordinates?.every((value) => typeof value === "number" && Number.isFinite(value)) ? (
        <FlagForm coordinates={coordinates} />
      ) : null}
    </div>
  );
}

function figureOf(gps: Gps, index: 0 | 1): string {
  return gps.state === "found" ? String(gps.coordinates[index]) : stateWords[gps.state];
}

function StaticMap({ coordinates }: { coordinates: Coordinates }) {
  return (
    <img
      className={styles.map}
      src={staticMapAddress(coordinates)}
      alt={`Map with a pin at ${coordinates.join(", ")}`}
      width={staticMapPx.width}
      height={staticMapPx.height}
    />
  );
}
