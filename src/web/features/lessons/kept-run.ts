import type { LessonRun } from "./lesson-run.ts";

/** A run stays in its tab until it ends, also when the phone reloads the page. */

type Whose = { account: string | undefined; questId: number };

const keyOf = ({ account = "", questId }: Whose) => `cairn.lesson/${questId}/${account}`;

export function findRun(whose: Whose): LessonRun | undefined {
  try {
    return JSON.parse(sessionStorage.getItem(keyOf(whose)) ?? "null") ?? undefined;
  } catch {
    return undefined;
  }
}

export function keepRun(whose: Whose, run: LessonRun | undefined): void {
  try {
    if (run) sessionStorage.setItem(keyOf(whose), JSON.stringify(run));
    else sessionStorage.removeItem(keyOf(whose));
  } catch (error) {
    // Without storage, a reload begins again.
    console.warn(error);
  }
}
