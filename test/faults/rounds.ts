import { seededRandom } from "../seeded-random.ts";

/** `FAULT_ROUND=full` is the round of docs/reliability.md; without it, the small one of `npm run test:faults -- --small`. */
export const isFull = process.env.FAULT_ROUND === "full";
/** A seed that failed can be given again. */
export const seed = Number(process.env.FAULT_SEED ?? Date.now() % 1_000_000);

/** How much is done, in the full round and in the small one. */
export const amount = (full: number, small: number): number => (isFull ? full : small);

/** Numbers from 0 to 1 of its own for each scenario, so that one can be repeated without the others. */
export function randomOf(scenario: string): () => number {
  const shift = [...scenario].reduce((sum, letter) => sum * 31 + letter.charCodeAt(0), 0) % 1_000_000;
  return seededRandom(seed + shift);
}

/** Prints what was seen. */
export function report(scenario: string, figures: Record<string, unknown>): void {
  console.log(`FAULTS ${JSON.stringify({ scenario, seed, round: isFull ? "full" : "small", ...figures })}`);
}
