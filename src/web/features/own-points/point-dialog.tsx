import { useMemo, useRef, useState } from "react";
import { t as componentsText } from "../../../../generated/web-texts/components.ts";
import { t } from "../../../../generated/web-texts/own.ts";
import type { Quest } from "../../../contract/quests.ts";
import { type Field, type Protocol, takesFile } from "../../../protocol/field.ts";
import { faultWords } from "../../capture/fields/fault-words.ts";
import { focusField, goOnWithEnter } from "../../capture/fields/focus-field.ts";
import { answersOfPoint, useReadAnswers } from "../../capture/fields/form-reader.ts";
import { ProtocolSteps } from "../../capture/fields/protocol-steps.tsx";
import { refusedAnswers } from "../../capture/measuring/measure.ts";
import { PositionButtons } from "../../capture/positions/position-buttons.tsx";
import type { Answer, Answers } from "../../foundation/answers/answers.ts";
import { fixedRowsOf } from "../../foundation/answers/rows.ts";
import { ApiError, sentenceOf } from "../../foundation/api/api-error.ts";
import { deleteDataPoint, editDataPoint } from "../../foundation/api/changed-data-points.ts";
import { usePointProtocol } from "../../foundation/api/point-protocol.ts";
import { asFigures } from "../../foundation/texts/area-texts.ts";
import type { Position } from "../../outbox/record.ts";
import { forgetDeliveredPoint } from "../../outbox/saved-records.ts";
import { ActionDialog } from "../../ui/action-dialog.tsx";
import { Banner } from "../../ui/banner.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { announce } from "../../ui/live-region.tsx";
import { FailedState } from "../../ui/message-state.tsx";
import { Accuracy, placeOf } from "../../ui/position-words.tsx";
import { Loading } from "../../ui/skeleton.tsx";
import { useOnline } from "../../ui/use-online.ts";
import type { NumberedPoint, PointAction } from "./delivered-point.tsx";
import styles from "./point-dialog.module.css";

type PointDialogProps = {
  username: string;
  quest: Quest;
  point: NumberedPoint;
  onClose: () => void;
  onReload: () => Promise<unknown>;
};

/** What a volunteer does with an uploaded data point. */
export function PointDialog({
  action,
  onDeleted,
  ...props
}: PointDialogProps & { action: PointAction; onDeleted: () => void }) {
  return action === "edit" ? <EditPointDialog {...props} /> : <DeletePointDialog {...props} onDeleted={onDeleted} />;
}

/** Edits the answers and the position of a data point. */
function EditPointDialog(props: PointDialogProps) {
  const { quest, point, onClose } = props;
  const { protocol, hasFailed, reload } = usePointProtocol(quest, point.dataPoint.protocol_version);
  const asked = useMemo(() => protocol && withoutPhotos(protocol), [protocol]);
  if (asked) return <EditForm {...props} protocol={asked} />;
  return (
    <Dialog open title={t("own.edit.title", { number: point.number })} onClose={onClose}>
      {hasFailed ? <FailedState message={t("own.list.versionFailed")} onRetry={reload} /> : <Loading height="12rem" />}
    </Dialog>
  );
}

/** Photos and other files cannot be edited. */
const withoutPhotos = (protocol: Protocol): Protocol => ({ ...protocol, fields: fieldsWithoutPhotos(protocol.fields) });

const fieldsWithoutPhotos = (fields: readonly Field[]): Field[] =>
  fields
    .filter((field) => !takesFile(field))
    .map((field) => (field.kind === "group" ? { ...field, fields: fieldsWithoutPhotos(field.fields) } : field));

