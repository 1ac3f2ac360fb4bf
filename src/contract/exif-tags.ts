/** A photo's EXIF data. Missing or impossible values are omitted. */
export type PhotoExif = {
  /** 1 to 8, as in EXIF. */
  orientation?: number;
  /** Degrees, WGS 84; both or neither. */
  latitude?: number;
  longitude?: number;
  /** Metres. */
  accuracyMeters?: number;
  /** ISO 8601 in the camera's local time, with an offset only if the photo has one. */
  takenAt?: string;
};

/** Makes exifr read only the tags we need, unconverted. */
export const exifOptions = {
  tiff: true,
  ifd0: { pick: ["Orientation"] },
  exif: { pick: ["DateTimeOriginal", "OffsetTimeOriginal"] },
  gps: {
    pick: ["GPSLatitude", "GPSLatitudeRef", "GPSLongitude", "GPSLongitudeRef", "GPSHPositioningError", "GPSStatus"],
  },
  ifd1: false,
  interop: false,
  jfif: false,
  xmp: false,
  icc: false,
  iptc: false,
  ihdr: false,
  reviveValues: false,
  translateValues: false,
  sanitize: true,
  mergeOutput: true,
};

export function interpretTags(tags: Record<string, unknown> | undefined): PhotoExif {
  if (!tags) return {};
  const orientation = tags.Orientation;
  const position = positionOf(tags);
  const accuracyMeters = tags.GPSHPositioningError;
  const takenAt = takenAtOf(tags);
  return {
    ...(isNumberIn(orientation, 1, 8) && Number.isInteger(orientation) ? { orientation } : {}),
    ...position,
    ...(position && isNumberIn(accuracyMeters, 0, 1e6) && accuracyMeters > 0 ? { accuracyMeters } : {}),
    ...(takenAt ? { takenAt } : {}),
  };
}

function positionOf(tags: Record<string, unknown>): { latitude: number; longitude: number } | undefined {
  // "V": the receiver had no fix
  if (tags.GPSStatus === "V") return undefined;
  const latitude = degreesOf(tags.GPSLatitude, tags.GPSLatitudeRef, { N: 1, S: -1 }, 90);
  const longitude = degreesOf(tags.GPSLongitude, tags.GPSLongitudeRef, { E: 1, W: -1 }, 180);
  if (latitude === undefined || longitude === undefined) return undefined;
  // cameras without a fix write zeros, a point in the ocean
  if (latitude === 0 && longitude === 0) return undefined;
  return { latitude, longitude };
}

/** A coordinate without its hemisphere letter is ambiguous and counts as missing. */
function degreesOf(
  value: unknown,
  letter: unknown,
  signs: Record<string, number>,
  maxDegrees: number,
): number | undefined {
  if (!Array.isArray(value) || typeof letter !== "string") return undefined;
  const sign = signs[letter.charAt(0).toUpperCase()];
  const [degrees, minutes = 0, seconds = 0] = value as unknown[];
  if (sign === undefined || !isNumberIn(degrees, 0, maxDegrees)) return undefined;
  // some cameras write decimal minutes and no seconds
  if (!isNumberIn(minutes, 0, 60) || !isNumberIn(seconds, 0, 60)) return undefined;
  const total = degrees + minutes / 60 + seconds / 3600;
  return total <= maxDegrees ? sign * total || 0 : undefined;
}

function takenAtOf(tags: Record<string, unknown>): string | undefined {
  if (typeof tags.DateTimeOriginal !== "string") return undefined;
  const found = /^(\d{4}):(\d\d):(\d\d) (\d\d):(\d\d):(\d\d)/.exec(tags.DateTimeOriginal);
  if (!found) return undefined;
  const [, year, month, day, hour, minute, second] = found;
  const local = `${year}-${month}-${day}T${hour}:${minute}:${second}`;
  // rejects 31 February and the zeros of a camera whose clock was never set
  const asUtc = new Date(`${local}Z`);
  if (Number.isNaN(asUtc.getTime()) || asUtc.toISOString().slice(0, 19) !== local) return undefined;
  const offset = typeof tags.OffsetTimeOriginal === "string" ? tags.OffsetTimeOriginal.trim() : "";
  return /^[+-](0\d|1[0-4]):[0-5]\d$/.test(offset) ? `${local}${offset}` : local;
}

function isNumberIn(value: unknown, min: number, max: number): value is number {
  return typeof value === "number" && value >= min && value <= max;
}
