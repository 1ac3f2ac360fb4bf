import { fixCountMax } from "../../../contract/limits.ts";
import { positionOfRescued, type RescueManifest, type RescuePoint, rescueVersion } from "../../../contract/rescue.ts";
import type { Values } from "../../../protocol/field.ts";
import { userPosition } from "../../../protocol/user-position.ts";
import type { Answer, Answers } from "../../foundation/answers/answers.ts";
import { answersByPath } from "../../foundation/answers/rows.ts";
import { newId, type PointRecord, type Position } from "../../outbox/record.ts";
import { fixOf, isoOf } from "../../outbox/upload-fields.ts";

/** Saved, but as far as the device knows not delivered. */
export const isPacked = ({ state }: PointRecord) => state === "waiting" || state === "sending" || state === "refused";

export type PackedPhoto = { key: string; file: string; sha256: string };

const ms = (instant: string | null) => (instant === null ? null : Date.parse(instant));

/** Converts a data point to its entry in the manifest. */
export function pointToManifest(point: PointRecord, photos: readonly PackedPhoto[]): RescuePoint {
  const { position } = point;
  return {
    id: point.id,
    quest_id: point.questId,
    protocol_version: point.protocolVersion,
    values: { ...point.values, ...point.userPosition },
    captured_at: isoOf(point.capturedAtMs),
    fixes: point.fixes.slice(-fixCountMax).map(fixOf),
    photos: [...photos],
    position: position && {
      latitude: position.latitude,
      longitude: position.longitude,
      accuracy: position.accuracyMeters,
      fixed_at: isoOf(position.fixedAtMs),
      position_source: position.source,
    },
    clock_offset: point.clockOffsetSeconds,
    spacing_reason: point.spacingReason,
    ...(point.station && { station: point.station }),
    quest_name: point.questName,
    ...(point.supersededIds.length > 0 && { superseded_ids: [...point.supersededIds] }),
  };
}

export const makeManifest = (account: string, points: readonly RescuePoint[]): RescueManifest => ({
  version: rescueVersion,
  account,
  points: [...points],
});

/** Converts an entry of a manifest to a data point that waits to be sent. Its id makes sending idempotent. */
export function pointFromManifest(point: RescuePoint, account: string): Omit<PointRecord, "photos"> {
  const nowMs = Date.now();
  const values = point.values as Values;
  const userNames = new Set<string>(userPosition.map(({ name }) => name));
  const own: Record<string, number> = {};
  const measured: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(values)) {
    if (!userNames.has(name)) measured[name] = value;
    else if (typeof value === "number") own[name] = value;
  }
  const fixes = point.fixes.map(
    ({ latitude, longitude, accuracy, fixed_at, source }): Position => ({
      latitude,
      longitude,
      accuracyMeters: accuracy,
      fixedAtMs: ms(fixed_at),
      source,
    }),
  );
  return {
    kind: "point",
    localId: newId(),
    account,
    questId: point.quest_id,
    questName: point.quest_name ?? "",
    state: "waiting",
    createdAtMs: nowMs,
    savedAtMs: nowMs,
    deliveredAtMs: null,
    attempts: 0,
    nextAttemptAtMs: 0,
    problem: null,
    id: point.id,
    supersededIds: point.superseded_ids ?? [],
    // Another device may have sent it.
    mayHaveArrived: true,
    protocolVersion: point.protocol_version ?? 0,
    answers: { ...answersOf(measured), ...textsOf(own) },
    values: measured,
    userPosition: own,
    position: positionOf(point),
    fixes,
    capturedAtMs: ms(point.captured_at),
    clockOffsetSeconds: point.clock_offset ?? null,
    spacingReason: point.spacing_reason ?? null,
    ...(point.station && { station: point.station }),
    uploads: {},
  };
}

function positionOf(point: RescuePoint): Position | null {
  const position = positionOfRescued(point);
  return (
    position && {
      latitude: position.latitude,
      longitude: position.longitude,
      accuracyMeters: position.accuracy,
      fixedAtMs: ms(position.fixed_at),
      source: position.position_source,
    }
  );
}

/** The answers that the form shows for these values. */
function answersOf(values: Values): Answers {
  return answersByPath(values, (_key, value): Answer => {
    // The volunteer confirmed it when saving.
    return typeof value === "number" ? { text: String(value), meant: value, isSure: true } : (value as Answer);
  });
}

const textsOf = (numbers: Readonly<Record<string, number>>): Answers =>
  Object.fromEntries(Object.entries(numbers).map(([name, value]) => [name, String(value)]));
