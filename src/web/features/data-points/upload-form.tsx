import { type FormEvent, type ReactNode, useEffect, useMemo, useRef, useState } from "react";
import { t } from "../../../../generated/web-texts/field.ts";
import { photoWish } from "../../../protocol/check-values.ts";
import type { Place } from "../../../protocol/distance.ts";
import { type Field, type FieldText, type Protocol, takesAnswer } from "../../../protocol/field.ts";
import { userPosition } from "../../../protocol/user-position.ts";
import { focusField, goOnWithEnter } from "../../capture/fields/focus-field.ts";
import { ProtocolSteps } from "../../capture/fields/protocol-steps.tsx";
import type { StepsProps } from "../../capture/fields/steps-props.ts";
import { DoubtedPhotos } from "../../capture/judging/doubted-photos.tsx";
import { expectedPlace, refusedAnswers } from "../../capture/measuring/measure.ts";
import type { Measuring } from "../../capture/measuring/measurement.ts";
import type { Saved } from "../../capture/measuring/measurement-state.ts";
import { outboxFailure, savingFailure } from "../../capture/measuring/outbox-failure.ts";
import { useMeasured } from "../../capture/measuring/use-measurement.ts";
import type { PositionNow } from "../../capture/positions/live-position.ts";
import { type Answers, fittingAnswers } from "../../foundation/answers/answers.ts";
import type { OwnDataPoint } from "../../foundation/api/data-points.ts";
import { lazily } from "../../foundation/texts/lazily.ts";
import { fieldText } from "../../foundation/texts/protocol.ts";
import { useBegunForm } from "../../offline/begun-form.ts";
import { isBegun, ownPhotoKey, type PointRecord } from "../../outbox/record.ts";
import { Banner } from "../../ui/banner.tsx";
import { Button } from "../../ui/button.tsx";
import { classNames } from "../../ui/class-names.ts";
import { withAnswers } from "../../ui/format-measurement.ts";
import { announce } from "../../ui/live-region.tsx";
import { WhenFetched } from "../../ui/when-fetched.tsx";
import { AnswerOverview } from "./answer-overview.tsx";
import type { SoFar } from "./collected.ts";
import type { Pages } from "./form-pages.tsx";
import { FormStep, OwnPhotoStep, SpecificationSteps } from "./form-steps.tsx";
import { PositionInBrief, PositionStep } from "./position-step.tsx";
import { finishPoint, type OverviewEntry, positionKey, type UploadReading, useReadUpload } from "./read-upload.ts";
import type { OwnPlace } from "./spacing.ts";
import type { TypedPosition } from "./typed-position.ts";
import styles from "./upload-form.module.css";
import { useSameAsLast } from "./use-same-as-last.ts";

