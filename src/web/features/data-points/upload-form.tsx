import { type FormEvent, useCallback, useEffect, useMemo, useRef, useState } from "react";
import type { QuestDataPoint } from "../../../contract/data-points.ts";
import { photoWish } from "../../../protocol/check-values.ts";
import type { Protocol } from "../../../protocol/field.ts";
import { Banner } from "../../components/banner.tsx";
import { Button } from "../../components/button.tsx";
import { announce } from "../../components/live-region.tsx";
import { type Answer, type Answers, fittingAnswers } from "../../components/protocol-fields/answers.ts";
import { ProtocolSteps } from "../../components/protocol-fields/protocol-steps.tsx";
import { useBegunForm } from "../../offline/begun-form.ts";
import { t } from "../../texts/field.ts";
import { fieldText } from "../../texts/protocol.ts";
import { AnswerOverview, type OverviewEntry } from "./answer-overview.tsx";
import { arrivalNotice } from "./arrival-notice.ts";
import { focusField } from "./focus-field.ts";
import { FormStep } from "./form-step.tsx";
import { OwnPhotoStep } from "./own-photo-step.tsx";
import { findCloseNeighbour } from "./point-spacing.ts";
import { PositionControl, type TypedPosition } from "./position-control.tsx";
import { PositionStep } from "./position-step.tsx";
import { readUpload } from "./read-upload.ts";
import { SpecificationSteps } from "./specification-steps.tsx";
import { ownPhotoKey, uploadDraft } from "./upload-draft.ts";
import styles from "./upload-form.module.css";
import { useLivePosition } from "./use-live-position.ts";
import { type UploadPhase, useUpload } from "./use-upload.ts";

const noErrors: ReadonlyMap<string, string> = new Map();

