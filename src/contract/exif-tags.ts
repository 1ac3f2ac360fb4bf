/** A photo's EXIF data. Missing or impossible values are omitted. */
export type PhotoExif = {
  /** 1 to 8, as in EXIF. */
  orientation?: number;
  /** Degrees, WGS 84; both or neither. */
  latitude?: number;
  longitude?: number;
  /** Metres. */
  accuracyMeters?: number;
  /** ISO 8601 in the camera's local time, with an offset only if the photo tells one. */
  takenAt?: string;
};

/** Makes exifr read only the tags we need, unconverted. */
export const exifOptions = {
  tiff: true,
  ifd0: { pick: ["Orientation"] },
  exif: { pick: ["DateTimeOriginal", "OffsetTimeOriginal", "OffsetTimeDigitized", "OffsetTime"] },
  gps: {
    pick: [
      ...["GPSLatitude", "GPSLatitudeRef", "GPSLongitude", "GPSLongitudeRef", "GPSHPositioningError", "GPSStatus"],
      ...["GPSDateStamp", "GPSTimeStamp"],
    ],
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
  // Less than 1 mm, without the error of binary fractions: 82° 31′ 19.2″ are 82.522°.
  const total = Number((degrees + minutes / 60 + seconds / 3600).toFixed(8));
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
  const offset = writtenOffset(tags);
  return offset === undefined ? (takenAtOfGps(tags, asUtc.getTime()) ?? local) : `${local}${offset}`;
}

/** The offset as the camera wrote it. `OffsetTime` is that of the last change: on a photo as it was taken, the same. */
function writtenOffset(tags: Record<string, unknown>): string | undefined {
  for (const written of [tags.OffsetTimeOriginal, tags.OffsetTimeDigitized, tags.OffsetTime]) {
    if (typeof written !== "string") continue;
    const text = written.replaceAll("\0", "").trim();
    if (text === "Z") return "+00:00";
    const [, sign, hours, minutes] = /^([+-])(0\d|1[0-4]):?([0-5]\d)$/.exec(text) ?? [];
    if (sign !== undefined) return `${sign}${hours}:${minutes}`;
  }
  return undefined;
}

const minuteMs = 60_000;
/** Between the satellites' time and the camera's: fixes are a little older than photos. */
const clockDifferenceMaxMs = 5 * minuteMs;
/** Zones that aren't whole hours from UTC. */
const oddOffsetsMinutes = [-570, -210, -150, 210, 270, 330, 345, 390, 525, 570, 630, 765, 825];

/**
 * The satellites' time, which is UTC, with the offset that brings it to the camera's clock. None if no zone does: the fix is
 * old, or the clock was wrong.
 * @param localMs the camera's time, as if it were UTC
 */
function takenAtOfGps(tags: Record<string, unknown>, localMs: number): string | undefined {
  const utcMs = gpsTimeOf(tags);
  if (utcMs === undefined) return undefined;
  const exact = (localMs - utcMs) / minuteMs;
  const offset = [Math.round(exact / 60) * 60, ...oddOffsetsMinutes].find(
    (minutes) => minutes >= -720 && minutes <= 840 && Math.abs(exact - minutes) * minuteMs <= clockDifferenceMaxMs,
  );
  if (offset === undefined) return undefined;
  const two = (part: number) => String(Math.trunc(part)).padStart(2, "0");
  const written = `${offset < 0 ? "-" : "+"}${two(Math.abs(offset) / 60)}:${two(Math.abs(offset) % 60)}`;
  return `${new Date(utcMs + offset * minuteMs).toISOString().slice(0, 19)}${written}`;
}

/** A time without its day would be any day's. */
function gpsTimeOf({ GPSDateStamp: day, GPSTimeStamp: time }: Record<string, unknown>): number | undefined {
  if (typeof day !== "string" || !Array.isArray(time)) return undefined;
  const [, year, month, date] = /^(\d{4})[:-](\d\d)[:-](\d\d)/.exec(day) ?? [];
  const [hours, minutes, seconds] = time as unknown[];
  if (year === undefined || !isNumberIn(hours, 0, 23) || !isNumberIn(minutes, 0, 59) || !isNumberIn(seconds, 0, 60)) {
    return undefined;
  }
  const ms = Date.parse(`${year}-${month}-${date}T00:00:00Z`) + ((hours * 60 + minutes) * 60 + seconds) * 1000;
  return Number.isNaN(ms) ? undefined : ms;
}

function isNumberIn(value: unknown, min: number, max: number): value is number {
  return typeof value === "number" && value >= min && value <= max;
}
