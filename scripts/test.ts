/**
 * Runs every check and every test, and closes with one line over all of them: `N passed, N failed`.
 *
 *   --static   only the checks that need no database and no browser
 *   --photos   only the tests on the real photographs in the folder CAIRN_PHOTOS
 */
import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { requireChromium } from "./chromium.ts";
import { checkRequirements } from "./requirements.ts";

type Outcome = { passed: number; failed: number };
type Check = { name: string; run(): Promise<Outcome> | Outcome };

const root = fileURLToPath(new URL("..", import.meta.url));
const reports = mkdtempSync(join(tmpdir(), "cairn-reports-"));

const ok: Outcome = { passed: 1, failed: 0 };
const notOk: Outcome = { passed: 0, failed: 1 };

/** Runs a package's command from `node_modules/.bin`; resolves to its exit code, never rejects. */
function run(bin: string, args: string[], environment: NodeJS.ProcessEnv = {}): Promise<number> {
  return new Promise((resolve) => {
    const child = spawn(join(root, "node_modules", ".bin", bin), args, {
      cwd: root,
      stdio: ["ignore", "inherit", "inherit"],
      env: { ...process.env, ...environment },
    });
    child.on("error", (error) => {
      console.error(error.message);
      resolve(1);
    });
    child.on("exit", (code) => resolve(code ?? 1));
  });
}

const command = (name: string, bin: string, args: string[]): Check => ({
  name,
  run: async () => ((await run(bin, args)) === 0 ? ok : notOk),
});

/** A runner that stops without a failed test has failed all the same, and so has one that found no test. */
function settle({ passed, failed }: Outcome, exitCode: number): Outcome {
  if (exitCode !== 0 && failed === 0) {
    console.error(`The runner ended with exit code ${exitCode}.`);
    return { passed, failed: 1 };
  }
  if (passed + failed === 0) {
    console.error("Not one test ran.");
    return notOk;
  }
  return { passed, failed };
}

function readReport<T>(file: string): T | undefined {
  try {
    return JSON.parse(readFileSync(file, "utf8")) as T;
  } catch {
    console.error("The runner left no report.");
    return undefined;
  }
}

/** Said again at the very end, where nobody overlooks it. */
const skipped: string[] = [];
const leftOut = new Set(["skipped", "pending", "todo", "disabled"]);

async function runVitest(args: string[], environment: NodeJS.ProcessEnv = {}): Promise<Outcome> {
  const file = join(reports, `vitest-${args.length}.json`);
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${file}`];
  const exitCode = await run("vitest", ["run", ...reporters, ...args], { NODE_ENV: "test", ...environment });
  const report = readReport<{
    numPassedTests: number;
    testResults: { status: string; assertionResults: { status: string; fullName: string }[] }[];
  }>(file);
  if (!report) return notOk;
  const failedIn = (result: (typeof report.testResults)[number]) =>
    result.assertionResults.filter((assertion) => assertion.status === "failed").length;
  // A file that fails as a whole counts once.
  const failed = report.testResults.reduce(
    (sum, result) => sum + (result.status === "failed" ? Math.max(1, failedIn(result)) : failedIn(result)),
    0,
  );
  for (const { assertionResults } of report.testResults) {
    skipped.push(...assertionResults.flatMap(({ status, fullName }) => (leftOut.has(status) ? [fullName] : [])));
  }
  return settle({ passed: report.numPassedTests, failed }, exitCode);
}

async function runPlaywright(args: string[], environment: NodeJS.ProcessEnv = {}): Promise<Outcome> {
  const file = join(reports, `playwright-${args.length}.json`);
  const exitCode = await run("playwright", ["test", "--reporter=list,json", ...args], {
    CHROMIUM_PATH: requireChromium(),
    PLAYWRIGHT_JSON_OUTPUT_NAME: file,
    ...environment,
  });
  const report = readReport<{
    stats: { expected: number; unexpected: number; flaky: number; skipped: number };
    errors: { message: string }[];
  }>(file);
  if (!report) return notOk;
  if (report.stats.skipped > 0) skipped.push(`${report.stats.skipped} browser tests (see "skipped" above)`);
  const { expected, unexpected, flaky } = report.stats;
  return settle({ passed: expected, failed: unexpected + flaky + report.errors.length }, exitCode);
}

const staticChecks: Check[] = [
  command("biome", "biome", ["check", "--error-on-warnings"]),
  command("types of the server", "tsc", []),
  command("types of the browser", "tsc", ["--project", "src/web"]),
  command("types of the service worker", "tsc", ["--project", "src/web/offline/worker"]),
  command("types of the journeys", "tsc", ["--project", "e2e"]),
  command("imports", "depcruise", ["src", "test", "e2e", "scripts", "--config", ".dependency-cruiser.cjs"]),
  command("rings of folders", "depcruise", ["src", "--config", ".dependency-cruiser.folders.cjs"]),
  command("unused code and packages", "knip", []),
  command("build", "tsx", ["scripts/build.ts", "--if-stale"]),
  command("size of the first load", "size-limit", []),
  { name: "requirements", run: () => (checkRequirements() ? ok : notOk) },
];

const tests: Check[] = [
  { name: "vitest", run: () => runVitest([]) },
  { name: "browser", run: () => runPlaywright([]) },
];

const photos = process.env.CAIRN_PHOTOS;
const photoTests: Check[] = [
  { name: "vitest on real photographs", run: () => runVitest(["--config", "test/real-photos/vitest.config.ts"]) },
  {
    name: "the journey on real photographs",
    run: async () => {
      if ((await run("tsx", ["scripts/build.ts", "--if-stale"])) !== 0) return notOk;
      return runPlaywright(["e2e/journey.phone.spec.ts"]);
    },
  },
];

function chosenChecks(): Check[] {
  if (process.argv.includes("--static")) return staticChecks;
  if (!process.argv.includes("--photos")) return [...staticChecks, ...tests];
  if (!photos) throw new Error("--photos needs CAIRN_PHOTOS, the folder of the photographs.");
  return photoTests;
}

async function outcomeOf(check: Check): Promise<Outcome> {
  try {
    return await check.run();
  } catch (error) {
    console.error(error);
    return notOk;
  }
}

const total: Outcome = { passed: 0, failed: 0 };
const failures: string[] = [];
for (const check of chosenChecks()) {
  console.log(`\n── ${check.name}`);
  const startedAt = performance.now();
  const outcome = await outcomeOf(check);
  total.passed += outcome.passed;
  total.failed += outcome.failed;
  if (outcome.failed > 0) failures.push(check.name);
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  console.log(`── ${check.name}: ${outcome.failed === 0 ? "passed" : "FAILED"} (${seconds} s)`);
}
rmSync(reports, { recursive: true, force: true });
if (skipped.length > 0) console.log(`\nNOT RUN:\n${skipped.map((name) => `  ${name}`).join("\n")}`);
if (failures.length > 0) console.log(`\nFailed: ${failures.join(", ")}`);
console.log(`\n${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed === 0 && total.passed > 0 ? 0 : 1;
