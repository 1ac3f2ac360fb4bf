import ChevronDown from "lucide-react/icons/chevron-down";
import CircleCheck from "lucide-react/icons/circle-check";
import History from "lucide-react/icons/history";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { t as componentsText } from "../../../../generated/web-texts/components.ts";
import { t } from "../../../../generated/web-texts/review.ts";
import { rich as sampleRich, t as sampleText } from "../../../../generated/web-texts/sample.ts";
import type { Evidence, SampleDetail } from "../../../contract/samples.ts";
import type { Protocol } from "../../../protocol/field.ts";
import { clockIso } from "../../foundation/clock/local-clock.ts";
import { deskPaths } from "../../foundation/desk-paths.ts";
import { formatClockTime } from "../../ui/format-measurement.ts";
import { Instant } from "../../ui/instant.tsx";
import type { LatLon } from "../../ui/map/map-view.ts";
import { formatNumber } from "../../ui/numbers.ts";
import { Pill } from "../../ui/pill.tsx";
import { Accuracy, metersWords } from "../../ui/position-words.tsx";
import { nameOf } from "../../ui/station-name.ts";
import styles from "./capture-evidence.module.css";
import { type Difference, differencesBetween } from "./differences.ts";
import { distanceBetween, inWords } from "./evidence-positions.ts";
import { durationWords } from "./neighbours.tsx";

const clockToleranceSeconds = 60;

