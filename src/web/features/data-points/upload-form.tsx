import { type FormEvent, useEffect, useMemo, useRef, useState } from "react";
import { t } from "../../../../generated/web-texts/field.ts";
import { photoWish } from "../../../protocol/check-values.ts";
import type { Place } from "../../../protocol/distance.ts";
import { type FieldText, type Protocol, takesAnswer } from "../../../protocol/field.ts";
import { focusField, goOnWithEnter } from "../../capture/fields/focus-field.ts";
import { ProtocolSteps } from "../../capture/fields/protocol-steps.tsx";
import { DoubtedPhotos } from "../../capture/judging/doubted-photos.tsx";
import { refusedAnswers } from "../../capture/measuring/measure.ts";
import type { Measuring } from "../../capture/measuring/measurement.ts";
import type { Saved } from "../../capture/measuring/measurement-state.ts";
import { outboxFailure, savingFailure } from "../../capture/measuring/outbox-failure.ts";
import { useMeasured } from "../../capture/measuring/use-measurement.ts";
import { type Answers, fittingAnswers } from "../../foundation/answers/answers.ts";
import type { OwnDataPoint } from "../../foundation/api/data-points.ts";
import { lazily } from "../../foundation/texts/lazily.ts";
import { fieldText } from "../../foundation/texts/protocol.ts";
import { useBegunForm } from "../../offline/begun-form.ts";
import { isBegun, ownPhotoKey, type PointRecord } from "../../outbox/record.ts";
import { Banner } from "../../ui/banner.tsx";
import { Button } from "../../ui/button.tsx";
import { withAnswers } from "../../ui/format-measurement.ts";
import { announce } from "../../ui/live-region.tsx";
import { WhenFetched } from "../../ui/when-fetched.tsx";
import { AnswerOverview } from "./answer-overview.tsx";
import type { Pages } from "./form-pages.tsx";
import { FormStep, OwnPhotoStep, SpecificationSteps } from "./form-steps.tsx";
import { PositionControl, type TypedPosition } from "./position-control.tsx";
import { PositionStep } from "./position-step.tsx";
import { finishPoint, type OverviewEntry, useReadUpload } from "./read-upload.ts";
import type { OwnPlace } from "./spacing.ts";
import styles from "./upload-form.module.css";
import { useSameAsLast } from "./use-same-as-last.ts";

const GivePositionDialog = lazily("GivePositionDialog", () => import("../../capture/positions/give-position.tsx"));
const BeforeQuestions = lazily("BeforeQuestions", () => import("./around-questions.tsx"));
const FormPages = lazily("FormPages", () => import("./around-questions.tsx"));
const SavedNotice = lazily("SavedNotice", () => import("./around-questions.tsx"));
const DiscardDraft = lazily("DiscardDraft", () => import("./around-questions.tsx"));

