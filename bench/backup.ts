import { spawn } from "node:child_process";
import { createHash, randomBytes, randomUUID } from "node:crypto";
import { cp, rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import pg from "pg";
import { migrate, serverMigrations } from "../src/server/database/migrate.ts";
import { DiskPhotoStore } from "../src/server/photos/store/disk-photo-store.ts";
import { storeBytes } from "../src/server/photos/store/photo-store.ts";
import { cpuMsOf, peakMemoryMbOf } from "./process-figures.ts";
import { inOwnPlace, root } from "./servers.ts";
import { medianOf, printRow, spread } from "./spread.ts";

/** Time of a backup compared with copying the files, and its memory. BENCH_PHOTOS and BENCH_ROUNDS set the sizes. */
const photos = Number(process.env.BENCH_PHOTOS ?? 10_000);
const rounds = Number(process.env.BENCH_ROUNDS ?? 3);
const photoBytes = 200_000;

await inOwnPlace(async ({ folder, makeDatabase }) => {
  const databaseUrl = await makeDatabase("backup");
  const dataDir = join(folder, "data");
  await fill(databaseUrl, dataDir);
  const environment = { DATA_DIR: dataDir, DATABASE_URL: databaseUrl };
  const copies: number[] = [];
  const backups: Run[] = [];
  const restores: Run[] = [];
  for (let round = 0; round < rounds; round++) {
    const copy = join(folder, "copy");
    const startedMs = performance.now();
    await cp(join(dataDir, "photos"), copy, { recursive: true });
    copies.push((performance.now() - startedMs) / 1000);
    await rm(copy, { recursive: true });
    const archive = join(folder, "cairn.backup");
    backups.push(await run("scripts/backup.ts", archive, environment));
    const target = { DATA_DIR: join(folder, "restored"), DATABASE_URL: await makeDatabase(`restored_${round}`) };
    restores.push(await run("scripts/restore.ts", archive, target));
    await rm(target.DATA_DIR, { recursive: true });
    await rm(archive);
  }
  console.log(`${photos} photos of ${photoBytes / 1000} KB, ${rounds} rounds`);
  printRow(["", "seconds", "times copying", "processor seconds", "peak memory, MB"]);
  printRow(["---", "---", "---", "---", "---"]);
  printRow(["copying the files", spread(copies, 1), "1", "", ""]);
  for (const [name, runs] of [
    ["backup", backups],
    ["restore", restores],
  ] as const) {
    printRow([
      name,
      spread(
        runs.map(({ seconds }) => seconds),
        1,
      ),
      spread(
        runs.map(({ seconds }) => seconds / medianOf(copies)),
        2,
      ),
      spread(
        runs.map(({ cpuSeconds }) => cpuSeconds),
        1,
      ),
      spread(
        runs.map(({ peakMegabytes }) => peakMegabytes),
        0,
      ),
    ]);
  }
});

type Run = { seconds: number; cpuSeconds: number; peakMegabytes: number };

async function run(script: string, archive: string, environment: Record<string, string>): Promise<Run> {
  const startedMs = performance.now();
  const child = spawn(process.execPath, ["--import", "tsx", script, archive], {
    cwd: root,
    env: { PATH: process.env.PATH ?? "", HOME: process.env.HOME ?? "", ...environment },
    stdio: ["ignore", "ignore", "inherit"],
  });
  const ended = new Promise<number | null>((resolve) => child.once("exit", resolve));
  const figures = { cpuSeconds: 0, peakMegabytes: 0 };
  let isOver = false;
  void ended.then(() => {
    isOver = true;
  });
  while (!isOver) {
    try {
      // keeps the last reading before the end
      figures.cpuSeconds = cpuMsOf(child.pid ?? 0) / 1000;
      figures.peakMegabytes = peakMemoryMbOf(child.pid ?? 0) || figures.peakMegabytes;
    } catch {
      // it has just ended
    }
    await Promise.race([wait(100), ended]);
  }
  if ((await ended) !== 0) throw new Error(`${script} failed`);
  return { seconds: (performance.now() - startedMs) / 1000, ...figures };
}

async function fill(databaseUrl: string, dataDir: string): Promise<void> {
  const pool = new pg.Pool({ connectionString: databaseUrl });
  await migrate(pool, serverMigrations);
  await pool.query(
    `INSERT INTO organizations (organization_name, organization_email) VALUES ('Bench', 'b@example.org')`,
  );
  await pool.query(`INSERT INTO quests (quest_name, organization_id) SELECT 'Bench', id FROM organizations`);
  await pool.query(`INSERT INTO adventurers (id) VALUES ('bench')`);
  await pool.query(`INSERT INTO adventurer_quests (adventurer_id, quest_id) SELECT 'bench', id FROM quests`);
  const store = await DiskPhotoStore.open(join(dataDir, "photos"));
  const bytes = randomBytes(photoBytes);
  for (let done = 0; done < photos; done += 500) {
    const keys: string[] = [];
    const hashes: string[] = [];
    for (let each = done; each < Math.min(done + 500, photos); each++) {
      bytes.writeUInt32LE(each);
      const key = `originals/${randomUUID()}`;
      await storeBytes(store, key, bytes);
      keys.push(key);
      hashes.push(createHash("sha256").update(bytes).digest("hex"));
    }
    await pool.query(
      `INSERT INTO quest_data (id, adventurer_id, quest_id, latitude, longitude, additional_data, photo_key, photo_sha256,
         photo_bytes, photo_format)
       SELECT gen_random_uuid(), 'bench', (SELECT id FROM quests), 1, 2, '{"tree_width": 80}', key, sha256, $3, 'jpeg'
       FROM unnest($1::text[], $2::text[]) AS photo (key, sha256)`,
      [keys, hashes, photoBytes],
    );
  }
  await pool.end();
}
