import type { FieldError } from "../../../contract/errors.ts";
import { keySource } from "../../../protocol/key.ts";
import { groupDepthMax } from "../../../protocol/protocol-limits.ts";
import type { Answer } from "../../foundation/answers/answers.ts";
import { type KeptPhoto, type MeasuredRecord, type Position, photosOf } from "../../outbox/record.ts";
import type { Fix } from "../fixes/fixes.ts";
import type { PositionNow } from "../positions/live-position.ts";
import {
  bestFixOf,
  isOfMoment,
  isOfSpot,
  isStillOfMoment,
  isTakenNow,
  positionOf,
  withPosition,
} from "../positions/moment-rules.ts";
import type { PhotoRemark } from "./measurement-state.ts";

/** Pure changes of a draft's moment and position. */

const isGivenByHand = (position: Position | null): position is Position =>
  position !== null && (position.source === "map" || position.source === "manual");

/** The first photo sets the moment. */
export const momentKey = (point: Pick<MeasuredRecord, "photos">): string | undefined => photosOf(point)[0]?.key;

/** Whether a photo with this key sets the moment. */
export const setsMoment = (point: Pick<MeasuredRecord, "photos">, key: string): boolean =>
  (momentKey(point) ?? key) === key;

export function withPhoto<Draft extends MeasuredRecord>(point: Draft, photo: KeptPhoto): Draft {
  const isKnown = point.photos.some(({ key }) => key === photo.key);
  const photos = isKnown
    ? point.photos.map((each) => (each.key === photo.key ? photo : each))
    : [...point.photos, photo];
  return { ...point, photos };
}

/** Sets the moment of the first photo and the best fix of that moment. Keeps a position given by hand. */
export function atMoment<Draft extends MeasuredRecord>(
  point: Draft,
  {
    momentMs,
    clockOffsetSeconds,
    fixes,
  }: { momentMs: number; clockOffsetSeconds: number | null; fixes: readonly Fix[] },
): Draft {
  const best = bestFixOf(fixes, momentMs);
  const ofPhotos = point.fixes.filter(({ source }) => source === "exif");
  const position = isGivenByHand(point.position) ? point.position : best ? positionOf(best) : null;
  const moment = { ...point, capturedAtMs: momentMs, clockOffsetSeconds, position, fixes: ofPhotos };
  return fixes.filter((each) => isOfMoment(each, momentMs)).reduce(seeFix, moment);
}

/** Sets an older photo's own time and position. */
export function atPhotosOwn<Draft extends MeasuredRecord>(
  point: Draft,
  { takenAtMs, position }: { takenAtMs: number | null; position: Position | null },
  clockOffsetSeconds: number | null,
): Draft {
  return {
    ...point,
    capturedAtMs: takenAtMs,
    clockOffsetSeconds,
    position: isGivenByHand(point.position) ? point.position : position,
    fixes: position ? withPosition([], position) : [],
  };
}

/** What a draft with a photo from before it says again when it is opened again. */
export function remarkOf({ photos, capturedAtMs, createdAtMs, fixes }: MeasuredRecord): PhotoRemark | undefined {
  if (photosOf({ photos }).length === 0 || isTakenNow(capturedAtMs, createdAtMs)) return undefined;
  return {
    kind: "not-of-now",
    takenAtMs: capturedAtMs,
    hasPlace: fixes.some(({ source }) => source === "exif"),
  };
}

/** Whether the data point has a position, or gets the device's: that of now isn't that of a photo from before. */
export const expectedPlace = (
  { position, photos }: Pick<MeasuredRecord, "position" | "photos">,
  { fix }: Pick<PositionNow, "fix">,
): Position | Fix | undefined => position ?? (photosOf({ photos }).length === 0 ? fix : undefined);

/** Keeps the photo's own position among the fixes. */
export const seePhotosPlace = <Draft extends MeasuredRecord>(point: Draft, position: Position): Draft => ({
  ...point,
  fixes: withPosition(point.fixes, position),
});

/** Keeps a fix near the data point's position. */
export function seeFix<Draft extends MeasuredRecord>(point: Draft, fix: Fix): Draft {
  if (point.position === null || fix.isRemembered || !isOfSpot(fix, point.position)) return point;
  const fixes = withPosition(point.fixes, positionOf(fix));
  return fixes === point.fixes ? point : { ...point, fixes };
}

/** Uses the first fix after the photo. */
export function takeLateFix<Draft extends MeasuredRecord>(point: Draft, fix: Fix, momentMs: number): Draft {
  if (point.position !== null || !isStillOfMoment(fix, momentMs, false)) return point;
  return seeFix({ ...point, position: positionOf(fix) }, fix);
}

/** Sets a chosen position and keeps the earlier one among the fixes. */
export function withChosen<Draft extends MeasuredRecord>(point: Draft, position: Position): Draft {
  const seen = point.position ? withPosition(point.fixes, point.position) : point.fixes;
  return { ...point, position, fixes: withPosition(seen, position) };
}

/** Sets an answer of the volunteer. */
export function withAnswer<Draft extends MeasuredRecord>(point: Draft, key: string, answer: Answer | undefined): Draft {
  const next = { ...point, answers: { ...point.answers, [key]: answer } };
  return point.defaults ? { ...next, defaults: point.defaults.filter((each) => each !== key) } : next;
}

/** Sets an answer that the form fills in. */
export function withDefault<Draft extends MeasuredRecord>(
  point: Draft,
  key: string,
  answer: Answer | undefined,
): Draft {
  const others = (point.defaults ?? []).filter((each) => each !== key);
  return { ...point, answers: { ...point.answers, [key]: answer }, defaults: [...others, key] };
}

/** Maps `[{ path: "measurements.depth", message }]` to paths of answers; `file` is the data point's own photo. */
export function refusedAnswers(fieldErrors: readonly FieldError[]): ReadonlyMap<string, string> {
  return new Map(
    fieldErrors.flatMap(({ path, message }): [string, string][] => {
      const key = keyIn(path);
      return key === undefined ? [] : [[key, message]];
    }),
  );
}

const keyAtStart = new RegExp(
  `^(?:measurements\\.|(?:photo|audio|file):)?(${keySource}(?:\\.\\d+\\.${keySource}){0,${groupDepthMax}})`,
);
const keyIn = (path: string) => keyAtStart.exec(path)?.[1];

/** Drops the server's error of a field when its answer changes. */
export function withoutFault<Draft extends MeasuredRecord>(point: Draft, key: string): Draft {
  const { problem } = point;
  const fieldErrors = problem?.fieldErrors.filter(({ path }) => keyIn(path) !== key) ?? [];
  if (!problem || fieldErrors.length === problem.fieldErrors.length) return point;
  return { ...point, problem: { ...problem, fieldErrors } };
}
