import { type ChildProcess, spawn } from "node:child_process";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import getPort from "get-port";
import pg from "pg";
import { type Seeded, type SeedSize, seedDatabase } from "../scripts/seed-database.ts";
import { startEmbeddedPostgres } from "../src/server/database/embedded/start-postgres.ts";
import { makeDataFolder, removeDataFolder } from "../test/data-folder.ts";
import { connectionStringFor } from "../test/database-server.ts";
import { runSql } from "../test/run-sql.ts";
import { SignInJourney } from "../test/sign-in-journey.ts";

export const root = fileURLToPath(new URL("..", import.meta.url));

/** Folder and PostgreSQL of one benchmark run, with everything that ends with it. */
export type Place = {
  folder: string;
  makeDatabase: (name: string) => Promise<string>;
  /** Runs a Node program in `folder` until the run ends. */
  start: (folder: string, args: string[], environment: Record<string, string>) => ChildProcess;
};

const silentLogger = { info: () => undefined, warn: () => undefined, error: console.error };

/** Gives `run` its own folder and PostgreSQL, and always cleans up. */
export async function inOwnPlace(run: (place: Place) => Promise<void>): Promise<void> {
  const closers: (() => Promise<unknown>)[] = [];
  try {
    const folder = await makeDataFolder("cairn-bench-");
    closers.push(() => removeDataFolder(folder));
    const postgres = await startEmbeddedPostgres({ dataDir: join(folder, "postgres"), logger: silentLogger });
    closers.push(() => postgres.stop());
    await run({
      folder,
      makeDatabase: async (name) => {
        await runSql(postgres.adminConnectionString, `CREATE DATABASE bench_${name} OWNER cairn`);
        return connectionStringFor(postgres.adminConnectionString, `bench_${name}`, "cairn");
      },
      start: (from, args, environment) => {
        const child = startNode(from, args, environment);
        closers.push(() => end(child));
        return child;
      },
    });
  } finally {
    for (const close of closers.reverse()) await close();
  }
}

function startNode(folder: string, args: string[], environment: Record<string, string>): ChildProcess {
  const { PATH = "", HOME = "" } = process.env;
  return spawn(process.execPath, args, {
    cwd: folder,
    env: { PATH, HOME, ...environment },
    stdio: ["ignore", "ignore", "inherit"],
  });
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const ended = new Promise((resolve) => child.once("exit", resolve));
  child.kill("SIGTERM");
  await Promise.race([ended, wait(10_000)]);
  child.kill("SIGKILL");
}

export type CairnServer = {
  origin: string;
  pid: number;
  dataDir: string;
  databaseUrl: string;
  /** Of every demo account. */
  password: string;
  /** A fresh access token of a demo account. */
  signIn: (username: string) => Promise<string>;
};

/**
 * Starts the build in `builtIn` with its own identity provider and demo content. Restarts it before measuring, because
 * storing the demo's photos uses memory.
 */
export async function startCairn(
  name: string,
  builtIn: string,
  place: Place,
  environment: Record<string, string> = {},
): Promise<CairnServer> {
  const databaseUrl = await place.makeDatabase(name);
  const dataDir = join(place.folder, name);
  const port = await getPort({ host: "127.0.0.1" });
  const origin = `http://localhost:${port}`;
  const password = "a long password for the bench";
  const start = async () => {
    const child = startProcess(builtIn, place, { port, dataDir, databaseUrl, password }, environment);
    await untilAnswers(`${origin}/api/health/ready`, child);
    return child;
  };
  await end(await start());
  const child = await start();
  const signIn = async (username: string) => (await new SignInJourney(origin).signIn(username, password)).access_token;
  return { origin, pid: child.pid ?? 0, dataDir, databaseUrl, password, signIn };
}

/** Starts another process of a server, or its first. */
export function startProcess(
  builtIn: string,
  place: Place,
  {
    port,
    dataDir,
    databaseUrl,
    password,
  }: { port: number } & Pick<CairnServer, "dataDir" | "databaseUrl" | "password">,
  environment: Record<string, string> = {},
): ChildProcess {
  return place.start(builtIn, ["--max-semi-space-size=8", "--no-memory-reducer", "dist/server/main.js"], {
    NODE_ENV: "production",
    PORT: String(port),
    DATA_DIR: dataDir,
    DATABASE_URL: databaseUrl,
    DEMO: "1",
    DEMO_PASSWORD: password,
    RATE_LIMIT_PER_MINUTE: "1000000",
    UPLOAD_MEGABYTES_PER_DAY: "1000000",
    ...environment,
  });
}

/**
 * Adds quests, people and data points to the demo's; bob has the most data points of one person, in the first quest.
 */
export async function fillServer(server: CairnServer, size: SeedSize): Promise<Seeded> {
  const client = new pg.Client({ connectionString: server.databaseUrl });
  await client.connect();
  try {
    const seeded = await seedDatabase(client, { ...size, person: "bob" });
    await untilIdle(server);
    return seeded;
  } finally {
    await client.end();
  }
}

/** Joins the demo's tree quest, which uses the specification's form, and returns its id. */
export async function joinQuest({ origin }: { origin: string }, username: string, token: string): Promise<number> {
  const headers = { authorization: `Bearer ${token}` };
  const [quest] = (await (await fetch(`${origin}/api/quests?q=bark+and+girth`, { headers })).json()) as {
    id: number;
  }[];
  if (!quest) throw new Error("there is no quest to join");
  const path = `${origin}/api/adventurers/${username}/quests/${quest.id}/sign-up`;
  const answer = await fetch(path, { method: "POST", headers });
  if (!answer.ok) throw new Error(`joining answered ${answer.status}`);
  return quest.id;
}

export async function untilAnswers(url: string, child: ChildProcess, everyMs = 200): Promise<void> {
  for (let attempt = 0; attempt < 120_000 / everyMs; attempt++) {
    if (child.exitCode !== null) throw new Error(`the server of ${url} ended with ${child.exitCode}`);
    const answer = await fetch(url).catch(() => undefined);
    if (answer && answer.status !== 503) return;
    await wait(everyMs);
  }
  throw new Error(`${url} does not answer`);
}

/** Resolves once the server has finished the demo's jobs. */
export async function untilIdle({ databaseUrl }: CairnServer): Promise<void> {
  for (let attempt = 0; attempt < 3_000; attempt++) {
    // Deliberately delayed jobs don't count.
    const [row] = await runSql(
      databaseUrl,
      "SELECT count(*)::int AS jobs FROM jobs WHERE run_at <= now() + interval '5 seconds'",
    );
    if (row?.jobs === 0) return;
    await wait(200);
  }
  throw new Error("the jobs of the demo are not done");
}
