import { useEffect, useRef } from "react";

/**
 * Which of the answers in sight are old ones that were kept on the device: the bar above the page says since when. An answer
 * is named by the address that it was asked at.
 */
const keptAtMsOf = new Map<string, number>();

type Sight = { addresses: readonly string[]; revalidate: () => unknown };
const inSight = new Set<Sight>();
const listeners = new Set<() => void>();

const tell = () => {
  for (const listener of listeners) listener();
};

/** An answer from the server, or one that was kept at `keptAtMs`. */
export function noteAnswer(address: string, keptAtMs?: number): void {
  if (keptAtMsOf.get(address) === keptAtMs) return;
  if (keptAtMs === undefined) keptAtMsOf.delete(address);
  else keptAtMsOf.set(address, keptAtMs);
  tell();
}

/** The screen shows what these addresses answered. */
export function useInSight(addresses: readonly (string | undefined)[], revalidate: () => unknown): void {
  const latest = useRef(revalidate);
  useEffect(() => {
    latest.current = revalidate;
  });
  const joined = addresses.filter(Boolean).join("\n");
  useEffect(() => {
    const sight = { addresses: joined.split("\n"), revalidate: () => latest.current() };
    inSight.add(sight);
    tell();
    return () => {
      inSight.delete(sight);
      tell();
    };
  }, [joined]);
}

/** When the oldest answer in sight was kept; undefined where all of them are the server's. */
export function staleSinceMs(): number | undefined {
  const times = [...inSight].flatMap(({ addresses }) => addresses.flatMap((each) => keptAtMsOf.get(each) ?? []));
  return times.length > 0 ? Math.min(...times) : undefined;
}

export function onStaleness(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Asks anew for what is old and in sight: everything, or what one address answered. */
export function revalidateStale(address?: string): void {
  for (const sight of inSight) {
    const isStale = (each: string) => (address === undefined || each === address) && keptAtMsOf.has(each);
    if (sight.addresses.some(isStale)) void sight.revalidate();
  }
}
