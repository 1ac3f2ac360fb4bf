import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const testFolders = ["src", "test", "e2e", "bench"];

/** The ids in `docs/requirements.md`, in order. */
function definedIds(): string[] {
  const ledger = readFileSync(join(root, "docs", "requirements.md"), "utf8");
  return [...ledger.matchAll(/^- ([A-Z]+-\d\d) /gm)].map((match) => match[1] ?? "");
}

/** The ids in square brackets at the start of test titles, with their files. */
function namedIds(): Map<string, Set<string>> {
  const files = testFolders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
      .filter((file) => /\.(test|spec)\.tsx?$/.test(file))
      .map((file) => join(folder, file)),
  );
  const named = new Map<string, Set<string>>();
  for (const file of files) {
    for (const [, ids = ""] of readFileSync(join(root, file), "utf8").matchAll(/["'`]((?:\[[A-Z]+-\d\d\]\s*)+)/g)) {
      for (const [id] of ids.matchAll(/[A-Z]+-\d\d/g)) named.set(id, (named.get(id) ?? new Set()).add(file));
    }
  }
  return named;
}

/**
 * Compares tests with the ledger and prints ids without a test and undefined ids.
 * @returns whether they match
 */
export function checkRequirements(): boolean {
  const defined = definedIds();
  const named = namedIds();
  const missing = defined.filter((id) => !named.has(id));
  const unknown = [...named].filter(([id]) => !defined.includes(id));
  if (missing.length > 0) console.log(`No test names: ${missing.join(" ")}`);
  for (const [id, files] of unknown) console.log(`${[...files].join(", ")}: [${id}] is not in docs/requirements.md`);
  console.log(`${defined.length - missing.length} of ${defined.length} requirements are named by a test`);
  return defined.length > 0 && unknown.length === 0 && missing.length === 0;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  process.exitCode = checkRequirements() ? 0 : 1;
}
