import { zodResolver } from "@hookform/resolvers/zod";
import { type ReactNode, useEffect, useMemo, useState } from "react";
import { Controller, type Resolver, useForm } from "react-hook-form";
import type { QuestDataPoint } from "../../../contract/data-points.ts";
import type { Protocol } from "../../../protocol/field.ts";
import { measurementsOf } from "../../../protocol/measurements.ts";
import { Banner } from "../../components/banner.tsx";
import { Button } from "../../components/button.tsx";
import { formatMeasurement } from "../../components/measurements.tsx";
import { t } from "../../texts/field.ts";
import { fieldText } from "../../texts/protocol.ts";
import { NumberControl } from "./number-control.tsx";
import { PhotoStep } from "./photo-step.tsx";
import { PositionControl } from "./position-control.tsx";
import { PositionStep } from "./position-step.tsx";
import { uploadDraft } from "./upload-draft.ts";
import styles from "./upload-form.module.css";
import {
  emptyUpload,
  numbersOf,
  type UploadFormOutput,
  type UploadFormValues,
  uploadFormSchemaOf,
} from "./upload-form-schema.ts";
import { useLivePosition } from "./use-live-position.ts";
import { type UploadPhase, useUpload } from "./use-upload.ts";

/** Photo, measurements, position: one data point in the order of the hand. */
export function UploadForm({
  username,
  questId,
  protocol,
  onUploaded,
}: {
  username: string;
  questId: number;
  protocol: Protocol;
  onUploaded: (dataPoint: QuestDataPoint) => void;
}) {
  const draft = useMemo(() => uploadDraft(username, questId), [username, questId]);
  const [highAccuracy, setHighAccuracy] = useState(false);
  const [notice, setNotice] = useState<{ tone: "ok" | "warning"; text: string }>();
  const position = useLivePosition(highAccuracy);
  const { phase, send } = useUpload({ username, questId, takeFix: position.takeFix, draft });
  const resolver = useMemo(() => zodResolver(uploadFormSchemaOf(protocol)), [protocol]);
  const form = useForm<UploadFormValues, unknown, UploadFormOutput>({
    // The schema is what makes of a missing photo an error.
    resolver: resolver as Resolver<UploadFormValues, unknown, UploadFormOutput>,
    defaultValues: () => keptValues(draft, protocol),
    mode: "onSubmit",
    reValidateMode: "onChange",
  });
  const { errors, isLoading } = form.formState;
  const isBusy = phase.kind === "locating" || phase.kind === "sending";

  useEffect(
    () =>
      form.subscribe({
        formState: { values: true },
        callback: ({ values: { answers } }) => draft.keepAnswers(answers),
      }),
    [form, draft],
  );

  const submit = form.handleSubmit(async (values) => {
    if (isBusy) return;
    setNotice(undefined);
    const dataPoint = await send(values);
    if (!dataPoint) return;
    await draft.clear();
    form.reset(emptyUpload(protocol));
    position.moveOn();
    setNotice(arrivalNotice(dataPoint, values, protocol));
    onUploaded(dataPoint);
  });

  const measured = numbersOf(protocol);

  return (
    <form className={styles.form} onSubmit={(event) => void submit(event)} noValidate aria-labelledby="upload-title">
      <h2 id="upload-title">{t("field.form.title")}</h2>

      <Step number={1} title={t("field.form.photo")}>
        <Controller
          control={form.control}
          name="photo"
          render={({ field }) => (
            <PhotoStep
              photo={field.value ?? null}
              error={errors.photo?.message}
              disabled={isBusy || isLoading}
              inputRef={field.ref}
              onPhoto={(photo) => {
                field.onChange(photo);
                setNotice(undefined);
                void draft.keepPhoto(photo);
                if (position.status !== "found") position.watch();
              }}
            />
          )}
        />
      </Step>

      {measured.map((field, index) => (
        <Step key={field.key} number={index + 2} title={fieldText(field.title ?? field.label)}>
          <NumberControl field={field} form={form} isBusy={isBusy} />
        </Step>
      ))}

      <Step number={measured.length + 2} title={t("field.form.position")}>
        <PositionStep position={position} highAccuracy={highAccuracy} onHighAccuracy={setHighAccuracy}>
          <PositionControl form={form} isBusy={isBusy} />
        </PositionStep>
      </Step>

      <div className={styles.finish}>
        {phase.kind === "failed" ? (
          <Banner tone="danger">
            <p>{phase.message}</p>
            <p className={styles.kept}>{t("field.form.kept")}</p>
          </Banner>
        ) : null}
        {notice ? (
          <Banner tone={notice.tone} onClose={() => setNotice(undefined)}>
            {notice.text}
          </Banner>
        ) : null}
        <Button type="submit" tone="next" wide busy={isBusy} className={styles.submit}>
          {isBusy ? busyWords(phase) : t("field.form.add")}
        </Button>
        {phase.kind === "sending" ? (
          <progress className={styles.progress} max={1} value={phase.share} aria-label={t("field.form.upload")} />
        ) : null}
      </div>
    </form>
  );
}

function Step({ number, title, children }: { number: number; title: string; children: ReactNode }) {
  return (
    <fieldset className={styles.step}>
      <legend className={styles.legend}>
        <span className={styles.number} aria-hidden="true">
          {number}
        </span>
        {title}
      </legend>
      <div className={styles.content}>{children}</div>
    </fieldset>
  );
}

function busyWords(phase: UploadPhase): string {
  if (phase.kind === "locating") return t("field.form.locating");
  if (phase.kind !== "sending" || phase.share === 0) return t("field.form.uploading");
  return phase.share < 1
    ? t("field.form.uploadingPercent", { percent: Math.round(phase.share * 100) })
    : t("field.form.almostThere");
}

async function keptValues(draft: ReturnType<typeof uploadDraft>, protocol: Protocol): Promise<UploadFormValues> {
  const { photo, answers } = emptyUpload(protocol);
  return { photo: (await draft.findPhoto()) ?? photo, answers: { ...answers, ...draft.read().answers } };
}

/** A photo that had arrived before keeps what it arrived with: say so where that is not what was typed now. */
function arrivalNotice(
  dataPoint: QuestDataPoint,
  { answers }: UploadFormOutput,
  protocol: Protocol,
): { tone: "ok" | "warning"; text: string } {
  const arrivedWith = measurementsOf(dataPoint.additional_data ?? {}, protocol).filter(
    ({ name, value, field }) => field !== undefined && value !== answers[name],
  );
  if (arrivedWith.length === 0) return { tone: "ok", text: t("field.form.added") };
  const measurements = arrivedWith.map(formatMeasurement).join(", ");
  return { tone: "warning", text: t("field.form.arrivedBefore", { measurements }) };
}
