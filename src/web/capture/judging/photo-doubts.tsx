import CircleAlert from "lucide-react/icons/circle-alert";
import { type RefObject, useEffect, useRef, useState } from "react";
import { t } from "../../../../generated/web-texts/doubts.ts";
import type { EvidenceCode } from "../../../contract/desk-enums.ts";
import { evidenceWeights, thresholds } from "../../../contract/evidence-scale.ts";
import type { PhotoMeasures } from "../../../contract/photo-measures.ts";
import { hasFinger, hasGlare, isBlurred, isDark, isFarFromFix, isTelling } from "../../../contract/photo-rules.ts";
import { metersBetween, type Place } from "../../../protocol/distance.ts";
import { AskedWorker } from "../../foundation/asked-worker.ts";
import { listRecords } from "../../outbox/outbox.ts";
import { isMeasured, type MeasuredRecord, photosOf } from "../../outbox/record.ts";
import { Button } from "../../ui/button.tsx";
import { announce } from "../../ui/live-region.tsx";
import { metersWords } from "../../ui/position-words.tsx";
import type { Measured } from "../measuring/measurement-state.ts";
import { readOrigin } from "../measuring/read-photo.ts";
import { type Readable, useMeasured } from "../measuring/use-measurement.ts";
import styles from "./photo-doubts.module.css";

/** Photos that the volunteer decided to keep. */
const kept = new WeakSet<File>();

/** Says what may be wrong with a photo, and offers to retake it. */
export function PhotoDoubts({
  photo,
  camera,
  measurement,
}: {
  photo: File;
  /** Opens the camera. */
  camera: RefObject<HTMLInputElement | null>;
  measurement: Readable<MeasuredRecord>;
}) {
  const state = useMeasured(measurement);
  const doubts = useDoubts(photo, state);
  const [, setKept] = useState<File>();
  const isUnreadable = useIsUnreadable(photo);
  const box = useRef<HTMLDivElement>(null);
  const isAsked = doubts.length > 0 && !kept.has(photo);
  const words = doubts.map((doubt) => [whatOf(doubt), adviceOn(doubt)] as const);
  const spoken = isAsked ? words.flat().join(" ") : "";
  useEffect(() => {
    if (!spoken) return;
    announce(spoken);
    // Unless the volunteer is elsewhere by now.
    const question = camera.current?.closest("[data-field]");
    if (question?.contains(document.activeElement)) box.current?.scrollIntoView({ block: "nearest" });
  }, [spoken, camera]);
  if (isUnreadable) {
    return (
      <p className="danger" role="alert">
        <strong>{t("doubts.unreadable")}</strong> {t("doubts.unreadable.advice")}
      </p>
    );
  }
  if (!isAsked) return null;
  return (
    <div ref={box} className={`stack gap-12 ${styles.doubts}`}>
      <ul className={`stack gap-8 ${styles.list}`}>
        {words.map(([what, advice]) => (
          <li key={what} className="row gap-8">
            <CircleAlert aria-hidden="true" />
            <span>
              <strong>{what}</strong> {advice}
            </span>
          </li>
        ))}
      </ul>
      <div className={`cluster gap-8 ${styles.buttons}`}>
        <Button disabled={state.isSaving} onClick={() => camera.current?.click()}>
          {t("doubts.retake")}
        </Button>
        <Button
          onClick={() => {
            kept.add(photo);
            setKept(photo);
            camera.current?.focus();
          }}
        >
          {t("doubts.keep")}
        </Button>
      </div>
    </div>
  );
}

function whatOf(doubt: Doubt): string {
  switch (doubt.code) {
    case "same_photo":
    case "similar_photo":
      return t(`doubts.${doubt.code}`, { of: doubt.of });
    case "exif_far":
      return t("doubts.exif_far", { distance: metersWords(doubt.meters) });
    default:
      return t(`doubts.${doubt.code}`);
  }
}

const adviceOn = ({ code }: Doubt) => t(`doubts.${code}.advice`);

/** Phones offer photos that are only in a cloud, as empty files or as such that can't be read. */
function useIsUnreadable(photo: File): boolean {
  const [unreadable, setUnreadable] = useState<File>();
  useEffect(() => {
    if (photo.size === 0) setUnreadable(photo);
    else photo.arrayBuffer().catch(() => setUnreadable(photo));
  }, [photo]);
  return unreadable === photo;
}

/** Measures of photos that were judged since the page was opened, by SHA-256. */
const measuresByHash = new Map<string, PhotoMeasures>();

type Read = { photo: File; measures: PhotoMeasures | undefined; place: Place | null; elsewhere: readonly string[] };

