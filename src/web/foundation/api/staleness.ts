import { useEffect, useRef } from "react";
import { makeEmitter } from "../events/emitter.ts";

/** When the stored answers among the visible ones were stored, by URL. The bar above the page shows the oldest. */
const keptAtMsOf = new Map<string, number>();

type Sight = { addresses: readonly string[]; revalidate: () => unknown };
const inSight = new Set<Sight>();
const staleness = makeEmitter();

export const onStaleness = staleness.listen;

/** Notes an answer from the server, or one that was stored at `keptAtMs`. */
export function noteAnswer(address: string, keptAtMs?: number): void {
  if (keptAtMsOf.get(address) === keptAtMs) return;
  if (keptAtMs === undefined) keptAtMsOf.delete(address);
  else keptAtMsOf.set(address, keptAtMs);
  staleness.emit();
}

/** The screen shows the answers of these URLs. */
export function useInSight(addresses: readonly (string | undefined)[], revalidate: () => unknown): void {
  const latest = useRef(revalidate);
  useEffect(() => {
    latest.current = revalidate;
  });
  const joined = addresses.filter(Boolean).join("\n");
  useEffect(() => {
    const sight = { addresses: joined.split("\n"), revalidate: () => latest.current() };
    inSight.add(sight);
    staleness.emit();
    return () => {
      inSight.delete(sight);
      staleness.emit();
    };
  }, [joined]);
}

/** When the oldest visible answer was stored; undefined if all are fresh. */
export function staleSinceMs(): number | undefined {
  const times = [...inSight].flatMap(({ addresses }) => addresses.flatMap((each) => keptAtMsOf.get(each) ?? []));
  return times.length > 0 ? Math.min(...times) : undefined;
}

/** Refetches stale visible answers: all, or that of one URL. */
export function revalidateStale(address?: string): void {
  for (const sight of inSight) {
    const isStale = (each: string) => (address === undefined || each === address) && keptAtMsOf.has(each);
    if (sight.addresses.some(isStale)) void sight.revalidate();
  }
}
