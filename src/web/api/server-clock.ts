/** By how much this device's clock goes behind the server's; undefined until the server has said what time it is. */
let behindMs: number | undefined;

/** As HTTP writes it. Where a line breaks, browsers take the part that came, "Tue, 24 Nov 2", for the whole. */
const wholeDate = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;

/** Remembers what an answer's `Date` header says, to the second. */
export function noteServerTime(date: string | null): void {
  if (date !== null && wholeDate.test(date)) behindMs = Date.parse(date) - Date.now();
}

/** Seconds to add to this device's clock to have the server's; 0 where the server's is not known. */
export function clockSkewSeconds(): number {
  return Math.round((behindMs ?? 0) / 1000);
}

/** The same; undefined where the server's is not known. */
export function knownClockSkewSeconds(): number | undefined {
  return behindMs === undefined ? undefined : clockSkewSeconds();
}