function EditForm({
  username,
  quest,
  point: { number, dataPoint },
  protocol,
  onClose,
  onReload,
}: PointDialogProps & { protocol: Protocol }) {
  const form = useRef<HTMLFormElement>(null);
  const isOnline = useOnline();
  const [answers, setAnswers] = useState<Answers>(() => answersOfPoint(protocol, dataPoint.additional_data));
  /** The new position, if one was chosen. */
  const [position, setPosition] = useState<Position>();
  const [isTried, setIsTried] = useState(false);
  const [isBusy, setIsBusy] = useState(false);
  const [problem, setProblem] = useState<{ words: string; isFinal: boolean }>();
  const [refused, setRefused] = useState<ReadonlyMap<string, string>>(new Map());
  const fixedRows = useMemo(() => fixedRowsOf(dataPoint.photos.map(({ key }) => key)), [dataPoint.photos]);
  const place = position ?? placeOf(dataPoint.coordinates);
  const read = useReadAnswers(protocol, answers, username);
  const errors = useMemo(() => {
    if (!isTried) return refused;
    return new Map([...refused, ...[...read.faults].map(([key, fault]) => [key, faultWords(fault)] as const)]);
  }, [isTried, read, refused]);

  async function submit() {
    setIsTried(true);
    setProblem(undefined);
    setRefused(new Map());
    const wrong = read.paths.filter((path) => read.faults.has(path) || read.questions.has(path));
    if (wrong.length > 0) {
      announce(t("own.edit.wrong", { count: wrong.length }));
      // Once the errors are drawn.
      setTimeout(() => focusField(form.current, wrong[0] ?? ""));
      return;
    }
    setIsBusy(true);
    try {
      await editDataPoint({ username, questId: quest.id }, dataPoint.id, {
        measurements: read.values,
        ...(position && {
          position: {
            latitude: position.latitude,
            longitude: position.longitude,
            accuracy: position.accuracyMeters,
            position_source: position.source,
          },
        }),
      });
      announce(t("own.edit.done", { number }));
      void onReload();
      onClose();
    } catch (error) {
      // Reviewed or deleted in the meantime: the list shows which.
      const isFinal = error instanceof ApiError && (error.status === 404 || error.status === 409);
      setProblem({ words: t("own.edit.failed", { reason: sentenceOf(error) }), isFinal });
      if (error instanceof ApiError) {
        const wrongNow = refusedAnswers(error.fieldErrors);
        setRefused(wrongNow);
        const first = read.paths.find((path) => wrongNow.has(path));
        if (first !== undefined) setTimeout(() => focusField(form.current, first));
      }
      setIsBusy(false);
      if (isFinal) await onReload();
    }
  }

  return (
    <ActionDialog
      title={t("own.edit.title", { number })}
      onClose={onClose}
      keepOnOutsideClick
      back={problem?.isFinal ? t("own.close") : t("own.edit.cancel")}
      act={problem?.isFinal ? null : t("own.edit.save")}
      tone="next"
      isBusy={isBusy}
      isBlocked={!isOnline}
      problem={problem?.words}
      form={{ ref: form, onKeyDown: goOnWithEnter }}
      onAct={submit}
    >
      <div className="stack gap-24">
        {isOnline ? null : <Banner tone="info">{t("own.edit.offline")}</Banner>}
        <ProtocolSteps
          protocol={protocol}
          read={read}
          fixedRows={fixedRows}
          answers={answers}
          onAnswer={(key: string, answer: Answer | undefined) => {
            setRefused((before) => new Map([...before].filter(([each]) => each !== key)));
            setAnswers((before) => ({ ...before, [key]: answer }));
          }}
          errors={errors}
          isAsked={isTried}
          disabled={isBusy}
        />
        <fieldset className={`stack gap-8 ${styles.position}`}>
          <legend className="strong">{t("own.edit.position")}</legend>
          <p className="dots figures">
            <span>{place ? asFigures(`${place.latitude}, ${place.longitude}`) : null}</span>
            <Accuracy meters={position ? position.accuracyMeters : dataPoint.accuracy} />
            <span>{componentsText(`components.positionSource.${position?.source ?? dataPoint.position_source}`)}</span>
          </p>
          <PositionButtons
            small
            near={place}
            disabled={isBusy}
            className="cluster gap-8"
            onChoose={(chosen) => {
              setPosition(chosen);
              announce(t("own.edit.positionChosen"));
            }}
          />
        </fieldset>
        <p className="muted small">{t("own.edit.history")}</p>
      </div>
    </ActionDialog>
  );
}

/** Asks before an uploaded data point is deleted. */
function DeletePointDialog({
  username,
  quest,
  point: { number, dataPoint },
  onClose,
  onReload,
  onDeleted,
}: PointDialogProps & { onDeleted: () => void }) {
  const isOnline = useOnline();
  const [isBusy, setIsBusy] = useState(false);
  const [problem, setProblem] = useState<{ words: string; isFinal: boolean }>();

  async function remove() {
    setIsBusy(true);
    setProblem(undefined);
    try {
      await deleteDataPoint({ username, questId: quest.id }, dataPoint);
      // Deletes this phone's copy too. It does not matter if that fails.
      await forgetDeliveredPoint(username, dataPoint.id).catch(() => {});
      announce(t("own.delete.done", { number }));
      void onReload();
      onDeleted();
    } catch (error) {
      // Reviewed or deleted in the meantime: the list shows which.
      const isFinal = error instanceof ApiError && (error.status === 404 || error.status === 409);
      setProblem({ words: t("own.delete.failed", { reason: sentenceOf(error) }), isFinal });
      setIsBusy(false);
      if (isFinal) await onReload();
    }
  }

  return (
    <ActionDialog
      title={t("own.delete.title", { number })}
      onClose={onClose}
      back={problem?.isFinal ? t("own.close") : t("own.delete.keep")}
      suggestsBack
      act={problem?.isFinal ? null : t("own.delete.confirm")}
      tone="danger"
      isBusy={isBusy}
      isBlocked={!isOnline}
      problem={problem?.words}
      onAct={remove}
    >
      <p>{t("own.delete.explanation")}</p>
      {isOnline ? null : <Banner tone="info">{t("own.delete.offline")}</Banner>}
    </ActionDialog>
  );
}
