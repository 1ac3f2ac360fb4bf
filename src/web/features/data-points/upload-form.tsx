import { type FormEvent, useCallback, useEffect, useMemo, useRef, useState } from "react";
import { photoWish } from "../../../protocol/check-values.ts";
import type { Protocol } from "../../../protocol/field.ts";
import { Banner } from "../../components/banner.tsx";
import { Button } from "../../components/button.tsx";
import { announce } from "../../components/live-region.tsx";
import { type Answer, type Answers, fittingAnswers } from "../../components/protocol-fields/answers.ts";
import { focusField } from "../../components/protocol-fields/focus-field.ts";
import { ProtocolSteps } from "../../components/protocol-fields/protocol-steps.tsx";
import { WhenFetched } from "../../components/when-fetched.tsx";
import { ownPhotoKey } from "../../measuring/own-photo-key.ts";
import type { Draft, DraftInHand } from "../../measuring/use-draft.ts";
import { useMeasuring } from "../../measuring/use-measuring.ts";
import { outboxFailure, useSavePoint } from "../../measuring/use-save-point.ts";
import { useBegunForm } from "../../offline/begun-form.ts";
import { isBegun, type PointRecord } from "../../outbox/record.ts";
import { OutboxFullError } from "../../outbox/storage.ts";
import type { Place } from "../../positions/distance.ts";
import { isTakenNow } from "../../positions/moment-rules.ts";
import { t } from "../../texts/field.ts";
import { lazily } from "../../texts/lazily.ts";
import { fieldText } from "../../texts/protocol.ts";
import { AnswerOverview, type OverviewEntry } from "./answer-overview.tsx";
import { FormStep } from "./form-step.tsx";
import { OwnPhotoStep } from "./own-photo-step.tsx";
import { PositionControl, type TypedPosition } from "./position-control.tsx";
import { PositionStep } from "./position-step.tsx";
import { readUpload } from "./read-upload.ts";
import { refusedAnswers } from "./refused-answers.ts";
import { type Saved, SavedNotice } from "./saved-notice.tsx";
import { type OwnPlace, spacingOf } from "./spacing.ts";
import { SpecificationSteps } from "./specification-steps.tsx";
import styles from "./upload-form.module.css";

const GivePositionDialog = lazily("GivePositionDialog", () => import("../../positions/give-position-dialog.tsx"));
const SpacingCoach = lazily("SpacingCoach", () => import("./spacing-coach.tsx"));
const DiscardDraft = lazily("DiscardDraft", () => import("./discard-draft.tsx"));

