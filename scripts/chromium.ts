import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { chromium } from "@playwright/test";

/** Browsers that people use. The headless shell draws pages at other moments, so it comes last. */
const usualPlaces = [
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/usr/bin/google-chrome-stable",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
];
const lastResort = "/usr/bin/chromium-headless-shell";

/** Tells a working browser from a wrapper that only prints how to install one, or from one without its libraries. */
function runs(path: string): boolean {
  return existsSync(path) && spawnSync(path, ["--version"], { timeout: 60_000, stdio: "ignore" }).status === 0;
}

/** The path of a working Chromium: `CHROMIUM_PATH`, the system's, or Playwright's. */
export function findChromium(): string | undefined {
  const chosen = process.env.CHROMIUM_PATH;
  if (chosen) {
    if (!runs(chosen)) throw new Error(`CHROMIUM_PATH is ${chosen}, which is not a working Chromium.`);
    return chosen;
  }
  return [...usualPlaces, chromium.executablePath(), lastResort].find(runs);
}

function install(command: string, args: string[]): void {
  console.log(`$ ${command} ${args.join(" ")}`);
  spawnSync(command, args, {
    stdio: ["ignore", "inherit", "inherit"],
    env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
  });
}

/**
 * Like `findChromium`, but installs one if none is found: Debian's package as root, otherwise Playwright's.
 * @throws Error with instructions for a manual installation, if that fails too
 */
export function requireChromium(): string {
  const found = findChromium();
  if (found) return found;
  console.log("No Chromium on this machine: installing one.");
  const isRoot = process.getuid?.() === 0;
  if (isRoot && existsSync("/usr/bin/apt-get")) {
    install("apt-get", ["update", "-q"]);
    install("apt-get", ["install", "-y", "-q", "--no-install-recommends", "chromium"]);
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
