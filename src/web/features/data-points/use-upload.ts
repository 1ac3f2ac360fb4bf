import { useState } from "react";
import type { QuestDataPoint } from "../../../contract/data-points.ts";
import { errorMessages } from "../../../contract/messages.ts";
import { ApiError } from "../../api/api-error.ts";
import { uploadDataPoint } from "../../api/data-points.ts";
import { announce } from "../../components/live-region.tsx";
import type { Fix } from "./fixes.ts";
import type { UploadFormOutput } from "./upload-form-schema.ts";

export type UploadPhase =
  | { kind: "resting" }
  | { kind: "locating" }
  /** `share` of the bytes sent, 0 to 1. */
  | { kind: "sending"; share: number }
  | { kind: "failed"; message: string };

const announcedQuarters = 4;

/** Sends what the form holds: position first, then the photo with its measurements. */
export function useUpload({
  username,
  questId,
  takeFix,
}: {
  username: string;
  questId: number;
  takeFix: () => Promise<Fix>;
}) {
  const [phase, setPhase] = useState<UploadPhase>({ kind: "resting" });

  /** Answers with the data point that arrived, or undefined after a failure, which `phase` then tells. */
  async function send(id: string, values: UploadFormOutput): Promise<QuestDataPoint | undefined> {
    setPhase({ kind: "locating" });
    let fix: Fix;
    try {
      fix = await takeFix();
    } catch {
      setPhase({ kind: "failed", message: errorMessages.geolocationRequired });
      return undefined;
    }
    setPhase({ kind: "sending", share: 0 });
    announce("Uploading");
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
              announce(`Uploading, ${quarter * 25} percent`);
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
    return errorMessages.uploadRefused(error.status, detail);
  }
  return errorMessages.uploadFailed(error instanceof Error ? error.message : String(error));
}
