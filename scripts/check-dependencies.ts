/**
 * Checks production dependencies for known vulnerabilities (`npm audit`) and deprecated packages. Exits with 1 if it
 * finds any, and with 0 if not or if the check couldn't run, which it then reports.
 */
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { findDeprecated, readAudit } from "./known-holes.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
const { stdout } = spawnSync("npm", ["audit", "--omit=dev", "--json"], {
  cwd: root,
  encoding: "utf8",
  timeout: 60_000,
});
const audit = readAudit(stdout ?? "");
const deprecated = findDeprecated(JSON.parse(readFileSync(`${root}package-lock.json`, "utf8")));

for (const line of deprecated) console.log(`given up by its authors: ${line}`);
if (!audit.ran) console.log(`The check for known vulnerabilities could not run: ${audit.why}`);
else if (audit.holes.length === 0) console.log("No known vulnerabilities in production dependencies.");
else for (const { name, severity, title } of audit.holes) console.log(`${severity}: ${name}: ${title}`);
process.exitCode = audit.ran && audit.holes.length > 0 ? 1 : 0;
