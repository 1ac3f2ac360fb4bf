import { zodResolver } from "@hookform/resolvers/zod";
import RefreshCw from "lucide-react/icons/refresh-cw";
import { useCallback, useEffect, useRef, useState } from "react";
import { useForm } from "react-hook-form";
import { t } from "../../../../generated/web-texts/tests.ts";
import { gpsTestTimeoutMs, staticMapPx } from "../../../contract/desk-limits.ts";
import { poorGpsReportPayloadSchema } from "../../../contract/field-tests.ts";
import type { Coordinates } from "../../../contract/scalars.ts";
import { ApiError } from "../../foundation/api/api-error.ts";
import { call } from "../../foundation/api/client.ts";
import { staticMapAddress } from "../../foundation/api/feature-tests.ts";
import { asFigures } from "../../foundation/texts/area-texts.ts";
import { Banner } from "../../ui/banner.tsx";
import { Button } from "../../ui/button.tsx";
import { Choice, Field } from "../../ui/field.tsx";
import { describeAccuracy, formatAccuracy } from "../../ui/position-words.tsx";
import styles from "./gps-test.module.css";
import "../../foundation/texts/validation-messages.ts";

/** Shows the browser's position on a map, with a form to report a wrong one. */
export function GpsTest() {
  const [highAccuracy, setHighAccuracy] = useState(false);
  const { gps, refresh } = useGps(highAccuracy);
  const coordinates = gps.state === "found" ? gps.coordinates : undefined;
  return (
    <div className={`grid start gap-24 ${styles.test}`}>
      <section className="stack card gap-16 pad-16" aria-label={t("tests.gps.position")}>
        <dl className={`grid terms ${styles.figures}`} aria-live="polite">
          <div>
            <dt>{t("tests.gps.latitude")}</dt>
            <dd className="text-18 strong figures">{figureOf(gps, 0)}</dd>
          </div>
          <div>
            <dt>{t("tests.gps.longitude")}</dt>
            <dd className="text-18 strong figures">{figureOf(gps, 1)}</dd>
          </div>
          {gps.state === "found" ? (
            <div>
              <dt>{t("tests.gps.accuracy")}</dt>
              <dd className="text-18 strong figures">
                {t("tests.gps.accuracy.graded", {
                  radius: formatAccuracy(gps.accuracyMeters),
                  grade: describeAccuracy(gps.accuracyMeters),
                })}
              </dd>
            </div>
          ) : null}
        </dl>
        <div className="cluster center between gap-8 across-16">
          <Choice hint={t("tests.gps.highAccuracy.hint")}>
            <input
              type="checkbox"
              checked={highAccuracy}
              onChange={(event) => setHighAccuracy(event.currentTarget.checked)}
            />
            {t("tests.gps.highAccuracy")}
          </Choice>
          <Button
            icon={<RefreshCw aria-hidden="true" />}
            onClick={refresh}
            disabled={gps.state === "unavailable" || gps.state === "retrieving"}
          >
            {t("tests.gps.refresh")}
          </Button>
        </div>
        {coordinates ? (
          <StaticMap coordinates={coordinates} />
        ) : (
          <div className={`middle muted ${styles.noMap}`}>
            {gps.state === "found" ? "" : t(`tests.gps.state.${gps.state}`)}
          </div>
        )}
      </section>
      {coordinates?.every((value) => typeof value === "number" && Number.isFinite(value)) ? (
        <FlagForm coordinates={coordinates} />
      ) : null}
    </div>
  );
}

function figureOf(gps: Gps, index: 0 | 1): string {
  return gps.state === "found" ? asFigures(String(gps.coordinates[index])) : t(`tests.gps.state.${gps.state}`);
}

function StaticMap({ coordinates }: { coordinates: Coordinates }) {
  return (
    <img
      className={styles.map}
      src={staticMapAddress(coordinates)}
      alt={t("tests.gps.map", { coordinates: asFigures(coordinates.join(", ")) })}
      width={staticMapPx.width}
      height={staticMapPx.height}
    />
  );
}

type Gps =
  | { state: "unavailable" }
  | { state: "retrieving" }
  | { state: "failed" }
  | { state: "found"; coordinates: Coordinates; accuracyMeters: number };

/** Requests the position at once, and again on `refresh` or a change of mode. */
function useGps(highAccuracy: boolean): { gps: Gps; refresh: () => void } {
  const [gps, setGps] = useState<Gps>({ state: "retrieving" });
  const latest = useRef(0);

  const refresh = useCallback(() => {
    if (!navigator.geolocation) {
      setGps({ state: "unavailable" });
      return;
    }
    setGps({ state: "retrieving" });
    latest.current += 1;
    const asked = latest.current;
    const answer = (next: Gps) => {
      if (asked === latest.current) setGps(next);
    };
    navigator.geolocation.getCurrentPosition(
      ({ coords: { latitude, longitude, accuracy } }) =>
        answer({ state: "found", coordinates: [latitude, longitude], accuracyMeters: accuracy }),
      () => answer({ state: "failed" }),
      { timeout: gpsTestTimeoutMs, enableHighAccuracy: highAccuracy, maximumAge: 0 },
    );
  }, [highAccuracy]);

  useEffect(refresh, [refresh]);
  return { gps, refresh };
}

type Outcome = { tone: "ok" | "danger"; text: string; detail?: string | undefined };

/** Reports a wrong position. */
function FlagForm({ coordinates }: { coordinates: Coordinates }) {
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
