/**
 * Runs checks and tests, and ends with one summary line: `N passed, N failed`. Without options: all static checks, the
 * unit tests and the journeys.
 *
 * --static   only the checks that need no database and no browser
 * --others   what isn't part of `npm test`: every screen, other set-ups, every benchmark at its smallest, and a few of
 *   each of the following
 * --screens  every screen in every state, once: translated, accessible, no wider than its window
 * --deployments   journeys with other providers, another origin, photos from a bucket
 * --engines  what every browser has to do, in WebKitGTK and Firefox
 * --photos   the tests on the real photos in the folder CAIRN_PHOTOS
 * --faults   the fault tests of processes, databases and the connection
 * --postgres15   the server's tests on Debian's PostgreSQL 15
 * --node VERSION   the server's tests and a start of the built server on another Node
 */
import { availableParallelism } from "node:os";
import { delimiter, join } from "node:path";
import pLimit from "p-limit";
import { missingBrowsers, whyNo } from "../test/debian-programs.ts";
import { requireChromium } from "./chromium.ts";
import { describeFailures, failedOutcome, type Outcome } from "./failures.ts";
import { fetchNode } from "./other-node.ts";
import { checkRequirements } from "./requirements.ts";
import { root, run, runTests, runVitest, type Way } from "./test-runners.ts";

type Check = { name: string; run(): Promise<Outcome> | Outcome };

const ok: Outcome = { passed: 1, failures: [], notRun: [] };

const command = (name: string, bin: string, args: string[]): Check => ({
  name,
  run: async () =>
    (await run(bin, args, {}, "beside")) === 0
      ? ok
      : failedOutcome(name, `${bin} ended with an error; see its output above.`),
});

/** On the oldest supported PostgreSQL. */
function runOnPostgresql15(files: string[], environment: NodeJS.ProcessEnv = {}, way: Way = "alone") {
  const missing = whyNo("postgresql15");
  if (missing) return { passed: 0, failures: [], notRun: [`the tests on PostgreSQL 15: ${missing}`] };
  return runVitest({
    options: ["--project", "node*"],
    files,
    environment: { TEST_POSTGRESQL: "15", ...environment },
    way,
  });
}

/**
 * The code that depends most on versions of PostgreSQL and Node: migrations, lists, counts, locks, jobs, exports;
 * processes, request streams. The built server that starts on that Node also signs someone in.
 */
const filesOnOtherVersions = [
  "src/identity/identity-migrations.test.ts",
  "src/server/database/connection.test.ts",
  "src/server/datasets/dataset-routes.test.ts",
  "src/server/calls/unread-requests.test.ts",
  "src/server/calls/request-counts.test.ts",
  "src/server/jobs/job-runner.test.ts",
  "src/server/processes/roles.test.ts",
  "src/server/quests/quest-routes.test.ts",
  "src/server/reviews/decisions.test.ts",
  "src/server/reviews/sample-list.test.ts",
  "src/server/uploads/upload-routes.test.ts",
];

const runPlaywright = (args: string[], environment: NodeJS.ProcessEnv = {}) =>
  runTests("playwright", ["test", `--reporter=list,${join(root, "scripts/playwright-reporter.ts")}`, ...args], {
    CHROMIUM_PATH: requireChromium(),
    ...environment,
  });

/** The native compiler takes a third of the time; dependency-cruiser and tests need the API of the other. */
const tsc = "../typescript-native/bin/tsc";