/** Photo, questions, position: one data point in the order of the hand. */
export function UploadForm({
  username,
  questId,
  protocol,
  protocolVersion,
  ownPoints = [],
  onUploaded,
}: {
  username: string;
  questId: number;
  protocol: Protocol;
  /** 0: the specification's form. */
  protocolVersion: number;
  /** In the order of the list that numbers them. */
  ownPoints?: readonly QuestDataPoint[] | undefined;
  onUploaded: (dataPoint: QuestDataPoint) => void;
}) {
  const draft = useMemo(() => uploadDraft(username, questId), [username, questId]);
  const form = useRef<HTMLFormElement>(null);
  const [highAccuracy, setHighAccuracy] = useState(false);
  const [notice, setNotice] = useState<{ tone: "ok" | "warning"; text: string }>();
  const [answers, setAnswers] = useState<Answers>(() => fittingAnswers(protocol, draft.read().answers));
  const [isLoading, setIsLoading] = useState(() => draft.read().photoKeys.length > 0);
  /** Whether sending was tried: from then on the form says what is missing. */
  const [isTried, setIsTried] = useState(false);
  /** What the server refused, until another answer is given. */
  const [refused, setRefused] = useState(noErrors);
  const position = useLivePosition(highAccuracy);
  const { phase, send } = useUpload({ username, questId, takeFix: position.takeFix, draft });
  const isBusy = phase.kind === "locating" || phase.kind === "sending";
  const { status: positionStatus, watch } = position;

  useEffect(() => {
    let isCurrent = true;
    void draft.findPhotos().then((photos) => {
      if (!isCurrent) return;
      setAnswers((before) => ({ ...photos, ...before }));
      setIsLoading(false);
    });
    return () => {
      isCurrent = false;
    };
  }, [draft]);

  useBegunForm(Object.values(answers).some((answer) => answer !== undefined && answer !== ""));
  useEffect(() => draft.keepAnswers(answers, protocolVersion), [draft, answers, protocolVersion]);

  const onAnswer = useCallback(
    (key: string, answer: Answer | undefined) => {
      setNotice(undefined);
      setRefused((before) => (before.has(key) ? new Map([...before].filter(([each]) => each !== key)) : before));
      setAnswers((before) => ({ ...before, [key]: answer }));
      if (!(answer instanceof File)) return;
      void draft.keepPhoto(key, answer, protocolVersion);
      if (positionStatus !== "found") watch();
    },
    [draft, protocolVersion, positionStatus, watch],
  );

  const wish = photoWish(protocol);
  const ownPhoto = answers[ownPhotoKey];
  const read = useMemo(() => readUpload(protocol, answers), [protocol, answers]);
  const errors = useMemo(() => (isTried ? new Map([...refused, ...read.faults]) : refused), [refused, isTried, read]);
  const goTo = (key: string) => focusField(form.current, key);

  function tellWhatIsWrong(wrong: readonly string[]): void {
    announce(t("field.form.wrong", { count: wrong.length }));
    // Once the errors are drawn, and what is folded away is open.
    setTimeout(() => wrong[0] !== undefined && goTo(wrong[0]));
  }

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (isBusy || isLoading) return;
    setNotice(undefined);
    setRefused(noErrors);
    setIsTried(true);
    if (read.wrong.length > 0) {
      tellWhatIsWrong(read.wrong);
      return;
    }
    const outcome = await send({ ...read, protocolVersion });
    if (!outcome.dataPoint) {
      setRefused(outcome.refused);
      const refusedKeys = read.keys.filter((key) => outcome.refused.has(key));
      if (refusedKeys.length > 0) tellWhatIsWrong(refusedKeys);
      return;
    }
    await draft.clear();
    setAnswers({});
    setIsTried(false);
    position.moveOn();
    setNotice(arrivalNotice(outcome.dataPoint, read.values, protocol));
    onUploaded(outcome.dataPoint);
    setTimeout(() => read.keys[0] !== undefined && goTo(read.keys[0]));
  }

  // What is asked, and what is no longer asked, changes with the answers: who does not see it is told.
  const shownCount = useRef(read.shown.length);
  useEffect(() => {
    const more = read.shown.length - shownCount.current;
    shownCount.current = read.shown.length;
    if (more > 0) announce(t("field.form.moreQuestions", { count: more }));
    else if (more < 0) announce(t("field.form.fewerQuestions", { count: -more }));
  }, [read.shown.length]);

  const isSpecification = protocolVersion === 0;
  const stateOf = (key: string): OverviewEntry["state"] =>
    errors.has(key) || (isTried && read.questions.has(key)) ? "wrong" : read.answered.has(key) ? "answered" : "open";
  const entries: OverviewEntry[] = [
    ...(wish === "none" ? [] : [{ key: ownPhotoKey, label: t("field.form.photo"), state: stateOf(ownPhotoKey) }]),
    ...read.shown.map(({ key, label }) => ({ key, label: fieldText(label), state: stateOf(key) })),
  ];
  const neighbour = findCloseNeighbour(position.fix, ownPoints, protocol.spacing_meters);
  const firstNumber = wish === "none" ? 1 : 2;
  const steps = {
    protocol,
    shown: read.shown,
    answers,
    onAnswer,
    errors,
    isAsked: isTried,
    disabled: isBusy,
    firstNumber,
  };

  return (
    <form
      ref={form}
      className={styles.form}
      onSubmit={(event) => void submit(event)}
      noValidate
      aria-labelledby="upload-title"
    >
      <h2 id="upload-title">{t("field.form.title")}</h2>

      {notice ? (
        <Banner tone={notice.tone} onClose={() => setNotice(undefined)}>
          {notice.text}
        </Banner>
      ) : null}

      {wish === "none" ? null : (
        <OwnPhotoStep
          photo={ownPhoto instanceof File ? ownPhoto : null}
          hint={protocol.photo?.hint}
          isOptional={wish === "optional"}
          error={errors.get(ownPhotoKey)}
          disabled={isBusy || isLoading}
          onPhoto={(taken) => onAnswer(ownPhotoKey, taken)}
        />
      )}

      {isSpecification ? <SpecificationSteps {...steps} /> : <ProtocolSteps {...steps} />}

      <FormStep number={firstNumber + read.shown.length} title={t("field.form.position")}>
        <PositionStep
          position={position}
          highAccuracy={highAccuracy}
          onHighAccuracy={setHighAccuracy}
          neighbour={neighbour}
          spacingMeters={protocol.spacing_meters}
        >
          <PositionControl typed={answers as TypedPosition} errors={errors} disabled={isBusy} onTyped={onAnswer} />
        </PositionStep>
      </FormStep>

      {phase.kind === "failed" ? (
        <Banner tone="danger">
          <p>{phase.message}</p>
          <p className={styles.kept}>{t("field.form.kept")}</p>
        </Banner>
      ) : null}
      <div className={isSpecification ? styles.finish : `${styles.finish} ${styles.sticky}`}>
        {isSpecification ? null : <AnswerOverview entries={entries} onOpen={goTo} />}
        <Button type="submit" tone="next" wide={isSpecification} busy={isBusy} className={styles.submit}>
          {isBusy ? busyWords(phase) : t("field.form.add")}
        </Button>
        {phase.kind === "sending" ? (
          <progress className={styles.progress} max={1} value={phase.share} aria-label={t("field.form.upload")} />
        ) : null}
      </div>
    </form>
  );
}

function busyWords(phase: UploadPhase): string {
  if (phase.kind === "locating") return t("field.form.locating");
  if (phase.kind !== "sending" || phase.share === 0) return t("field.form.uploading");
  return phase.share < 1
    ? t("field.form.uploadingPercent", { percent: Math.round(phase.share * 100) })
    : t("field.form.almostThere");
}
