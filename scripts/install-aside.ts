import { spawnSync } from "node:child_process";

/**
 * Installs a package in a folder of its own, because it is used too rarely to be installed for everybody.
 * @param name with its version: `subset-font@2.9.0`
 * @throws Error if npm has none for this machine
 */
export function installAside(folder: string, name: string): void {
  const flags = ["--no-save", "--no-audit", "--no-fund", "--ignore-scripts"];
  const { status } = spawnSync("npm", ["install", "--prefix", folder, ...flags, name], {
    stdio: ["ignore", "inherit", "inherit"],
  });
  if (status !== 0) throw new Error(`npm could not fetch ${name}.`);
}
