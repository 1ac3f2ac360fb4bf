import { writeFileSync } from "node:fs";
import type { Reporter, SerializedError, TestModule } from "vitest/node";
import { errorText, type Failure, type Outcome, outcomeFileVariable } from "./failures.ts";

type TestError = SerializedError & { diff?: string };

/** Writes the outcome of a vitest run: failed tests, failed files and groups, and uncaught errors. */
export default class OutcomeReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], uncaught: readonly SerializedError[]): void {
    const outcome: Required<Outcome> = { passed: 0, failures: [], notRun: [], secondTime: [] };
    for (const module of modules) addModule(outcome, module);
    outcome.failures.push(...uncaught.map((error) => uncaughtFailure(modules, error)));
    writeFileSync(process.env[outcomeFileVariable] ?? "", JSON.stringify(outcome));
  }
}

function addModule(outcome: Required<Outcome>, module: TestModule): void {
  const file = module.relativeModuleId;
  const failuresBefore = outcome.failures.length;
  for (const whole of [module, ...module.children.allSuites()]) {
    const errors = whole.errors();
    const name = whole.type === "suite" ? `${file} > ${whole.fullName}` : file;
    if (errors.length > 0) outcome.failures.push(failure(name, errors));
  }
  for (const test of module.children.allTests()) {
    const name = `${file} > ${test.fullName}`;
    const { state, errors } = test.result();
    if (state === "passed") outcome.passed += 1;
    else if (state === "failed") outcome.failures.push(failure(name, errors));
    else outcome.notRun.push(name);
    if (test.diagnostic()?.flaky) outcome.secondTime.push(name);
  }
  if (module.state() === "failed" && outcome.failures.length === failuresBefore) {
    outcome.failures.push(failure(file, []));
  }
}

/** With isolation off, an error may come while the next file of its worker runs: Vitest can't tell. */
function uncaughtFailure(modules: readonly TestModule[], error: SerializedError): Failure {
  const file = modules.find(({ moduleId }) => moduleId === error.VITEST_TEST_PATH)?.relativeModuleId;
  const name = "an error that nobody caught";
  return file ? { ...failure(`${file} > ${name}`, [error]), uncaughtIn: file } : failure(name, [error]);
}

function failure(name: string, errors: readonly TestError[]): Failure {
  const texts = errors.map(({ name: kind, message, stacks, diff }) =>
    errorText(kind && !message.startsWith(kind) ? `${kind}: ${message}` : message, stacks?.[0], diff),
  );
  return { name, error: texts.join("\n") || errorText(undefined, undefined) };
}