const GivePositionDialog = lazily("GivePositionDialog", () => import("../../capture/positions/give-position.tsx"));
const BeforeQuestions = lazily("BeforeQuestions", () => import("./around-questions.tsx"));
const FormPages = lazily("FormPages", () => import("./around-questions.tsx"));
const SavedNotice = lazily("SavedNotice", () => import("./around-questions.tsx"));
const HighAccuracy = lazily("HighAccuracy", () => import("./around-questions.tsx"));
const PositionControl = lazily("PositionControl", () => import("./around-questions.tsx"));
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
  isOfTree = false,
  accuracyPlace,
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
  collected?: SoFar | undefined;
  /** What is measured is a tree. */
  isOfTree?: boolean | undefined;
  /** Where the page says how accurate the position is. */
  accuracyPlace?: Element | null | undefined;
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
  const optional = useMemo(() => optionalAtEnd(protocol), [protocol]);
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

  const letGo = useRef<() => void>(undefined);
  useEffect(() => () => letGo.current?.(), []);
  function reset(): void {
    setIsTried(false);
    letGo.current?.();
    setTimeout(() => {
      goTo(read.keys[0]);
      letGo.current = form.current ? keepNoticeInSight(form.current) : undefined;
    });
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
  const hasNoFix = withoutFix.has(device.status);
  const lacksFix = saved?.position === "none" || (saved?.position === "searching" && hasNoFix);
  const wish = photoWish(protocol);
  const ownPhoto = answers[ownPhotoKey];
  const isSpecification = protocolVersion === 0;
  const isWrong = (path: string) => errors.has(path) || (isTried && read.questions.has(path));
  const wrong = new Set(read.keys.filter(isWrong).flatMap((path) => [path, stepOf(path)]));
  const answered = answeredSteps(read, expectedPlace(point, device) !== undefined);
  const stateOf = (key: string): OverviewEntry["state"] =>
    wrong.has(key) ? "wrong" : answered.has(key) ? "answered" : "open";
  const filled = (label: FieldText) => withAnswers(label, protocol.fields, read.known.answerOf);
  const first = asked.filter((field) => !optional.has(field.key));
  const more = asked.filter((field) => optional.has(field.key));
  const labelled = ({ key, label }: Field) => ({ key, label: fieldText(filled(label)) });
  const entries: OverviewEntry[] = [
    ...(wish === "none" ? [] : [{ key: ownPhotoKey, label: t("field.form.photo") }]),
    ...first.map(labelled),
    { key: positionKey, label: t("field.form.position") },
    ...more.map(labelled),
  ].map((entry) => ({ ...entry, state: stateOf(entry.key) }));
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
  const photo = (faults: ReadonlyMap<string, string>, isSmall = false) => (
    <OwnPhotoStep
      number={numberOf(1)}
      photo={ownPhoto instanceof File ? ownPhoto : null}
      hint={protocol.photo?.hint}
      isOptional={wish === "optional"}
      error={faults.get(ownPhotoKey)}
      isSmall={isSmall}
      disabled={isSaving}
      onPhoto={(taken) => measurement.answer(ownPhotoKey, taken)}
    />
  );
  const position = (
    <FormStep number={numberOf(firstNumber + first.length)} title={t("field.form.position")}>
      <PositionStep
        key={localId}
        measurement={measurement}
        near={near}
        hasError={wrong.has(positionKey)}
        ownPlaces={ownPlaces}
        spacingMeters={protocol.spacing_meters}
      >
        <WhenFetched>
          <HighAccuracy measurement={measurement} />
          <PositionControl
            typed={answers as TypedPosition}
            errors={errors}
            disabled={isSaving}
            onTyped={measurement.answer}
          />
        </WhenFetched>
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
      <PositionInBrief
        measurement={measurement}
        ownPlaces={ownPlaces}
        spacingMeters={protocol.spacing_meters}
        place={accuracyPlace}
      />
      <form
        ref={form}
        className={`stack card gap-12 pad-16 ${styles.form}`}
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
            <FlatSteps
              steps={steps}
              localId={localId}
              isSpecification={isSpecification}
              photo={wish === "none" ? undefined : (isSmall) => photo(errors, isSmall)}
              position={position}
              optional={optional}
              moreTitle={t(isOfTree ? "field.more.tree" : "field.more", { count: more.length })}
            />
            {failures}
            {discard}
            <div className={isSpecification ? "stack gap-12" : `cluster gap-8 ${styles.sticky} ${styles.oneRow}`}>
              {finish}
            </div>
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

/** All steps one below the other, and the optional ones at the end behind a line. */
function FlatSteps({
  steps,
  localId,
  isSpecification,
  photo,
  position,
  optional,
  moreTitle,
}: {
  steps: StepsProps;
  localId: string;
  isSpecification: boolean;
  photo: ((isSmall: boolean) => ReactNode) | undefined;
  position: ReactNode;
  optional: ReadonlySet<string>;
  moreTitle: string;
}) {
  // Also for the next data point.
  const [isOpen, setIsOpen] = useState(false);
  const { read, answers } = steps;
  // The number was read off the tape in the photo.
  const isBesidePhoto =
    photo !== undefined &&
    answers[ownPhotoKey] instanceof File &&
    isPlainNumber(read.shown[0]) &&
    !read.items?.isMissing;
  const more =
    optional.size === 0
      ? undefined
      : { keys: optional, title: moreTitle, isOpen, onToggle: setIsOpen, before: position };
  return (
    <div className={classNames("cluster gap-24", styles.steps, isBesidePhoto && styles.besidePhoto)}>
      {photo?.(isBesidePhoto)}
      {isSpecification ? (
        <SpecificationSteps key={localId} {...steps} />
      ) : (
        <ProtocolSteps key={localId} {...steps} folds more={more} />
      )}
      {more ? null : position}
    </div>
  );
}

const withoutFix: ReadonlySet<PositionNow["status"]> = new Set(["refused", "failed", "unavailable"]);

/** The step of an answer: a group has the answers in its rows, and the position typed degrees. */
const stepOf = (path: string): string =>
  userPosition.some(({ name }) => name === path) ? positionKey : (path.split(".", 1)[0] ?? path);

/** What can't be saved as it is doesn't count, even before the form says why. */
function answeredSteps({ answered, wrong }: UploadReading, hasPosition: boolean): Set<string> {
  const unfit = new Set(wrong.map(stepOf));
  return new Set([...answered, ...(hasPosition ? [positionKey] : [])].filter((key) => !unfit.has(key)));
}

/** A number that needs nothing above it. */
const isPlainNumber = (field: Field | undefined) =>
  (field?.kind === "number" || field?.kind === "integer") &&
  field.heading === undefined &&
  !field.picture &&
  !field.sound;

/** Fewer are asked like all others. */
const optionalMin = 3;

/** The optional questions after the last required one, in a form whose author made no sections or pages. */
export function optionalAtEnd({ fields, pages }: Protocol): ReadonlySet<string> {
  const from = fields.findLastIndex((field) => !isOptional(field)) + 1;
  const optional = fields.slice(from).map(({ key }) => key);
  const isFlat = !pages && fields.every(({ heading }) => heading === undefined);
  return new Set(isFlat && from > 0 && optional.length >= optionalMin ? optional : []);
}

const isOptional = (field: Field) =>
  takesAnswer(field) && field.kind !== "group" && !field.required && !field.read_only;

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

/**
 * Keeps what is said about the saved data point in sight while notes above the form come and go, until the volunteer goes on.
 * Returns a function that stops it.
 */
function keepNoticeInSight(form: HTMLElement): () => void {
  const { activeElement: first } = document;
  let topPx: number | undefined;
  const observer = new ResizeObserver(() => {
    const nowPx = Math.round(form.getBoundingClientRect().top + window.scrollY);
    if (nowPx === topPx || document.activeElement !== first) return;
    topPx = nowPx;
    form.querySelector("[data-saved]")?.scrollIntoView({ block: "nearest" });
  });
  observer.observe(document.body);
  const stop = () => {
    observer.disconnect();
    for (const kind of goesOn) window.removeEventListener(kind, stop);
  };
  for (const kind of goesOn) window.addEventListener(kind, stop);
  return stop;
}

const goesOn = ["pointerdown", "wheel", "keydown"];

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
