import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createWriteStream } from "node:fs";
import { mkdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import pg from "pg";
import { makeDataFolder, removeDataFolder } from "../../test/data-folder.ts";
import { untilListening } from "../../test/until-listening.ts";
import { demoPassword } from "../cairn-server.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** The built server with a persistent data folder: restarted after a kill, it has its data. */
export async function makeKillableServer({ port, publicUrl }: { port: number; publicUrl: string }) {
  const dataDir = await makeDataFolder("cairn-faults-");
  await mkdir(join(root, "test-results"), { recursive: true });
  const log = createWriteStream(join(root, "test-results", "faults-server.log"));
  let server: ChildProcess | undefined;

  async function start(): Promise<void> {
    const started = spawn(process.execPath, [join(root, "dist", "server", "main.js")], {
      cwd: root,
      stdio: ["ignore", "pipe", "pipe"],
      env: {
        PATH: process.env.PATH,
        TMPDIR: process.env.TMPDIR,
        TZ: "UTC",
        PORT: String(port),
        PUBLIC_URL: publicUrl,
        DATA_DIR: dataDir,
        LOG_LEVEL: "warn",
        DEMO: "1",
        DEMO_PASSWORD: demoPassword,
      },
    });
    started.stdout.pipe(log, { end: false });
    started.stderr.pipe(log, { end: false });
    server = started;
    await untilListening(started);
  }

  async function end(signal: NodeJS.Signals): Promise<void> {
    if (!server || server.exitCode !== null || server.signalCode !== null) return;
    const exited = once(server, "exit");
    server.kill(signal);
    await exited;
  }

  return {
    dataDir,
    start,
    /** Queries its PostgreSQL directly. */
    async query<Row extends pg.QueryResultRow>(sql: string, values: unknown[]): Promise<Row[]> {
      const lines = (await readFile(join(dataDir, "postgres", "cluster", "postmaster.pid"), "utf8")).split("\n");
      const client = new pg.Client({ host: lines[4] ?? "", user: "cairn", database: "cairn" });
      await client.connect();
      try {
        return (await client.query<Row>(sql, values)).rows;
      } finally {
        await client.end();
      }
    },
    /** Simulates a power cut. */
    kill: () => end("SIGKILL"),
    async remove(): Promise<void> {
      await end("SIGTERM");
      await removeDataFolder(dataDir);
    },
  };
}
