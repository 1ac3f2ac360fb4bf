import { useState } from "react";
import type { QuestDataPoint } from "../../../contract/data-points.ts";
import { treeWidthKey } from "../../../protocol/check-value.ts";
import type { Values } from "../../../protocol/field.ts";
import { ApiError } from "../../api/api-error.ts";
import { uploadDataPoint } from "../../api/data-points.ts";
import { announce } from "../../components/live-region.tsx";
import { t } from "../../texts/field.ts";
import type { Fix } from "./fixes.ts";
import type { UploadDraft } from "./upload-draft.ts";

export type UploadPhase =
  | { kind: "resting" }
  | { kind: "locating" }
  /** `share` of the bytes sent, 0 to 1. */
  | { kind: "sending"; share: number }
  | { kind: "failed"; message: string };

type UploadOutcome = { dataPoint: QuestDataPoint } | { dataPoint: undefined; refused: ReadonlyMap<string, string> };

/** What a form yields: everything checked, nothing that was not asked for. */
export type CheckedAnswers = {
  /** 0: the specification's form. */
  protocolVersion: number;
  values: Values;
  /** Of a position that the volunteer gave, by name, in degrees. */
  position: Readonly<Record<string, number>>;
  /** The photo of the data point itself. */
  photo: File | undefined;
  /** Those of fields, by key. */
  photos: ReadonlyMap<string, File>;
};

const announcedQuarters = 4;

/** Sends what the form holds, the unsent data point of `draft`: position first, then photos and answers. */
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

  /** Answers with the data point that arrived; after a failure, which `phase` tells, with what was refused of answers, by key. */
  async function send(answers: CheckedAnswers): Promise<UploadOutcome> {
    setPhase({ kind: "locating" });
    let fix: Fix;
    try {
      // Where it was measured: sent again later, it is still there.
      fix = draft.read().fix ?? (await takeFix());
      draft.keepFix(fix);
    } catch {
      setPhase({ kind: "failed", message: t("field.geolocationRequired") });
      return { dataPoint: undefined, refused: new Map() };
    }
    setPhase({ kind: "sending", share: 0 });
    announce(t("field.announce.uploading"));
    const { id } = draft.read();
    const { [treeWidthKey]: treeWidth, ...measurements } = answers.values;
    let announced = 0;
    try {
      const dataPoint = await uploadDataPoint(
        { username, questId },
        {
          ...answers.position,
          [treeWidthKey]: treeWidth,
          measurements: Object.keys(measurements).length > 0 ? JSON.stringify(measurements) : undefined,
          protocol_version: answers.protocolVersion,
          id,
          latitude: fix.latitude,
          longitude: fix.longitude,
          accuracy: fix.accuracyMeters,
          fixed_at: new Date(fix.fixedAtMs).toISOString(),
          position_source: "device",
        },
        answers,
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
      return { dataPoint };
    } catch (error) {
      setPhase({ kind: "failed", message: uploadFailure(error) });
      return { dataPoint: undefined, refused: refusedAnswers(error) };
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

/** `[{ path: "measurements.depth", message }]` of a refusal, by the key of the field; a photo of the point itself is `file`. */
function refusedAnswers(error: unknown): ReadonlyMap<string, string> {
  const fieldErrors = error instanceof ApiError ? error.fieldErrors : [];
  return new Map(
    fieldErrors.flatMap(({ path, message }): [string, string][] => {
      const [, key] = /^(?:measurements\.|photo:)?([a-z][a-z0-9_]*)/.exec(path) ?? [];
      return key === undefined ? [] : [[key, message]];
    }),
  );
}
