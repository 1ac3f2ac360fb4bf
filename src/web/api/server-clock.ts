/** By how much this device's clock goes behind the server's; undefined until the server has said what time it is. */
let behindMs: number | undefined;

/** Remembers what an answer's `Date` header says, to the second. */
export function noteServerTime(date: string | null): void {
  const serverMs = Date.parse(date ?? "");
  if (!Number.isNaN(serverMs)) behindMs = serverMs - Date.now();
}

/** Seconds to add to this device's clock to have the server's; null where the server's is not known. */
export function clockOffsetSeconds(): number | null {
  return behindMs === undefined ? null : Math.round(behindMs / 1000);
}

/** As `clockOffsetSeconds`; 0 where the server's is not known. */
export const clockSkewSeconds = (): number => clockOffsetSeconds() ?? 0;