/** Measures one data point and saves it on this phone. */
export function UploadForm({
  measurement,
  protocol,
  protocolVersion,
  ownPoints,
  waiting,
  ownPlaces,
  near,
  hasStations,
  collected,
}: {
  measurement: Measuring<PointRecord>;
  protocol: Protocol;
  /** 0 for the specification's form. */
  protocolVersion: number;
  /** The volunteer's data points of the quest: the newest ones, and those on this phone. */
  ownPoints: readonly OwnDataPoint[];
  waiting: readonly PointRecord[];
  /** The places of all of them, including those on this phone. */
  ownPlaces: readonly OwnPlace[];
  /** The quest's location. */
  near: Place | undefined;
  hasStations?: boolean | undefined;
  /** How many are uploaded, in words. */
  collected?: string | undefined;
}) {
  const { point, photos, device, isSaving, saved, failure, photoFailure } = useMeasured(measurement);
  const { localId } = point;
  const form = useRef<HTMLFormElement>(null);
  const [givesPosition, setGivesPosition] = useState<string>();
  /** After the first attempt to save, the form shows what is missing. */
  const [isTried, setIsTried] = useState(false);
  const answers = useMemo<Answers>(
    () => ({ ...fittingAnswers(protocol, point.answers), ...photos }),
    [protocol, point.answers, photos],
  );
  const read = useReadUpload(protocol, answers);
  const errors = useMemo(() => {
    const refused = refusedAnswers(point.problem?.fieldErrors ?? []);
    return isTried ? new Map([...refused, ...read.faults]) : refused;
  }, [point.problem, isTried, read]);
  const same = useSameAsLast({
    protocol,
    version: protocolVersion,
    ownPoints,
    waiting,
    read,
    answers,
    point,
    onAnswer: measurement.answer,
  });
  useBegunForm(isBegun(point));
  const asked = read.shown.filter(takesAnswer);
  useToldQuestions(localId, asked.length);
  const pages = useRef<Pages>(null);
  const goTo = (key: string | undefined) => {
    if (key !== undefined) pages.current ? pages.current.show(key) : focusField(form.current, key);
  };

  const firstRefused = useRef<string>(undefined);
  firstRefused.current = read.keys.find((key) => errors.has(key));
  const isRefused = point.problem !== null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each data point.
  useEffect(() => {
    if (isRefused) setTimeout(() => goTo(firstRefused.current));
  }, [localId, isRefused]);

  function reset(): void {
    setIsTried(false);
    setTimeout(() => goTo(read.keys[0]));
  }

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (isSaving || pages.current?.next()) return;
    setIsTried(true);
    if (read.wrong.length > 0) {
      measurement.forgetSaved();
      announce(t("field.form.wrong", { count: read.wrong.length }));
      // After the errors are rendered and folded fields are open.
      setTimeout(() => goTo(read.wrong[0]));
      return;
    }
    const record = await measurement.save((draft) =>
      finishPoint(draft, read, { protocol, protocolVersion, ownPlaces }),
    );
    if (record) reset();
    else announce(t("field.form.notSaved"));
  }

  const record = saved && waiting.find((each) => each.localId === saved.localId);
  const hasNoFix = device.status === "refused" || device.status === "failed" || device.status === "unavailable";
  const lacksFix = saved?.position === "none" || (saved?.position === "searching" && hasNoFix);
  const wish = photoWish(protocol);
  const ownPhoto = answers[ownPhotoKey];
  const isSpecification = protocolVersion === 0;
  const wrong = new Set(
    read.keys.flatMap((path) =>
      // A group is wrong if an answer in one of its rows is.
      errors.has(path) || (isTried && read.questions.has(path)) ? [path, path.split(".", 1)[0]] : [],
    ),
  );
  const stateOf = (key: string): OverviewEntry["state"] =>
    wrong.has(key) ? "wrong" : read.answered.has(key) ? "answered" : "open";
  const filled = (label: FieldText) => withAnswers(label, protocol.fields, read.known.answerOf);
  const entries: OverviewEntry[] = [
    ...(wish === "none" ? [] : [{ key: ownPhotoKey, label: t("field.form.photo"), state: stateOf(ownPhotoKey) }]),
    ...asked.map(({ key, label }) => ({ key, label: fieldText(filled(label)), state: stateOf(key) })),
  ];
  const carried = asked.filter(({ key }) => same?.has(key)).map(({ label }) => fieldText(filled(label)));
  const firstNumber = wish === "none" ? 1 : 2;
  const steps = {
    protocol,
    read,
    answers,
    onAnswer: measurement.answer,
    errors,
    isAsked: isTried,
    same,
    disabled: isSaving,
    firstNumber,
  };

  const numberOf = (number: number) => (protocol.pages ? undefined : number);
  const photo = (faults: ReadonlyMap<string, string>) => (
    <OwnPhotoStep
      number={numberOf(1)}
      photo={ownPhoto instanceof File ? ownPhoto : null}
      hint={protocol.photo?.hint}
      isOptional={wish === "optional"}
      error={faults.get(ownPhotoKey)}
      disabled={isSaving}
      onPhoto={(taken) => measurement.answer(ownPhotoKey, taken)}
    />
  );
  const position = (
    <FormStep number={numberOf(firstNumber + asked.length)} title={t("field.form.position")}>
      <PositionStep key={localId} measurement={measurement} near={near}>
        <PositionControl
          typed={answers as TypedPosition}
          errors={errors}
          disabled={isSaving}
          onTyped={measurement.answer}
        />
      </PositionStep>
    </FormStep>
  );
  const failures = (
    <Failures failure={failure} photoFailure={photoFailure} onClose={() => measurement.forgetFailure()} />
  );
  const discard = isBegun(point) ? (
    <WhenFetched>
      <DiscardDraft onDiscard={() => void measurement.discard().then(reset)} />
    </WhenFetched>
  ) : null;
  const finish = (
    <>
      {isSpecification ? null : <AnswerOverview entries={entries} onOpen={goTo} />}
      <Button type="submit" tone="next" wide={isSpecification} busy={isSaving} className={styles.submit}>
        {t("field.form.add")}
      </Button>
    </>
  );

  return (
    <DoubtedPhotos measurement={measurement}>
      <form
        ref={form}
        className={`stack card gap-24 pad-16 ${styles.form}`}
        onSubmit={(event) => void submit(event)}
        onKeyDown={(event) => goOnWithEnter(event, () => pages.current?.next())}
        noValidate
        aria-labelledby="upload-title"
      >
        <h2 id="upload-title">{t("field.form.title")}</h2>

        <WhenFetched>
          <SavedNotice
            saved={saved && lacksFix ? { ...saved, position: "none" } : saved}
            record={record}
            hasArrived={isArrived(saved, record, ownPoints)}
            collected={collected}
            carried={carried}
            onGivePosition={() => setGivesPosition(saved?.localId)}
          />
        </WhenFetched>
        {lacksFix && hasNoFix ? (
          <Banner tone="danger">
            <p>{t("field.geolocationRequired")}</p>
          </Banner>
        ) : null}
        {point.problem ? (
          <Banner tone="danger">{t("field.form.refused", { reason: point.problem.message })}</Banner>
        ) : null}

        <WhenFetched>
          <BeforeQuestions
            measurement={measurement}
            protocol={protocol}
            protocolVersion={protocolVersion}
            ownPlaces={ownPlaces}
            hasStations={hasStations}
          />
        </WhenFetched>

        {protocol.pages && !isSpecification ? (
          <WhenFetched>
            <FormPages
              ref={pages}
              form={form}
              measurement={measurement}
              steps={steps}
              entries={entries}
              photo={wish === "none" ? undefined : photo}
              position={position}
              failures={failures}
              discard={discard}
              finish={finish}
            />
          </WhenFetched>
        ) : (
          <>
            {wish === "none" ? null : photo(errors)}
            {isSpecification ? (
              <SpecificationSteps key={localId} {...steps} />
            ) : (
              <ProtocolSteps key={localId} {...steps} />
            )}
            {position}
            {failures}
            {discard}
            <div className={isSpecification ? "stack gap-12" : `cluster gap-8 ${styles.sticky}`}>{finish}</div>
          </>
        )}
      </form>
      {givesPosition === undefined ? null : (
        <WhenFetched>
          <GivePositionDialog
            localId={givesPosition}
            near={device.fix ?? near}
            onClose={() => {
              setGivesPosition(undefined);
              measurement.forgetSaved();
            }}
          />
        </WhenFetched>
      )}
    </DoubtedPhotos>
  );
}

/** Why the data point, or a photo of it, is not stored. */
function Failures({
  failure,
  photoFailure,
  onClose,
}: {
  failure: unknown;
  photoFailure: unknown;
  onClose: () => void;
}) {
  return (
    <>
      {photoFailure ? <Banner tone="danger">{outboxFailure(photoFailure)}</Banner> : null}
      {failure ? (
        <Banner tone="danger" onClose={onClose}>
          {savingFailure(failure)}
        </Banner>
      ) : null}
    </>
  );
}

const isArrived = (
  saved: Saved | undefined,
  record: PointRecord | undefined,
  ownPoints: readonly Pick<OwnDataPoint, "id">[],
): boolean => record?.state === "delivered" || ownPoints.some(({ id }) => id === (record ?? saved)?.id);

/** Tells screen readers when answers add or remove questions. */
function useToldQuestions(localId: string, count: number): void {
  const before = useRef({ localId, count });
  useEffect(() => {
    const more = before.current.localId === localId ? count - before.current.count : 0;
    before.current = { localId, count };
    if (more > 0) announce(t("field.form.moreQuestions", { count: more }));
    else if (more < 0) announce(t("field.form.fewerQuestions", { count: -more }));
  }, [localId, count]);
}
