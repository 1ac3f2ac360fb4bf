import { memo } from "react";
import { rich } from "../../../generated/web-texts/components.ts";
import { formatMoment } from "./dates.ts";

/** A moment in the reader's time zone. Formatting a date is slow on a phone, hence the memo. */
export const Instant = memo(function Instant({ of: instant }: { of: string }) {
  return <time dateTime={instant}>{formatMoment(instant)}</time>;
});

type WordsAndInstantProps = {
  words: string;
  of: string;
  /** The words are no name, but may be translated. */
  areWords?: boolean;
};

/** `alice, May 1, 2026, 10:00 AM` */
export const WordsAndInstant = memo(function WordsAndInstant({ words, of: instant, areWords }: WordsAndInstantProps) {
  return rich(
    "components.wordsAndMoment",
    {
      name: (name) => <bdi translate={areWords ? undefined : "no"}>{name}</bdi>,
      time: (moment) => <time dateTime={instant}>{moment}</time>,
    },
    { words, moment: formatMoment(instant) },
  );
});
