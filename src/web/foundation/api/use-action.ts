import { type ReactNode, useState } from "react";
import { sentenceOf } from "./api-error.ts";

/** Runs what a button does. `problem`: why it failed, as `explain` says it. */
export function useAction<Words extends ReactNode>(explain: (reason: string) => Words) {
  const [isBusy, setIsBusy] = useState(false);
  const [problem, setProblem] = useState<Words>();
  async function run(work: () => Promise<unknown>): Promise<void> {
    setIsBusy(true);
    setProblem(undefined);
    try {
      await work();
    } catch (error) {
      setProblem(explain(sentenceOf(error)));
    } finally {
      setIsBusy(false);
    }
  }
  return { isBusy, problem, run, dismiss: () => setProblem(undefined) };
}
