/** By how much this device's clock goes behind the server's; undefined until the server has said what time it is. */
let behindMs: number | undefined;

/** Remembers what an answer's `Date` header says, to the second. */
export function noteServerTime(date: string | null): void {
  const serverMs = Date.parse(date ?? "");
  if (!Number.isNaN(serverMs)) behindMs = serverMs - Date.now();
}

/** Seconds to add to this device's clock to have the server's; 0 where the server's is not known. */
export function clockSkewSeconds(): number {
  return Math.round((behindMs ?? 0) / 1000);
}

/** The same; undefined where the server's is not known. */
export function knownClockSkewSeconds(): number | undefined {
  return behindMs === undefined ? undefined : clockSkewSeconds();
}
