import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createRequire } from "node:module";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

export type ChildOptions = {
  dataDir: string;
  systemFolder?: string;
  packageFolder?: string;
  /** Switches to this user before starting PostgreSQL; requires root. */
  uid?: number;
};

/** The child's first output: PostgreSQL's connection string, or the error. */
export type ChildAnswer = { connectionString: string; error?: never } | { error: string; connectionString?: never };

export type EmbeddedPostgresProcess = { child: ChildProcess; answer: ChildAnswer };

/** Starts the embedded PostgreSQL in a separate Node process that can be killed. SIGTERM stops it cleanly. */
export async function spawnEmbeddedPostgres(options: ChildOptions): Promise<EmbeddedPostgresProcess> {
  const { child, answer } = beginEmbeddedPostgres(options);
  return { child, answer: await answer };
}

/** The same, without waiting for PostgreSQL. */
export function beginEmbeddedPostgres(options: ChildOptions): { child: ChildProcess; answer: Promise<ChildAnswer> } {
  const program = fileURLToPath(new URL("./embedded-postgres-child.ts", import.meta.url));
  const tsx = createRequire(import.meta.url).resolve("tsx");
  const child = spawn(process.execPath, ["--import", tsx, program, JSON.stringify(options)], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  return { child, answer: readAnswer(child) };
}

async function readAnswer(child: ChildProcess): Promise<ChildAnswer> {
  if (child.stdout) for await (const line of createInterface(child.stdout)) return JSON.parse(line) as ChildAnswer;
  return { error: "the process ended without a word" };
}

export async function endProcess(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, "exit");
  child.kill(signal);
  await exited;
}