/** When and how the data point was measured, and how it was edited since. */
export function CaptureEvidence({
  sample,
  protocol,
  position,
}: {
  sample: SampleDetail;
  protocol: Protocol;
  /** The chosen position. */
  position: LatLon | undefined;
}) {
  const { capture, captured_at, late, changes, station } = sample;
  const { fixes, captured_at_device, captured_at_place, clock_offset, spacing_reason, ended_at } = capture;
  const isClockWrong = clock_offset !== null && Math.abs(clock_offset) > clockToleranceSeconds;
  const hasFacts = captured_at !== null || spacing_reason !== null || station !== undefined;
  if (!hasFacts && !late && fixes.length === 0 && changes.length === 0) return null;
  return (
    <section className={`stack gap-12 ${styles.evidence}`} aria-labelledby="evidence-title">
      <header className="cluster center gap-8 across-12">
        <h3 id="evidence-title" className="text-16">
          {t("review.evidence")}
        </h3>
        {late ? (
          <Pill tone="info" icon={<History aria-hidden="true" />}>
            {t("review.evidence.late")}
          </Pill>
        ) : null}
      </header>
      <dl className={`grid terms if-any ${styles.facts}`}>
        {captured_at === null ? null : (
          <Fact name={t("review.evidence.measured")}>
            <Instant of={captured_at} />
            {isSeenElsewhere(captured_at_place) ? (
              <p className="muted small">
                {t("review.evidence.atPlace", { time: formatClockTime(captured_at_place) })}
              </p>
            ) : null}
            {isClockWrong && captured_at_device !== null ? (
              <p className={`small ${styles.remark}`}>
                {t(clock_offset > 0 ? "review.evidence.clockBehind" : "review.evidence.clockAhead", {
                  duration: durationWords(Math.abs(clock_offset)),
                })}{" "}
                <Instant of={captured_at_device} />
              </p>
            ) : null}
          </Fact>
        )}
        {ended_at === null ? null : (
          <Fact name={t("review.evidence.ended")}>
            <Instant of={ended_at} />
          </Fact>
        )}
        {station ? <Fact name={t("review.evidence.station")}>{nameOf(station)}</Fact> : null}
        {spacing_reason === null ? null : (
          <Fact name={t("review.evidence.spacing")}>
            <span dir="auto">{spacing_reason}</span>
          </Fact>
        )}
      </dl>
      {fixes.length > 0 ? (
        <Fold title={t("review.evidence.fixes", { count: fixes.length })}>
          <ul className={`stack gap-8 ${styles.list}`}>
            {fixes.map(({ latitude, longitude, accuracy, fixed_at, source }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two fixes can be equal, and the list never changes.
              <li key={index}>
                <span className="figures">{inWords(`${latitude},${longitude}`)}</span>
                <span className="dots muted small">
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

/** Whether the reader's clock showed another time than clocks at the place. */
const isSeenElsewhere = (time: string | null): time is string => time !== null && clockIso(new Date(time)) !== time;

export function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** The distance between the chosen position and another one. */
export function DistanceFrom({ position, other }: { position: LatLon | undefined; other: LatLon | undefined }) {
  return position && other ? <Distance meters={distanceBetween(position, other)} /> : null;
}

function Distance({ meters }: { meters: number }) {
  return (
    <span className={`muted ${styles.distance}`}>
      {meters < 1 ? t("review.seen.same") : t("review.seen.distance", { distance: metersWords(meters) })}
    </span>
  );
}

export function Fold({ title, children }: { title: string; children: ReactNode }) {
  return (
    <details className={styles.fold}>
      <summary className="row center gap-8 strong">
        <ChevronDown aria-hidden="true" />
        {title}
      </summary>
      {children}
    </details>
  );
}

/** Each edit with the values before and after, newest first. */
function Changes({ sample, protocol }: { sample: SampleDetail; protocol: Protocol }) {
  return (
    <ol className={`stack gap-8 ${styles.list}`}>
      {sample.changes.map((before, index) => {
        const after = sample.changes[index - 1] ?? sample;
        const differences = differencesBetween(before, after, protocol);
        return (
          <li key={before.changed_at}>
            <Instant of={before.changed_at} />
            <Differences of={differences} />
          </li>
        );
      })}
    </ol>
  );
}

export function Differences({
  of: differences,
  showsDistance = false,
}: {
  of: readonly Difference[];
  showsDistance?: boolean;
}) {
  return (
    <dl className={`stack gap-4 terms ${styles.differences}`}>
      {differences.map(({ name, label, was, is, meters }) => (
        <div key={name}>
          <dt>{label}</dt>
          <dd>
            <del className="muted">{was}</del> <span aria-hidden="true">→</span> <ins className="strong">{is}</ins>
            {showsDistance && meters !== undefined ? <Distance meters={meters} /> : null}
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** The findings about a sample, heaviest first. */
export function EvidenceList({ sample: { evidence, score } }: { sample: Pick<SampleDetail, "evidence" | "score"> }) {
  return (
    <section className="stack gap-8" aria-labelledby="against-title">
      <header className="cluster baseline across-12">
        <h3 id="against-title" className="text-16">
          {sampleText("sample.against")}
        </h3>
        <Link to={deskPaths.evidence} className={`small figures ${styles.explained}`}>
          {evidence.length === 0
            ? sampleText("sample.against.explained")
            : sampleRich(
                "sample.against.score",
                { more: (words) => <span className="visually-hidden">{words}</span> },
                { score: formatNumber(score, 1, { atMost: true }) },
              )}
        </Link>
      </header>
      {evidence.length === 0 ? (
        <p className={`row gap-8 muted ${styles.none}`}>
          <CircleCheck aria-hidden="true" />
          {sampleText("sample.against.none")}
        </p>
      ) : (
        <ul className={`stack gap-8 ${styles.findings}`}>
          {evidence.map(({ code, sentence, weight }) => (
            <li key={code} className="row gap-8" data-weight={gradeOf(weight)}>
              <span className={`row ${styles.bar}`} aria-hidden="true">
                <i />
                <i />
                <i />
              </span>
              <span>
                {sentence}{" "}
                <span className="muted small nowrap">{sampleText(`sample.against.weight.${gradeOf(weight)}`)}</span>
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

/** 3: probably wrong. 1: worth a look. */
function gradeOf(weight: Evidence["weight"]): 1 | 2 | 3 {
  if (weight >= 5) return 3;
  return weight >= 3 ? 2 : 1;
}
