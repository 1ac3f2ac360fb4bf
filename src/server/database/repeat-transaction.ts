/** SQLSTATEs of transactions that PostgreSQL ended for others' sake: a deadlock, and two that can't be put in an order. */
const endedForOthers = ["40P01", "40001"];
const attemptsMax = 4;

let repeats = 0;

/** How often this process has begun a transaction once more. */
export const countRepeats = (): number => repeats;

/**
 * Begins a transaction once more, a few times, if PostgreSQL ended it so that others could go on: nothing of it is left,
 * and whoever waits for the answer could only do the same.
 */
export async function repeatIfEnded<Result>(run: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await run();
    } catch (error) {
      const { code } = error as { code?: unknown };
      if (attempt === attemptsMax || !endedForOthers.some((each) => each === code)) throw error;
      repeats += 1;
    }
  }
}
