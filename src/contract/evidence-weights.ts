import type { EvidenceCode } from "./desk-enums.ts";

/**
 * Weight of each kind of evidence. Their sum is a data point's score, which only orders the queue. Ours: 10 if the data
 * point is most likely not what it claims to be, 1 if it is worth a look.
 */
export const evidenceWeights: Readonly<Record<EvidenceCode, number>> = {
  same_photo: 10,
  exif_far: 6,
  impossible_travel: 5,
  outside_places: 5,
  far_from_station: 4,
  out_of_range: 4,
  outlier: 4,
  too_close: 4,
  exif_time: 3,
  poor_accuracy: 3,
  similar_photo: 3,
  blurred: 3,
  no_device_position: 2,
  burst: 2,
  dark: 2,
  glare: 2,
  finger: 2,
  late: 1,
};
