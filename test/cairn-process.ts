import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";
import { inject } from "vitest";

/** Node's arguments that start the server, which was built for this run: from its sources it takes three times as long. */
export const serverArguments = (): string[] => ["--enable-source-maps", join(inject("builtServer"), "main.js")];

export type CairnProcess = {
  child: ChildProcess;
  pid: number;
  /** Its output so far, line by line, in JSON. */
  lines: string[];
  logged: (msg: string | RegExp) => Record<string, unknown>[];
  /** Resolves with its status and signal. */
  ended: Promise<unknown[]>;
};

/** Starts the server and waits until it is ready. A module in `preload` runs first in each of its processes. */
export async function startCairnProcess(
  environment: Record<string, string>,
  { preload }: { preload?: "fast-timers" | "uncaught-errors" } = {},
): Promise<CairnProcess> {
  const imports = preload ? ["--import", pathToFileURL(join(inject("builtServer"), `${preload}.js`)).href] : [];
  const child = spawn(process.execPath, [...imports, ...serverArguments()], {
    env: { PATH: process.env.PATH, NODE_ENV: "production", ...environment },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const lines: string[] = [];
  const ended = once(child, "exit");
  await new Promise<void>((resolve, reject) => {
    createInterface(child.stdout).on("line", (line) => {
      lines.push(line);
      if (/"msg":"Cairn('s worker)? is /.test(line)) resolve();
    });
    ended.then(() => reject(new Error(`the process ended before it was ready:\n${lines.join("\n")}`)), reject);
  });
  return {
    child,
    pid: child.pid ?? 0,
    lines,
    logged: (msg) =>
      lines
        .map((line) => JSON.parse(line) as Record<string, unknown>)
        .filter((line) => (typeof msg === "string" ? line.msg === msg : msg.test(String(line.msg)))),
    ended,
  };
}

/** Kills the process if the test hasn't ended it. */
export async function killCairnProcess({ child, ended }: CairnProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill("SIGTERM");
  await ended;
}

/** Whether a process with this id runs; zombies don't count. */
export function runs(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
