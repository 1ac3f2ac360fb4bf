import os from "node:os";
import { setTimeout as wait } from "node:timers/promises";
import pg from "pg";
import { seedDatabase } from "../scripts/seed-database.ts";
import { makePhoto } from "../test/make-photo.ts";
import { runSql } from "../test/run-sql.ts";
import { inOwnPlace, joinQuest, root, startCairn, untilIdle } from "./servers.ts";
import { printRow, spread } from "./spread.ts";

/**
 * Eight reviewers work on many data points during uploads: first page, filters, next page, counts, a decision on 200
 * and its undo. BENCH_POINTS and BENCH_QUESTS set the size, BENCH_ROUNDS and BENCH_SECONDS the length, BENCH_UPLOADS
 * the uploads per second, BENCH_LOOK_MS the time that reviewers look at a page.
 */
const size = {
  points: Number(process.env.BENCH_POINTS ?? 1_000_000),
  quests: Number(process.env.BENCH_QUESTS ?? 200),
};
const rounds = Number(process.env.BENCH_ROUNDS ?? 3);
const seconds = Number(process.env.BENCH_SECONDS ?? 20);
const uploadsPerSecond = Number(process.env.BENCH_UPLOADS ?? 5);
const reviewers = 8;
const bulk = 200;
/** Time a reviewer looks at a page. */
const lookMs = Number(process.env.BENCH_LOOK_MS ?? 1_000);
/** Time before a decision on many. */
const chooseMs = 5 * lookMs;

const calls = [
  "first page",
  "next page",
  "filter",
  "counts",
  "counts of a filter",
  "page of 200",
  "claim of 200",
  "decision on 200",
  "undo of 200",
  "one sample",
  "upload",
] as const;
type Call = (typeof calls)[number];

type Row = { id: string; revision: number };
type Times = Map<Call, number[]>;

