import Eye from "lucide-react/icons/eye";
import TriangleAlert from "lucide-react/icons/triangle-alert";
import { useState } from "react";
import { Link } from "react-router";
import { t as componentsText } from "../../../../generated/web-texts/components.ts";
import { t as kindsText } from "../../../../generated/web-texts/kinds.ts";
import { rich, t } from "../../../../generated/web-texts/review.ts";
import { t as sampleText } from "../../../../generated/web-texts/sample.ts";
import type { PlantIdData } from "../../../contract/field-tests.ts";
import { plantResultsShown, treeTask } from "../../../contract/limits.ts";
import type { ReviewPayload } from "../../../contract/reviews.ts";
import type { SampleDetail } from "../../../contract/samples.ts";
import type { Field, Protocol } from "../../../protocol/field.ts";
import { useCall } from "../../foundation/api/use-call.ts";
import { paths } from "../../foundation/paths.ts";
import { FilesOfPoint } from "../../ui/files-of-point.tsx";
import { formatMeasurement } from "../../ui/format-measurement.ts";
import { Instant, WordsAndInstant } from "../../ui/instant.tsx";
import { PositionMap } from "../../ui/map/position-map.tsx";
import { Measurements } from "../../ui/measurements.tsx";
import { formatList, formatNumber } from "../../ui/numbers.ts";
import { Pill } from "../../ui/pill.tsx";
import { Accuracy } from "../../ui/position-words.tsx";
import { ReviewState } from "../../ui/review-state.tsx";
import { ScientificName } from "../../ui/scientific-name.tsx";
import { Verbatim, withNames } from "../../ui/verbatim.tsx";
import { CaptureEvidence, DistanceFrom, EvidenceList, Fact } from "./capture-evidence.tsx";
import { DecisionHistory, SampleThread } from "./decision-history.tsx";
import { DecisionPanel } from "./decision-panel.tsx";
import { inWords, marksOf, otherPositionsOf, parsePosition, zoomForEvidence } from "./evidence-positions.ts";
import { LearnedWords, UseInLesson } from "./learned.tsx";
import { NearList, rowIdOf, Walk } from "./neighbours.tsx";
import { Revisions } from "./revisions.tsx";
import styles from "./sample-detail.module.css";
import { SamplePhotos } from "./sample-photos.tsx";
import { NoPhoto } from "./zoomable-photo.tsx";

