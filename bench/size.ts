import { setTimeout as wait } from "node:timers/promises";
import getPort from "get-port";
import type { Seeded } from "../scripts/seed-database.ts";
import { runSql } from "../test/run-sql.ts";
import { cpuMsOf, forgetPeakMemory, peakMemoryMbOf } from "./process-figures.ts";
import {
  type CairnServer,
  fillServer,
  inOwnPlace,
  type Place,
  root,
  startCairn,
  startProcess,
  untilAnswers,
  untilIdle,
} from "./servers.ts";
import { medianOf, printRow, spread } from "./spread.ts";

/**
 * The same calls at several sizes: a server and database for each, alternating within each round, with ten data points
 * per quest. BENCH_QUESTS lists the sizes, smallest first; BENCH_ROUNDS and BENCH_SECONDS set the length; BENCH_CALLS
 * selects calls by semicolon-separated names; BENCH_CLIENTS sets the number of clients.
 */
const sizes = (process.env.BENCH_QUESTS ?? "1000,10000,100000").split(",").map(Number);
const rounds = Number(process.env.BENCH_ROUNDS ?? 5);
const secondsPerTurn = Number(process.env.BENCH_SECONDS ?? 0.6);
const clients = Number(process.env.BENCH_CLIENTS ?? 1);
const chosen = process.env.BENCH_CALLS?.split(/; */);
/** The worker updates its counts every minute. */
const settleSeconds = Number(process.env.BENCH_SETTLE_SECONDS ?? 65);
const coldStarts = Math.min(3, rounds);

type Person = "admin" | "bob";
type Measured = { of: string; path: string; as?: Person };

const callsOf = ({ quests: { first, last } }: Seeded, dataPoint: string): Measured[] => [
  { of: "quests, first part", path: "/quests?limit=24" },
  { of: "search, one hit", path: `/quests?limit=24&q=plot+${last - first - 7}` },
  { of: "search, no hit", path: "/quests?limit=24&q=wolverine" },
  { of: "search, many hits", path: "/quests?limit=24&q=coral" },
  { of: "box of a town", path: "/quests?limit=24&bbox=36.7,-1.4,36.9,-1.2" },
  { of: "nearest first", path: "/quests?limit=24&near=-1.29,36.82" },
  { of: "map of the world", path: "/quests/clusters?bbox=-180,-85,180,85&zoom=2" },
  { of: "map of a town", path: "/quests/clusters?bbox=36.5,-1.6,37.1,-1.0&zoom=11" },
  { of: "map of a search", path: "/quests/clusters?bbox=-180,-85,180,85&zoom=2&q=coral" },
  { of: "one quest", path: `/quests/${first}` },
  { of: "own quests", path: "/adventurers/bob/quests", as: "bob" },
  { of: "own points, first part", path: `/adventurers/bob/quests/${first}/data?limit=50`, as: "bob" },
  { of: "own points, summary", path: `/adventurers/bob/quests/${first}/data/summary`, as: "bob" },
  { of: "contributions", path: "/adventurers/bob/contributions", as: "bob" },
  { of: "samples that wait", path: "/admin/samples", as: "admin" },
  { of: "samples by evidence", path: "/admin/samples?sort=evidence", as: "admin" },
  { of: "counts of samples", path: "/admin/samples/counts", as: "admin" },
  { of: "one sample", path: `/quest_data/${dataPoint}`, as: "admin" },
  { of: "quests of administrators", path: "/admin/quests/summaries", as: "admin" },
  { of: "counts of quests", path: "/admin/quests/counts", as: "admin" },
  { of: "applications", path: "/admin/applications", as: "admin" },
  { of: "datasets", path: "/admin/datasets", as: "admin" },
  { of: "whole list of quests", path: "/quests" },
  { of: "largest data set as CSV", path: `/admin/datasets/${first}/export?format=csv`, as: "admin" },
];

type Turn = { p50Ms: number; p99Ms: number; cpuMs: number; bytes: number };
type Sized = { quests: number; server: CairnServer; calls: Measured[] };

