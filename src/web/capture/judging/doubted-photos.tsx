import { type ReactNode, useCallback } from "react";
import { lazily } from "../../foundation/texts/lazily.ts";
import type { MeasuredRecord } from "../../outbox/record.ts";
import { WhenFetched } from "../../ui/when-fetched.tsx";
import { PhotoRemarks, type RemarkOnPhoto } from "../fields/photo-remarks.ts";
import type { Readable } from "../measuring/use-measurement.ts";

const PhotoDoubts = lazily("PhotoDoubts", () => import("./photo-doubts.tsx"));

/** A form whose photos are judged on the phone, before they are saved. */
export function DoubtedPhotos({
  measurement,
  children,
}: {
  measurement: Readable<MeasuredRecord>;
  children: ReactNode;
}) {
  const remarkOn = useCallback<RemarkOnPhoto>(
    (photo, camera) => (
      <WhenFetched>
        <PhotoDoubts photo={photo} camera={camera} measurement={measurement} />
      </WhenFetched>
    ),
    [measurement],
  );
  return <PhotoRemarks value={remarkOn}>{children}</PhotoRemarks>;
}