/** Photo, questions, position: one data point in the order of the hand, saved on this device. */
export function UploadForm({
  inHand,
  draft,
  protocol,
  protocolVersion,
  ownPlaces,
  near,
}: {
  inHand: DraftInHand<PointRecord>;
  draft: Draft<PointRecord>;
  protocol: Protocol;
  /** 0: the specification's form. */
  protocolVersion: number;
  /** One's own data points of the quest, those that wait here too. */
  ownPlaces: readonly OwnPlace[];
  /** Of the quest. */
  near: Place | undefined;
}) {
  const { point } = draft;
  const { localId } = point;
  const form = useRef<HTMLFormElement>(null);
  const [highAccuracy, setHighAccuracy] = useState(false);
  const [saved, setSaved] = useState<Saved>();
  const [givesPosition, setGivesPosition] = useState<string>();
  /** Whether saving was tried: from then on the form says what is missing. */
  const [isTried, setIsTried] = useState(false);
  const [photoFailure, setPhotoFailure] = useState<string>();
  const onPhotoFailed = useCallback((error: unknown) => {
    setPhotoFailure(error instanceof OutboxFullError ? t("field.form.fullPhoto") : outboxFailure(error));
  }, []);
  const onMended = useCallback(() => setSaved((before) => before && { ...before, position: "known" }), []);
  const onMissed = useCallback(() => setSaved((before) => before && { ...before, position: "none" }), []);
  const measuring = useMeasuring(inHand, highAccuracy, { onPhotoFailed, onMended, onMissed });
  const { live, remark, takePhoto, choose } = measuring;
  const { isSaving, failure, setFailure, save } = useSavePoint(inHand, measuring.photosDone);

  const answers = useMemo<Answers>(
    () => ({ ...fittingAnswers(protocol, point.answers), ...draft.photos }),
    [protocol, point.answers, draft.photos],
  );
  /** What the server refused, until another answer is given. */
  const [given, setGiven] = useState<ReadonlySet<string>>(new Set());
  const refused = useMemo(
    () => new Map([...refusedAnswers(point.problem?.fieldErrors ?? [])].filter(([key]) => !given.has(key))),
    [point.problem, given],
  );

  useBegunForm(isBegun(point));

  const { change } = inHand;
  const onAnswer = useCallback(
    (key: string, answer: Answer | undefined) => {
      setSaved(undefined);
      setGiven((before) => (before.has(key) ? before : new Set([...before, key])));
      if (answer instanceof File) {
        setPhotoFailure(undefined);
        takePhoto(key, answer);
        return;
      }
      change((before) => ({ ...before, answers: { ...before.answers, [key]: answer } }), "soon");
    },
    [change, takePhoto],
  );

  const wish = photoWish(protocol);
  const ownPhoto = answers[ownPhotoKey];
  const read = useMemo(() => readUpload(protocol, answers), [protocol, answers]);
  const errors = useMemo(() => (isTried ? new Map([...refused, ...read.faults]) : refused), [refused, isTried, read]);
  const goTo = (key: string) => focusField(form.current, key);
  const place = point.position ?? (live.fix && !live.fix.isRemembered ? live.fix : undefined);
  const spacingMeters = protocol.spacing_meters;

  function reset(): void {
    setIsTried(false);
    setGiven(new Set());
    setPhotoFailure(undefined);
    setTimeout(() => read.keys[0] !== undefined && goTo(read.keys[0]));
  }

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (isSaving) return;
    setSaved(undefined);
    setIsTried(true);
    if (read.wrong.length > 0) {
      announce(t("field.form.wrong", { count: read.wrong.length }));
      // Once the errors are drawn, and what is folded away is open.
      setTimeout(() => read.wrong[0] !== undefined && goTo(read.wrong[0]));
      return;
    }
    const nowMs = Date.now();
    const record = await save((): PointRecord => {
      const finished = measuring.finish(nowMs);
      const asked = new Set([...read.photos.keys(), ...(read.photo ? [ownPhotoKey] : [])]);
      const spacing =
        finished.position && spacingMeters ? spacingOf(finished.position, ownPlaces, spacingMeters) : undefined;
      return {
        ...finished,
        protocolVersion,
        values: read.values,
        userPosition: read.position,
        // A photo that is no longer asked for is not sent.
        photos: finished.photos.filter(({ key }) => asked.has(key)),
        spacingReason: spacing?.isTooClose ? finished.spacingReason?.trim() || null : null,
      };
    });
    if (!record) return;
    measuring.onSaved(record, nowMs);
    const mayCome = isTakenNow(record.capturedAtMs, nowMs) && remark === undefined;
    setSaved({ localId: record.localId, position: record.position ? "known" : mayCome ? "searching" : "none" });
    reset();
  }

  // No fix came for what was saved without one.
  const hasNoFix = live.status === "refused" || live.status === "failed" || live.status === "unavailable";
  const shownSaved: Saved | undefined =
    saved?.position === "searching" && hasNoFix ? { ...saved, position: "none" } : saved;

  // What is asked, and what is no longer asked, changes with the answers: who does not see it is told.
  const shownBefore = useRef({ localId, count: read.shown.length });
  useEffect(() => {
    const { localId: of, count } = shownBefore.current;
    shownBefore.current = { localId, count: read.shown.length };
    const more = of === localId ? read.shown.length - count : 0;
    if (more > 0) announce(t("field.form.moreQuestions", { count: more }));
    else if (more < 0) announce(t("field.form.fewerQuestions", { count: -more }));
  }, [localId, read.shown.length]);

  const isSpecification = protocolVersion === 0;
  const stateOf = (key: string): OverviewEntry["state"] =>
    errors.has(key) || (isTried && read.questions.has(key)) ? "wrong" : read.answered.has(key) ? "answered" : "open";
  const entries: OverviewEntry[] = [
    ...(wish === "none" ? [] : [{ key: ownPhotoKey, label: t("field.form.photo"), state: stateOf(ownPhotoKey) }]),
    ...read.shown.map(({ key, label }) => ({ key, label: fieldText(label), state: stateOf(key) })),
  ];
  const firstNumber = wish === "none" ? 1 : 2;
  const steps = {
    protocol,
    shown: read.shown,
    answers,
    onAnswer,
    errors,
    isAsked: isTried,
    disabled: isSaving,
    firstNumber,
  };

  return (
    <>
      <form
        ref={form}
        className={styles.form}
        onSubmit={(event) => void submit(event)}
        noValidate
        aria-labelledby="upload-title"
      >
        <h2 id="upload-title">{t("field.form.title")}</h2>

        <SavedNotice saved={shownSaved} onGivePosition={() => setGivesPosition(saved?.localId)} />
        {shownSaved?.position === "none" && hasNoFix ? (
          <Banner tone="danger">
            <p>{t("field.geolocationRequired")}</p>
          </Banner>
        ) : null}
        {point.problem ? (
          <Banner tone="danger">{t("field.form.refused", { reason: point.problem.message })}</Banner>
        ) : null}

        {spacingMeters === undefined ? null : (
          <WhenFetched>
            <SpacingCoach
              key={`spacing ${localId}`}
              place={place}
              own={ownPlaces}
              spacingMeters={spacingMeters}
              reason={point.spacingReason}
              onReason={(spacingReason) => change((before) => ({ ...before, spacingReason }), "soon")}
            />
          </WhenFetched>
        )}

        {wish === "none" ? null : (
          <OwnPhotoStep
            photo={ownPhoto instanceof File ? ownPhoto : null}
            hint={protocol.photo?.hint}
            isOptional={wish === "optional"}
            error={errors.get(ownPhotoKey)}
            disabled={isSaving}
            onPhoto={(taken) => onAnswer(ownPhotoKey, taken)}
          />
        )}

        {isSpecification ? <SpecificationSteps key={localId} {...steps} /> : <ProtocolSteps key={localId} {...steps} />}

        <FormStep number={firstNumber + read.shown.length} title={t("field.form.position")}>
          <PositionStep
            key={localId}
            point={point}
            live={live}
            remark={remark}
            near={near}
            highAccuracy={highAccuracy}
            onHighAccuracy={setHighAccuracy}
            onChoose={(position) => {
              choose(position);
              announce(t("field.position.chosen"));
            }}
            onPhotosOwn={measuring.takePhotosOwn}
          >
            <PositionControl typed={answers as TypedPosition} errors={errors} disabled={isSaving} onTyped={onAnswer} />
          </PositionStep>
        </FormStep>

        {photoFailure ? <Banner tone="danger">{photoFailure}</Banner> : null}
        {failure ? (
          <Banner tone="danger" onClose={() => setFailure(undefined)}>
            {failure}
          </Banner>
        ) : null}
        {isBegun(point) ? (
          <WhenFetched>
            <DiscardDraft
              onDiscard={() => {
                void inHand.discard().then(reset);
              }}
            />
          </WhenFetched>
        ) : null}
        <div className={isSpecification ? styles.finish : `${styles.finish} ${styles.sticky}`}>
          {isSpecification ? null : <AnswerOverview entries={entries} onOpen={goTo} />}
          <Button type="submit" tone="next" wide={isSpecification} busy={isSaving} className={styles.submit}>
            {t("field.form.add")}
          </Button>
        </div>
      </form>
      {givesPosition === undefined ? null : (
        <WhenFetched>
          <GivePositionDialog
            localId={givesPosition}
            near={live.fix ?? near}
            onClose={() => {
              setGivesPosition(undefined);
              setSaved(undefined);
            }}
          />
        </WhenFetched>
      )}
    </>
  );
}
