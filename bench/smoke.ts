import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";

/** Every benchmark at its smallest: its figures say nothing, but it ends. BENCH_ONLY names some, by commas. */
const small = {
  BENCH_ROUNDS: "1",
  BENCH_SECONDS: "0.3",
  BENCH_QUESTS: "100",
  BENCH_POINTS: "1000",
  BENCH_THROTTLE: "1",
};
const benchmarks: Record<string, Record<string, string>> = {
  backup: {},
  calls: { BENCH_BEFORE: fileURLToPath(new URL("..", import.meta.url)) },
  "draw-form": {},
  hostile: { BENCH_TIMES: "1", BENCH_SECONDS: "30" },
  mixed: { BENCH_UPLOADERS: "1", BENCH_HEAVY: "1", BENCH_SECONDS: "2" },
  outbox: { BENCH_WAITING: "5", BENCH_LINE_BYTES: "100000" },
  processes: { BENCH_SECONDS: "1" },
  release: { BENCH_POINTS: "100", BENCH_PHOTOS: "10" },
  results: { BENCH_POINTS: "100,200" },
  review: { BENCH_SECONDS: "2", BENCH_UPLOADS: "1" },
  screens: {},
  size: { BENCH_QUESTS: "100,200" },
  upload: { BENCH_SECONDS: "1" },
};

const only = process.env.BENCH_ONLY?.split(",");
const failed: string[] = [];
for (const [name, environment] of Object.entries(benchmarks)) {
  if (only && !only.includes(name)) continue;
  const startedAt = performance.now();
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ["--import", "tsx", fileURLToPath(new URL(`${name}.ts`, import.meta.url))],
    { env: { ...process.env, ...small, ...environment }, encoding: "utf8" },
  );
  console.log(
    `${name}: ${status === 0 ? "ended" : "FAILED"} (${((performance.now() - startedAt) / 1000).toFixed(0)} s)`,
  );
  if (status === 0) continue;
  failed.push(name);
  console.log(`${stdout}\n${stderr}`);
}
process.exitCode = failed.length === 0 ? 0 : 1;
