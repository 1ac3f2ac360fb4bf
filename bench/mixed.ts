import { Agent, request } from "node:http";
import { makePhoto } from "../test/make-photo.ts";
import { type CairnServer, inOwnPlace, joinQuest, root, runSql, startCairn, untilIdle } from "./servers.ts";
import { medianOf, printRow, spread } from "./spread.ts";

/**
 * Uploads alone, and beside clients who ask for heavy answers without a pause: the 99th percentile of uploads, their ratio in
 * each round, and what the heavy clients were answered. BENCH_ROUNDS, BENCH_SECONDS, BENCH_UPLOADERS, BENCH_HEAVY (clients),
 * BENCH_QUESTS and BENCH_POINTS set the sizes.
 */
const rounds = Number(process.env.BENCH_ROUNDS ?? 5);
const secondsPerTurn = Number(process.env.BENCH_SECONDS ?? 10);
const uploaders = Number(process.env.BENCH_UPLOADERS ?? 4);
const heavyClients = Number(process.env.BENCH_HEAVY ?? 8);
const quests = Number(process.env.BENCH_QUESTS ?? 10_000);
const points = Number(process.env.BENCH_POINTS ?? 10_000);

type Turn = { latenciesMs: number[]; statuses: Map<string, number> };

await inOwnPlace(async (place) => {
  const server = await startCairn("mixed", root, place);
  const questId = await joinQuest(server, "bob", await server.signIn("bob"));
  await fill(server, questId);
  await untilIdle(server);
  const photo = await makePhoto({ width: 800, height: 600 });
  const turn = async (heavy: number): Promise<Turn> => {
    const bob = `Bearer ${await server.signIn("bob")}`;
    const admin = `Bearer ${await server.signIn("admin")}`;
    const heavyCalls = [
      { path: "/quests" },
      { path: "/admin/quests", token: admin },
      { path: `/adventurers/bob/quests/${questId}/data`, token: bob },
      { path: `/admin/datasets/${questId}/export?format=csv`, token: admin },
    ];
    const result: Turn = { latenciesMs: [], statuses: new Map() };
    const endAtMs = performance.now() + secondsPerTurn * 1000;
    const agent = new Agent({ keepAlive: true });
    const count = (what: string) => result.statuses.set(what, (result.statuses.get(what) ?? 0) + 1);
    const askHeavily = async (client: number) => {
      for (let asked = client; performance.now() < endAtMs; asked++) {
        const { path, token } = heavyCalls[asked % heavyCalls.length] ?? { path: "/quests" };
        count(`heavy ${await statusOf(server, agent, { path, token })}`);
      }
    };
    const uploadOn = async () => {
      while (performance.now() < endAtMs) {
        const sentAtMs = performance.now();
        count(`upload ${await upload(server, questId, bob, photo)}`);
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
  console.log(`${uploaders} uploaders, ${heavyClients} heavy clients, ${quests} quests, ${rounds} rounds.\n`);
  printRow(["round", "p99 alone, ms", "p99 mixed, ms", "ratio", "answers"]);
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
    const answers = [...mixed.statuses].map(([what, times]) => `${what}: ${times}`).join(", ");
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

/** Reads the answer to its end and forgets it. */
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

async function upload({ origin }: CairnServer, questId: number, token: string, photo: Buffer): Promise<number> {
  const form = new FormData();
  form.set("tree_width", "87.5");
  form.set("latitude", "21.97");
  form.set("longitude", "-159.37");
  form.set("file", new Blob([new Uint8Array(photo)], { type: "image/jpeg" }), "photo.jpg");
  const url = `${origin}/api/adventurers/bob/quests/${questId}/data/uploads?data_type=image`;
  const answer = await fetch(url, { method: "POST", headers: { authorization: token }, body: form });
  await answer.arrayBuffer();
  return answer.status;
}

async function fill({ databaseUrl }: CairnServer, questId: number): Promise<void> {
  await runSql(
    databaseUrl,
    `WITH made AS (
       INSERT INTO quests (quest_name, organization_id, quest_description, quest_status, quest_type, search_text)
       SELECT 'Quest number ' || n, (SELECT min(id) FROM organizations), repeat('Measure every tree. ', 20),
              'ACCEPTING_APPLICATIONS', 'TREES', 'quest number ' || n FROM generate_series(1, ${quests}) AS n RETURNING id)
     INSERT INTO quest_locations (quest_id, locality, administrative_area, postal_code, country, latitude, longitude)
     SELECT id, 'Lihue', 'Hawaii', '96766', 'United States', (id * 7) % 160 - 80, (id * 13) % 340 - 170 FROM made;
     UPDATE quests q SET location_id = l.id, latitude = l.latitude, longitude = l.longitude
     FROM quest_locations l WHERE l.quest_id = q.id AND q.location_id IS NULL;
     INSERT INTO quest_data (id, adventurer_id, quest_id, latitude, longitude, accuracy, additional_data, photo_key,
                             photo_sha256, photo_bytes, photo_format, created_at)
     SELECT gen_random_uuid(), 'bob', ${questId}, 21.97, -159.37, 5, jsonb_build_object('tree_width', 10 + n % 300),
            'originals/mixed-' || n, repeat('a', 64), 2000000, 'jpeg', now() - n * interval '1 minute'
     FROM generate_series(1, ${points}) AS n;
     ANALYZE;`,
  );
}
