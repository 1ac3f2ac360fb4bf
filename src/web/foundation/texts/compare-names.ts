import { formatLocale } from "./area-texts.ts";

/** Compares names as the reader's language does, and numbers in them by size. */
export const nameComparison = () => new Intl.Collator(formatLocale(), { numeric: true }).compare;
