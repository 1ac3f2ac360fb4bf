import { memo } from "react";
import { formatMoment } from "./dates.ts";

/** When something happened, in the reader's own time. Writing a date is slow work on a phone: it is done once. */
export const Instant = memo(function Instant({ of: instant }: { of: string }) {
  return <time dateTime={instant}>{formatMoment(instant)}</time>;
});
