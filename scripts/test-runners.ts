import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { failedOutcome, type Outcome, oneLine, outcomeFileVariable } from "./failures.ts";

export const root = fileURLToPath(new URL("..", import.meta.url));

/** A command that runs beside others: its output appears as a whole once it ends. */
export type Way = "alone" | "beside";

/** Runs a command from `node_modules/.bin`; resolves to its exit code, never rejects. */
export function run(
  bin: string,
  args: string[],
  environment: NodeJS.ProcessEnv = {},
  way: Way = "alone",
): Promise<number> {
  return new Promise((resolve) => {
    const output = way === "alone" ? "inherit" : "pipe";
    const child = spawn(join(root, "node_modules", ".bin", bin), args, {
      cwd: root,
      stdio: ["ignore", output, output],
      env: { ...process.env, ...environment },
    });
    const printed: Buffer[] = [];
    for (const stream of [child.stdout, child.stderr]) stream?.on("data", (chunk: Buffer) => printed.push(chunk));
    child.on("error", (error) => {
      console.error(error.message);
      resolve(1);
    });
    child.on("close", (code) => {
      process.stdout.write(Buffer.concat(printed));
      resolve(code ?? 1);
    });
  });
}

/** Runs a test runner with our reporter. A run that stops early or finds no test also counts as failed. */
export async function runTests(
  bin: string,
  args: string[],
  environment: NodeJS.ProcessEnv = {},
  way: Way = "alone",
): Promise<Outcome> {
  const folder = mkdtempSync(join(tmpdir(), "cairn-report-"));
  const file = join(folder, "outcome.json");
  const exitCode = await run(bin, args, { ...environment, [outcomeFileVariable]: file }, way);
  const outcome = readOutcome(file);
  rmSync(folder, { recursive: true, force: true });
  if (!outcome) return failedOutcome(bin, `The runner ended with exit code ${exitCode} and left no report.`);
  if (outcome.failures.length > 0) return outcome;
  if (exitCode !== 0) outcome.failures.push({ name: bin, error: `The runner ended with exit code ${exitCode}.` });
  else if (outcome.passed === 0) outcome.failures.push({ name: bin, error: "Not one test ran." });
  return outcome;
}

function readOutcome(file: string): Outcome | undefined {
  try {
    return JSON.parse(readFileSync(file, "utf8")) as Outcome;
  } catch {
    return undefined;
  }
}

const vitestReporters = ["--reporter=default", `--reporter=${join(root, "scripts/vitest-reporter.ts")}`];

export type VitestRun = {
  options?: string[];
  /** Without any, all files. */
  files?: readonly string[];
  environment?: NodeJS.ProcessEnv;
  way?: Way;
};

export async function runVitest({ options = [], files = [], environment = {}, way = "alone" }: VitestRun = {}) {
  const runFiles = (chosen: readonly string[]) =>
    runTests("vitest", ["run", ...vitestReporters, ...options, ...chosen], { NODE_ENV: "test", ...environment }, way);
  const outcome = await runFiles(files);
  return process.env.CI ? runUncaughtOnceMore(outcome, runFiles) : outcome;
}

/**
 * Vitest retries a failed test on CI, but not one that leaves an error that nobody catches. Its file runs once more, by
 * itself.
 */
async function runUncaughtOnceMore(
  outcome: Outcome,
  runFiles: (files: readonly string[]) => Promise<Outcome>,
): Promise<Outcome> {
  const files = new Set(outcome.failures.map(({ uncaughtIn }) => uncaughtIn));
  // The run fails in any case.
  if (files.size === 0 || files.has(undefined)) return outcome;
  const again = await runFiles([...files].filter((file) => file !== undefined));
  if (again.failures.length > 0) return outcome;
  const named = outcome.failures.map(({ name, error }) => `${name}: ${oneLine(error.trim())}`);
  return {
    ...outcome,
    failures: [],
    secondTime: [...(outcome.secondTime ?? []), ...(again.secondTime ?? []), ...named],
  };
}
