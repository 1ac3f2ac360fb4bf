import { seededRandom } from "../seeded-random.ts";

/**
 * `FAULT_ROUND=full` is the round in docs/reliability.md; otherwise the small one of `npm run test:others`.
 */
export const isFull = process.env.FAULT_ROUND === "full";
/** Set FAULT_SEED to repeat a failure. */
export const seed = Number(process.env.FAULT_SEED ?? Date.now() % 1_000_000);

/** Picks the amount for the full or small round. */
export const amount = (full: number, small: number): number => (isFull ? full : small);

/** A random generator (0 to 1) per scenario, so that each can be repeated alone. */
export function randomOf(scenario: string): () => number {
  const shift = [...scenario].reduce((sum, letter) => sum * 31 + letter.charCodeAt(0), 0) % 1_000_000;
  return seededRandom(seed + shift);
}

export function report(scenario: string, figures: Record<string, unknown>): void {
  console.log(`FAULTS ${JSON.stringify({ scenario, seed, round: isFull ? "full" : "small", ...figures })}`);
}
