import { existsSync } from "node:fs";
import { join } from "node:path";
import { installAside } from "./install-aside.ts";

/**
 * The folder with `node` of a version such as `22`: the newest one on npm, downloaded once.
 * @throws Error if npm has none for this machine
 */
export function fetchNode(root: string, version: string): string {
  const name = `node-${process.platform}-${process.arch}`;
  const folder = join(root, "node_modules", ".cache", `node-${version}`);
  const programs = join(folder, "node_modules", name, "bin");
  if (!existsSync(join(programs, "node"))) installAside(folder, `${name}@${version}`);
  return programs;
}
