import { writeFileSync } from "node:fs";
import type { Reporter, Suite, TestError } from "@playwright/test/reporter";
import { errorText, type Failure, type Outcome, outcomeFileVariable } from "./failures.ts";

/** Writes the outcome of a Playwright run. */
export default class OutcomeReporter implements Reporter {
  readonly #outcome = { passed: 0, failures: [], notRun: [], secondTime: [] } as Required<Outcome>;
  #suite: Suite | undefined;

  onBegin(_config: unknown, suite: Suite): void {
    this.#suite = suite;
  }

  onError(error: TestError): void {
    this.#outcome.failures.push(failure("an error outside of every test", [error]));
  }

  onEnd(): void {
    for (const test of this.#suite?.allTests() ?? []) {
      const name = test.titlePath().filter(Boolean).join(" > ");
      const outcome = test.outcome();
      if (outcome === "expected" || outcome === "flaky") this.#outcome.passed += 1;
      if (outcome === "flaky") this.#outcome.secondTime.push(name);
      if (outcome === "skipped") this.#outcome.notRun.push(name);
      if (outcome === "unexpected") {
        const { errors = [] } = test.results.findLast(({ status }) => status !== test.expectedStatus) ?? {};
        this.#outcome.failures.push(failure(name, errors));
      }
    }
    writeFileSync(process.env[outcomeFileVariable] ?? "", JSON.stringify(this.#outcome));
  }
}

function failure(name: string, errors: readonly TestError[]): Failure {
  const texts = errors.map(({ message, value, location }) => errorText(message ?? value, location));
  return { name, error: texts.join("\n") || errorText(undefined, undefined) };
}
