import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createWriteStream } from "node:fs";
import { mkdir, readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import getPort from "get-port";
import { makeDataFolder, removeDataFolder } from "../data-folder.ts";
import { SignInJourney } from "../sign-in-journey.ts";
import { untilListening } from "../until-listening.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const password = "a long password for the faults";

export type FaultyServer = Awaited<ReturnType<typeof makeFaultyServer>>;

/**
 * The built server with its own PostgreSQL, in a data folder that survives it. Killing it and its processes simulates a
 * power cut.
 */
export async function makeFaultyServer(name: string, environment: Record<string, string> = {}) {
  const dataDir = await makeDataFolder(`cairn-faults-${name}-`);
  const port = await getPort({ host: "127.0.0.1" });
  const origin = `http://localhost:${port}`;
  await mkdir(join(root, "test-results"), { recursive: true });
  const log = createWriteStream(join(root, "test-results", `faults-${name}.log`));
  let server: ChildProcess | undefined;

  /** Resolves with the milliseconds until it listens. */
  async function start(): Promise<number> {
    const startedAt = performance.now();
    const child = spawn(process.execPath, ["--enable-source-maps", join(root, "dist", "server", "main.js")], {
      cwd: root,
      stdio: ["ignore", "pipe", "pipe"],
      env: {
        PATH: process.env.PATH,
        TMPDIR: process.env.TMPDIR,
        TZ: "UTC",
        NODE_ENV: "production",
        PORT: String(port),
        PUBLIC_URL: origin,
        DATA_DIR: dataDir,
        LOG_LEVEL: "warn",
        DEMO: "1",
        DEMO_PASSWORD: password,
        // All clients share one address.
        RATE_LIMIT_PER_MINUTE: "1000000",
        ...environment,
      },
    });
    child.stdout.pipe(log, { end: false });
    child.stderr.pipe(log, { end: false });
    server = child;
    await untilListening(child);
    return performance.now() - startedAt;
  }

  const isRunning = () => server !== undefined && server.exitCode === null && server.signalCode === null;

  async function end(signal: NodeJS.Signals): Promise<void> {
    if (!server || !isRunning()) return;
    const exited = once(server, "exit");
    server.kill(signal);
    await exited;
  }

  async function postmasterPid(): Promise<number | undefined> {
    const text = await readFile(join(dataDir, "postgres", "cluster", "postmaster.pid"), "utf8").catch(() => "");
    const pid = Number.parseInt(text, 10);
    return pid > 0 ? pid : undefined;
  }

  return {
    name,
    origin,
    port,
    dataDir,
    start,
    isRunning,
    pid: () => server?.pid ?? 0,
    /** `kill -9` of the server, its decoders, PostgreSQL and all its backends at once. */
    async killEverything(): Promise<void> {
      const postmaster = await postmasterPid();
      const pids = [...(server?.pid ? await descendantsOf(server.pid) : []), ...(postmaster ? [postmaster] : [])];
      if (postmaster) pids.push(...(await descendantsOf(postmaster)));
      const exited = server && isRunning() ? once(server, "exit") : undefined;
      for (const pid of new Set([...(server?.pid && isRunning() ? [server.pid] : []), ...pids])) kill(pid, "SIGKILL");
      await exited;
    },
    /** `kill -9` of one of the server's processes: one that answers requests, or the worker. */
    async killOneProcess(random: () => number): Promise<void> {
      const led = await ledBy(server?.pid ?? 0);
      const pid = led[Math.floor(random() * led.length)];
      if (pid) kill(pid, "SIGKILL");
    },
    async killPostgres(signal: "SIGKILL" | "SIGQUIT"): Promise<void> {
      const pid = await postmasterPid();
      if (pid) kill(pid, signal);
    },
    async signIn(username: string): Promise<string> {
      return (await new SignInJourney(origin).signIn(username, password)).access_token;
    },
    stop: () => end("SIGTERM"),
    async remove(): Promise<void> {
      await end("SIGTERM");
      await removeDataFolder(dataDir);
    },
  };
}

/** All descendants of this process, from Linux's process table. */
async function descendantsOf(pid: number): Promise<number[]> {
  const parents = new Map<number, number>();
  for (const name of await readdir("/proc")) {
    if (!/^\d+$/.test(name)) continue;
    const stat = await readFile(`/proc/${name}/stat`, "utf8").catch(() => "");
    parents.set(Number(name), Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]));
  }
  const found: number[] = [];
  for (let level = [pid]; level.length > 0; ) {
    level = [...parents].filter(([, parent]) => level.includes(parent)).map(([child]) => child);
    found.push(...level);
  }
  return found;
}

/** The descendants that run the server's own program; decoders and PostgreSQL run others. */
async function ledBy(pid: number): Promise<number[]> {
  const found: number[] = [];
  for (const child of await descendantsOf(pid)) {
    const command = await readFile(`/proc/${child}/cmdline`, "utf8").catch(() => "");
    if (command.split("\0").some((word) => word.endsWith("/main.js"))) found.push(child);
  }
  return found;
}

function kill(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It has just ended.
  }
}
