import { zodResolver } from "@hookform/resolvers/zod";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { t } from "../../../../generated/web-texts/tests.ts";
import { poorGpsReportPayloadSchema } from "../../../contract/gps-reports.ts";
import type { Coordinates } from "../../../contract/scalars.ts";
import { ApiError } from "../../foundation/api/api-error.ts";
import { call } from "../../foundation/api/client.ts";
import { Banner } from "../../ui/banner.tsx";
import { Button } from "../../ui/button.tsx";
import { Choice, Field } from "../../ui/field.tsx";
import "../../foundation/texts/validation-messages.ts";

type Outcome = { tone: "ok" | "danger"; text: string; detail?: string | undefined };

/** Reports a wrong position. */
export function FlagForm({ coordinates }: { coordinates: Coordinates }) {
  const [outcome, setOutcome] = useState<Outcome>();
  const { register, handleSubmit, reset, formState } = useForm({
    resolver: zodResolver(poorGpsReportPayloadSchema),
    // The coordinates are set when it is sent.
    defaultValues: { coordinates: [0, 0], highAccuracySolved: false, sameAsNative: true, location: "", details: "" },
  });
  const { errors, isSubmitting } = formState;

  const submit = handleSubmit(async (report) => {
    setOutcome(undefined);
    try {
      await call("reportPoorGps", { body: { ...report, coordinates, details: report.details?.trim() || null } });
      reset();
      setOutcome({ tone: "ok", text: t("tests.gps.flag.reported") });
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      setOutcome({
        tone: "danger",
        text: t("tests.gps.flag.failed", { reason }),
        detail: error instanceof ApiError ? error.detail : undefined,
      });
    }
  });

  return (
    <form
      className="stack card gap-16 pad-16"
      noValidate
      aria-labelledby="flag-title"
      onSubmit={(event) => void submit(event)}
    >
      <h2 id="flag-title">{t("tests.gps.flag")}</h2>
      <Choice>
        <input type="checkbox" {...register("highAccuracySolved")} />
        {t("tests.gps.flag.highAccuracySolved")}
      </Choice>
      <Choice>
        <input type="checkbox" {...register("sameAsNative")} />
        {t("tests.gps.flag.sameAsNative")}
      </Choice>
      <Field
        label={t("tests.gps.flag.location")}
        hint={t("tests.gps.flag.location.hint")}
        required
        error={errors.location?.message}
      >
        {(control) => <input {...control} {...register("location")} type="text" />}
      </Field>
      <Field label={t("tests.gps.flag.details")} error={errors.details?.message}>
        {(control) => <textarea {...control} {...register("details")} rows={3} />}
      </Field>
      {outcome ? (
        <Banner tone={outcome.tone} onClose={() => setOutcome(undefined)}>
          <p>{outcome.text}</p>
          {outcome.detail ? <p className="muted">{outcome.detail}</p> : null}
        </Banner>
      ) : null}
      <Button type="submit" tone="next" busy={isSubmitting}>
        {t("tests.gps.flag.submit")}
      </Button>
    </form>
  );
}