/** What may be wrong with a photo of a draft; none until it is known. */
function useDoubts(photo: File, { point, photos }: Measured<MeasuredRecord>): readonly Doubt[] {
  const { localId, account, position } = point;
  const [read, setRead] = useState<Read>();
  useEffect(() => {
    let isWanted = true;
    const elsewhere = hashesElsewhere(account, localId).catch(() => []);
    void Promise.all([measuresOf(photo), readOrigin(photo), elsewhere]).then(([measures, origin, hashes]) => {
      if (isWanted) setRead({ photo, measures, place: origin.position, elsewhere: hashes });
    });
    return () => {
      isWanted = false;
    };
  }, [photo, account, localId]);

  const kept = photosOf(point);
  const at = kept.findIndex(({ key }) => photos[key] === photo);
  const sha256 = kept[at]?.sha256 ?? null;
  if (read?.photo !== photo || at < 0) return [];
  if (sha256 !== null && read.measures) measuresByHash.set(sha256, read.measures);
  const earlier = kept.slice(0, at).map((each) => each.sha256);
  return findDoubts({
    measures: read.measures,
    sha256,
    others: [...earlier.map(otherOf("this")), ...read.elsewhere.map(otherOf("another"))],
    distanceMeters: read.place && position ? metersBetween(read.place, position) : undefined,
    accuracyMeters: position?.accuracyMeters ?? null,
  });
}

const otherOf = (of: OtherPhoto["of"]) => (sha256: string | null) => ({
  of,
  sha256,
  measures: sha256 === null ? undefined : measuresByHash.get(sha256),
});

/** Hashes of the photos of the other data points on this phone. */
async function hashesElsewhere(account: string, localId: string): Promise<string[]> {
  const records = (await listRecords(account)).filter(isMeasured);
  const others = records.filter((record) => record.localId !== localId);
  return others.flatMap((record) => photosOf(record).flatMap(({ sha256 }) => sha256 ?? []));
}

const worker = new AskedWorker(() => new Worker(new URL("./measure-worker.ts", import.meta.url), { type: "module" }));
const asked = new WeakMap<File, Promise<PhotoMeasures | undefined>>();

/** What the worker measures on a photo, once; undefined if this browser can't, or can't decode the photo. */
function measuresOf(photo: File): Promise<PhotoMeasures | undefined> {
  const known = asked.get(photo);
  if (known) return known;
  const measures = ask(photo);
  asked.set(photo, measures);
  return measures;
}

async function ask(photo: File): Promise<PhotoMeasures | undefined> {
  if (typeof Worker === "undefined" || typeof OffscreenCanvas === "undefined") return undefined;
  return worker.ask<PhotoMeasures>(photo).catch(() => undefined);
}

/** A photo on this phone: an earlier one of the same data point, or one of another. */
type OtherPhoto = {
  sha256: string | null;
  measures: PhotoMeasures | undefined;
  of: "this" | "another";
};

export type PhotoFacts = {
  /** Undefined if this browser can't measure photos. */
  measures: PhotoMeasures | undefined;
  sha256: string | null;
  others: readonly OtherPhoto[];
  /** From the data point's position to the photo's own. */
  distanceMeters: number | undefined;
  accuracyMeters: number | null;
};

/** What the server's evidence would say as well, by its code. */
type Doubt =
  | { code: Extract<EvidenceCode, "same_photo" | "similar_photo">; of: OtherPhoto["of"] }
  | { code: Extract<EvidenceCode, "exif_far">; meters: number }
  | { code: Extract<EvidenceCode, "blurred" | "dark" | "glare" | "finger"> };

/** What may be wrong with a photo, heaviest first. */
export function findDoubts(facts: PhotoFacts): Doubt[] {
  const { measures, distanceMeters, accuracyMeters } = facts;
  const doubts: Doubt[] = [...findCopies(facts)];
  if (distanceMeters !== undefined && isFarFromFix(distanceMeters, accuracyMeters)) {
    doubts.push({ code: "exif_far", meters: distanceMeters });
  }
  if (measures) doubts.push(...findFaults(measures));
  return doubts.sort((one, other) => evidenceWeights[other.code] - evidenceWeights[one.code]);
}

function findFaults(measures: PhotoMeasures): Doubt[] {
  const glare: Doubt[] = hasGlare(measures) ? [{ code: "glare" }] : [];
  // Nobody can tell more in the dark.
  if (isDark(measures)) return [...glare, { code: "dark" }];
  const blurred: Doubt[] = isBlurred(measures) ? [{ code: "blurred" }] : [];
  return [...glare, ...blurred, ...(hasFinger(measures) ? [{ code: "finger" } as const] : [])];
}

function findCopies({ measures, sha256, others }: PhotoFacts): Doubt[] {
  const same = others.find((other) => sha256 !== null && other.sha256 === sha256);
  if (same) return [{ code: "same_photo", of: same.of }];
  const similar = measures && others.find((other) => other.measures && areSimilar(measures, other.measures));
  return similar ? [{ code: "similar_photo", of: similar.of }] : [];
}

function areSimilar(one: PhotoMeasures, other: PhotoMeasures): boolean {
  if (!isTelling(one) || !isTelling(other)) return false;
  const differentBits = [...one.hash].filter((bit, at) => bit !== other.hash[at]).length;
  return differentBits <= thresholds.similarPhotoBits;
}
