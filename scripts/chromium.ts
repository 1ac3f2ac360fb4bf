import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { chromium } from "@playwright/test";

const usualPlaces = [
  // Without what only a window needs: the journeys take about half the time of the processor.
  "/usr/bin/chromium-headless-shell",
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/usr/bin/google-chrome-stable",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];

/** Enough to tell a browser from a wrapper script that only says where to get one, or one whose libraries are missing. */
function runs(path: string): boolean {
  return existsSync(path) && spawnSync(path, ["--version"], { timeout: 60_000, stdio: "ignore" }).status === 0;
}

/** The path of a Chromium that runs on this machine: `CHROMIUM_PATH`, the system's, or Playwright's own. */
export function findChromium(): string | undefined {
  const chosen = process.env.CHROMIUM_PATH;
  if (chosen) {
    if (!runs(chosen)) throw new Error(`CHROMIUM_PATH is ${chosen}, which is not a working Chromium.`);
    return chosen;
  }
  return [...usualPlaces, chromium.executablePath()].find(runs);
}

function install(command: string, args: string[]): void {
  console.log(`$ ${command} ${args.join(" ")}`);
  spawnSync(command, args, {
    stdio: ["ignore", "inherit", "inherit"],
    env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
  });
}

/**
 * As `findChromium`, but installs one where none is found: Debian's package as root, otherwise Playwright's own.
 * @throws Error that says what to do by hand, when that fails too
 */
export function requireChromium(): string {
  const found = findChromium();
  if (found) return found;
  console.log("No Chromium on this machine: installing one.");
  const isRoot = process.getuid?.() === 0;
  if (isRoot && existsSync("/usr/bin/apt-get")) {
    install("apt-get", ["update", "-q"]);
    for (const name of ["chromium-headless-shell", "chromium"]) {
      if (!findChromium()) install("apt-get", ["install", "-y", "-q", "--no-install-recommends", name]);
    }
  }
  if (!findChromium()) install("npx", ["playwright", "install", ...(isRoot ? ["--with-deps"] : []), "chromium"]);
  const installed = findChromium();
  if (!installed) {
    throw new Error(
      "The browser tests need a Chromium, and none could be installed. Install one (Debian: apt-get install chromium), or set CHROMIUM_PATH to it.",
    );
  }
  return installed;
}
