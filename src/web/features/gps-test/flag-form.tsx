import { zodResolver } from "@hookform/resolvers/zod";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { poorGpsReportPayloadSchema } from "../../../contract/gps-reports.ts";
import { errorMessages, statusMessages } from "../../../contract/messages.ts";
import type { Coordinates } from "../../../contract/scalars.ts";
import { ApiError } from "../../api/api-error.ts";
import { reportPoorGps } from "../../api/feature-tests.ts";
import { Banner } from "../../components/banner.tsx";
import { Button } from "../../components/button.tsx";
import { Choice, Field } from "../../components/field.tsx";
import styles from "./gps-test.module.css";

type Outcome = { tone: "ok" | "danger"; text: string; detail?: string | undefined };

/** Reports that the position is wrong. */
export function FlagForm({ coordinates }: { coordinates: Coordinates }) {
  const [outcome, setOutcome] = useState<Outcome>();
  const { register, handleSubmit, reset, formState } = useForm({
    resolver: zodResolver(poorGpsReportPayloadSchema),
    // The coordinates are those of the moment it is sent.
    defaultValues: { coordinates: [0, 0], highAccuracySolved: false, sameAsNative: true, location: "", details: "" },
  });
  const { errors, isSubmitting } = formState;

  const submit = handleSubmit(async (report) => {
    setOutcome(undefined);
    try {
      await reportPoorGps({ ...report, coordinates, details: report.details?.trim() || null });
      reset();
      setOutcome({ tone: "ok", text: statusMessages.badGpsReported });
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      setOutcome({
        tone: "danger",
        text: errorMessages.flagPoorGps(message),
        detail: error instanceof ApiError ? error.detail : undefined,
      });
    }
  });

  return (
    <form className={styles.form} noValidate aria-labelledby="flag-title" onSubmit={(event) => void submit(event)}>
      <h2 id="flag-title">Flag a poorly identified location</h2>
      <Choice>
        <input type="checkbox" {...register("highAccuracySolved")} />
        The high accuracy setting solved it
      </Choice>
      <Choice>
        <input type="checkbox" {...register("sameAsNative")} />
        The location is the same on the native app
      </Choice>
      <Field label="Location" hint="Where you really are." required error={errors.location?.message}>
        {(control) => <input {...control} {...register("location")} type="text" />}
      </Field>
      <Field label="Details" error={errors.details?.message}>
        {(control) => <textarea {...control} {...register("details")} rows={3} />}
      </Field>
      {outcome ? (
        <Banner tone={outcome.tone} onClose={() => setOutcome(undefined)}>
          <p>{outcome.text}</p>
          {outcome.detail ? <p className={styles.detail}>{outcome.detail}</p> : null}
        </Banner>
      ) : null}
      <Button type="submit" tone="next" busy={isSubmitting}>
        Flag Poor ID
      </Button>
    </form>
  );
}
