import TriangleAlert from "lucide-react/icons/triangle-alert";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { treeTask } from "../../../contract/limits.ts";
import type { ReviewPayload } from "../../../contract/reviews.ts";
import type { SampleDetail } from "../../../contract/samples.ts";
import type { Field, Protocol } from "../../../protocol/field.ts";
import { Instant } from "../../components/instant.tsx";
import { PositionMap } from "../../components/map/position-map.tsx";
import { formatMeasurement, Measurements } from "../../components/measurements.tsx";
import { Accuracy } from "../../components/position-in-words.tsx";
import { ReviewState } from "../../components/review-state.tsx";
import { paths } from "../../paths.ts";
import { t as answersText } from "../../texts/answers.ts";
import { t as componentsText } from "../../texts/components.ts";
import { t } from "../../texts/review.ts";
import { CaptureEvidence, DistanceFrom } from "./capture-evidence.tsx";
import { DecisionPanel } from "./decision-panel.tsx";
import { inWords, otherPositionsOf, parsePosition, zoomForEvidence } from "./evidence-positions.ts";
import { PlantIdentification } from "./plant-identification.tsx";
import styles from "./sample-detail.module.css";
import { SamplePhotos } from "./sample-photos.tsx";

/** Everything a reviewer needs to decide: photo, place, measurement, and who measured for which quest. */
export function SampleOverview({
  sample,
  protocol,
  tiles,
  onDecide,
}: {
  sample: SampleDetail;
  protocol: Protocol;
  tiles: { url: string | undefined; attribution: string | undefined };
  onDecide: (review: ReviewPayload) => Promise<void>;
}) {
  const { quest } = sample;
  const { adventurer } = sample.adventurer_quest;
  const position = parsePosition(sample.coordinates);
  const others = position ? otherPositionsOf(sample, position) : [];
  return (
    <section className={styles.overview} aria-labelledby="sample-title">
      <header className={styles.head}>
        <h2 id="sample-title" className={styles.title}>
          {t("review.overview", { id: sample.id })}
        </h2>
        <ReviewState state={sample.review?.decision ?? "pending"} />
      </header>
      <div className={styles.evidence}>
        <div className={styles.photo}>
          {sample.photos.length > 0 ? (
            <SamplePhotos key={sample.id} photos={sample.photos} protocol={protocol} questName={quest.quest_name} />
          ) : (
            <p className={styles.none}>{t("review.image.none")}</p>
          )}
        </div>
        <div className={styles.place}>
          <Measurements
            of={sample.additional_data}
            protocol={protocol}
            className={styles.measurements}
            remarkOn={(field) => (
              <p className={styles.unexpected}>
                <TriangleAlert aria-hidden="true" />
                {t("review.unexpected")} {expectedWords(field)}
              </p>
            )}
          />
          {sample.protocol_version === quest.protocol_version ? null : (
            <p className={styles.version}>{versionWords(sample.protocol_version, quest.protocol_version)}</p>
          )}
          {position ? (
            <div className={styles.map}>
              <PositionMap
                label={t("review.map")}
                position={position}
                accuracyMeters={sample.accuracy}
                others={others}
                zoom={zoomForEvidence(position, sample.accuracy, others)}
                tileUrl={tiles.url}
                tileAttribution={tiles.attribution}
              />
            </div>
          ) : null}
          <p className={styles.position}>
            <strong>{t("review.deviceGps")}</strong> {inWords(sample.coordinates)}
            <Accuracy meters={sample.accuracy} />
          </p>
        </div>
      </div>
      <dl className={styles.facts}>
        <Fact name={t("review.fact.quest")}>
          <Link to={paths.quest(quest.id)}>{quest.quest_name}</Link>
        </Fact>
        <Fact name={t("review.fact.adventurer")}>{adventurer.bio ?? adventurer.id}</Fact>
        <Fact name={t("review.fact.locations")}>
          <ul className={styles.locations}>
            {quest.locations.map((location) => (
              <li key={location.id}>
                {location.locality}, {location.administrative_area}, {location.country}
              </li>
            ))}
          </ul>
        </Fact>
        <Fact name={t("review.fact.requirements")}>{requirementsOf(sample, protocol)}</Fact>
        <Fact name={t("review.fact.payment")}>{t("review.payment")}</Fact>
        <Fact name={t("review.fact.sent")}>
          <Instant of={sample.created_at} />
        </Fact>
        <Fact name={t("review.fact.positionFrom")}>
          {componentsText(`components.positionSource.${sample.position_source}`)}
          {sample.fixed_at ? (
            <>
              , <Instant of={sample.fixed_at} />
            </>
          ) : null}
        </Fact>
        {sample.exif_coordinates ? (
          <Fact name={t("review.fact.positionInPhoto")}>
            {inWords(sample.exif_coordinates)}
            <DistanceFrom position={position} other={parsePosition(sample.exif_coordinates)} />
          </Fact>
        ) : null}
        <Fact name={t("review.fact.plant")}>
          <PlantIdentification data={sample.additional_data?.plant_id_data ?? undefined} />
        </Fact>
        {sample.reviews.length > 0 ? (
          <Fact name={t("review.fact.decisions")}>
            <ul className={styles.reviews}>
              {sample.reviews.map((review) => (
                <li key={review.reviewed_at}>
                  <ReviewState state={review.decision} /> {review.reviewed_by}, <Instant of={review.reviewed_at} />
                  {review.comment ? <p>{review.comment}</p> : null}
                </li>
              ))}
            </ul>
          </Fact>
        ) : null}
      </dl>
      <CaptureEvidence sample={sample} protocol={protocol} position={position} />
      <DecisionPanel key={sample.id} onDecide={onDecide} />
    </section>
  );
}

function requirementsOf({ quest, protocol_version }: SampleDetail, protocol: Protocol): string {
  if (quest.quest_type === "TREES" && protocol_version === null) {
    return t("review.requirements.trees", { trees: treeTask.minTrees, yards: treeTask.minYardsBetweenTrees });
  }
  const { target_count: count, spacing_meters: meters } = protocol;
  const words = [
    count === undefined ? null : t("review.requirements.points", { count }),
    meters ? t("review.requirements.spacing", { meters }) : null,
    quest.training_requirement,
  ].filter((each) => each !== null);
  return words.length > 0 ? words.join(" · ") : t("review.requirements.none");
}

function versionWords(version: number | null, newest: number | null): string {
  if (version === null) return t("review.version.specification", { newest: newest ?? 0 });
  return newest === null ? t("review.version.only", { version }) : t("review.version", { version, newest });
}

/** `4 to 9 is expected.` */
function expectedWords(field: Field): string {
  if (field.kind !== "number" && field.kind !== "integer") return "";
  const { expected_min: min, expected_max: max, unit } = field;
  const say = (value: number) => formatMeasurement({ value, unit });
  if (min !== undefined && max !== undefined) {
    return answersText("answers.expected.between", { min: say(min), max: say(max) });
  }
  if (min !== undefined) return answersText("answers.expected.atLeast", { min: say(min) });
  return max === undefined ? "" : answersText("answers.expected.atMost", { max: say(max) });
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