/** Everything a reviewer needs to decide. */
export function SampleOverview({
  sample,
  protocol,
  onDecide,
  isSecondLook = false,
  mayTeach = false,
}: {
  sample: SampleDetail;
  protocol: Protocol;
  onDecide: (review: ReviewPayload) => Promise<void>;
  /** Hides the earlier decisions until this reviewer has decided. */
  isSecondLook?: boolean;
  /** May change the quest's lesson. */
  mayTeach?: boolean;
}) {
  const { quest } = sample;
  const { adventurer } = sample.adventurer_quest;
  const { data: neighbours, error: neighboursError } = useCall("listNeighbours", { params: { id: sample.id } });
  const [chosen, setChosen] = useState<{ sampleId: string; id: string | undefined }>();
  const [decidedId, setDecidedId] = useState<string>();
  const hidesDecisions = isSecondLook && decidedId !== sample.id;
  const reviews = hidesDecisions ? [] : sample.reviews;
  const chosenId = chosen?.sampleId === sample.id ? chosen.id : undefined;
  const position = parsePosition(sample.coordinates);
  const source = componentsText(`components.positionSource.${sample.position_source}`);
  const others = position ? otherPositionsOf(sample, position) : [];
  const near = neighbours?.near ?? [];
  const { claim } = sample;
  const point = (id: string | undefined) => setChosen({ sampleId: sample.id, id });
  return (
    <section className={`grid card start gap-16 shrinks ${styles.overview}`} aria-labelledby="sample-title">
      <header className={`cluster center gap-4 across-12 ${styles.head}`}>
        <div className={`shrinks breaks ${styles.title}`}>
          <p className={styles.questName}>
            <bdi>{quest.quest_name}</bdi>
          </p>
          <h2 id="sample-title" className="muted">
            {withNames((name) => t("review.overview", { id: name(sample.id) }))}
          </h2>
        </div>
        {sample.revision > 1 ? <Pill>{sampleText("sample.revisions.number", { number: sample.revision })}</Pill> : null}
        {hidesDecisions ? (
          <Pill tone="info" icon={<Eye aria-hidden="true" />}>
            {sampleText("sample.secondLook")}
          </Pill>
        ) : (
          <ReviewState state={sample.review?.decision ?? "pending"} />
        )}
        {claim === null ? null : (
          <p className={`small ${styles.claim}`}>
            {withNames((by) => sampleText("sample.heldBy", { name: by(claim.claimed_by) }))}
          </p>
        )}
      </header>
      <div className={`shrinks ${styles.photo}`}>
        {sample.photos.length > 0 ? (
          <SamplePhotos key={sample.id} photos={sample.photos} protocol={protocol} questName={quest.quest_name} />
        ) : (
          <NoPhoto>{t("review.image.none")}</NoPhoto>
        )}
      </div>
      <div className={`stack gap-12 shrinks ${styles.side}`}>
        <Measurements
          of={sample.additional_data}
          protocol={protocol}
          className={`cluster terms ${styles.measurements}`}
          remarkOn={(field) => (
            <p className={`row gap-4 small ${styles.unexpected}`}>
              <TriangleAlert aria-hidden="true" />
              {t("review.unexpected")} {expectedWords(field)}
            </p>
          )}
        />
        <FilesOfPoint files={sample.files} protocol={protocol} />
        {sample.protocol_version === quest.protocol_version ? null : (
          <p className="muted">{versionWords(sample.protocol_version, quest.protocol_version)}</p>
        )}
        <EvidenceList sample={sample} />
        {hidesDecisions ? <p className="muted">{sampleText("sample.secondLook.hint")}</p> : null}
        {position ? (
          <div className={styles.map}>
            <div className="fills">
              <PositionMap
                label={t("review.map")}
                position={position}
                accuracyMeters={sample.accuracy}
                others={others}
                near={marksOf(near, chosenId)}
                onChoose={(id) => {
                  point(id);
                  document.getElementById(rowIdOf(id))?.querySelector("a")?.focus();
                }}
                zoom={zoomForEvidence(position, sample.accuracy, others, near)}
              />
            </div>
          </div>
        ) : null}
        <p className={`cluster across-12 figures ${styles.position}`}>
          <strong>{t("review.deviceGps")}</strong> {inWords(sample.coordinates)}
          <Accuracy meters={sample.accuracy} />
        </p>
      </div>
      <div className={styles.decision}>
        <DecisionPanel
          key={sample.id}
          sampleId={sample.id}
          organizationId={quest.organization.id}
          latest={hidesDecisions ? null : (sample.reviews.find(({ undone_at }) => undone_at === null) ?? null)}
          own={sample.own_data_point}
          onDecide={async (review) => {
            await onDecide(review);
            setDecidedId(sample.id);
          }}
        />
        {mayTeach && !hidesDecisions ? <UseInLesson sample={sample} /> : null}
      </div>
      <div className={`stack gap-24 shrinks ${styles.rest}`}>
        {hidesDecisions ? null : <Revisions sample={sample} protocol={protocol} />}
        {neighbours ? (
          <>
            <section className="stack gap-8" aria-labelledby="walk-title">
              <h3 id="walk-title" className="text-16">
                {sampleText("sample.walk")}
              </h3>
              <Walk sample={sample} before={neighbours.before} after={neighbours.after} />
            </section>
            <section className="stack gap-8" aria-labelledby="near-title">
              <h3 id="near-title" className="text-16">
                {sampleText("sample.near")}
              </h3>
              <NearList near={neighbours.near} chosenId={chosenId} onPoint={point} />
            </section>
          </>
        ) : neighboursError ? (
          <p className="muted">{sampleText("sample.near.failed")}</p>
        ) : null}
        <SampleThread key={sample.id} dataPointId={sample.id} messages={sample.messages} />
        <dl className={`grid terms ${styles.facts}`}>
          <Fact name={t("review.fact.quest")}>
            <Link to={paths.quest(quest.id)}>
              <bdi>{quest.quest_name}</bdi>
            </Link>
          </Fact>
          <Fact name={t("review.fact.adventurer")}>
            {adventurer.bio ?? <Verbatim>{adventurer.id}</Verbatim>}
            <LearnedWords of={sample.lesson} />
          </Fact>
          <Fact name={t("review.fact.locations")}>
            <ul className={`stack gap-4 ${styles.locations}`}>
              {quest.locations.map((location) => (
                <li key={location.id}>
                  {[location.locality, location.administrative_area, location.country].join(", ")}
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
            {sample.fixed_at ? <WordsAndInstant words={source} of={sample.fixed_at} areWords /> : source}
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
          {reviews.length > 0 ? (
            <Fact name={t("review.fact.decisions")}>
              <DecisionHistory reviews={reviews} />
            </Fact>
          ) : null}
        </dl>
        <CaptureEvidence sample={sample} protocol={protocol} position={position} />
      </div>
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

/** `Expected: 4 m to 9.5 m.` */
function expectedWords(field: Field): string {
  if (field.kind !== "number" && field.kind !== "integer") return "";
  const { expected_min: min, expected_max: max, unit } = field;
  const say = (value: number) => formatMeasurement({ value, unit });
  if (min !== undefined && max !== undefined) {
    return kindsText("kinds.expected.between", { min: say(min), max: say(max) });
  }
  if (min !== undefined) return kindsText("kinds.expected.atLeast", { min: say(min) });
  return max === undefined ? "" : kindsText("kinds.expected.atMost", { max: say(max) });
}

/** The most likely plants, or why there are none. */
function PlantIdentification({ data }: { data: PlantIdData | undefined }) {
  if (!data) return <>{t("review.plant.none")}</>;
  if (data.error) return <p className="danger">{t("review.plant.error", { message: data.error })}</p>;
  const results = (data.results ?? []).slice(0, plantResultsShown);
  return (
    <>
      {data.bestMatch ? (
        <p>
          {rich(
            "review.plant.bestMatch",
            { name: (words) => <ScientificName>{words}</ScientificName> },
            { species: data.bestMatch },
          )}
        </p>
      ) : null}
      <ol className={styles.plants}>
        {results.map(({ score, species }) => (
          <li key={species.scientificName}>
            <ScientificName>{species.scientificName}</ScientificName>
            {t("review.plant.result", {
              names: species.commonNames.length > 0 ? ` (${formatList(species.commonNames)})` : "",
              percent: formatNumber(score * 100, 1),
            })}
          </li>
        ))}
      </ol>
    </>
  );
}
