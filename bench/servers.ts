import { type ChildProcess, spawn } from "node:child_process";
import { cp } from "node:fs/promises";
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

/** What a server has stored: its folder and its database. */
type Stored = { dataDir: string; database: string };

/** A PostgreSQL that several benchmarks use, and the demo of this checkout's build in it. */
type Shared = { adminConnectionString: string; demo: Stored };

/** Environment variable with `Shared`, in JSON: without it, each benchmark starts its own PostgreSQL. */
const sharedVariable = "BENCH_SHARED";

/** Folder and PostgreSQL of one benchmark run, with everything that ends with it. */
export type Place = {
  folder: string;
  adminConnectionString: string;
  /** The demo as each build stores it, by the build's folder: storing it takes longer than a copy. */
  demos: Map<string, Stored>;
  /** Makes an empty database, or a copy of another. */
  makeDatabase: (name: string, template?: string) => Promise<string>;
  /** Runs a Node program in `folder` until the run ends. */
  start: (folder: string, args: string[], environment: Record<string, string>) => ChildProcess;
};

const silentLogger = { info: () => undefined, warn: () => undefined, error: console.error };

/** Gives `run` its own folder and PostgreSQL, or databases in the shared one, and always cleans up. */
export async function inOwnPlace(
  run: (place: Place) => Promise<void>,
  settings: Record<string, string> = {},
): Promise<void> {
  const given = process.env[sharedVariable];
  const shared = given === undefined ? undefined : (JSON.parse(given) as Shared);
  const closers: (() => Promise<unknown>)[] = [];
  try {
    const folder = await makeDataFolder("cairn-bench-");
    closers.push(() => removeDataFolder(folder));
    const startPostgres = async () => {
      const postgres = await startEmbeddedPostgres({
        dataDir: join(folder, "postgres"),
        logger: silentLogger,
        settings,
      });
      closers.push(() => postgres.stop());
      return postgres;
    };
    const { adminConnectionString } = shared ?? (await startPostgres());
    await run({
      folder,
      adminConnectionString,
      demos: new Map(shared && [[root, shared.demo]]),
      makeDatabase: async (name, template = "template1") => {
        const database = databaseNamed(name);
        await runSql(adminConnectionString, `CREATE DATABASE ${database} OWNER cairn TEMPLATE ${template}`);
        if (shared) closers.push(() => runSql(adminConnectionString, `DROP DATABASE ${database} WITH (FORCE)`));
        return connectionStringFor(adminConnectionString, database, "cairn");
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

/** Benchmarks that share a PostgreSQL use the same names. */
const databaseNamed = (name: string) => `bench_${process.pid}_${name}`;

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

const password = "a long password for the bench";

export type CairnServer = {
  origin: string;
  pid: number;
  dataDir: string;
  databaseUrl: string;
  /** Password of every demo account. */
  password: string;
  /** An access token of a demo account, good for some minutes at least. */
  signIn: (username: string) => Promise<string>;
};

/**
 * Starts the build in `builtIn` with its own identity provider and demo content. Another process has stored the demo
 * before, because doing so uses memory.
 */
export async function startCairn(
  name: string,
  builtIn: string,
  place: Place,
  environment: Record<string, string> = {},
): Promise<CairnServer> {
  const demo = place.demos.get(builtIn) ?? (await storeDemo(builtIn, place));
  const databaseUrl = await place.makeDatabase(name, demo.database);
  const dataDir = join(place.folder, name);
  await cp(demo.dataDir, dataDir, { recursive: true });
  const { child, origin } = await startOn(builtIn, place, { databaseUrl, dataDir }, environment);
  return { origin, pid: child.pid ?? 0, dataDir, databaseUrl, password, signIn: makeSignIn(origin) };
}

const tokenMaxAgeMs = 10 * 60_000;

function makeSignIn(origin: string): (username: string) => Promise<string> {
  const tokens = new Map<string, { token: string; until: number }>();
  return async (username) => {
    const known = tokens.get(username);
    if (known && known.until > Date.now()) return known.token;
    const { access_token: token } = await new SignInJourney(origin).signIn(username, password);
    tokens.set(username, { token, until: Date.now() + tokenMaxAgeMs });
    return token;
  };
}

async function storeDemo(builtIn: string, place: Place): Promise<Stored> {
  const name = `demo_${place.demos.size}`;
  const databaseUrl = await place.makeDatabase(name);
  const dataDir = join(place.folder, name);
  const { child } = await startOn(builtIn, place, { databaseUrl, dataDir });
  await untilIdle({ databaseUrl });
  await end(child);
  const demo = { dataDir, database: databaseNamed(name) };
  place.demos.set(builtIn, demo);
  return demo;
}

/** Runs `run` with the environment in which benchmarks share one PostgreSQL and one demo of this checkout's build. */
export async function withSharedDemo(run: (environment: Record<string, string>) => Promise<void>): Promise<void> {
  await inOwnPlace(
    async (place) => {
      const demo = await storeDemo(root, place);
      const shared: Shared = { adminConnectionString: place.adminConnectionString, demo };
      await run({ [sharedVariable]: JSON.stringify(shared) });
    },
    { max_connections: "400", fsync: "off" },
  );
}

type Stores = Pick<CairnServer, "dataDir" | "databaseUrl">;

async function startOn(
  builtIn: string,
  place: Place,
  stores: Stores,
  environment: Record<string, string> = {},
): Promise<{ child: ChildProcess; origin: string }> {
  const port = await getPort({ host: "127.0.0.1" });
  const origin = `http://localhost:${port}`;
  const child = startProcess(builtIn, place, { ...stores, port }, environment);
  await untilAnswers(`${origin}/api/health/ready`, child);
  return { child, origin };
}

/** Starts another process of a server, or its first. */
export function startProcess(
  builtIn: string,
  place: Place,
  { port, dataDir, databaseUrl }: { port: number } & Stores,
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

/**
 * Resolves once the server has finished the jobs of demo and seed.
 * @throws Error if one has failed: it would come again and again
 */
export async function untilIdle({ databaseUrl }: Pick<CairnServer, "databaseUrl">): Promise<void> {
  for (let attempt = 0; attempt < 3_000; attempt++) {
    // Deliberately delayed jobs don't count.
    const [row] = await runSql(
      databaseUrl,
      `SELECT count(*) FILTER (WHERE run_at <= now() + interval '5 seconds')::int AS jobs,
        min(kind || ': ' || last_error) FILTER (WHERE attempts > 0 AND locked_until IS NULL) AS error FROM jobs`,
    );
    if (row?.error) throw new Error(`a job failed: ${row.error}`);
    if (row?.jobs === 0) return;
    await wait(200);
  }
  throw new Error("the jobs of demo and seed are not done");
}
