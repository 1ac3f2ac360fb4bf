import { useCallback, useRef, useState } from "react";
import { photoBytesMax } from "../../contract/limits.ts";
import { knownClockSkewSeconds } from "../api/server-clock.ts";
import { isPicked } from "../components/protocol-fields/photo-origin.ts";
import { mendPoint } from "../outbox/outbox.ts";
import type { KeptPhoto, MeasuredRecord, Position } from "../outbox/record.ts";
import { sha256Of } from "../outbox/sha256.ts";
import { type Fix, positionOf } from "../positions/fixes.ts";
import { isStillOfMoment, isTakenNow } from "../positions/moment-rules.ts";
import type { PhotoOrigin } from "../positions/read-photo-exif.ts";
import { useLivePosition } from "../positions/use-live-position.ts";
import {
  atMoment,
  atPhotosOwn,
  makesMoment,
  seeFix,
  seePhotosPlace,
  takeLateFix,
  withChosen,
  withPhoto,
} from "./measure.ts";
import type { DraftInHand } from "./use-draft.ts";

/** What is to be said of the photo that the data point's moment belongs to. */
export type PhotoRemark =
  /** The device's position of now is not used: the photo is older, or says nothing of its time. */
  | { kind: "not-of-now"; takenAtMs: number | null; hasPlace: boolean }
  /** The camera was asked for, and what came says that it is older. */
  | { kind: "says-older"; origin: PhotoOrigin & { takenAtMs: number } };

/** Clocks of cameras differ by less from the phone's. */
const surelyOlderMs = 10 * 60_000;

const isPhoto = ({ type, size }: File) => /^(image\/|$)/.test(type) && size > 0 && size <= photoBytesMax;

const clockOffset = () => knownClockSkewSeconds() ?? null;

const unknownOrigin: PhotoOrigin = { takenAtMs: null, position: null };

/** Without a line the code may not come; then a photo says nothing. */
async function originOf(photo: File): Promise<PhotoOrigin> {
  try {
    const { readPhotoExif } = await import("../positions/read-photo-exif.ts");
    return await readPhotoExif(photo);
  } catch {
    return unknownOrigin;
  }
}

