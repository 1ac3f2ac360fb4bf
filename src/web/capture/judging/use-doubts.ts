import { useEffect, useState } from "react";
import type { PhotoMeasures } from "../../../contract/photo-measures.ts";
import { metersBetween, type Place } from "../../../protocol/distance.ts";
import { listRecords } from "../../outbox/outbox.ts";
import { isMeasured, type MeasuredRecord, photosOf } from "../../outbox/record.ts";
import type { Measured } from "../measuring/measurement-state.ts";
import { readOrigin } from "../measuring/read-photo.ts";
import { measuresOf } from "./ask-measures.ts";
import { type Doubt, findDoubts, type OtherPhoto } from "./find-doubts.ts";

/** Measures of photos that were judged since the page was opened, by SHA-256. */
const measuresByHash = new Map<string, PhotoMeasures>();

type Read = { photo: File; measures: PhotoMeasures | undefined; place: Place | null; elsewhere: readonly string[] };

/** What may be wrong with a photo of a draft; none until it is known. */
export function useDoubts(photo: File, { point, photos }: Measured<MeasuredRecord>): readonly Doubt[] {
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
