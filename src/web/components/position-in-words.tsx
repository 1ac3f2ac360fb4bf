import type { PositionSource } from "../../contract/enums.ts";
import { describeAccuracy, formatAccuracy } from "./position-accuracy.ts";

/** Who said where: by name, and as a remark beside a position where it was not the device. */
export const positionSourceWords: Record<PositionSource, { name: string; remark: string | undefined }> = {
  device: { name: "the device", remark: undefined },
  exif: { name: "the photo", remark: "from the photo" },
  manual: { name: "entered by hand", remark: "entered by hand" },
};

/** `± 8 m, good`; nothing where the radius is not known. */
export function Accuracy({ meters }: { meters: number | null }) {
  if (meters === null) return null;
  return (
    <span>
      {formatAccuracy(meters)}, {describeAccuracy(meters)}
    </span>
  );
}
