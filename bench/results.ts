import { gzipSync } from "node:zlib";
import { runSql } from "../test/run-sql.ts";
import { forgetPeakMemory, peakMemoryMbOf } from "./process-figures.ts";
import { startPublished } from "./published-quest.ts";
import { type CairnServer, inOwnPlace, type Place } from "./servers.ts";
import { medianOf, printRow, spread } from "./spread.ts";

/**
 * What a results page requests, at several sizes in turns, and a whole read of the features API against the GeoJSON export
 * of the same quest. BENCH_POINTS lists about how many accepted data points the quest has, smallest first; BENCH_ROUNDS and
 * BENCH_SECONDS set the length.
 */
const sizes = (process.env.BENCH_POINTS ?? "1000,100000").split(",").map(Number);
const rounds = Number(process.env.BENCH_ROUNDS ?? 5);
const secondsPerTurn = Number(process.env.BENCH_SECONDS ?? 1);
type Sized = { server: CairnServer; questId: number; accepted: number; paths: Record<string, string> };
type Turn = { ms: number; kilobytes: number };

await inOwnPlace(async (place) => {
  const all: Sized[] = [];
  for (const size of sizes) all.push(await prepare(place, size));
  console.log(`Accepted data points: ${all.map(({ accepted }) => accepted).join(", ")}. ${rounds} rounds.\n`);
  printRow(["what", ...sizes.map((size) => `at ${size}, ms`), "KB at the largest, gzipped", "growth"]);
  printRow(Array.from({ length: sizes.length + 3 }, () => "---"));
  const names = Object.keys(all[0]?.paths ?? {});
  for (const name of names) await report(name, all, (sized) => measure(sized, [sized.paths[name] ?? ""]));
  await report("all four of the page", all, (sized) => measure(sized, Object.values(sized.paths).slice(0, 4)));
  await report("map of the town after a change", all, async (sized) => {
    const change = `UPDATE quest_results SET changes = changes + 1 WHERE quest_id = ${sized.questId}`;
    await runSql(sized.server.databaseUrl, change);
    return measure(sized, [sized.paths["map of the town"] ?? ""], 0);
  });
  const largest = all.at(-1);
  if (largest) await compareReads(largest);
});

async function report(name: string, all: readonly Sized[], run: (sized: Sized) => Promise<Turn>): Promise<void> {
  const turns = new Map<Sized, Turn[]>(all.map((sized) => [sized, []]));
  for (const sized of all) await run(sized);
  for (let round = 0; round < rounds; round++) {
    for (const sized of round % 2 === 0 ? all : all.toReversed()) turns.get(sized)?.push(await run(sized));
  }
  const [first = [], ...rest] = [...turns.values()];
  const last = rest.at(-1) ?? first;
  const times = [...turns.values()].map((each) =>
    spread(
      each.map(({ ms }) => ms),
      1,
    ),
  );
  const growth = spread(
    last.map(({ ms }, round) => ms / (first[round]?.ms ?? Number.NaN)),
    2,
  );
  printRow([name, ...times, medianOf(last.map(({ kilobytes }) => kilobytes)).toFixed(1), growth]);
}

async function prepare(place: Place, size: number): Promise<Sized> {
  const { server, questId, accepted } = await startPublished(place, `results_${size}`, size);
  const [row] = await runSql(
    server.databaseUrl,
    `SELECT avg(longitude) AS longitude, avg(latitude) AS latitude FROM published_points WHERE quest_id = ${questId}`,
  );
  const { longitude, latitude } = row as { longitude: number; latitude: number };
  const town = [longitude - 0.02, latitude - 0.01, longitude + 0.02, latitude + 0.01].join(",");
  const results = `/api/quests/${questId}/results`;
  return {
    server,
    questId,
    accepted,
    paths: {
      "the page itself": `/quests/${questId}/results`,
      figures: results,
      "newest data points": `${results}/points?limit=100`,
      "map of the town": `${results}/clusters?bbox=${town}&zoom=15`,
      "map of the world": `${results}/clusters?bbox=-180,-85,180,85&zoom=2`,
      "data points of a spot": `${results}/points?limit=10&bbox=${[longitude, latitude, longitude + 2e-4, latitude + 2e-4]}`,
    },
  };
}

/** Requests the paths one after the other, again and again. */
async function measure({ server }: Sized, paths: readonly string[], seconds = secondsPerTurn): Promise<Turn> {
  const times: number[] = [];
  let texts: string[] = [];
  const endAtMs = performance.now() + seconds * 1000;
  do {
    const startedAtMs = performance.now();
    texts = [];
    for (const path of paths) texts.push(await read(server.origin + path));
    times.push(performance.now() - startedAtMs);
  } while (performance.now() < endAtMs);
  return { ms: medianOf(times), kilobytes: texts.reduce((sum, text) => sum + gzipSync(text).length, 0) / 1000 };
}

async function read(address: string, headers: Record<string, string> = {}): Promise<string> {
  const answer = await fetch(address, { headers: { "accept-encoding": "gzip", ...headers } });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${address} answered ${answer.status}: ${text}`);
  return text;
}

async function compareReads({ server, questId, accepted }: Sized): Promise<void> {
  const runs: { featuresMs: number; exportMs: number }[] = [];
  forgetPeakMemory(server.pid);
  for (let round = 0; round < rounds; round++) {
    const [features, exported] = [() => readFeatures(server, questId, accepted), () => readExport(server, questId)];
    const isFirst = round % 2 === 0;
    const one = await (isFirst ? features : exported)();
    const other = await (isFirst ? exported : features)();
    runs.push({ featuresMs: isFirst ? one : other, exportMs: isFirst ? other : one });
  }
  console.log(
    `\nA whole read of ${accepted} features: ${spread(
      runs.map(({ featuresMs }) => featuresMs / 1000),
      2,
    )} s; the GeoJSON export: ${spread(
      runs.map(({ exportMs }) => exportMs / 1000),
      2,
    )} s; ratio ${spread(
      runs.map(({ featuresMs, exportMs }) => featuresMs / exportMs),
      2,
    )}. Peak memory ${peakMemoryMbOf(server.pid).toFixed(0)} MB.`,
  );
}

async function readFeatures({ origin }: CairnServer, questId: number, accepted: number): Promise<number> {
  const startedAtMs = performance.now();
  let next: string | undefined = `${origin}/ogc/collections/quest-${questId}/items?limit=1000`;
  let count = 0;
  while (next !== undefined) {
    const page = JSON.parse(await read(next)) as Page;
    count += page.features.length;
    next = page.links.find(({ rel }) => rel === "next")?.href;
  }
  if (count !== accepted) throw new Error(`${count} features of ${accepted} data points`);
  return performance.now() - startedAtMs;
}

type Page = { features: unknown[]; links: { rel: string; href: string }[] };

async function readExport(server: CairnServer, questId: number): Promise<number> {
  const authorization = `Bearer ${await server.signIn("admin")}`;
  const startedAtMs = performance.now();
  const address = `${server.origin}/api/admin/datasets/${questId}/export?format=geojson`;
  JSON.parse(await read(address, { authorization }));
  return performance.now() - startedAtMs;
}
