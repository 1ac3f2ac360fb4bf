import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

const main = fileURLToPath(new URL("../src/server/processes/main.ts", import.meta.url));

export type CairnProcess = {
  child: ChildProcess;
  pid: number;
  /** What it has said so far, line by line; lines of its log are JSON. */
  lines: string[];
  /** Those lines of its log that say `msg`. */
  logged: (msg: string | RegExp) => Record<string, unknown>[];
  /** Resolves with its status and signal. */
  ended: Promise<unknown[]>;
};

/**
 * Starts the server from its sources, as `npm start` starts the build, and waits for the line that says it is ready. A module
 * to `preload` runs before it, in each of its processes.
 */
export async function startCairnProcess(
  environment: Record<string, string>,
  { preload }: { preload?: URL } = {},
): Promise<CairnProcess> {
  const imports = preload ? ["--import", preload.href] : [];
  const child = spawn(process.execPath, ["--import", "tsx", ...imports, main], {
    env: { PATH: process.env.PATH, NODE_ENV: "production", ...environment },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const lines: string[] = [];
  const ended = once(child, "exit");
  await new Promise<void>((resolve, reject) => {
    createInterface(child.stdout).on("line", (line) => {
      lines.push(line);
      if (/^Cairn('s worker)? is /.test(line)) resolve();
    });
    ended.then(() => reject(new Error(`the process ended before it was ready:\n${lines.join("\n")}`)), reject);
  });
  return {
    child,
    pid: child.pid ?? 0,
    lines,
    logged: (msg) =>
      lines
        .filter((line) => line.startsWith("{"))
        .map((line) => JSON.parse(line) as Record<string, unknown>)
        .filter((line) => (typeof msg === "string" ? line.msg === msg : msg.test(String(line.msg)))),
    ended,
  };
}

/** Ends it at once where a test has not done so. */
export async function killCairnProcess({ child, ended }: CairnProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill("SIGTERM");
  await ended;
}

/** Whether a process of this id runs; one that has ended and that nobody has asked for does not. */
export function runs(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