/** Photos and the device's position come into the draft: which position belongs to which moment is decided in `measure.ts`. */
export function useMeasuring<Draft extends MeasuredRecord>(
  inHand: DraftInHand<Draft>,
  highAccuracy: boolean,
  {
    onPhotoFailed,
    onMended,
    onMissed,
  }: {
    onPhotoFailed: (error: unknown) => void;
    /** What was saved without a position has one now. */
    onMended: () => void;
    /** The fix came too late for it. */
    onMissed: () => void;
  },
) {
  const { change, current, keepPhoto, showPhoto } = inHand;
  const [remark, setRemark] = useState<PhotoRemark>();
  /** The photo that waits for its first fix. */
  const awaiting = useRef<{ localId: string; momentMs: number }>(undefined);
  /** The data point that was saved without a position, while its fix may still come. */
  const saved = useRef<{ localId: string; momentMs: number; fixes: readonly Position[] }>(undefined);
  /** What is done with photos that were chosen: hashes, and what they say of themselves. */
  const work = useRef<Promise<unknown>>(Promise.resolve());

  const onFix = useCallback(
    (fix: Fix) => {
      const waiting = saved.current;
      if (waiting && isStillOfMoment(fix, waiting.momentMs, true)) {
        saved.current = undefined;
        const position = positionOf(fix);
        void mendPoint(waiting.localId, { position, fixes: [...waiting.fixes, position] }).then(onMended, () => {});
      } else if (waiting && !fix.isRemembered && fix.fixedAtMs > waiting.momentMs) {
        saved.current = undefined;
        onMissed();
      }
      const moment = awaiting.current;
      change(
        (point) => {
          if (point.photos.length === 0) return point;
          const isAwaited = moment?.localId === point.localId && point.position === null;
          return isAwaited ? takeLateFix(point, fix, moment.momentMs) : seeFix(point, fix);
        },
        current().point.position === null ? "soon" : "some-time",
      );
    },
    [change, current, onMended, onMissed],
  );
  const live = useLivePosition(highAccuracy, onFix);
  const { recent, ask, moveOn, status, watch } = live;

  const freeze = useCallback(
    (momentMs: number) => (point: Draft) =>
      atMoment(point, { momentMs, clockOffsetSeconds: clockOffset(), fixes: recent() }),
    [recent],
  );

  const awaitFix = useCallback(
    (momentMs: number) => {
      const { point } = current();
      if (point.position === null) {
        awaiting.current = { localId: point.localId, momentMs };
        ask();
      } else if (status === "off") watch();
    },
    [ask, current, status, watch],
  );

  const takePhoto = useCallback(
    (key: string, photo: File) => {
      const nowMs = Date.now();
      if (!isPhoto(photo)) {
        showPhoto(key, photo);
        return;
      }
      const fromGallery = isPicked(photo);
      const isFirst = makesMoment(current().point, key);
      const { name, type, size: sizeBytes } = photo;
      const kept = { key, name, type, sizeBytes, sha256: null, takenAtMs: fromGallery ? null : nowMs };
      // The last data point is left behind.
      saved.current = undefined;
      if (isFirst) {
        setRemark(undefined);
        awaiting.current = undefined;
      }
      const keeping = keepPhoto(key, photo, (point) => {
        const next = withPhoto(isFirst ? { ...point, fixes: [] } : point, kept);
        if (!isFirst) return next;
        return fromGallery ? atPhotosOwn(next, unknownOrigin, clockOffset()) : freeze(nowMs)(next);
      }).catch(onPhotoFailed);
      if (isFirst && !fromGallery) awaitFix(nowMs);

      /** Another photo under the same key may have come meanwhile. */
      const isStillThere = () => current().photos[key] === photo;
      const note = (known: Partial<KeptPhoto>) => (point: Draft) => ({
        ...point,
        photos: point.photos.map((each) => (each.key === key ? { ...each, ...known } : each)),
      });
      const hashing = sha256Of(photo).then((sha256) => {
        if (isStillThere()) change(note({ sha256: sha256 ?? null }), "soon");
      });
      const reading = originOf(photo).then((origin) => {
        const { takenAtMs, position } = origin;
        if (!isStillThere()) return;
        if (fromGallery) change(note({ takenAtMs }), "soon");
        if (isFirst && fromGallery && !isTakenNow(takenAtMs, nowMs)) {
          change((point) => atPhotosOwn(point, origin, clockOffset()), "soon");
          setRemark({ kind: "not-of-now", takenAtMs, hasPlace: position !== null });
          return;
        }
        if (isFirst && fromGallery && takenAtMs !== null) {
          change(freeze(takenAtMs), "soon");
          awaitFix(takenAtMs);
        }
        if (position) change((point) => seePhotosPlace(point, position), "soon");
        if (isFirst && takenAtMs !== null && nowMs - takenAtMs > surelyOlderMs) {
          setRemark({ kind: "says-older", origin: { ...origin, takenAtMs } });
        }
      });
      work.current = Promise.all([work.current, keeping, hashing, reading]);
    },
    [awaitFix, change, current, freeze, keepPhoto, onPhotoFailed, showPhoto],
  );

  return {
    live,
    remark,
    takePhoto,
    /** Settles once nothing is done with photos any more. */
    photosDone: useCallback(() => work.current, []),
    /** The record as it is saved now: what has no photo is of this moment. */
    finish: useCallback(
      (nowMs: number): Draft => {
        const { point } = current();
        return point.photos.length === 0 && point.capturedAtMs === null ? freeze(nowMs)(point) : point;
      },
      [current, freeze],
    ),
    /** The data point is saved: the next one is elsewhere. Its fix may still come for a while, where it was measured now. */
    onSaved: useCallback(
      ({ localId, position, fixes, capturedAtMs }: Draft, nowMs: number) => {
        setRemark(undefined);
        const mayCome = position === null && isTakenNow(capturedAtMs, nowMs);
        awaiting.current = undefined;
        saved.current = mayCome ? { localId, momentMs: capturedAtMs ?? nowMs, fixes } : undefined;
        moveOn();
        if (saved.current) ask();
      },
      [ask, moveOn],
    ),
    choose: useCallback(
      (position: Position) => {
        awaiting.current = undefined;
        change((point) => withChosen(point, position), "soon");
      },
      [change],
    ),
    /** The photo is as old as it says. */
    takePhotosOwn: useCallback(
      (origin: PhotoOrigin) => {
        awaiting.current = undefined;
        setRemark({ kind: "not-of-now", takenAtMs: origin.takenAtMs, hasPlace: origin.position !== null });
        change((point) => atPhotosOwn(point, origin, clockOffset()), "soon");
      },
      [change],
    ),
  };
}
