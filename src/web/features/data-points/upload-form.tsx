import { zodResolver } from "@hookform/resolvers/zod";
import { type ReactNode, useEffect, useMemo, useState } from "react";
import { Controller, type Resolver, useForm } from "react-hook-form";
import type { QuestDataPoint } from "../../../contract/data-points.ts";
import type { QuestType } from "../../../contract/enums.ts";
import { treeWidthCm } from "../../../contract/limits.ts";
import { Banner } from "../../components/banner.tsx";
import { Button } from "../../components/button.tsx";
import { Field } from "../../components/field.tsx";
import { PhotoStep } from "./photo-step.tsx";
import { PositionStep } from "./position-step.tsx";
import { uploadDraft } from "./upload-draft.ts";
import styles from "./upload-form.module.css";
import { emptyUpload, type UploadFormOutput, type UploadFormValues, uploadFormSchema } from "./upload-form-schema.ts";
import { useLivePosition } from "./use-live-position.ts";
import { type UploadPhase, useUpload } from "./use-upload.ts";

/** Photo, measurement, position: one data point in the order of the hand. */
export function UploadForm({
  username,
  questId,
  questType,
  onUploaded,
}: {
  username: string;
  questId: number;
  questType: QuestType;
  onUploaded: (dataPoint: QuestDataPoint) => void;
}) {
  const draft = useMemo(() => uploadDraft(username, questId), [username, questId]);
  const [highAccuracy, setHighAccuracy] = useState(false);
  const [notice, setNotice] = useState<{ tone: "ok" | "warning"; text: string }>();
  const position = useLivePosition(highAccuracy);
  const { phase, send } = useUpload({ username, questId, takeFix: position.takeFix });
  const form = useForm<UploadFormValues, unknown, UploadFormOutput>({
    // The schema is what makes of a missing photo an error.
    resolver: zodResolver(uploadFormSchema) as Resolver<UploadFormValues, unknown, UploadFormOutput>,
    defaultValues: () => keptValues(draft),
    mode: "onSubmit",
    reValidateMode: "onChange",
  });
  const { errors, isLoading } = form.formState;
  const isBusy = phase.kind === "locating" || phase.kind === "sending";

  useEffect(
    () =>
      form.subscribe({
        formState: { values: true },
        callback: ({ values: { photo: _, ...text } }) => draft.keepText(text),
      }),
    [form, draft],
  );

  const submit = form.handleSubmit(async (values) => {
    if (isBusy) return;
    setNotice(undefined);
    const dataPoint = await send(draft.read().id, values);
    if (!dataPoint) return;
    await draft.clear();
    form.reset(emptyUpload);
    position.moveOn();
    setNotice(arrivalNotice(dataPoint, values));
    onUploaded(dataPoint);
  });

  const measurement =
    questType === "TREES"
      ? { label: "Tree circumference", hint: "Around the trunk at chest height." }
      : { label: "Measurement: circumference or width", hint: "What this quest asks you to measure." };

  return (
    <form className={styles.form} onSubmit={(event) => void submit(event)} noValidate aria-labelledby="upload-title">
      <h2 id="upload-title">Upload New Data Point</h2>

      <Step number={1} title="Photo">
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

      <Step number={2} title={questType === "TREES" ? "Circumference" : "Measurement"}>
        <Field label={measurement.label} hint={measurement.hint} unit="cm" error={errors.tree_width?.message}>
          {(control) => (
            <input
              {...control}
              {...form.register("tree_width")}
              className={`${control.className} ${styles.measure}`}
              type="number"
              inputMode="decimal"
              step={treeWidthCm.step}
              min={treeWidthCm.min}
              max={treeWidthCm.max}
              autoComplete="off"
              readOnly={isBusy}
              // Scrolling the page must not change what was measured.
              onWheel={(event) => event.currentTarget.blur()}
            />
          )}
        </Field>
      </Step>

      <Step number={3} title="Position">
        <PositionStep
          position={position}
          highAccuracy={highAccuracy}
          onHighAccuracy={setHighAccuracy}
          hasManualError={Boolean(errors.user_supplied_latitude ?? errors.user_supplied_longitude)}
        >
          <Field label="Latitude" unit="°" error={errors.user_supplied_latitude?.message}>
            {(control) => (
              <input
                {...control}
                {...form.register("user_supplied_latitude")}
                type="number"
                inputMode="decimal"
                step="any"
                readOnly={isBusy}
              />
            )}
          </Field>
          <Field label="Longitude" unit="°" error={errors.user_supplied_longitude?.message}>
            {(control) => (
              <input
                {...control}
                {...form.register("user_supplied_longitude")}
                type="number"
                inputMode="decimal"
                step="any"
                readOnly={isBusy}
              />
            )}
          </Field>
        </PositionStep>
      </Step>

      <div className={styles.finish}>
        {phase.kind === "failed" ? (
          <Banner tone="danger">
            <p>{phase.message}</p>
            <p className={styles.kept}>Nothing that you entered is lost. You can try again.</p>
          </Banner>
        ) : null}
        {notice ? (
          <Banner tone={notice.tone} onClose={() => setNotice(undefined)}>
            {notice.text}
          </Banner>
        ) : null}
        <Button type="submit" tone="next" wide busy={isBusy} className={styles.submit}>
          {isBusy ? busyWords(phase) : "Add Data Point"}
        </Button>
        {phase.kind === "sending" ? (
          <progress className={styles.progress} max={1} value={phase.share} aria-label="Upload" />
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
  if (phase.kind === "locating") return "Finding your position…";
  if (phase.kind !== "sending" || phase.share === 0) return "Uploading…";
  return phase.share < 1 ? `Uploading, ${Math.round(phase.share * 100)} %` : "Almost there…";
}

async function keptValues(draft: ReturnType<typeof uploadDraft>): Promise<UploadFormValues> {
  const { id: _id, hasPhoto: _hasPhoto, ...text } = draft.read();
  return { ...emptyUpload, ...text, photo: (await draft.findPhoto()) ?? null };
}

/** A photo that had arrived before keeps what it arrived with: say so where that is not what was typed now. */
function arrivalNotice(dataPoint: QuestDataPoint, values: UploadFormOutput): { tone: "ok" | "warning"; text: string } {
  const arrivedWith = dataPoint.additional_data?.tree_width;
  if (arrivedWith !== undefined && arrivedWith !== values.tree_width) {
    return { tone: "warning", text: `This photo had arrived before, with ${arrivedWith} cm. It was not added twice.` };
  }
  return { tone: "ok", text: "Data point added." };
}
