import Trash2 from "lucide-react/icons/trash-2";
import { type FormEvent, useCallback, useMemo, useRef, useState } from "react";
import { t } from "../../../../generated/web-texts/contributions.ts";
import { t as fieldText } from "../../../../generated/web-texts/field.ts";
import type { ContributionDetail } from "../../../contract/contributions.ts";
import { messageLength } from "../../../contract/limits.ts";
import { photoWish } from "../../../protocol/check-values.ts";
import { type Protocol, takesFile } from "../../../protocol/field.ts";
import { fieldAt } from "../../../protocol/places.ts";
import { faultWords } from "../../capture/fields/fault-words.ts";
import { focusField, goOnWithEnter } from "../../capture/fields/focus-field.ts";
import { answersOfPoint, useReadAnswers } from "../../capture/fields/form-reader.ts";
import { PhotoTarget } from "../../capture/fields/photo-control.tsx";
import { ProtocolSteps } from "../../capture/fields/protocol-steps.tsx";
import { DoubtedPhotos } from "../../capture/judging/doubted-photos.tsx";
import { refusedAnswers, withoutFault } from "../../capture/measuring/measure.ts";
import type { Measurement } from "../../capture/measuring/measurement.ts";
import { outboxFailure, savingFailure } from "../../capture/measuring/outbox-failure.ts";
import { withRowsInOrder } from "../../capture/measuring/rows-in-order.ts";
import { useMeasured, useMeasurement, useMeasurementState } from "../../capture/measuring/use-measurement.ts";
import { whereSaved } from "../../capture/measuring/where-saved.ts";
import { type Answer, fittingAnswers } from "../../foundation/answers/answers.ts";
import { findFileFault } from "../../foundation/answers/file-kinds.ts";
import { fixedRowsOf } from "../../foundation/answers/rows.ts";
import { currentAccount } from "../../foundation/api/session.ts";
import { useBegunForm } from "../../offline/begun-form.ts";
import { backgroundSync } from "../../outbox/background-sync.ts";
import { type AnswerRecord, isBegun, ownPhotoKey } from "../../outbox/record.ts";
import { Banner } from "../../ui/banner.tsx";
import { Button } from "../../ui/button.tsx";
import { formatMoment } from "../../ui/dates.ts";
import { Field } from "../../ui/field.tsx";
import { announce } from "../../ui/live-region.tsx";
import { Loading } from "../../ui/skeleton.tsx";
import { answerDraft } from "./answer-draft.ts";
import styles from "./answer-form.module.css";
import { AnswerPosition } from "./answer-position.tsx";
import {
  filesOf,
  protocolOf,
  protocolOfAnswer,
  saysSomething,
  unreadableKeys,
  withAnswer,
  withoutPhoto,
} from "./contribution-answer.tsx";

const messageKey = "message";

/** Answers a request for change. Starts from the data point as it is. Every input is saved as a draft. */
export function AnswerForm({ account, of: detail }: { account: string; of: ContributionDetail }) {
  const { id, revision, protocol_version } = detail;
  const { id: questId, quest_name: name } = detail.quest;
  const source = useMemo(
    () => answerDraft(account, { id, revision, protocol_version, quest: { id: questId, name } }),
    [account, id, revision, protocol_version, questId, name],
  );
  const measurement = useMeasurement(source);
  const { status } = useMeasurementState(measurement);
  const protocol = useMemo(() => protocolOfAnswer(protocolOf(detail), detail), [detail]);
  if (status === "elsewhere") return <Banner tone="warning">{t("contributions.answer.elsewhere")}</Banner>;
  if (status !== "ready") return <Loading height="24rem" />;
  return (
    <DoubtedPhotos measurement={measurement}>
      <Form detail={detail} measurement={measurement} protocol={protocol} />
    </DoubtedPhotos>
  );
}

