import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";

/**
 * The folder with `node` of a version such as `22`: the newest one on npm, downloaded once.
 * @throws Error if npm has none for this machine
 */
export function fetchNode(root: string, version: string): string {
  const name = `node-${process.platform}-${process.arch}`;
  const folder = join(root, "node_modules", ".cache", `node-${version}`);
  const programs = join(folder, "node_modules", name, "bin");
  if (existsSync(join(programs, "node"))) return programs;
  const flags = ["--no-save", "--no-audit", "--no-fund", "--ignore-scripts"];
  const { status } = spawnSync("npm", ["install", "--prefix", folder, ...flags, `${name}@${version}`], {
    stdio: ["ignore", "inherit", "inherit"],
  });
  if (status !== 0) throw new Error(`npm could not fetch ${name}@${version}.`);
  return programs;
}
