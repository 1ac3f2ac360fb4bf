import Trash2 from "lucide-react/icons/trash-2";
import { type FormEvent, useCallback, useMemo, useRef, useState } from "react";
import type { ContributionDetail } from "../../../contract/contributions.ts";
import { messageLength } from "../../../contract/limits.ts";
import { photoWish } from "../../../protocol/check-values.ts";
import type { Field as AskedField, Protocol } from "../../../protocol/field.ts";
import { Banner } from "../../components/banner.tsx";
import { Button } from "../../components/button.tsx";
import { formatMoment } from "../../components/dates.ts";
import { Field } from "../../components/field.tsx";
import { announce } from "../../components/live-region.tsx";
import { type Answer, fittingAnswers, readAnswer, readAnswers } from "../../components/protocol-fields/answers.ts";
import { answersOf } from "../../components/protocol-fields/answers-of.ts";
import { faultWords } from "../../components/protocol-fields/fault-words.ts";
import { focusField } from "../../components/protocol-fields/focus-field.ts";
import { PhotoTarget } from "../../components/protocol-fields/photo-target.tsx";
import { ProtocolSteps } from "../../components/protocol-fields/protocol-steps.tsx";
import { Loading, Skeleton } from "../../components/skeleton.tsx";
import { ownPhotoKey } from "../../measuring/own-photo-key.ts";
import type { Draft, DraftInHand } from "../../measuring/use-draft.ts";
import { useMeasuring } from "../../measuring/use-measuring.ts";
import { outboxFailure, useSavePoint } from "../../measuring/use-save-point.ts";
import { useBegunForm } from "../../offline/begun-form.ts";
import { type AnswerRecord, isBegun } from "../../outbox/record.ts";
import { t } from "../../texts/contributions.ts";
import {
  protocolOf,
  protocolOfAnswer,
  saysSomething,
  unreadableKeys,
  withAnswer,
  withoutPhoto,
} from "./answer-facts.ts";
import styles from "./answer-form.module.css";
import { AnswerPosition } from "./answer-position.tsx";
import { useAnswerDraft } from "./use-answer-draft.ts";

const ownPhoto: AskedField = { key: ownPhotoKey, kind: "photo", label: "" };
const messageKey = "message";

/** The answer to a request for change: what is to be corrected, from the data point as it is. Kept as it is entered. */
export function AnswerForm({ account, of: detail }: { account: string; of: ContributionDetail }) {
  const { inHand, isElsewhere } = useAnswerDraft(account, detail);
  const protocol = useMemo(() => protocolOfAnswer(protocolOf(detail), detail), [detail]);
  if (isElsewhere) return <Banner tone="warning">{t("contributions.answer.elsewhere")}</Banner>;
  if (inHand.draft) return <Form detail={detail} inHand={inHand} draft={inHand.draft} protocol={protocol} />;
  return (
    <Loading label={t("app.loading")}>
      <Skeleton height="24rem" radius="10px" />
    </Loading>
  );
}

