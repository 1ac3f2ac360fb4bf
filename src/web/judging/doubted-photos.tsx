import { type ReactNode, useCallback } from "react";
import { PhotoRemarks, type RemarkOnPhoto } from "../components/protocol-fields/photo-remarks.ts";
import { WhenFetched } from "../components/when-fetched.tsx";
import type { Readable } from "../measuring/use-measurement.ts";
import type { MeasuredRecord } from "../outbox/record.ts";
import { lazily } from "../texts/lazily.ts";

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
