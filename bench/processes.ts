import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { runSql } from "../test/run-sql.ts";
import { runLoad, type Target } from "./load.ts";
import { inOwnPlace, joinQuest, type Place, root, startCairn } from "./servers.ts";
import { medianOf, printRow, spread } from "./spread.ts";
import { makeTwoMegabytePhoto } from "./two-megabyte-photo.ts";

/**
 * Uploads of unique 2 MB photos with PROCESSES=2 and PROCESSES=1: each has a turn with 8 and 32 clients per round, in
 * changing order, on one PostgreSQL. BENCH_ROUNDS and BENCH_SECONDS set the length, BENCH_PROCESSES another number than
 * 2.
 */
const rounds = Number(process.env.BENCH_ROUNDS ?? 7);
const secondsPerRun = Number(process.env.BENCH_SECONDS ?? 6);
const many = process.env.BENCH_PROCESSES ?? "2";
const warmUpSeconds = Math.min(1.5, secondsPerRun);
const clientCounts = [8, 32];

type Run = { clients: number; round: number; name: string; uploadsPerSecond: number; p99Ms: number };

await inOwnPlace(async (place) => {
  const photo = await makeTwoMegabytePhoto();
  const servers = [await start("one", "1", place), await start("many", many, place)];
  const runs: Run[] = [];
  for (let round = 0; round < rounds; round++) {
    for (const clients of clientCounts) {
      for (let turn = 0; turn < servers.length; turn++) {
        const server = servers[(turn + round) % servers.length];
        if (!server) continue;
        const target = await server.signIn();
        await runLoad(target, photo, clients, warmUpSeconds);
        const { uploads, seconds, latenciesMs } = await runLoad(target, photo, clients, secondsPerRun);
        const sorted = latenciesMs.sort((a, b) => a - b);
        const p99Ms = sorted[Math.floor(0.99 * (sorted.length - 1))] ?? Number.NaN;
        runs.push({ clients, round, name: target.name, uploadsPerSecond: uploads / seconds, p99Ms });
        for (const each of servers) await each.calmDown();
      }
    }
    process.stderr.write(`round ${round + 1} of ${rounds}\n`);
  }
  printReport(runs);
});

async function start(name: string, processes: string, place: Place) {
  const server = await startCairn(name, root, place, {
    PROCESSES: processes,
    // They share one PostgreSQL, so neither may use all connections.
    DATABASE_CONNECTIONS: "7",
  });
  const questId = await joinQuest(server, "bob", await server.signIn("bob"));
  return {
    signIn: async (): Promise<Target> => ({
      name,
      pid: server.pid,
      url: `${server.origin}/api/adventurers/bob/quests/${questId}/data/uploads?data_type=image`,
      headers: { authorization: `Bearer ${await server.signIn("bob")}` },
      isForm: true,
    }),
    /** Prevents photo processing during the other's turn, and keeps the disk from filling up. */
    calmDown: async () => {
      await runSql(server.databaseUrl, "DELETE FROM jobs WHERE locked_until IS NULL");
      await wait(750);
      const entries = await readdir(join(server.dataDir, "photos", "originals"), {
        recursive: true,
        withFileTypes: true,
      });
      for (const entry of entries) if (entry.isFile()) await rm(join(entry.parentPath, entry.name), { force: true });
    },
  };
}

function printReport(runs: readonly Run[]): void {
  printRow(["clients", "", "uploads/s", "p99 ms"]);
  printRow(["---", "---", "---", "---"]);
  for (const clients of clientCounts) {
    const of = (name: string) => runs.filter((run) => run.clients === clients && run.name === name);
    for (const name of ["one", "many"]) {
      const own = of(name);
      const label = name === "one" ? "PROCESSES=1" : `PROCESSES=${many}`;
      const uploads = own.map(({ uploadsPerSecond }) => uploadsPerSecond);
      printRow([
        String(clients),
        label,
        spread(uploads, 1),
        spread(
          own.map(({ p99Ms }) => p99Ms),
          0,
        ),
      ]);
    }
    // Compares the two runs of the same round.
    const ratios = of("many").map(
      ({ round, uploadsPerSecond }) =>
        uploadsPerSecond / (of("one").find((run) => run.round === round)?.uploadsPerSecond ?? Number.NaN),
    );
    printRow([String(clients), "ratio", spread(ratios, 2), `median ${medianOf(ratios).toFixed(2)}`]);
  }
}
