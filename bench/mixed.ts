import { Agent, request } from "node:http";
import { makePhoto } from "../test/make-photo.ts";
import { type CairnServer, fillServer, inOwnPlace, joinQuest, root, startCairn } from "./servers.ts";
import { medianOf, printRow, spread } from "./spread.ts";

/**
 * Uploads alone, and alongside clients that continuously request heavy answers: the uploads' 99th percentiles, their
 * ratio per round, and the heavy clients' statuses. BENCH_ROUNDS, BENCH_SECONDS, BENCH_UPLOADERS, BENCH_HEAVY
 * (clients), BENCH_QUESTS and BENCH_POINTS set the sizes.
 */
const rounds = Number(process.env.BENCH_ROUNDS ?? 5);
const secondsPerTurn = Number(process.env.BENCH_SECONDS ?? 10);
const uploaders = Number(process.env.BENCH_UPLOADERS ?? 4);
const heavyClients = Number(process.env.BENCH_HEAVY ?? 8);
const quests = Number(process.env.BENCH_QUESTS ?? 10_000);
const points = Number(process.env.BENCH_POINTS ?? 100_000);

type Turn = { latenciesMs: number[]; statuses: Map<number, number> };

await inOwnPlace(async (place) => {
  const server = await startCairn("mixed", root, place);
  const questId = await joinQuest(server, "bob", await server.signIn("bob"));
  const { first } = (await fillServer(server, { quests, points })).quests;
  const photo = await makePhoto({ width: 800, height: 600 });
  const turn = async (heavy: number): Promise<Turn> => {
    const bob = `Bearer ${await server.signIn("bob")}`;
    const admin = `Bearer ${await server.signIn("admin")}`;
    const heavyCalls = [
      { path: "/quests" },
      { path: "/admin/quests", token: admin },
      { path: `/adventurers/bob/quests/${first}/data`, token: bob },
      { path: `/admin/datasets/${first}/export?format=csv`, token: admin },
    ];
    const result: Turn = { latenciesMs: [], statuses: new Map() };
    const endAtMs = performance.now() + secondsPerTurn * 1000;
    const agent = new Agent({ keepAlive: true });
    const askHeavily = async (client: number) => {
      for (let asked = client; performance.now() < endAtMs; asked++) {
        const { path, token } = heavyCalls[asked % heavyCalls.length] ?? { path: "/quests" };
        const status = await statusOf(server, agent, { path, token });
        if (status !== 200 && status !== 503) throw new Error(`${path} answered ${status}`);
        result.statuses.set(status, (result.statuses.get(status) ?? 0) + 1);
      }
    };
    const uploadOn = async () => {
      while (performance.now() < endAtMs) {
        const sentAtMs = performance.now();
        await upload(server, questId, bob, photo);
        result.latenciesMs.push(performance.now() - sentAtMs);
      }
    };
    await Promise.all([
      ...Array.from({ length: heavy }, (_, client) => askHeavily(client)),
      ...Array.from({ length: uploaders }, uploadOn),
    ]);
    agent.destroy();
    return result;
  };

  await turn(1);
  const ratios: number[] = [];
  console.log(
    `${uploaders} uploaders, ${heavyClients} heavy clients, ${quests} quests, ${points} data points, ${rounds} rounds.\n`,
  );
  printRow(["round", "p99 alone, ms", "p99 mixed, ms", "ratio", "answers to heavy clients"]);
  printRow(["---", "---", "---", "---", "---"]);
  for (let round = 0; round < rounds; round++) {
    const turns = [() => turn(0), () => turn(heavyClients)];
    const isTurned = round % 2 === 1;
    const results: Turn[] = [];
    for (const each of isTurned ? turns.reverse() : turns) results.push(await each());
    const [alone, mixed] = isTurned ? results.reverse() : results;
    if (!alone || !mixed) throw new Error("there are two turns");
    const ratio = percentile99(mixed.latenciesMs) / percentile99(alone.latenciesMs);
    ratios.push(ratio);
    const answers = [...mixed.statuses].map(([status, times]) => `${status}: ${times}`).join(", ");
    printRow([
      String(round + 1),
      percentile99(alone.latenciesMs).toFixed(0),
      percentile99(mixed.latenciesMs).toFixed(0),
      ratio.toFixed(2),
      answers,
    ]);
  }
  console.log(`\nRatio of p99: ${spread(ratios, 2)}; median ${medianOf(ratios).toFixed(2)}.`);
});

function percentile99(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.ceil(sorted.length * 0.99) - 1] ?? Number.NaN;
}

/** Reads and discards the answer. */
function statusOf(
  { origin }: CairnServer,
  agent: Agent,
  { path, token }: { path: string; token?: string | undefined },
): Promise<number> {
  return new Promise((resolve, reject) => {
    const headers = { "accept-encoding": "gzip", ...(token && { authorization: token }) };
    const asked = request(`${origin}/api${path}`, { agent, headers }, (answer) => {
      answer.on("error", reject);
      answer.on("end", () => resolve(answer.statusCode ?? 0));
      answer.resume();
    });
    asked.on("error", reject);
    asked.end();
  });
}

async function upload({ origin }: CairnServer, questId: number, token: string, photo: Buffer): Promise<void> {
  const form = new FormData();
  form.set("tree_width", "87.5");
  form.set("latitude", "21.97");
  form.set("longitude", "-159.37");
  form.set("file", new Blob([new Uint8Array(photo)], { type: "image/jpeg" }), "photo.jpg");
  const url = `${origin}/api/adventurers/bob/quests/${questId}/data/uploads?data_type=image`;
  const answer = await fetch(url, { method: "POST", headers: { authorization: token }, body: form });
  await answer.arrayBuffer();
  if (answer.status !== 201) throw new Error(`an upload answered ${answer.status}`);
}
