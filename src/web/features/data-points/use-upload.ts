import { useState } from "react";
import type { QuestDataPoint } from "../../../contract/data-points.ts";
import { ApiError } from "../../api/api-error.ts";
import { uploadDataPoint } from "../../api/data-points.ts";
import { announce } from "../../components/live-region.tsx";
import { t } from "../../texts/field.ts";
import type { Fix } from "./fixes.ts";
import type { UploadDraft } from "./upload-draft.ts";
import type { UploadFormOutput } from "./upload-form-schema.ts";

export type UploadPhase =
  | { kind: "resting" }
  | { kind: "locating" }
  /** `share` of the bytes sent, 0 to 1. */
  | { kind: "sending"; share: number }
  | { kind: "failed"; message: string };

const announcedQuarters = 4;

/** Sends what the form holds, the unsent data point of `draft`: position first, then the photo with its measurements. */
export function useUpload({
  username,
  questId,
  takeFix,
  draft,
}: {
  username: string;
  questId: number;
  takeFix: () => Promise<Fix>;
  draft: UploadDraft;
}) {
  const [phase, setPhase] = useState<UploadPhase>({ kind: "resting" });

  /** Answers with the data point that arrived, or undefined after a failure, which `phase` then tells. */
  async function send(values: UploadFormOutput): Promise<QuestDataPoint | undefined> {
    setPhase({ kind: "locating" });
    let fix: Fix;
    try {
      // Where it was measured: sent again later, it is still there.
      fix = draft.read().fix ?? (await takeFix());
      draft.keepFix(fix);
    } catch {
      setPhase({ kind: "failed", message: t("field.geolocationRequired") });
      return undefined;
    }
    setPhase({ kind: "sending", share: 0 });
    announce(t("field.announce.uploading"));
    const { id } = draft.read();
    const { photo, answers } = values;
    let announced = 0;
    try {
      const dataPoint = await uploadDataPoint(
        { username, questId },
        {
          ...answers,
          id,
          latitude: fix.latitude,
          longitude: fix.longitude,
          accuracy: fix.accuracyMeters,
          fixed_at: new Date(fix.fixedAtMs).toISOString(),
          position_source: "device",
        },
        photo,
        {
          onProgress: (share) => {
            setPhase({ kind: "sending", share });
            const quarter = Math.floor(share * announcedQuarters);
            if (quarter > announced && quarter < announcedQuarters) {
              announced = quarter;
              announce(t("field.announce.uploadingPercent", { percent: quarter * 25 }));
            }
          },
        },
      );
      setPhase({ kind: "resting" });
      return dataPoint;
    } catch (error) {
      setPhase({ kind: "failed", message: uploadFailure(error) });
      return undefined;
    }
  }

  return { phase, send };
}

function uploadFailure(error: unknown): string {
  if (error instanceof ApiError) {
    const detail = error.detail ?? (typeof error.info === "string" ? error.info : error.message);
    return t("field.uploadRefused", { status: error.status, detail });
  }
  return t("field.uploadFailed", { error: error instanceof Error ? error.message : String(error) });
}