function Form({
  detail,
  measurement,
  protocol,
}: {
  detail: ContributionDetail;
  measurement: Measurement<AnswerRecord>;
  protocol: Protocol;
}) {
  const { point, photos: taken, isSaving, failure, photoFailure } = useMeasured(measurement);
  const form = useRef<HTMLFormElement>(null);
  const mustOpen = !backgroundSync.isAgreed;
  const [isTried, setIsTried] = useState(false);
  const [photoFault, setPhotoFault] = useState<string>();
  useBegunForm(isBegun(point));

  const had = useMemo(() => answersOfPoint(protocol, detail.additional_data), [protocol, detail.additional_data]);
  const photos = useMemo(
    () => Object.fromEntries(point.photos.flatMap(({ key }) => (taken[key] ? [[key, taken[key]]] : []))),
    [point.photos, taken],
  );
  const answers = useMemo(
    () => ({ ...had, ...fittingAnswers(protocol, point.answers), ...photos }),
    [had, protocol, point.answers, photos],
  );
  const hadFiles = useMemo(() => filesOf(detail), [detail]);
  const fixedRows = useMemo(() => fixedRowsOf(hadFiles), [hadFiles]);
  const read = useReadAnswers(protocol, answers, currentAccount(), hadFiles);
  const changesValues = Object.keys(point.answers).length > 0;
  const errors = useMemo(() => {
    const refused = refusedAnswers(point.problem?.fieldErrors ?? []);
    const faults =
      isTried && changesValues ? [...read.faults].map(([key, fault]) => [key, faultWords(fault)] as const) : [];
    return new Map([...refused, ...faults]);
  }, [isTried, changesValues, read, point.problem]);
  const isTooLong = point.message.trim().length > messageLength.max;
  const again = useMemo(() => unreadableKeys(detail), [detail]);
  const isAgain = again.size > 0;
  const isNothing = isAgain ? !point.photos.some(({ key }) => again.has(key)) : !saysSomething(point);
  const nothing = t(isAgain ? "contributions.again.needsPhoto" : "contributions.answer.nothing");

  const onAnswer = useCallback(
    (key: string, answer: Answer | undefined, isDefault = false) => {
      // Opening the form changes nothing.
      if (isDefault && !changesValues) return;
      setPhotoFault(undefined);
      if (answer instanceof File) {
        const field = fieldAt(protocol.fields, key);
        const fault = findFileFault(field && takesFile(field) ? field.kind : "photo", answer);
        if (fault) setPhotoFault(faultWords(fault));
        else measurement.answer(key, answer);
        return;
      }
      if (key in photos) {
        measurement.answer(key, undefined);
        return;
      }
      measurement.change((before) => ({
        ...withoutFault(before, key),
        answers: withAnswer(before.answers, had, key, answer),
      }));
    },
    [measurement, protocol, photos, had, changesValues],
  );

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (isSaving) return;
    setIsTried(true);
    if (isNothing) return announce(nothing);
    const wrong = changesValues ? read.paths.filter((path) => read.faults.has(path) || read.questions.has(path)) : [];
    const first = wrong[0] ?? (isTooLong ? messageKey : undefined);
    if (first !== undefined) {
      announce(t("contributions.answer.wrong", { count: wrong.length + Number(isTooLong) }));
      // After the errors are rendered.
      setTimeout(() => focusField(form.current, first));
      return;
    }
    const saved = await measurement.save((answer): AnswerRecord => {
      const asked = new Set([ownPhotoKey, ...read.paths]);
      const measured = { ...answer, photos: answer.photos.filter(({ key }) => asked.has(key)) };
      return {
        ...withRowsInOrder(measured, read.rows),
        values: changesValues ? read.values : {},
        position: answer.keepsPosition ? null : answer.position,
        message: answer.message.trim(),
      };
    });
    announce(
      saved
        ? `${whereSaved(saved.localId, t("contributions.answer.saved"))} ${t(`contributions.answer.savedWaits.${mustOpen ? "open" : "sends"}`)}`
        : fieldText("field.form.notSaved"),
    );
  }

  return (
    <form
      ref={form}
      className="stack gap-24"
      onSubmit={(event) => void submit(event)}
      onKeyDown={goOnWithEnter}
      noValidate
    >
      <p className="muted">{t(isAgain ? "contributions.again.explanation" : "contributions.answer.explanation")}</p>
      {point.problem ? <Banner tone="danger">{point.problem.message}</Banner> : null}
      {photoWish(protocol) === "none" ? null : (
        <PhotoPart
          measurement={measurement}
          photo={photos[ownPhotoKey]}
          isWrong={photoFault !== undefined}
          hasHint={!again.has(ownPhotoKey)}
          onPhoto={(photo) => onAnswer(ownPhotoKey, photo)}
        />
      )}
      <Banner tone="danger">{photoFault}</Banner>
      {photoFailure ? <Banner tone="danger">{outboxFailure(photoFailure)}</Banner> : null}
      {read.shown.length > 0 ? (
        <fieldset className={styles.part}>
          <legend className="text-18 strong">{t("contributions.answer.values")}</legend>
          <div className="stack gap-16">
            <ProtocolSteps
              protocol={protocol}
              read={read}
              fixedRows={fixedRows}
              answers={answers}
              onAnswer={onAnswer}
              errors={errors}
              isAsked={isTried && changesValues}
              disabled={isSaving}
            />
          </div>
        </fieldset>
      ) : null}
      <fieldset className={styles.part}>
        <legend className="text-18 strong">{t("contributions.answer.position")}</legend>
        <AnswerPosition of={detail} measurement={measurement} />
      </fieldset>
      <div data-field={messageKey}>
        <Field
          label={t("contributions.answer.word")}
          error={isTooLong ? t("contributions.answer.tooLong", { max: messageLength.max }) : undefined}
        >
          {(control) => (
            <textarea
              {...control}
              rows={3}
              value={point.message}
              readOnly={isSaving}
              onChange={({ currentTarget: { value } }) =>
                measurement.change((before) => ({ ...before, message: value }))
              }
            />
          )}
        </Field>
      </div>
      {isTried && isNothing ? <Banner tone="info">{nothing}</Banner> : null}
      {failure ? (
        <Banner tone="danger" onClose={() => measurement.forgetFailure()}>
          {savingFailure(failure)}
        </Banner>
      ) : null}
      <div className={`cluster center gap-8 ${styles.finish}`}>
        {isBegun(point) ? (
          <Button
            tone="plain"
            onClick={() =>
              void measurement.discard().then(() => {
                setIsTried(false);
                announce(t("contributions.answer.discarded"));
              })
            }
          >
            {t("contributions.answer.discard")}
          </Button>
        ) : null}
        <Button type="submit" tone="next" busy={isSaving} className={styles.send}>
          {t(isAgain ? "contributions.again.send" : "contributions.answer.send")}
        </Button>
      </div>
    </form>
  );
}

