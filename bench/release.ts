import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { derivativeKeyOf } from "../src/server/photos/derivatives/photo-derivatives.ts";
import { DiskPhotoStore } from "../src/server/photos/store/disk-photo-store.ts";
import { storeBytes } from "../src/server/photos/store/photo-store.ts";
import { runSql } from "../test/run-sql.ts";
import { forgetPeakMemory, peakMemoryMbOf } from "./process-figures.ts";
import { startPublished } from "./published-quest.ts";
import { type CairnServer, inOwnPlace } from "./servers.ts";
import { printRow, spread } from "./spread.ts";

/**
 * A release against the plain CSV export of the same quest, at several sizes; then releases of the largest quest with
 * photos of 400 KB. BENCH_POINTS lists about how many accepted data points the quests have, BENCH_PHOTOS how many have a
 * photo; BENCH_ROUNDS sets the length. On the disk, the photos need their size once, and once more a round.
 */
const sizes = (process.env.BENCH_POINTS ?? "1000,100000").split(",").map(Number);
const photoCounts = (process.env.BENCH_PHOTOS ?? "500,5000").split(",").map(Number);
const rounds = Number(process.env.BENCH_ROUNDS ?? 3);
const photoBytes = 400_000;

type Quest = { server: CairnServer; questId: number; accepted: number };
type Run = {
  exportMs: number;
  releaseMs: number;
  /** Memory of the server. */
  beforeMb: number;
  exportPeakMb: number;
  releasePeakMb: number;
  /** Size of the release's files. */
  megabytes: number;
};

await inOwnPlace(async (place) => {
  printRow([
    "data points",
    "photos",
    "CSV, s",
    "release, s",
    "ratio",
    "files, MB",
    "MB before",
    "peak, CSV",
    "peak, release",
  ]);
  printRow(Array.from({ length: 9 }, () => "---"));
  let largest: Quest | undefined;
  for (const size of sizes) {
    largest = await startPublished(place, `release_${size}`, size);
    await forgetPhotos(largest);
    await report(largest, 0);
  }
  if (!largest) return;
  let stored = 0;
  for (const count of photoCounts) {
    await storePhotos(largest, stored, count);
    stored = count;
    await report(largest, count);
  }
});

async function report(quest: Quest, photos: number): Promise<void> {
  const runs: Run[] = [];
  for (let round = 0; round < rounds; round++) runs.push(await runOnce(quest));
  const each = (figure: (run: Run) => number, digits: number) => spread(runs.map(figure), digits);
  printRow([
    String(quest.accepted),
    String(photos),
    each(({ exportMs }) => exportMs / 1000, 2),
    each(({ releaseMs }) => releaseMs / 1000, 1),
    each(({ exportMs, releaseMs }) => releaseMs / exportMs, 1),
    each(({ megabytes }) => megabytes, 0),
    each(({ beforeMb }) => beforeMb, 0),
    each(({ exportPeakMb }) => exportPeakMb, 0),
    each(({ releasePeakMb }) => releasePeakMb, 0),
  ]);
}

async function runOnce({ server, questId }: Quest): Promise<Run> {
  const authorization = `Bearer ${await server.signIn("admin")}`;
  forgetPeakMemory(server.pid);
  const beforeMb = peakMemoryMbOf(server.pid);
  const startedAtMs = performance.now();
  const exported = await fetch(`${server.origin}/api/admin/datasets/${questId}/export?format=csv`, {
    headers: { authorization },
  });
  if (!exported.ok || !exported.body) throw new Error(`the export answered ${exported.status}`);
  for await (const _ of exported.body);
  const exportMs = performance.now() - startedAtMs;
  const exportPeakMb = peakMemoryMbOf(server.pid);
  forgetPeakMemory(server.pid);
  const { releaseMs, megabytes } = await release(server, questId, authorization);
  return { exportMs, beforeMb, exportPeakMb, releaseMs, megabytes, releasePeakMb: peakMemoryMbOf(server.pid) };
}

async function release(
  { origin }: CairnServer,
  questId: number,
  authorization: string,
): Promise<{ releaseMs: number; megabytes: number }> {
  const startedAtMs = performance.now();
  const asked = await fetch(`${origin}/api/quests/${questId}/releases`, {
    method: "POST",
    headers: { authorization, "content-type": "application/json" },
    body: JSON.stringify({ licence: "CC0-1.0", notes: "", authors: [{ name: "Bench" }] }),
  });
  if (asked.status !== 202) throw new Error(`${asked.status}: ${await asked.text()}`);
  const { number } = (await asked.json()) as { number: number };
  for (;;) {
    await wait(100);
    const made = (await (await fetch(`${origin}/api/quests/${questId}/releases/${number}`)).json()) as Made;
    if (made.state === "building") continue;
    if (made.state !== "published") throw new Error(`the release is ${made.state}`);
    const bytes = made.files.reduce((sum, file) => sum + file.bytes, 0);
    return { releaseMs: performance.now() - startedAtMs, megabytes: bytes / 1_000_000 };
  }
}

type Made = { state: string; files: { bytes: number }[] };

/** None of the seeded photos exists, and each would be searched for. */
async function forgetPhotos({ server: { databaseUrl }, questId }: Quest): Promise<void> {
  await runSql(
    databaseUrl,
    `CREATE TABLE bench_files AS SELECT id, files FROM published_points WHERE quest_id = ${questId}`,
  );
  await runSql(databaseUrl, `UPDATE published_points SET files = '[]' WHERE quest_id = ${questId}`);
  await runSql(databaseUrl, "VACUUM (ANALYZE)");
}

/** Gives more data points a photo, up to `to` of them. */
async function storePhotos({ server, questId }: Quest, from: number, to: number): Promise<void> {
  const store = await DiskPhotoStore.open(join(server.dataDir, "photos"));
  const rows = await runSql(
    server.databaseUrl,
    `UPDATE published_points p SET files = b.files
      FROM (SELECT * FROM bench_files ORDER BY id LIMIT ${to - from} OFFSET ${from}) b
      WHERE p.quest_id = ${questId} AND p.id = b.id RETURNING 'originals/' || p.id AS key`,
  );
  for (const { key } of rows) await storeBytes(store, derivativeKeyOf(String(key), "display"), randomBytes(photoBytes));
}
