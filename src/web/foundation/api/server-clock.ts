import { earliestDayOnEarth } from "../../../contract/joining-rules.ts";

/** How far this device's clock is behind the server's; undefined until known. */
let behindMs: number | undefined;

/** A complete HTTP date. After a broken connection, browsers may report a part, such as "Tue, 24 Nov 2". */
const wholeDate = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;

/** Notes the `Date` header of a response. */
export function noteServerTime(date: string | null): void {
  if (date !== null && wholeDate.test(date)) behindMs = Date.parse(date) - Date.now();
}

/** The time by the server's clock, if it is known. */
const serverTime = (): Date => new Date(Date.now() + (behindMs ?? 0));

/** Seconds to add to this device's clock to get the server's; 0 if unknown. */
export function clockSkewSeconds(): number {
  return Math.round((behindMs ?? 0) / 1000);
}

/** The same, but undefined if unknown. */
export function knownClockSkewSeconds(): number | undefined {
  return behindMs === undefined ? undefined : clockSkewSeconds();
}

/**
 * The day that the server compares deadlines with, by its clock: a quest closes for everybody at once, when its last day
 * is over everywhere on Earth.
 */
export const deadlineDay = (): string => earliestDayOnEarth(serverTime());

export const isPast = (deadline: string): boolean => deadline.slice(0, 10) < deadlineDay();