await inOwnPlace(async (place) => {
  const servers: Sized[] = [];
  for (const quests of sizes) {
    servers.push(await prepare(place, quests));
    process.stderr.write(`${quests} quests are made\n`);
  }
  await wait(settleSeconds * 1000);
  for (const { server } of servers) forgetPeakMemory(server.pid);
  const [smallest, largest] = [servers[0], servers.at(-1)];
  if (!smallest || !largest) throw new Error("BENCH_QUESTS lists no size");
  console.log(
    `${sizes.join(", ")} quests with ten data points each; ${clients} client${clients === 1 ? "" : "s"}, ${rounds} rounds of ${secondsPerTurn} s a turn; median (lowest to highest).\n`,
  );
  printRow([
    "call",
    ...sizes.map((quests) => `p50 at ${quests}, ms`),
    "p99 at the largest, ms",
    "CPU, ms",
    "KB",
    "growth",
  ]);
  printRow(Array.from({ length: sizes.length + 5 }, () => "---"));
  for (const [index, { of }] of smallest.calls.entries()) {
    if (chosen && !chosen.includes(of)) continue;
    const turns = new Map<Sized, Turn[]>(servers.map((sized) => [sized, []]));
    for (const sized of servers) await measure(sized, index, 0.2);
    for (let round = 0; round < rounds; round++) {
      const order = [...servers.slice(round % servers.length), ...servers.slice(0, round % servers.length)];
      for (const sized of order) turns.get(sized)?.push(await measure(sized, index, secondsPerTurn));
    }
    const of1 = turns.get(smallest) ?? [];
    const ofLast = turns.get(largest) ?? [];
    printRow([
      of,
      ...servers.map((sized) =>
        spread(
          (turns.get(sized) ?? []).map(({ p50Ms }) => p50Ms),
          1,
        ),
      ),
      spread(
        ofLast.map(({ p99Ms }) => p99Ms),
        1,
      ),
      spread(
        ofLast.map(({ cpuMs }) => cpuMs),
        1,
      ),
      (medianOf(ofLast.map(({ bytes }) => bytes)) / 1000).toFixed(1),
      spread(
        ofLast.map(({ p50Ms }, round) => p50Ms / (of1[round]?.p50Ms ?? Number.NaN)),
        2,
      ),
    ]);
  }
  console.log(
    `\nPeak memory: ${servers.map(({ quests, server }) => `${peakMemoryMbOf(server.pid).toFixed(0)} MB at ${quests}`).join(", ")}.`,
  );
  for (const { quests, server } of servers) {
    const times: number[] = [];
    for (let start = 0; start < coldStarts; start++) times.push(await startOnce(place, server));
    // A start looks for samples that older rules have judged.
    await untilIdle(server);
    console.log(`First answer after a start on the database of ${quests} quests: ${spread(times, 2)} s.`);
  }
});

async function prepare(place: Place, quests: number): Promise<Sized> {
  const server = await startCairn(`quests_${quests}`, root, place);
  const seeded = await fillServer(server, { quests, points: quests * 10 });
  const [row] = await runSql(
    server.databaseUrl,
    `SELECT id FROM quest_data WHERE quest_id = ${seeded.quests.first} AND review_decision IS NULL LIMIT 1`,
  );
  return { quests, server, calls: callsOf(seeded, String(row?.id)) };
}

async function measure({ server, calls }: Sized, index: number, seconds: number): Promise<Turn> {
  const call = calls[index];
  if (!call) throw new Error("there is no such call");
  const headers: Record<string, string> = { "accept-encoding": "gzip" };
  if (call.as) headers.authorization = `Bearer ${await server.signIn(call.as)}`;
  const times: number[] = [];
  let bytes = 0;
  const cpuBeforeMs = cpuMsOf(server.pid);
  const endAtMs = performance.now() + seconds * 1000;
  const client = async () => {
    do {
      const sentAtMs = performance.now();
      const answer = await fetch(`${server.origin}/api${call.path}`, { headers });
      bytes = (await answer.arrayBuffer()).byteLength;
      if (!answer.ok) throw new Error(`${call.path} answered ${answer.status}`);
      times.push(performance.now() - sentAtMs);
    } while (performance.now() < endAtMs);
  };
  await Promise.all(Array.from({ length: clients }, client));
  const sorted = times.sort((a, b) => a - b);
  return {
    p50Ms: medianOf(sorted),
    p99Ms: sorted[Math.ceil(0.99 * sorted.length) - 1] ?? Number.NaN,
    cpuMs: (cpuMsOf(server.pid) - cpuBeforeMs) / times.length,
    bytes,
  };
}

/** Seconds from starting a second process on the first one's database to its first list of quests. */
async function startOnce(place: Place, server: CairnServer): Promise<number> {
  const port = await getPort({ host: "127.0.0.1" });
  const beganAtMs = performance.now();
  const child = startProcess(root, place, { ...server, port });
  await untilAnswers(`http://localhost:${port}/api/quests?limit=24`, child, 10);
  const seconds = (performance.now() - beganAtMs) / 1000;
  const ended = new Promise((resolve) => child.once("exit", resolve));
  child.kill("SIGTERM");
  await ended;
  return seconds;
}
