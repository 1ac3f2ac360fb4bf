import type { FieldError } from "../../contract/errors.ts";
import type { KeptPhoto, MeasuredRecord, Position } from "../outbox/record.ts";
import { type Fix, positionOf } from "../positions/fixes.ts";
import { bestFixOf, isOfMoment, isOfSpot, isStillOfMoment, withPosition } from "../positions/moment-rules.ts";

/** What happens to a draft's position while a data point, or the answer to a request for change, is measured: pure changes of its record. */

const isGivenByHand = (position: Position | null): position is Position =>
  position !== null && (position.source === "map" || position.source === "manual");

/** The photo that the data point's moment belongs to: the first one that was taken. */
const momentKey = ({ photos }: Pick<MeasuredRecord, "photos">) => photos[0]?.key;

/** Whether a photo under this key makes the moment anew. */
export const makesMoment = (point: Pick<MeasuredRecord, "photos">, key: string): boolean =>
  point.photos.length === 0 || momentKey(point) === key;

export function withPhoto<Draft extends MeasuredRecord>(point: Draft, photo: KeptPhoto): Draft {
  const isKnown = point.photos.some(({ key }) => key === photo.key);
  const photos = isKnown
    ? point.photos.map((each) => (each.key === photo.key ? photo : each))
    : [...point.photos, photo];
  return { ...point, photos };
}

/** The moment of the first photo, with the best of the fixes that are of it; what somebody gave by hand stays. */
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

/** A photo that was taken before, with its own time and place as far as it says them. */
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

/** What a photo says of its place is kept beside the fixes, whether it is used or not. */
export const seePhotosPlace = <Draft extends MeasuredRecord>(point: Draft, position: Position): Draft => ({
  ...point,
  fixes: withPosition(point.fixes, position),
});

/** A fix of the data point's spot is kept; others say nothing of it. */
export function seeFix<Draft extends MeasuredRecord>(point: Draft, fix: Fix): Draft {
  if (point.position === null || fix.isRemembered || !isOfSpot(fix, point.position)) return point;
  const fixes = withPosition(point.fixes, positionOf(fix));
  return fixes === point.fixes ? point : { ...point, fixes };
}

/** The first fix that comes after a photo without one. */
export function takeLateFix<Draft extends MeasuredRecord>(point: Draft, fix: Fix, momentMs: number): Draft {
  if (point.position !== null || !isStillOfMoment(fix, momentMs, false)) return point;
  return seeFix({ ...point, position: positionOf(fix) }, fix);
}

/** A position that its volunteer chose; the ones before it stay among what was seen. */
export function withChosen<Draft extends MeasuredRecord>(point: Draft, position: Position): Draft {
  const seen = point.position ? withPosition(point.fixes, point.position) : point.fixes;
  return { ...point, position, fixes: withPosition(seen, position) };
}

/** `[{ path: "measurements.depth", message }]` of a refusal, by the key of the field; a photo of the point itself is `file`. */
export function refusedAnswers(fieldErrors: readonly FieldError[]): ReadonlyMap<string, string> {
  return new Map(
    fieldErrors.flatMap(({ path, message }): [string, string][] => {
      const key = keyIn(path);
      return key === undefined ? [] : [[key, message]];
    }),
  );
}

const keyIn = (path: string) => /^(?:measurements\.|photo:)?([a-z][a-z0-9_]*)/.exec(path)?.[1];

/** What the server refused of a field is said until another answer is given. */
export function withoutFault<Draft extends MeasuredRecord>(point: Draft, key: string): Draft {
  const { problem } = point;
  const fieldErrors = problem?.fieldErrors.filter(({ path }) => keyIn(path) !== key) ?? [];
  if (!problem || fieldErrors.length === problem.fieldErrors.length) return point;
  return { ...point, problem: { ...problem, fieldErrors } };
}
