import { cpuMsOf } from "./process-figures.ts";
import { type CairnServer, fillServer, inOwnPlace, root, startCairn } from "./servers.ts";
import { medianOf, printRow, spread } from "./spread.ts";

/**
 * Compares this build's calls with another build's: one client, alternating within each round. BENCH_BEFORE is the
 * other build's folder; its tables must be the same. BENCH_ROUNDS and BENCH_SECONDS set the length, BENCH_QUESTS and
 * BENCH_POINTS the size of both databases, BENCH_CALLS selects calls by comma-separated names.
 */
const rounds = Number(process.env.BENCH_ROUNDS ?? 7);
const secondsPerTurn = Number(process.env.BENCH_SECONDS ?? 1);
const quests = Number(process.env.BENCH_QUESTS ?? 1_000);
const points = Number(process.env.BENCH_POINTS ?? 10_000);
const chosen = process.env.BENCH_CALLS?.split(/, */);
const before = process.env.BENCH_BEFORE;
if (!before) throw new Error("BENCH_BEFORE names the folder of another built copy of Cairn.");

type Measured = { method?: string; path: string; as?: "bob" | "admin"; json?: unknown };

const callsOf = (questId: number): Record<string, Measured> => ({
  "part of the quests": { path: "/quests?limit=20" },
  "all quests": { path: "/quests" },
  "quests searched": { path: "/quests?q=plot+77&limit=20" },
  "map of the world": { path: "/quests/clusters?bbox=-180,-90,180,90&zoom=2" },
  "one quest": { path: `/quests/${questId}` },
  "own quests": { path: "/adventurers/bob/quests", as: "bob" },
  "own record": { path: `/adventurers/bob/quests/${questId}`, as: "bob" },
  "join again": { method: "POST", path: `/adventurers/bob/quests/${questId}/sign-up`, as: "bob" },
  "own data points": { path: `/adventurers/bob/quests/${questId}/data`, as: "bob" },
  samples: { path: "/admin/samples", as: "admin" },
  applications: { path: "/admin/applications", as: "admin" },
  datasets: { path: "/admin/datasets", as: "admin" },
  organizations: { path: "/organizations", as: "admin" },
  "export as CSV": { path: `/admin/datasets/${questId}/export?format=csv`, as: "admin" },
});

await inOwnPlace(async (place) => {
  const servers = [await prepare("ours", root), await prepare("before", before)];
  async function prepare(name: string, folder: string) {
    const server = await startCairn(name, folder, place);
    const { first } = (await fillServer(server, { quests, points })).quests;
    return { server, calls: callsOf(first) };
  }

  const [ours, other] = servers;
  if (!ours || !other) throw new Error("there are two servers");
  console.log(
    `${quests} quests, ${points} data points; ${rounds} rounds of ${secondsPerTurn} s a turn; median (lowest to highest).\n`,
  );
  printRow(["call", "ours, ms", "before, ms", "time, ours against before", "CPU, ours against before"]);
  printRow(["---", "---", "---", "---", "---"]);
  const ratiosOfAll = { ms: [] as number[], cpuMs: [] as number[] };
  for (const name of Object.keys(ours.calls).filter((each) => !chosen || chosen.includes(each))) {
    // Warms up the JIT compiler.
    for (const { server, calls } of servers) await measure(server, calls[name]);
    const oursTimes: Times[] = [];
    const beforeTimes: Times[] = [];
    for (let round = 0; round < rounds; round++) {
      const turns = [
        async () => oursTimes.push(await measure(ours.server, ours.calls[name])),
        async () => beforeTimes.push(await measure(other.server, other.calls[name])),
      ];
      for (const turn of round % 2 === 0 ? turns : turns.reverse()) await turn();
    }
    const ratios = (figure: keyof Times) =>
      oursTimes.map((times, round) => times[figure] / (beforeTimes[round]?.[figure] ?? Number.NaN));
    ratiosOfAll.ms.push(medianOf(ratios("ms")));
    ratiosOfAll.cpuMs.push(medianOf(ratios("cpuMs")));
    printRow([
      name,
      spread(
        oursTimes.map(({ ms }) => ms),
        2,
      ),
      spread(
        beforeTimes.map(({ ms }) => ms),
        2,
      ),
      spread(ratios("ms"), 2),
      spread(ratios("cpuMs"), 2),
    ]);
  }
  console.log(`\nOver all calls: time ${spread(ratiosOfAll.ms, 2)}, CPU ${spread(ratiosOfAll.cpuMs, 2)}.`);
});

/** What one complete answer takes: median time, and the server's average processor time. */
type Times = { ms: number; cpuMs: number };

async function measure(server: CairnServer, call: Measured | undefined): Promise<Times> {
  if (!call) throw new Error("there is no such call");
  const headers: Record<string, string> = {};
  if (call.as) headers.authorization = `Bearer ${await server.signIn(call.as)}`;
  const ask = async () => {
    const answer = await fetch(`${server.origin}/api${call.path}`, { method: call.method ?? "GET", headers });
    await answer.arrayBuffer();
    if (!answer.ok) throw new Error(`${call.path} answered ${answer.status}`);
  };
  for (let warmUp = 0; warmUp < 5; warmUp++) await ask();
  const times: number[] = [];
  const cpuBeforeMs = cpuMsOf(server.pid);
  const endAtMs = performance.now() + secondsPerTurn * 1000;
  while (performance.now() < endAtMs) {
    const sentAtMs = performance.now();
    await ask();
    times.push(performance.now() - sentAtMs);
  }
  return { ms: medianOf(times), cpuMs: (cpuMsOf(server.pid) - cpuBeforeMs) / times.length };
}