/** The longest are first. */
const staticChecks: Check[][] = [
  [command("types of the server", tsc, [])],
  [
    command("build", "tsx", ["scripts/build.ts", "--if-stale"]),
    command("size of the first load", "size-limit", []),
    command("floor of browsers", "tsx", ["scripts/check-floor.ts"]),
    {
      name: "requirements",
      run: () => (checkRequirements() ? ok : failedOutcome("requirements", "See the problems above.")),
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
  { name: "vitest", run: () => runVitest() },
  { name: "journeys", run: () => runPlaywright(["--project=phone", "--project=desktop"]) },
];

const photos = process.env.CAIRN_PHOTOS;
const photosVitest = (way: Way = "alone"): Check => ({
  name: "vitest on real photographs",
  run: () => runVitest({ options: ["--config", "test/real-photos/vitest.config.ts"], way }),
});

const build: Check = {
  name: "build",
  run: async () =>
    (await run("tsx", ["scripts/build.ts", "--if-stale"])) === 0 ? ok : failedOutcome("build", "See above."),
};

/** One run, as each start of the server and its demo takes time. */
const browserTests = (projects: string[], environment: NodeJS.ProcessEnv = {}): Check => ({
  name: projects.join(", "),
  run: () =>
    runPlaywright(
      projects.map((name) => `--project=${name}`),
      environment,
    ),
});

/** A browser that isn't there is named with what installs it. */
const engineTests: Check = {
  name: "engines",
  run: async () => {
    const { all, told } = missingBrowsers();
    if (all) return { passed: 0, failures: [], notRun: told };
    const outcome = await runPlaywright(["--project=engines"]);
    return { ...outcome, notRun: [...told, ...outcome.notRun] };
  },
};

const aroundServer = ["--config", "test/faults/vitest.config.ts"];

type Round = { isSmall: boolean; way: Way };

const faultsAroundServer = ({ isSmall, way }: Round): Check => ({
  name: "faults around the server",
  run: () => runVitest({ options: aroundServer, environment: { FAULT_ROUND: isSmall ? "small" : "full" }, way }),
});
/**
 * Processes that end in every way, an outage, a wait past every timer, and all that strains the server. Kills are among
 * those around the server.
 */
const smallFaultFiles = [
  "lead-processes",
  "outages",
  "switches",
  "hostile-requests",
  "hostile-workbooks",
  "reads-at-size",
];
const faultsWithin = ({ isSmall, way }: Round): Check => ({
  name: "faults of processes and databases",
  run: () =>
    runVitest({
      options: ["--project", "node"],
      files: isSmall ? smallFaultFiles : [],
      environment: { FAULTS: "1" },
      way,
    }),
});

/** The newest that the README names. */
const newestNode = "24";

/** Everything started with it uses that Node, the test runner too. */
const onNode = (version: string): NodeJS.ProcessEnv => ({
  PATH: `${fetchNode(root, version)}${delimiter}${process.env.PATH}`,
});

const builtServerOn = (version: string, way: Way = "alone"): Check => ({
  name: `the built server on Node ${version}`,
  run: () =>
    runVitest({ options: aroundServer, files: ["test/faults/start.test.ts"], environment: onNode(version), way }),
});

const checksOnNode = (version: string): Check[] => [
  {
    name: `vitest on Node ${version}`,
    run: () => runVitest({ options: ["--project", "node*"], environment: onNode(version) }),
  },
  build,
  builtServerOn(version),
];

/** It counts one for each benchmark. */
const benchmarks: Check = {
  name: "benchmarks at their smallest",
  run: () => runTests("tsx", ["bench/smoke.ts"], { CHROMIUM_PATH: requireChromium() }, "beside"),
};

/** Those that wait a lot run beside those that compute. */
function otherChecks(): Check[][] {
  const round: Round = { isSmall: true, way: "beside" };
  const onOtherVersions: Check = {
    name: `vitest on PostgreSQL 15 and Node ${newestNode}`,
    run: () => runOnPostgresql15(filesOnOtherVersions, onNode(newestNode), "beside"),
  };
  const onPhotos = photos ? [photosVitest("beside")] : [];
  return [
    [faultsAroundServer(round), faultsWithin(round)],
    [...onPhotos, onOtherVersions, builtServerOn(newestNode, "beside")],
    [benchmarks],
    ...(isChosen("engines") ? [[engineTests]] : []),
  ];
}

const isChosen = (name: string) => process.argv.includes(`--${name}`);

/** Browser tests beside the journeys. */
const chosenProjects = ["deployments", "screens"].filter(isChosen);

function chosenTests(): Check[] {
  if (isChosen("static")) return [];
  if (isChosen("others")) {
    const projects = ["deployments", "faults", "screens", ...(photos ? ["photos"] : [])];
    return [build, browserTests(projects, { FAULT_POINTS: "3" })];
  }
  const round: Round = { isSmall: false, way: "alone" };
  if (isChosen("faults")) {
    return [faultsWithin(round), build, faultsAroundServer(round), browserTests(["faults"], { FAULT_POINTS: "60" })];
  }
  if (isChosen("node")) return checksOnNode(process.argv[process.argv.indexOf("--node") + 1] ?? newestNode);
  if (isChosen("engines")) return [build, engineTests];
  if (chosenProjects.length > 0) return [build, browserTests(chosenProjects)];
  if (isChosen("postgres15")) return [{ name: "vitest on PostgreSQL 15", run: () => runOnPostgresql15([]) }];
  if (!isChosen("photos")) return tests;
  if (!photos) throw new Error("--photos needs CAIRN_PHOTOS, the folder of the photographs.");
  return [photosVitest(), build, browserTests(["photos"])];
}

const isWhole = ["others", "node", "faults", "postgres15", "photos", "screens", "deployments", "engines"].every(
  (name) => !isChosen(name),
);

async function outcomeOf(check: Check): Promise<Outcome> {
  try {
    return await check.run();
  } catch (error) {
    console.error(error);
    return failedOutcome(check.name, String(error));
  }
}

const total: Required<Outcome> = { passed: 0, failures: [], notRun: [], secondTime: [] };

async function perform(check: Check): Promise<void> {
  const startedAt = performance.now();
  console.log(`\n── ${check.name}`);
  const { passed, failures, notRun, secondTime = [] } = await outcomeOf(check);
  total.passed += passed;
  total.failures.push(...failures);
  total.notRun.push(...notRun);
  total.secondTime.push(...secondTime);
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  console.log(`── ${check.name}: ${failures.length === 0 ? "passed" : "FAILED"} (${seconds} s)`);
}

async function performInTurn(checks: Check[]): Promise<void> {
  for (const check of checks) await perform(check);
}

/** The lists run beside one another, the checks of each in turn. */
const performBeside = (lists: Check[][]) => pLimit(availableParallelism()).map(lists, performInTurn);

if (isWhole) await performBeside(staticChecks);
await performInTurn(chosenTests());
if (isChosen("others")) await performBeside(otherChecks());
// Repeated at the very end, where it is visible even in a truncated log.
const tellNames = (what: string, names: readonly string[]) =>
  names.length > 0 && console.log(`\n${what}:\n${names.map((name) => `  ${name}`).join("\n")}`);
tellNames("NOT RUN", total.notRun);
tellNames("PASSED ON THE SECOND RUN ONLY", total.secondTime);
if (total.failures.length > 0) console.log(`\n${describeFailures(total.failures).trimEnd()}`);
console.log(`\n${total.passed} passed, ${total.failures.length} failed`);
process.exitCode = total.failures.length === 0 && total.passed > 0 ? 0 : 1;
