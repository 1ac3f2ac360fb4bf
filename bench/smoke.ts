import { spawn } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import pLimit from "p-limit";
import { type Failure, type Outcome, outcomeFileVariable } from "../scripts/failures.ts";
import { root, withSharedDemo } from "./servers.ts";

/**
 * Every benchmark of package.json at its smallest, beside one another: their figures say nothing, but each does all that
 * it measures once. BENCH_ONLY names some, by commas.
 */
const small = {
  BENCH_ROUNDS: "1",
  BENCH_SECONDS: "0.3",
  BENCH_SETTLE_SECONDS: "0",
  BENCH_QUESTS: "100",
  BENCH_POINTS: "1000",
  BENCH_THROTTLE: "1",
};
const smallOf: Record<string, Record<string, string>> = {
  backup: { BENCH_PHOTOS: "100" },
  calls: { BENCH_BEFORE: root },
  hostile: { BENCH_TIMES: "1", BENCH_SECONDS: "30", BENCH_SHARE: "0.05" },
  mixed: { BENCH_UPLOADERS: "1", BENCH_HEAVY: "1", BENCH_SECONDS: "1" },
  outbox: { BENCH_WAITING: "5", BENCH_LINE_BYTES: "50000", BENCH_BREAK_SECONDS: "4" },
  release: { BENCH_POINTS: "100", BENCH_PHOTOS: "10" },
  results: { BENCH_POINTS: "100,200" },
  review: { BENCH_QUESTS: "20", BENCH_SECONDS: "1", BENCH_LOOK_MS: "100" },
  size: { BENCH_QUESTS: "100,200" },
};
const linesTold = 14;

const { scripts } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { scripts: Record<string, string> };
const benchmarks = Object.values(scripts)
  .flatMap((script) => /\bbench\/([\w-]+)\.ts$/.exec(script)?.[1] ?? [])
  .filter((name) => name !== "smoke");

function runBenchmark(name: string, shared: Record<string, string>): Promise<Failure | undefined> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, ["--import", "tsx", join(root, "bench", `${name}.ts`)], {
      env: { ...process.env, ...small, ...smallOf[name], ...shared },
      stdio: ["ignore", "pipe", "pipe"],
    });
    const printed: Buffer[] = [];
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk: Buffer) => printed.push(chunk));
    child.on("close", (status) => {
      // The error is at the end.
      const lines = Buffer.concat(printed).toString().trim().split(/\n+/).slice(-linesTold);
      resolve(status === 0 ? undefined : { name: `the benchmark ${name}`, error: lines.join("\n") });
    });
  });
}

const chosen = process.env.BENCH_ONLY?.split(",") ?? benchmarks;
const outcome: Outcome = { passed: 0, failures: [], notRun: [] };
await withSharedDemo(async (shared) => {
  await pLimit(availableParallelism()).map(chosen, async (name) => {
    const startedAtMs = performance.now();
    const failure = await runBenchmark(name, shared);
    const seconds = ((performance.now() - startedAtMs) / 1000).toFixed(0);
    console.log(`${name}: ${failure ? `FAILED (${seconds} s)\n${failure.error}` : `ended (${seconds} s)`}`);
    if (failure) outcome.failures.push(failure);
    else outcome.passed += 1;
  });
});
const outcomeFile = process.env[outcomeFileVariable];
if (outcomeFile) writeFileSync(outcomeFile, JSON.stringify(outcome));
process.exitCode = outcome.failures.length === 0 ? 0 : 1;
