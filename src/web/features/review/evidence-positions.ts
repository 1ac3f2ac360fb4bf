import { t } from "../../../../generated/web-texts/review.ts";
import { t as sampleText } from "../../../../generated/web-texts/sample.ts";
import type { Neighbour, SampleDetail } from "../../../contract/samples.ts";
import { metersBetween } from "../../../protocol/distance.ts";
import { asFigures } from "../../foundation/texts/area-texts.ts";
import type { LatLon } from "../../ui/map/map-view.ts";
import { zoomForAccuracy } from "../../ui/map/map-view.ts";
import type { NearMark, OtherPosition } from "../../ui/map/position-map.tsx";
import { formatAccuracy, metersWords } from "../../ui/position-words.tsx";

/** `"21.9712,-159.3701"` → `[21.9712, -159.3701]` */
export function parsePosition(coordinates: string | null): LatLon | undefined {
  const [latitude, longitude] = (coordinates ?? "").split(",").map(Number);
  if (latitude === undefined || longitude === undefined) return undefined;
  return Number.isFinite(latitude) && Number.isFinite(longitude) ? [latitude, longitude] : undefined;
}

/** Five decimals are about a metre. */
export function inWords(coordinates: string | null): string {
  const position = parsePosition(coordinates);
  return position
    ? asFigures(position.map((degrees) => Number(degrees.toFixed(5))).join(", "))
    : t("review.noPosition");
}

/** In metres. */
export const distanceBetween = (one: LatLon, other: LatLon): number =>
  metersBetween({ latitude: one[0], longitude: one[1] }, { latitude: other[0], longitude: other[1] });

/** The device's other fixes and the position in the photo. */
export function otherPositionsOf({ capture, exif_coordinates }: SampleDetail, chosen: LatLon): OtherPosition[] {
  const isChosen = (position: LatLon) => position[0] === chosen[0] && position[1] === chosen[1];
  const fixes = capture.fixes
    .filter(({ source }) => source !== "exif")
    .flatMap(({ latitude, longitude, accuracy }, index): OtherPosition[] => {
      const position: LatLon = [latitude, longitude];
      if (isChosen(position)) return [];
      const label =
        accuracy === null ? t("review.seen.fix") : t("review.seen.fixOf", { radius: formatAccuracy(accuracy) });
      return [{ key: `fix-${index}`, position, accuracyMeters: accuracy, kind: "fix", label }];
    });
  const ofPhoto = parsePosition(exif_coordinates);
  if (!ofPhoto || isChosen(ofPhoto)) return fixes;
  const accuracy = capture.fixes.find(({ source }) => source === "exif")?.accuracy ?? null;
  return [
    ...fixes,
    { key: "photo", position: ofPhoto, accuracyMeters: accuracy, kind: "photo", label: t("review.seen.photo") },
  ];
}

/** Neighbours within this distance fit on the map. */
const nearMeters = 60;

/** The zoom that shows all positions and near neighbours. */
export function zoomForEvidence(
  chosen: LatLon,
  accuracyMeters: number | null,
  others: readonly OtherPosition[],
  near: readonly Neighbour[] = [],
) {
  const nearest = near.filter(({ distance }) => distance <= nearMeters).map(({ distance }) => distance);
  // A circle of the zoom is a third as wide as the map is high.
  const farthestMeters =
    Math.max(0, ...nearest, ...others.map(({ position }) => distanceBetween(chosen, position))) / 2;
  return zoomForAccuracy(chosen, Math.max(accuracyMeters ?? 0, farthestMeters) || null);
}

/** Diamonds for data points of the same volunteer, triangles for others. */
export function marksOf(near: readonly Neighbour[], chosenId: string | undefined): NearMark[] {
  return near.flatMap(({ id, coordinates, is_same_adventurer, adventurer_id, distance }): NearMark[] => {
    const position = parsePosition(coordinates);
    if (!position) return [];
    const words = { name: adventurer_id, distance: metersWords(distance) };
    return [
      {
        key: id,
        position,
        shape: is_same_adventurer ? "diamond" : "triangle",
        label: is_same_adventurer
          ? sampleText("sample.near.ownMarker", words)
          : sampleText("sample.near.marker", words),
        isChosen: id === chosenId,
      },
    ];
  });
}
