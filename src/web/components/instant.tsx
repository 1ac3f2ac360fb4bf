import { memo } from "react";

/** When something happened, in the reader's own time. Writing a date is slow work on a phone: it is done once. */
export const Instant = memo(function Instant({ of: instant }: { of: string }) {
  const words = new Date(instant).toLocaleString(undefined, { dateStyle: "medium", timeStyle: "short" });
  return <time dateTime={instant}>{words}</time>;
});
