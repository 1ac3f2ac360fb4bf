import sharp from "sharp";

export type ExifPlace = {
  /** Degrees, WGS 84. */
  latitude?: number;
  longitude?: number;
  takenAt?: Date;
};

/** Turns a picture into a JPEG with position and time in its EXIF, like a camera. */
export function asCameraPhoto(picture: Buffer, place: Required<ExifPlace>): Promise<Buffer> {
  return sharp(picture).withExif(exifOf(place)).jpeg({ quality: 85 }).toBuffer();
}

/** `takenAt` is in UTC, with that offset. */
export function exifOf({
  latitude,
  longitude,
  takenAt,
}: ExifPlace): Record<"IFD0" | "IFD2" | "IFD3", Record<string, string>> {
  const time = takenAt?.toISOString().slice(0, 19).replaceAll("-", ":").replace("T", " ");
  return {
    IFD0: { Make: "Cairn", Model: "Demo" },
    IFD2: time ? { DateTimeOriginal: time, OffsetTimeOriginal: "+00:00" } : {},
    IFD3:
      latitude === undefined || longitude === undefined
        ? {}
        : {
            GPSLatitudeRef: latitude < 0 ? "S" : "N",
            GPSLatitude: toDegreesMinutesSeconds(latitude),
            GPSLongitudeRef: longitude < 0 ? "W" : "E",
            GPSLongitude: toDegreesMinutesSeconds(longitude),
          },
  };
}

/** Three rationals, seconds to a ten-thousandth: 3 mm on the ground. */
function toDegreesMinutesSeconds(value: number): string {
  const parts = Math.round(Math.abs(value) * 3600 * 10_000);
  const degrees = Math.floor(parts / 36_000_000);
  const minutes = Math.floor((parts % 36_000_000) / 600_000);
  return `${degrees}/1 ${minutes}/1 ${parts % 600_000}/10000`;
}
