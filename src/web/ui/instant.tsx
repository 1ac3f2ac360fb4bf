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

/** `alice, May 1, 2026, 10:00 AM`, in one box also beside others. */
export const WordsAndInstant = memo(function WordsAndInstant({ words, of: instant, areWords }: WordsAndInstantProps) {
  const marks = {
    name: (name: string) => <bdi translate={areWords ? undefined : "no"}>{name}</bdi>,
    time: (moment: string) => <time dateTime={instant}>{moment}</time>,
  };
  return <span>{rich("components.wordsAndMoment", marks, { words, moment: formatMoment(instant) })}</span>;
});