function PhotoPart({
  measurement,
  photo,
  isWrong,
  hasHint,
  onPhoto,
}: {
  measurement: Measurement<AnswerRecord>;
  photo: File | undefined;
  isWrong: boolean;
  hasHint: boolean;
  onPhoto: (photo: File) => void;
}) {
  const { remark, isSaving } = useMeasured(measurement);
  return (
    <fieldset className={styles.part}>
      <legend className="text-18 strong">{t("contributions.answer.photo")}</legend>
      <div data-field={ownPhotoKey}>
        <PhotoTarget
          photo={photo ?? null}
          name={ownPhotoKey}
          describedBy={undefined}
          isWrong={isWrong}
          disabled={isSaving}
          onPhoto={onPhoto}
        />
        {photo ? (
          <Button
            tone="plain"
            icon={<Trash2 aria-hidden="true" />}
            onClick={() => measurement.change((before) => withoutPhoto(before, ownPhotoKey))}
          >
            {t("contributions.answer.photo.discard")}
          </Button>
        ) : hasHint ? (
          <p className="muted">{t("contributions.answer.photo.hint")}</p>
        ) : null}
      </div>
      {photo && remark?.kind === "not-of-now" ? (
        <p role="status">
          {remark.takenAtMs === null
            ? t("contributions.answer.photo.unknownTime")
            : t("contributions.answer.photo.otherTime", {
                when: formatMoment(new Date(remark.takenAtMs).toISOString()),
              })}
        </p>
      ) : null}
    </fieldset>
  );
}