await inOwnPlace(async (place) => {
  const server = await startCairn("review", root, place);
  const begun = Date.now();
  const client = new pg.Client({ connectionString: server.databaseUrl });
  await client.connect();
  const made = await seedDatabase(client, size).finally(() => client.end());
  await untilIdle(server);
  const seeded = ((Date.now() - begun) / 1000).toFixed(0);
  const admin = await server.signIn("admin");
  const bob = await server.signIn("bob");
  const questOfBob = await joinQuest(server, "bob", bob);
  const quests = (await runSql(
    server.databaseUrl,
    `SELECT id, organization_id FROM quests WHERE id BETWEEN ${made.quests.first} AND ${made.quests.last}
      AND quest_status <> 'INACTIVE' ORDER BY id`,
  )) as { id: number; organization_id: number }[];
  const photo = await makePhoto({ width: 1200, height: 900 });

  async function call(times: Times, name: Call, method: string, path: string, json?: unknown) {
    const start = performance.now();
    const answer = await fetch(`${server.origin}/api${path}`, {
      method,
      headers: {
        authorization: `Bearer ${admin}`,
        ...(json === undefined ? {} : { "content-type": "application/json" }),
      },
      ...(json === undefined ? {} : { body: JSON.stringify(json) }),
    });
    const body = await answer.json();
    note(times, name, performance.now() - start);
    if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${JSON.stringify(body)}`);
    return { body, next: /after=([^>&]+)/.exec(answer.headers.get("link") ?? "")?.[1] };
  }

  /** One reviewer's turns until the end. Each has separate quests, because claims keep reviewers apart. */
  async function review(reviewer: number, times: Times, endMs: number) {
    const filters = [
      `quest_id=${quests[0]?.id}`,
      `organization_id=${quests[reviewer]?.organization_id}`,
      "evidence=blurred",
      "accuracy_min=39",
      "adventurer_id=seed7",
      "q=banyan",
    ];
    // Staggers the reviewers.
    await wait(reviewer * lookMs);
    for (let turn = reviewer; Date.now() < endMs; turn++) {
      const sort = ["evidence", "clean", "oldest", "newest", "place"][turn % 5];
      const first = await call(times, "first page", "GET", `/admin/samples?sort=${sort}`);
      await call(times, "counts", "GET", "/admin/samples/counts");
      await wait(lookMs);
      if (first.next) await call(times, "next page", "GET", `/admin/samples?sort=${sort}&after=${first.next}`);
      const filter = filters[turn % filters.length];
      await call(times, "filter", "GET", `/admin/samples?${filter}&sort=${sort}`);
      await call(times, "counts of a filter", "GET", `/admin/samples/counts?${filter}`);
      await wait(lookMs);
      const quest = quests[1 + ((reviewer + reviewers * (turn % 20)) % (quests.length - 1))]?.id;
      const { body } = await call(times, "page of 200", "GET", `/admin/samples?quest_id=${quest}&limit=${bulk}`);
      const rows = body as Row[];
      const ids = rows.map(({ id }) => id);
      // If there are few data points, some quest has none that waits.
      if (ids.length === 0) continue;
      await call(times, "claim of 200", "PUT", "/admin/samples/claims", { ids });
      await wait(chooseMs);
      await call(times, "decision on 200", "PUT", "/quest_data/reviews", {
        ids,
        decision: "accepted",
        revisions: rows.map(({ revision }) => revision),
      });
      await call(times, "undo of 200", "POST", "/quest_data/reviews/undo", { ids });
      await call(times, "one sample", "GET", `/quest_data/${ids[0]}`);
      await wait(lookMs);
    }
  }

  async function upload(times: Times, endMs: number) {
    while (Date.now() < endMs) {
      const form = new FormData();
      for (const [name, value] of Object.entries({ tree_width: "87.5", latitude: "21.97", longitude: "-159.37" })) {
        form.set(name, value);
      }
      form.set("file", new Blob([new Uint8Array(photo)], { type: "image/jpeg" }), "photo.jpg");
      const start = performance.now();
      const path = `${server.origin}/api/adventurers/bob/quests/${questOfBob}/data/uploads?data_type=image`;
      const answer = await fetch(path, { method: "POST", headers: { authorization: `Bearer ${bob}` }, body: form });
      await answer.arrayBuffer();
      const ms = performance.now() - start;
      note(times, "upload", ms);
      if (answer.status !== 201) throw new Error(`an upload answered ${answer.status}`);
      await wait(Math.max(0, 1000 / uploadsPerSecond - ms));
    }
  }

  async function runFor(lengthMs: number): Promise<Times> {
    const times: Times = new Map();
    const endMs = Date.now() + lengthMs;
    const turns = Array.from({ length: reviewers }, (_, reviewer) => review(reviewer, times, endMs));
    await Promise.all([...turns, upload(times, endMs)]);
    return times;
  }

  await runFor(5 * lookMs);
  const all: Times[] = [];
  for (let round = 0; round < rounds; round++) all.push(await runFor(seconds * 1000));

  console.log(
    `${os.cpus()[0]?.model}, ${os.cpus().length} cores, Node ${process.version}; ${size.points} data points, one of 20 waits, ${size.quests} quests, one of a fifth of all (made in ${seeded} s); ${reviewers} reviewers, ${uploadsPerSecond} uploads/s asked for; ${rounds} rounds of ${seconds} s; median (lowest to highest).\n`,
  );
  const missing = calls.filter((name) => all.every((times) => !times.has(name)));
  if (missing.length > 0) throw new Error(`never called: ${missing.join(", ")}`);
  printRow(["call", "calls a round", "p50, ms", "p99, ms"]);
  printRow(["---", "---", "---", "---"]);
  for (const name of calls) {
    const ofRounds = all
      .map((times) => (times.get(name) ?? []).sort((a, b) => a - b))
      .filter((each) => each.length > 0);
    printRow([
      name,
      spread(
        ofRounds.map((each) => each.length),
        0,
      ),
      spread(
        ofRounds.map((each) => quantile(each, 0.5)),
        1,
      ),
      spread(
        ofRounds.map((each) => quantile(each, 0.99)),
        1,
      ),
    ]);
  }
});

function note(times: Times, name: Call, ms: number): void {
  times.set(name, [...(times.get(name) ?? []), ms]);
}

/** A percentile of sorted values. If they are few, the 99th is the maximum. */
function quantile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;
}