function Form({
  detail,
  inHand,
  draft,
  protocol,
}: {
  detail: ContributionDetail;
  inHand: DraftInHand<AnswerRecord>;
  draft: Draft<AnswerRecord>;
  protocol: Protocol;
}) {
  const { point } = draft;
  const { change } = inHand;
  const form = useRef<HTMLFormElement>(null);
  const [isTried, setIsTried] = useState(false);
  const [photoFailure, setPhotoFailure] = useState<string>();
  const [photoFault, setPhotoFault] = useState<string>();
  const onPhotoFailed = useCallback((error: unknown) => setPhotoFailure(outboxFailure(error)), []);
  const ignore = useCallback(() => {}, []);
  const measuring = useMeasuring(inHand, true, { onPhotoFailed, onMended: ignore, onMissed: ignore });
  const { takePhoto, remark, live, choose } = measuring;
  // There is one answer: none is begun after it.
  const once = useMemo(() => ({ ...inHand, next: () => {} }), [inHand]);
  const { isSaving, failure, setFailure, save } = useSavePoint(once, measuring.photosDone);
  useBegunForm(isBegun(point));

  const had = useMemo(() => answersOf(protocol, detail.additional_data), [protocol, detail.additional_data]);
  const photos = useMemo(
    () => Object.fromEntries(point.photos.flatMap(({ key }) => (draft.photos[key] ? [[key, draft.photos[key]]] : []))),
    [point.photos, draft.photos],
  );
  const answers = useMemo(
    () => ({ ...had, ...fittingAnswers(protocol, point.answers), ...photos }),
    [had, protocol, point.answers, photos],
  );
  const read = useMemo(() => readAnswers(protocol, answers), [protocol, answers]);
  const changesValues = Object.keys(point.answers).length > 0;
  const errors = useMemo(() => {
    const refused = (point.problem?.fieldErrors ?? []).map(
      ({ path, message }) => [path.split(".").at(-1) ?? path, message] as const,
    );
    const faults =
      isTried && changesValues ? [...read.faults].map(([key, fault]) => [key, faultWords(fault)] as const) : [];
    return new Map([...refused, ...faults]);
  }, [isTried, changesValues, read, point.problem]);
  const isTooLong = point.message.trim().length > messageLength.max;
  const again = useMemo(() => unreadableKeys(detail), [detail]);
  const isAgain = again.size > 0;
  const isNothing = isAgain ? !point.photos.some(({ key }) => again.has(key)) : !saysSomething(point);
  const nothing = t(isAgain ? "contributions.again.needsPhoto" : "contributions.answer.nothing");
  const file = photos[ownPhotoKey];

  const onAnswer = useCallback(
    (key: string, answer: Answer | undefined) => {
      setPhotoFault(undefined);
      setPhotoFailure(undefined);
      if (answer instanceof File) {
        const reading = readAnswer({ ...ownPhoto, key }, answer);
        if (reading.kind === "fault") setPhotoFault(faultWords(reading.fault));
        else takePhoto(key, answer);
        return;
      }
      change((before) => ({ ...before, answers: withAnswer(before.answers, had, key, answer) }), "soon");
    },
    [change, had, takePhoto],
  );

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (isSaving) return;
    setIsTried(true);
    if (isNothing) return announce(nothing);
    const wrong = changesValues ? read.shown.filter(({ key }) => read.faults.has(key) || read.questions.has(key)) : [];
    const first = wrong[0]?.key ?? (isTooLong ? messageKey : undefined);
    if (first !== undefined) {
      announce(t("contributions.answer.wrong", { count: wrong.length + Number(isTooLong) }));
      // Once the errors are drawn.
      setTimeout(() => focusField(form.current, first));
      return;
    }
    const saved = await save((): AnswerRecord => {
      const { point: answer } = inHand.current();
      const asked = new Set([ownPhotoKey, ...read.shown.map(({ key }) => key)]);
      return {
        ...answer,
        values: changesValues ? read.values : {},
        photos: answer.photos.filter(({ key }) => asked.has(key)),
        position: answer.keepsPosition ? null : answer.position,
        message: answer.message.trim(),
      };
    });
    if (saved) announce(`${t("contributions.answer.saved")} ${t("contributions.answer.savedWaits")}`);
  }

  return (
    <form ref={form} className={styles.form} onSubmit={(event) => void submit(event)} noValidate>
      <p className={styles.hint}>
        {t(isAgain ? "contributions.again.explanation" : "contributions.answer.explanation")}
      </p>
      {point.problem ? <Banner tone="danger">{point.problem.message}</Banner> : null}
      {photoWish(protocol) === "none" ? null : (
        <fieldset className={styles.part}>
          <legend>{t("contributions.answer.photo")}</legend>
          <div data-field={ownPhotoKey}>
            <PhotoTarget
              photo={file ?? null}
              name={ownPhotoKey}
              describedBy={undefined}
              isWrong={photoFault !== undefined}
              disabled={isSaving}
              onPhoto={(taken) => onAnswer(ownPhotoKey, taken)}
            />
            {file ? (
              <Button
                tone="plain"
                icon={<Trash2 aria-hidden="true" />}
                onClick={() => change((before) => withoutPhoto(before, ownPhotoKey), "soon")}
              >
                {t("contributions.answer.photo.discard")}
              </Button>
            ) : (
              <p className={styles.hint}>{again.has(ownPhotoKey) ? null : t("contributions.answer.photo.hint")}</p>
            )}
          </div>
          {file && remark?.kind === "not-of-now" ? (
            <p role="status">
              {remark.takenAtMs === null
                ? t("contributions.answer.photo.unknownTime")
                : t("contributions.answer.photo.otherTime", {
                    when: formatMoment(new Date(remark.takenAtMs).toISOString()),
                  })}
            </p>
          ) : null}
        </fieldset>
      )}
      {photoFault ? <Banner tone="danger">{photoFault}</Banner> : null}
      {photoFailure ? <Banner tone="danger">{photoFailure}</Banner> : null}
      {read.shown.length > 0 ? (
        <fieldset className={styles.part}>
          <legend>{t("contributions.answer.values")}</legend>
          <div className={styles.fields}>
            <ProtocolSteps
              protocol={protocol}
              shown={read.shown}
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
        <legend>{t("contributions.answer.position")}</legend>
        <AnswerPosition
          of={detail}
          draft={point}
          live={live}
          disabled={isSaving}
          onKeep={(keepsPosition) => change((before) => ({ ...before, keepsPosition }), "soon")}
          onChoose={(position) => {
            choose(position);
            change((before) => ({ ...before, keepsPosition: false }), "soon");
          }}
        />
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
              onChange={({ currentTarget: { value } }) => change((before) => ({ ...before, message: value }), "soon")}
            />
          )}
        </Field>
      </div>
      {isTried && isNothing ? <Banner tone="info">{nothing}</Banner> : null}
      {failure ? (
        <Banner tone="danger" onClose={() => setFailure(undefined)}>
          {failure}
        </Banner>
      ) : null}
      <div className={styles.finish}>
        {isBegun(point) ? (
          <Button
            tone="plain"
            onClick={() =>
              void inHand.discard().then(() => {
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
