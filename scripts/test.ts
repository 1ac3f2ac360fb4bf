/**
 * Runs all checks and tests, and ends with one summary line: `N passed, N failed`.
 *
 * --static   only the checks that need no database and no browser
 * --photos   only the tests on the real photos in the folder CAIRN_PHOTOS
 * --faults   only the fault tests of processes, databases and the connection; with --small, a few
 * --screens  every screen in every state, once: translated, accessible, no wider than its window
 * --postgres15   only the server's tests, on Debian's PostgreSQL 15; with --small, a few
 * --node VERSION   only the server's tests and a start of the built server, on another Node; with --small, a few
 */
import { execFile, spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";
import pLimit from "p-limit";
import { whyNo } from "../test/debian-programs.ts";
import { requireChromium } from "./chromium.ts";
import { describeFailures, type Outcome, outcomeFileVariable } from "./failures.ts";
import { fetchNode } from "./other-node.ts";
import { checkRequirements } from "./requirements.ts";

type Check = { name: string; run(): Promise<Outcome> | Outcome };

const root = fileURLToPath(new URL("..", import.meta.url));
const reports = mkdtempSync(join(tmpdir(), "cairn-reports-"));

const ok: Outcome = { passed: 1, failures: [], notRun: [] };
const notOk = (name: string, error: string): Outcome => ({ passed: 0, failures: [{ name, error }], notRun: [] });

/** Runs a command from `node_modules/.bin`; resolves to its exit code, never rejects. */
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

/** A command that runs beside others: its output appears as a whole once it ends. */
const command = (name: string, bin: string, args: string[]): Check => ({
  name,
  run: () =>
    new Promise((resolve) => {
      execFile(join(root, "node_modules", ".bin", bin), args, { cwd: root, maxBuffer: 2 ** 26 }, (error, out, err) => {
        process.stdout.write(`\n── ${name}\n${out}${err}`);
        resolve(error ? notOk(name, `${bin} ended with ${error.code ?? error.signal}; see its output above.`) : ok);
      });
    }),
});

/** Runs a test runner with our reporter. A run that stops early or finds no test also counts as failed. */
async function runTests(bin: string, args: string[], environment: NodeJS.ProcessEnv = {}): Promise<Outcome> {
  const file = join(reports, `${bin}.json`);
  rmSync(file, { force: true });
  const exitCode = await run(bin, args, { ...environment, [outcomeFileVariable]: file });
  const outcome = readOutcome(file);
  if (!outcome) return notOk(bin, `The runner ended with exit code ${exitCode} and left no report.`);
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

const runVitest = (args: string[], environment: NodeJS.ProcessEnv = {}) =>
  runTests("vitest", ["run", "--reporter=default", `--reporter=${join(root, "scripts/vitest-reporter.ts")}`, ...args], {
    NODE_ENV: "test",
    ...environment,
  });

/** The server's tests on the oldest supported PostgreSQL; all of them if `files` is empty. */
function runOnPostgresql15(files: string[]): Promise<Outcome> | Outcome {
  const missing = whyNo("postgresql15");
  if (missing) return { passed: 0, failures: [], notRun: [`the tests on PostgreSQL 15: ${missing}`] };
  return runVitest(["--project", "node*", ...files], { TEST_POSTGRESQL: "15" });
}

/** All migrations, and the SQL that depends most on the version: lists, counts, locks, jobs, exports. */
const filesOnPostgresql15 = [
  "src/identity/identity-migrations.test.ts",
  "src/identity/sign-in/sign-in.test.ts",
  "src/server/data-points/data-point-routes.test.ts",
  "src/server/database/connection.test.ts",
  "src/server/datasets/dataset-routes.test.ts",
  "src/server/http/request-counts.test.ts",
  "src/server/jobs/job-runner.test.ts",
  "src/server/quests/quest-routes.test.ts",
  "src/server/reviews/decisions.test.ts",
  "src/server/reviews/sample-list.test.ts",
  "src/server/uploads/upload-routes.test.ts",
];

/** The code that depends most on the Node version: processes, request streams, hosted pages. */
const filesOnOtherNodes = [
  "src/identity/hosted-pages.test.ts",
  "src/server/data-points/data-point-routes.test.ts",
  "src/server/http/drain-unread.test.ts",
  "src/server/processes/roles.test.ts",
  "src/server/uploads/upload-routes.test.ts",
];

const runPlaywright = (args: string[], environment: NodeJS.ProcessEnv = {}) =>
  runTests("playwright", ["test", `--reporter=list,${join(root, "scripts/playwright-reporter.ts")}`, ...args], {
    CHROMIUM_PATH: requireChromium(),
    ...environment,
  });

/** The native compiler takes a third of the time; dependency-cruiser and tests need the API of the other. */
const tsc = "../typescript-native/bin/tsc";

/** Those of a list run in turn, the lists beside one another. The longest are first. */
const staticChecks: Check[][] = [
  [command("types of the server", tsc, [])],
  [
    command("build", "tsx", ["scripts/build.ts", "--if-stale"]),
    command("size of the first load", "size-limit", []),
    {
      name: "requirements",
      run: () => (checkRequirements() ? ok : notOk("requirements", "See the problems above.")),
    },
  ],
  [command("types of the browser", tsc, ["--project", "src/web"])],
  [command("types of the journeys", tsc, ["--project", "e2e"])],
  [command("types of the service worker", tsc, ["--project", "src/web/offline/worker"])],
  [command("imports", "depcruise", ["src", "test", "e2e", "scripts", "--config", ".dependency-cruiser.cjs"])],
  [command("rings of folders", "depcruise", ["src", "--config", ".dependency-cruiser.folders.cjs"])],
  [command("unused code and packages", "knip", [])],
  [command("biome", "biome", ["check", "--error-on-warnings"])],
];

const tests: Check[] = [
  { name: "vitest", run: () => runVitest([]) },
  { name: "journeys", run: () => runPlaywright(["--project=phone", "--project=desktop"]) },
];

const photos = process.env.CAIRN_PHOTOS;
const photoTests: Check[] = [
  { name: "vitest on real photographs", run: () => runVitest(["--config", "test/real-photos/vitest.config.ts"]) },
  {
    name: "the journey on real photographs",
    run: async () => {
      if ((await run("tsx", ["scripts/build.ts", "--if-stale"])) !== 0) return notOk("build", "See above.");
      return runPlaywright(["e2e/journey.phone.spec.ts"]);
    },
  },
];

const isSmall = process.argv.includes("--small");
const builtFirst = async (runThem: () => Promise<Outcome>): Promise<Outcome> =>
  (await run("tsx", ["scripts/build.ts", "--if-stale"])) === 0 ? runThem() : notOk("build", "See above.");

const faultsAroundServer: Check = {
  name: "faults around the server",
  run: () =>
    builtFirst(() => runVitest(["--config", "test/faults/vitest.config.ts"], isSmall ? {} : { FAULT_ROUND: "full" })),
};
/** A few: processes that end in every way, an outage, and a wait past every timer. Kills are among those around the server. */
const smallFaultFiles = ["lead-processes", "outages", "switches"];
const faultsWithin: Check = {
  name: "faults of processes and databases",
  run: () => runVitest(["--project", "node", ...(isSmall ? smallFaultFiles : [])], { FAULTS: "1" }),
};
const faultsOnLine: Check = {
  name: "faults on the line",
  run: () =>
    builtFirst(() => runPlaywright(["e2e/faults", "--project", "phone"], { FAULT_POINTS: isSmall ? "3" : "60" })),
};

/** Everything started here uses that Node, including the test runner. */
function checksOnNode(version: string): Check[] {
  process.env.PATH = `${fetchNode(root, version)}${delimiter}${process.env.PATH}`;
  return [
    {
      name: `vitest on Node ${version}`,
      run: () => runVitest(["--project", "node*", ...(isSmall ? filesOnOtherNodes : [])]),
    },
    {
      name: `the built server on Node ${version}`,
      run: () => builtFirst(() => runVitest(["--config", "test/faults/vitest.config.ts", "test/faults/start.test.ts"])),
    },
  ];
}

/** The static checks run first, if they are chosen. */
const isWhole = !["--node", "--faults", "--screens", "--deployments", "--postgres15", "--photos"].some((name) =>
  process.argv.includes(name),
);

/** Browser tests beside the journeys, in one run. */
const browserProjects = ["screens", "deployments"].filter((name) => process.argv.includes(`--${name}`));

function chosenTests(): Check[] {
  const node = process.argv.indexOf("--node");
  if (node !== -1) return checksOnNode(process.argv[node + 1] ?? "22");
  if (process.argv.includes("--faults")) return [faultsWithin, faultsAroundServer, faultsOnLine];
  if (process.argv.includes("--static")) return [];
  if (browserProjects.length > 0) {
    const chosen = browserProjects.map((name) => `--project=${name}`);
    return [{ name: browserProjects.join(" and "), run: () => builtFirst(() => runPlaywright(chosen)) }];
  }
  if (process.argv.includes("--postgres15")) {
    return [{ name: "vitest on PostgreSQL 15", run: () => runOnPostgresql15(isSmall ? filesOnPostgresql15 : []) }];
  }
  if (!process.argv.includes("--photos")) return tests;
  if (!photos) throw new Error("--photos needs CAIRN_PHOTOS, the folder of the photographs.");
  return photoTests;
}

async function outcomeOf(check: Check): Promise<Outcome> {
  try {
    return await check.run();
  } catch (error) {
    console.error(error);
    return notOk(check.name, String(error));
  }
}

const total: Required<Outcome> = { passed: 0, failures: [], notRun: [], secondTime: [] };

async function perform(check: Check): Promise<void> {
  const startedAt = performance.now();
  const { passed, failures, notRun, secondTime = [] } = await outcomeOf(check);
  total.passed += passed;
  total.failures.push(...failures);
  total.notRun.push(...notRun);
  total.secondTime.push(...secondTime);
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  console.log(`── ${check.name}: ${failures.length === 0 ? "passed" : "FAILED"} (${seconds} s)`);
}

if (isWhole) {
  const beside = pLimit(availableParallelism());
  const inTurn = async (checks: Check[]) => {
    for (const check of checks) await perform(check);
  };
  await beside.map(staticChecks, inTurn);
}
for (const check of chosenTests()) {
  console.log(`\n── ${check.name}`);
  await perform(check);
}
rmSync(reports, { recursive: true, force: true });
// Repeated at the very end, where it is visible even in a truncated log.
const tellNames = (what: string, names: readonly string[]) =>
  names.length > 0 && console.log(`\n${what}:\n${names.map((name) => `  ${name}`).join("\n")}`);
tellNames("NOT RUN", total.notRun);
tellNames("PASSED ON THE SECOND RUN ONLY", total.secondTime);
if (total.failures.length > 0) console.log(`\n${describeFailures(total.failures).trimEnd()}`);
console.log(`\n${total.passed} passed, ${total.failures.length} failed`);
process.exitCode = total.failures.length === 0 && total.passed > 0 ? 0 : 1;
