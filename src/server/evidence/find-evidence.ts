import { thresholds } from "../../contract/evidence-scale.ts";
import type { PhotoMeasures } from "../../contract/photo-measures.ts";
import { specificationForm } from "../../protocol/default-protocol.ts";
import { metersBetween } from "../../protocol/distance.ts";
import type { Protocol } from "../../protocol/field.ts";
import { answersOf, rowNumberOf } from "../../protocol/places.ts";
import type { Db } from "../database/connection.ts";
import { PhotoNotFoundError } from "../photos/store/photo-store.ts";
import { DomainError } from "../refusals/domain-error.ts";
import { type NumericValue, type Photo, type PointFacts, readCameraTime } from "./evidence-facts.ts";
import * as queries from "./evidence-queries.ts";
import { findEvidence, findImpossibleTravel, rulesVersion } from "./evidence-rules.ts";
import { findSignatures, keepSignature, listSimilarPhotos } from "./signature-queries.ts";

export type EvidenceServices = {
  db: Db;
  photoDerivatives: { sign(originalKey: string): Promise<PhotoMeasures> };
  protocolVersions: { find(questId: number, version: number): Promise<Protocol | undefined> };
};

/** Work that follows from checking a data point. */
export type Aftermath = {
  questId: number;
  /** Other data points whose evidence may change. */
  counterparts: string[];
  hasNumbers: boolean;
};

/**
 * Checks a data point by all rules and stores the evidence. Skips unreadable photos. Undefined if the data point is
 * gone.
 * @throws if a photo can't be checked now but may be later; the rest of the evidence is stored before
 */
export async function renewEvidence(services: EvidenceServices, id: string): Promise<Aftermath | undefined> {
  const { db } = services;
  const point = await queries.findPoint(db, id);
  if (!point) return undefined;
  const photos = await queries.listPhotos(db, id);
  const { signatures, failure } = await signAll(services, photos);
  const protocol = await findProtocol(services, point);
  const facts = await collectFacts(db, point, photos, signatures, protocol);
  await queries.setEvidence(db, point, findEvidence(facts), rulesVersion);
  if (failure !== undefined) throw failure;
  return { questId: point.quest_id, counterparts: counterpartsOf(facts, point), hasNumbers: facts.values.length > 0 };
}

type Signatures = ReadonlyMap<string, PhotoMeasures>;

/** Computes missing signatures; temporary failures are returned. */
async function signAll(
  { db, photoDerivatives }: EvidenceServices,
  photos: readonly queries.PhotoRow[],
): Promise<{ signatures: Signatures; failure: unknown }> {
  const signatures = await findSignatures(
    db,
    photos.map(({ photo_key }) => photo_key),
  );
  let failure: unknown;
  for (const { photo_key: key } of photos) {
    if (signatures.has(key)) continue;
    try {
      const signature = await photoDerivatives.sign(key);
      await keepSignature(db, key, signature);
      signatures.set(key, signature);
    } catch (error) {
      const isUnreadable = error instanceof DomainError && error.code === "photo_unreadable";
      // A missing photo was deleted or replaced in the meantime.
      if (!isUnreadable && !(error instanceof PhotoNotFoundError)) failure = error;
    }
  }
  return { signatures, failure };
}

/** The protocol that the data point was measured with. */
async function findProtocol(
  { protocolVersions }: EvidenceServices,
  { quest_id, quest_type, protocol_version }: queries.PointRow,
): Promise<Protocol> {
  if (protocol_version === null) return specificationForm(quest_type);
  return (await protocolVersions.find(quest_id, protocol_version)) ?? { fields: [] };
}

