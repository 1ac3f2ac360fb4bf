import ChevronDown from "lucide-react/icons/chevron-down";
import History from "lucide-react/icons/history";
import type { ReactNode } from "react";
import type { SampleDetail } from "../../../contract/samples.ts";
import type { Protocol } from "../../../protocol/field.ts";
import { measurementsOf } from "../../../protocol/measurements.ts";
import { Instant } from "../../components/instant.tsx";
import type { LatLon } from "../../components/map/map-view.ts";
import { formatMeasurement } from "../../components/measurements.tsx";
import { Pill } from "../../components/pill.tsx";
import { Accuracy } from "../../components/position-in-words.tsx";
import { t as componentsText } from "../../texts/components.ts";
import { fieldText } from "../../texts/protocol.ts";
import { t } from "../../texts/review.ts";
import styles from "./capture-evidence.module.css";
import { distanceBetween, formatDistance, inWords, parsePosition } from "./evidence-positions.ts";

/** A clock is wrong from here on. */
const clockToleranceSeconds = 60;

/** How the data point came to be: when it was measured, by which clock, what the device saw, and what was changed since. */
export function CaptureEvidence({
  sample,
  protocol,
  position,
}: {
  sample: SampleDetail;
  protocol: Protocol;
  /** The one that was chosen. */
  position: LatLon | undefined;
}) {
  const { evidence, captured_at, late, changes } = sample;
  const { fixes, captured_at_device, clock_offset, spacing_reason, ended_at } = evidence;
  const isClockWrong = clock_offset !== null && Math.abs(clock_offset) > clockToleranceSeconds;
  if (captured_at === null && !late && fixes.length === 0 && spacing_reason === null && changes.length === 0)
    return null;
  return (
    <section className={styles.evidence} aria-labelledby="evidence-title">
      <header className={styles.head}>
        <h3 id="evidence-title">{t("review.evidence")}</h3>
        {late ? (
          <Pill tone="info" icon={<History aria-hidden="true" />}>
            {t("review.evidence.late")}
          </Pill>
        ) : null}
      </header>
      <dl className={styles.facts}>
        {captured_at === null ? null : (
          <div>
            <dt>{t("review.evidence.measured")}</dt>
            <dd>
              <Instant of={captured_at} />
              {isClockWrong && captured_at_device !== null ? (
                <p className={styles.remark}>
                  {t(clock_offset > 0 ? "review.evidence.clockBehind" : "review.evidence.clockAhead", {
                    duration: durationWords(Math.abs(clock_offset)),
                  })}{" "}
                  <Instant of={captured_at_device} />
                </p>
              ) : null}
            </dd>
          </div>
        )}
        {ended_at === null ? null : (
          <div>
            <dt>{t("review.evidence.ended")}</dt>
            <dd>
              <Instant of={ended_at} />
            </dd>
          </div>
        )}
        {spacing_reason === null ? null : (
          <div>
            <dt>{t("review.evidence.spacing")}</dt>
            <dd dir="auto">{spacing_reason}</dd>
          </div>
        )}
      </dl>
      {fixes.length > 0 ? (
        <Fold title={t("review.evidence.fixes", { count: fixes.length })}>
          <ul className={styles.list}>
            {fixes.map(({ latitude, longitude, accuracy, fixed_at, source }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: nothing else tells two equal fixes apart, and they never change.
              <li key={index}>
                <span className={styles.figures}>{inWords(`${latitude},${longitude}`)}</span>
                <span className={styles.circumstances}>
                  <Accuracy meters={accuracy} />
                  <span>{componentsText(`components.positionSource.${source}`)}</span>
                  {fixed_at === null ? null : <Instant of={fixed_at} />}
                  <DistanceFrom position={position} other={[latitude, longitude]} />
                </span>
              </li>
            ))}
          </ul>
        </Fold>
      ) : null}
      {changes.length > 0 ? (
        <Fold title={t("review.evidence.changes", { count: changes.length })}>
          <Changes sample={sample} protocol={protocol} />
        </Fold>
      ) : null}
    </section>
  );
}

/** How far another position lies from the one that was chosen. */
export function DistanceFrom({ position, other }: { position: LatLon | undefined; other: LatLon | undefined }) {
  if (!position || !other) return null;
  const meters = distanceBetween(position, other);
  return (
    <span className={styles.distance}>
      {meters < 1 ? t("review.seen.same") : t("review.seen.distance", { distance: formatDistance(meters) })}
    </span>
  );
}

function Fold({ title, children }: { title: string; children: ReactNode }) {
  return (
    <details className={styles.fold}>
      <summary>
        <ChevronDown aria-hidden="true" />
        {title}
      </summary>
      {children}
    </details>
  );
}

type State = Pick<SampleDetail, "coordinates" | "accuracy" | "position_source" | "additional_data">;

/** Each change with what it was before and what it became; the newest first. */
function Changes({ sample, protocol }: { sample: SampleDetail; protocol: Protocol }) {
  return (
    <ol className={styles.list}>
      {sample.changes.map((before, index) => {
        const after: State = sample.changes[index - 1] ?? sample;
        const differences = differencesOf(before, after, protocol);
        return (
          <li key={before.changed_at}>
            <Instant of={before.changed_at} />
            <dl className={styles.differences}>
              {differences.map(({ name, label, was, is }) => (
                <div key={name}>
                  <dt>{label}</dt>
                  <dd>
                    <del>{was}</del> <span aria-hidden="true">→</span> <ins>{is}</ins>
                  </dd>
                </div>
              ))}
            </dl>
          </li>
        );
      })}
    </ol>
  );
}

function differencesOf(before: State, after: State, protocol: Protocol) {
  const valuesOf = ({ additional_data }: State) => {
    const { plant_id_data: _, ...values } = additional_data ?? {};
    return new Map(measurementsOf(values, protocol).map((each) => [each.name, each]));
  };
  const [was, is] = [valuesOf(before), valuesOf(after)];
  const none = t("review.evidence.noValue");
  const differences = [...new Set([...was.keys(), ...is.keys()])].flatMap((name) => {
    const [one, other] = [was.get(name), is.get(name)];
    const [from, to] = [one ? formatMeasurement(one) : none, other ? formatMeasurement(other) : none];
    const label = (one ?? other)?.label;
    return from === to ? [] : [{ name, label: label === undefined ? name : fieldText(label), was: from, is: to }];
  });
  const places = [positionWords(before), positionWords(after)] as const;
  if (places[0] === places[1]) return differences;
  return [...differences, { name: " ", label: t("review.evidence.position"), was: places[0], is: places[1] }];
}

const positionWords = ({ coordinates, position_source }: State) =>
  parsePosition(coordinates)
    ? `${inWords(coordinates)} (${componentsText(`components.positionSource.${position_source}`)})`
    : t("review.noPosition");

/** `5 minutes`, `3 hours`, `2 days`: the largest that is whole. */
function durationWords(seconds: number): string {
  const minutes = Math.round(seconds / 60);
  if (minutes < 120) return t("review.duration.minutes", { count: minutes });
  const hours = Math.round(minutes / 60);
  return hours < 48
    ? t("review.duration.hours", { count: hours })
    : t("review.duration.days", { count: Math.round(hours / 24) });
}
