import { spawnSync } from "node:child_process";
import { statSync } from "node:fs";

/**
 * Changes lines of files or folders one by one, and runs the tests that reach them: what survives is guarded by no test,
 * or makes no difference. What is evaluated when a module loads stays, as it would run all tests.
 */

const asked = process.argv.slice(2);
if (asked.length === 0) throw new Error("name files or folders of src/contract, src/protocol or src/texts");

const isFolder = (path: string) => statSync(path).isDirectory();
const patterns = asked.map((path) => (isFolder(path) ? `${path.replace(/\/$/, "")}/**/*.ts` : path));
const { status } = spawnSync(
  "stryker",
  ["run", "test/mutants/stryker.json", "--mutate", [...patterns, "!**/*.test.ts"].join()],
  { stdio: "inherit" },
);
process.exitCode = status ?? 1;
