import { mkdir, readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { build } from "esbuild";
import getPort from "get-port";
import { runSql } from "../test/run-sql.ts";
import { runLoad, type Target } from "./load.ts";
import { cpuMsOf, forgetPeakMemory, memoryWithDatabaseMb, peakMemoryMbOf } from "./process-figures.ts";
import { inOwnPlace, joinQuest, type Place, root, startCairn, untilAnswers } from "./servers.ts";
import { makeTwoMegabytePhoto } from "./two-megabyte-photo.ts";
import { type Measurement, printReport } from "./upload-report.ts";

/**
 * Our upload of a unique 2 MB photo compared with a bare server: each has a turn with 1, 8 and 32 clients per round, in
 * changing order, on one PostgreSQL. BENCH_ROUNDS and BENCH_SECONDS set the length. BENCH_BEFORE is the folder of
 * another Cairn build that replaces the bare server.
 */
const rounds = Number(process.env.BENCH_ROUNDS ?? 5);
const secondsPerRun = Number(process.env.BENCH_SECONDS ?? 6);
const warmUpSeconds = Math.min(1.5, secondsPerRun);
const clientCounts = [1, 8, 32];
const before = process.env.BENCH_BEFORE;

await inOwnPlace(async (place) => {
  const photo = await makeTwoMegabytePhoto();
  const servers = [
    await startUploads("ours", root, place),
    before ? await startUploads("before", before, place) : await startBare(place),
  ];

  const measurements: Measurement[] = [];
  for (let round = 0; round < rounds; round++) {
    for (const clients of clientCounts) {
      const targets = (await Promise.all(servers.map(({ signIn }) => signIn()))).flat();
      for (let turn = 0; turn < targets.length; turn++) {
        const target = targets[(turn + round) % targets.length];
        if (!target) continue;
        measurements.push({ clients, round, ...(await measure(target, photo, clients)) });
        await calmDown(servers);
      }
    }
    process.stderr.write(`round ${round + 1} of ${rounds}\n`);
  }
  printReport(measurements, { photoBytes: photo.length, rounds, secondsPerRun });
});

async function measure(
  target: Target,
  photo: Buffer,
  clients: number,
): Promise<Omit<Measurement, "clients" | "round">> {
  await runLoad(target, photo, clients, warmUpSeconds);
  forgetPeakMemory(target.pid);
  const cpuBefore = cpuMsOf(target.pid);
  let peakWithDatabaseMb = 0;
  const sampling = setInterval(() => {
    peakWithDatabaseMb = Math.max(peakWithDatabaseMb, memoryWithDatabaseMb(target.pid));
  }, 500);
  const load = await runLoad(target, photo, clients, secondsPerRun);
  clearInterval(sampling);
  const cpuMs = cpuMsOf(target.pid) - cpuBefore;
  const sorted = load.latenciesMs.sort((a, b) => a - b);
  const quantile = (share: number) =>
    sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
  return {
    target: target.name,
    uploadsPerSecond: load.uploads / load.seconds,
    p50Ms: quantile(0.5),
    p99Ms: quantile(0.99),
    cpuMsPerUpload: cpuMs / load.uploads,
    peakMemoryMb: peakMemoryMbOf(target.pid),
    peakWithDatabaseMb,
  };
}

/**
 * Restores the starting conditions for the next turn: frees the disk and drops photo jobs, which our server would
 * otherwise run during the other server's turn.
 */
async function calmDown(servers: readonly Server[]): Promise<void> {
  for (const { forgetJobs } of servers) await forgetJobs();
  await wait(1500);
  for (const { photoFolder } of servers) {
    const entries = await readdir(photoFolder, { recursive: true, withFileTypes: true });
    for (const entry of entries) if (entry.isFile()) await rm(join(entry.parentPath, entry.name), { force: true });
  }
  await wait(500);
}

type Server = {
  /** Signs a volunteer in again, if the server requires it. */
  signIn: () => Promise<Target[]>;
  forgetJobs: () => Promise<void>;
  photoFolder: string;
};

/** A volunteer of a built server who joined a quest. */
async function startUploads(name: string, builtIn: string, place: Place): Promise<Server> {
  const server = await startCairn(name, builtIn, place);
  const questId = await joinQuest(server, "bob", await server.signIn("bob"));
  return {
    signIn: async () => [
      {
        name,
        pid: server.pid,
        url: `${server.origin}/api/adventurers/bob/quests/${questId}/data/uploads?data_type=image`,
        headers: { authorization: `Bearer ${await server.signIn("bob")}` },
        isForm: true,
      },
    ],
    forgetJobs: async () => void (await runSql(server.databaseUrl, "DELETE FROM jobs WHERE locked_until IS NULL")),
    photoFolder: join(server.dataDir, "photos", "originals"),
  };
}

async function startBare(place: Place): Promise<Server> {
  const databaseUrl = await place.makeDatabase("bare");
  const photoFolder = join(place.folder, "bare");
  const port = await getPort({ host: "127.0.0.1" });
  const outfile = join(root, "dist/bench/bare-server.js");
  await build({
    absWorkingDir: root,
    entryPoints: ["bench/bare-server.ts"],
    outfile,
    bundle: true,
    packages: "external",
    platform: "node",
    format: "esm",
  });
  await mkdir(photoFolder, { recursive: true });
  const origin = `http://localhost:${port}`;
  const child = place.start(root, [outfile], {
    NODE_ENV: "production",
    PORT: String(port),
    DATABASE_URL: databaseUrl,
    BARE_FOLDER: photoFolder,
  });
  await untilAnswers(origin, child);
  const shared = { pid: child.pid ?? 0, headers: {} };
  const targets = [
    { ...shared, name: "bare, form", url: `${origin}/form`, isForm: true },
    { ...shared, name: "bare, raw", url: `${origin}/raw`, isForm: false },
  ];
  return { signIn: async () => targets, forgetJobs: async () => undefined, photoFolder };
}