async function collectFacts(
  db: Db,
  point: queries.PointRow,
  photos: readonly queries.PhotoRow[],
  signatures: Signatures,
  protocol: Protocol,
): Promise<PointFacts> {
  const spacingMeters = protocol.spacing_meters || undefined;
  const minutesPerPoint = minutesOf(point);
  const place = { latitude: point.latitude, longitude: point.longitude };
  const station = point.station_id === null ? undefined : await queries.findStation(db, point.station_id);
  const similar: PointFacts["similarPhotos"][number][] = [];
  for (const signature of signatures.values()) similar.push(...(await listSimilarPhotos(db, point, signature)));
  return {
    place,
    accuracy: point.accuracy,
    source: point.position_source,
    capturedAt: point.captured_at,
    arrivedAt: point.created_at,
    isLate: point.late,
    photos: photos.map((photo) => describePhoto(photo, signatures, place)),
    values: await listValues(db, point, protocol),
    station,
    questPlaces: await queries.listQuestPlaces(db, point.quest_id),
    spacingMeters,
    minutesPerPoint,
    samePhotos: await queries.listSamePhotos(
      db,
      point,
      photos.map(({ photo_sha256 }) => photo_sha256),
    ),
    similarPhotos: nearestOfEach(similar.filter((other) => other.stationId == null || other.stationId !== station?.id)),
    near:
      spacingMeters === undefined
        ? []
        : (await queries.listNear(db, point, spacingMeters)).filter(({ stationId }) => stationId == null || !station),
    inTime: minutesPerPoint === undefined ? [] : await queries.listInTime(db, point),
    onTheWay: await queries.listOnTheWay(db, point),
  };
}

/** Only tree quests say how long a data point takes. */
function minutesOf({ protocol_version, quest_type }: queries.PointRow): number | undefined {
  return protocol_version === null && quest_type === "TREES" ? thresholds.treeMinutes : undefined;
}

function describePhoto(photo: queries.PhotoRow, signatures: Signatures, place: PointFacts["place"]): Photo {
  const { exif_latitude: latitude, exif_longitude: longitude } = photo;
  const exifPlace = latitude === null || longitude === null ? undefined : { latitude, longitude };
  return {
    key: photo.photo_key,
    exifPlace,
    cameraTime: readCameraTime(photo.exif_taken_at, exifPlace ?? place),
    signature: signatures.get(photo.photo_key),
  };
}

async function listValues(db: Db, point: queries.PointRow, protocol: Protocol): Promise<NumericValue[]> {
  const spreads = await queries.listSpreads(db, point.quest_id);
  const values: Readonly<Record<string, unknown>> = point.additional_data;
  return [...answersOf(protocol.fields, values)].flatMap(({ field, value, row }) => {
    if ((field.kind !== "number" && field.kind !== "integer") || typeof value !== "number") return [];
    const spread = spreads.get(queries.spreadName(field.key, field.unit));
    return [{ field, value, spread, row: row === "" ? undefined : rowNumberOf(row) }];
  });
}

/** Names each data point once, even if several photos are similar. */
function nearestOfEach(similar: PointFacts["similarPhotos"]): PointFacts["similarPhotos"] {
  const byId = new Map<string, PointFacts["similarPhotos"][number]>();
  for (const each of similar) {
    if ((byId.get(each.id)?.differentBits ?? Infinity) > each.differentBits) byId.set(each.id, each);
  }
  return [...byId.values()];
}

/** Limits the work for a data point among many others. */
const counterpartsMax = 20;

/** Data points that this one may affect, and those that it affected before. */
function counterpartsOf(facts: PointFacts, { evidence }: queries.PointRow): string[] {
  const { place, capturedAt, spacingMeters = 0, minutesPerPoint = 0 } = facts;
  const near = facts.near.filter((other) => metersBetween(place, other.place) < spacingMeters);
  const inTime = facts.inTime.filter(
    (other) => Math.abs(other.capturedAt.getTime() - (capturedAt?.getTime() ?? 0)) < minutesPerPoint * 60_000,
  );
  const far = facts.onTheWay.filter((other) => findImpossibleTravel({ ...facts, onTheWay: [other] }) !== undefined);
  const former = evidence.flatMap(({ facts: { other } }) => (typeof other === "string" ? [other] : []));
  const others = [...facts.samePhotos, ...facts.similarPhotos, ...near, ...inTime, ...far].map(({ id }) => id);
  return [...new Set([...former, ...others])].slice(0, counterpartsMax);
}
