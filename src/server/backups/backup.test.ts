import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { cp, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../../test/database.ts";
import { questPayload, uploadForm } from "../../../test/factories.ts";
import { type FakeS3, startFakeS3 } from "../../../test/fake-s3.ts";
import { testPassword as password } from "../../../test/identity-test-data.ts";
import { makePhoto } from "../../../test/make-photo.ts";
import { recordingWith } from "../../../test/recordings.ts";
import { s3Settings } from "../../../test/s3-settings.ts";
import { SignInJourney } from "../../../test/sign-in-journey.ts";
import { startWholeServer, type WholeServer } from "../../../test/whole-server.ts";
import { identityMigrations } from "../../identity/identity-migrations.ts";
import { serverMigrations } from "../database/migrate.ts";
import { DiskPhotoStore } from "../photos/store/disk-photo-store.ts";
import { type PhotoStore, storeBytes } from "../photos/store/photo-store.ts";
import { backUp } from "../processes/back-up.ts";
import { restore } from "../processes/restore.ts";
import { loadConfig } from "../settings/config.ts";
import { ArchiveWriter, type BackupManifest, readArchive } from "./backup-archive.ts";
import { requireKey } from "./restore-backup.ts";

let folder: string;
let source: WholeServer;
let sourceDir: string;
let s3: FakeS3;
let archive: string;
let manifest: BackupManifest;
let questId: number;
let pictureId: string;
let soundId: string;
const databases: TestDatabase[] = [];
const smallPhoto = (uniqueSeed: string) => makePhoto({ width: 160, height: 120, uniqueSeed });

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "cairn-backup-"));
  s3 = await startFakeS3();
  sourceDir = join(folder, "source");
  source = await startWholeServer({ DATA_DIR: sourceDir });
  const boss = await addPerson("boss", ["admins"]);
  const { id } = await source.database.db
    .insertInto("organizations")
    .values({ organization_name: "Forest Ecology", organization_email: "ecology@example.org" })
    .returning("id")
    .executeTakeFirstOrThrow();
  questId = (await source.call("POST", "/quests", { token: boss, json: questPayload(id) })).body.id;
  const cover = new FormData();
  cover.set("file", new Blob([new Uint8Array(await smallPhoto("cover"))]), "cover.jpg");
  expect((await source.call("PUT", `/quests/${questId}/image`, { token: boss, form: cover })).status).toBe(200);
  const picture = new FormData();
  picture.set("file", new Blob([new Uint8Array(await smallPhoto("leaf"))]), "leaf.jpg");
  pictureId = (await source.call("POST", `/organizations/${id}/pictures`, { token: boss, form: picture })).body.id;
  const sound = new FormData();
  sound.set("file", new Blob([new Uint8Array(recordingWith("ogg", { words: "told", at: new Date(0) }))]), "song.ogg");
  soundId = (await source.call("POST", `/organizations/${id}/sounds`, { token: boss, form: sound })).body.id;
  const uma = await addPerson("uma");
  await source.call("POST", `/adventurers/uma/quests/${questId}/sign-up`, { token: uma });
  for (let i = 0; i < 5; i++) await upload(uma, `before ${i}`);
  await source.database.db
    .insertInto("data_point_messages")
    .columns(["quest_data_id", "author", "is_reviewer", "revision", "text"])
    .expression((each) =>
      each
        .selectFrom("quest_data")
        .select(["id", each.val("uma").as("author"), each.lit(false).as("is_reviewer"), each.lit(1).as("revision")])
        .select(each.val("a \\ back\tslash, \\N and\na line: ü 🌳").as("text"))
        .limit(1),
    )
    .execute();
  archive = join(folder, "cairn.backup");
  const { uploads, stop } = keepUploading(uma);
  try {
    manifest = await backUp({ ...sourceOf(source, sourceDir), path: archive, cairn: "test", print: () => {} });
  } finally {
    stop();
    await uploads;
  }
});

afterAll(async () => {
  await source.close();
  await s3.close();
  for (const database of databases) await database.drop();
  await rm(folder, { recursive: true, force: true });
});

async function addPerson(username: string, groups: string[] = []): Promise<string> {
  const email = `${username}@example.org`;
  await source.identity.accounts.create({ username, email, password, groups, emailVerified: true });
  return (await new SignInJourney(source.publicUrl).signIn(username, password)).access_token;
}

async function upload(token: string, seed: string): Promise<string> {
  const form = uploadForm(await smallPhoto(seed));
  const { status, body } = await source.call("POST", `/adventurers/uma/quests/${questId}/data/uploads`, {
    token,
    form,
  });
  expect(status).toBe(201);
  return body.id;
}

/** Data points arrive during the backup; more than a few would only be more to restore. */
function keepUploading(token: string): { uploads: Promise<void>; stop: () => void } {
  let isOver = false;
  const work = async () => {
    for (let i = 0; !isOver && i < 8; i++) await upload(token, `meanwhile ${i}`);
  };
  return {
    uploads: work(),
    stop: () => {
      isOver = true;
    },
  };
}

const sourceOf = (server: WholeServer, dataDir: string, settings: Record<string, string> = {}) => ({
  config: loadConfig({ DATA_DIR: dataDir, ...settings }),
  connectionString: server.database.connectionString,
});

async function emptyDatabase(): Promise<TestDatabase> {
  const database = await createTestDatabase({ migrated: false });
  databases.push(database);
  return database;
}

async function restoreInto(
  dataDir: string,
  database: TestDatabase,
  { path = archive, ...settings }: Record<string, string> & { path?: string } = {},
): Promise<BackupManifest> {
  return restore({
    config: loadConfig({ DATA_DIR: dataDir, ...settings }),
    openDatabase: async () => ({ connectionString: database.connectionString, stop: async () => {} }),
    path,
    print: () => {},
  });
}

/** One hash of all rows per table. */
async function hashTables({ pool }: TestDatabase): Promise<Record<string, string>> {
  const { rows: tables } = await pool.query<{ name: string }>(
    `SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables WHERE schemaname IN ('public', 'identity')
       AND tablename NOT IN
         ('schema_migrations', 'installation', 'request_counts', 'review_claims', 'jobs', 'attempts', 'quest_changes')`,
  );
  const hashes: Record<string, string> = {};
  for (const { name } of tables) {
    const { rows } = await pool.query(`SELECT md5(string_agg(t::text, ';' ORDER BY t::text)) AS hash FROM ${name} t`);
    hashes[name] = rows[0].hash;
  }
  return hashes;
}

/** How many photos the database refers to; each is in the store with its hash. */
async function countRightPhotos({ pool }: TestDatabase, store: PhotoStore): Promise<number> {
  const { rows } = await pool.query("SELECT photo_key, photo_sha256 FROM quest_data");
  for (const { photo_key, photo_sha256 } of rows) {
    const sha256 = await store.withLocalFile(photo_key, async (path) =>
      createHash("sha256")
        .update(await readFile(path))
        .digest("hex"),
    );
    expect(sha256).toBe(photo_sha256);
  }
  return rows.length;
}

/** Signs in with the old password, sees everything, and continues. */
async function useRestored(database: TestDatabase, settings: Record<string, string>): Promise<void> {
  const server = await startWholeServer(settings, { database: { ...database, drop: async () => {} } });
  try {
    const { access_token: token } = await new SignInJourney(server.publicUrl).signIn("uma", password);
    const points = (await server.call("GET", `/adventurers/uma/quests/${questId}/data`, { token })).body;
    expect(points).toHaveLength(manifest.rows["public.quest_data"] ?? 0);
    const stored = await countRightPhotos(database, server.services.photoStore);
    expect(stored).toBe(manifest.rows["public.quest_data"]);
    const address = server.services.photoAddresses.sign(
      (await database.pool.query("SELECT id FROM quest_data LIMIT 1")).rows[0].id,
      "thumbnail",
    );
    expect((await fetch(address)).status).toBe(200);
    const quest = (await server.call("GET", `/quests/${questId}`)).body;
    const path = new URL(quest.quest_image, server.publicUrl).pathname;
    expect(
      (await fetch(`${server.publicUrl}${path}${new URL(quest.quest_image, server.publicUrl).search}`)).status,
    ).toBe(200);
    expect((await fetch(`${server.publicUrl}/api/pictures/${pictureId}`)).status).toBe(200);
    expect((await fetch(`${server.publicUrl}/api/sounds/${soundId}`)).status).toBe(200);
    const counted = await database.pool.query("SELECT sum(count)::int AS count FROM sample_counts");
    expect(counted.rows[0].count).toBe(stored);
    // Sequences and triggers work: a new data point is counted once, a new quest has a new id.
    const form = uploadForm(await smallPhoto(`after ${server.publicUrl}`));
    const uploads = `/adventurers/uma/quests/${questId}/data/uploads`;
    expect((await server.call("POST", uploads, { token, form })).status).toBe(201);
    const again = await database.pool.query("SELECT sum(count)::int AS count FROM sample_counts");
    expect(again.rows[0].count).toBe(stored + 1);
    const boss = (await new SignInJourney(server.publicUrl).signIn("boss", password)).access_token;
    const organizationId = (await database.pool.query("SELECT id FROM organizations")).rows[0].id;
    const made = await server.call("POST", "/quests", {
      token: boss,
      json: questPayload(organizationId, { quest_name: "A second quest" }),
    });
    expect(made.status).toBe(201);
    expect(made.body.id).toBeGreaterThan(questId);
    await expect(database.pool.query("DELETE FROM adventurers")).rejects.toThrow(/foreign key/);
  } finally {
    await server.close();
  }
}

describe("a backup", () => {
  it("is made while the server runs, is complete, and is private to its owner", async () => {
    expect(manifest.rows["public.quest_data"]).toBeGreaterThanOrEqual(5);
    expect(manifest.photos.count).toBe((manifest.rows["public.quest_data"] ?? 0) + 4);
    expect(manifest).toMatchObject({ missing: [], damaged: [], deleted_meanwhile: [] });
    expect((await stat(archive)).mode & 0o777).toBe(0o600);
    expect(existsSync(`${archive}.part`) || existsSync(`${archive}.photos`) || existsSync(`${archive}.checksums`)).toBe(
      false,
    );
  });

  it("says the system's reason where it can't be written, and leaves nothing", async () => {
    const into = (path: string) => backUp({ ...sourceOf(source, sourceDir), path, cairn: "test", print: () => {} });
    await expect(into(join(folder, "nowhere", "b.tar"))).rejects.toThrow(/^The backup can't be written to .*ENOENT/);
    await expect(into(join(archive, "b.tar"))).rejects.toThrow(/ENOTDIR/);
  });

  it("restores the same data, photos, passwords and secrets to a disk, to a bucket, and back", async () => {
    const [first, second, third] = [await emptyDatabase(), await emptyDatabase(), await emptyDatabase()];
    const dirs = ["first", "second", "third"].map((name) => join(folder, name)) as [string, string, string];
    await restoreInto(dirs[0], first);
    expect((await stat(join(dirs[0], "encryption-key"))).mode & 0o777).toBe(0o600);
    const onDisk = await hashTables(first);

    const onward = join(folder, "onward.backup");
    const config = loadConfig({ DATA_DIR: dirs[0] });
    await backUp({ config, connectionString: first.connectionString, path: onward, cairn: "test", print: () => {} });
    s3.objects.set("originals/of-another-installation", { bytes: Buffer.from("x"), modifiedAt: new Date() });
    await restoreInto(dirs[1], second, { path: onward, ...s3Settings(s3) });
    expect(await hashTables(second)).toEqual(onDisk);
    const names = [...s3.objects.keys()].filter((name) => name !== "originals/of-another-installation");
    expect(names).toHaveLength(manifest.photos.count);
    expect(names.filter((name) => !/^cairn-[0-9a-f]{12}\//.test(name))).toEqual([]);

    const back = join(folder, "back.backup");
    const s3Config = loadConfig({ DATA_DIR: dirs[1], ...s3Settings(s3) });
    await backUp({
      config: s3Config,
      connectionString: second.connectionString,
      path: back,
      cairn: "test",
      print: () => {},
    });
    await restoreInto(dirs[2], third, { path: back });
    expect(await hashTables(third)).toEqual(onDisk);

    await useRestored(second, { DATA_DIR: dirs[1], ...s3Settings(s3) });
    await useRestored(third, { DATA_DIR: dirs[2] });
  }, 240_000);
});

/** A copy of the archive to damage. */
async function copyArchive(name: string, change: (bytes: Buffer) => Buffer): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, change(await readFile(archive)));
  return path;
}

/** Rejected with this message before a database is opened or a folder created. */
async function expectUntouched(path: string, words: RegExp, settings: Record<string, string> = {}): Promise<void> {
  const dataDir = join(folder, "untouched");
  const opened: string[] = [];
  const restoring = restore({
    config: loadConfig({ DATA_DIR: dataDir, ...settings }),
    openDatabase: async () => {
      opened.push(path);
      throw new Error("opened");
    },
    path,
    print: () => {},
  });
  await expect(restoring).rejects.toThrow(words);
  expect(opened).toEqual([]);
  expect(existsSync(dataDir)).toBe(false);
}

describe("a restore", () => {
  it("rejects an archive with a changed byte before changing anything, except for padding", async () => {
    const { size } = await stat(archive);
    const whole = await readArchive(archive);
    let refused = 0;
    const somewhere = fc.oneof(
      fc.integer({ min: 0, max: size - 1 }),
      fc.integer({ min: 0, max: 2047 }),
      fc.integer({ min: size - 4096, max: size - 1 }),
    );
    await fc.assert(
      fc.asyncProperty(somewhere, fc.integer({ min: 1, max: 255 }), async (position, difference) => {
        const path = await copyArchive("flipped.backup", (bytes) => {
          bytes[position] = (bytes[position] ?? 0) ^ difference;
          return bytes;
        });
        const read = await readArchive(path).catch(() => undefined);
        if (read) {
          expect(read).toEqual(whole);
        } else {
          await expectUntouched(path, /is damaged|is not a Cairn backup/);
          refused += 1;
        }
      }),
      { numRuns: 40 },
    );
    expect(refused).toBeGreaterThan(10);
  });

  it("rejects a file that is cut off, continues after its end, is foreign, or missing", async () => {
    const bytes = await readFile(archive);
    const end = bytes.lastIndexOf(0x0a) + 1;
    for (const length of [0, 100, 600, 5000, 6144, end - 600, end - 1]) {
      await expectUntouched(
        await copyArchive("cut.backup", (bytes) => bytes.subarray(0, length)),
        /is not a Cairn backup|is damaged or incomplete/,
      );
    }
    const blocks = Math.ceil(end / 512) * 512;
    const twice = await copyArchive("twice.backup", (bytes) => Buffer.concat([bytes.subarray(0, blocks), bytes]));
    await expectUntouched(twice, /is damaged/);
    const zip = await copyArchive("foreign.zip", () =>
      Buffer.concat([Buffer.from("PK\x03\x04"), Buffer.alloc(9000, 7)]),
    );
    await expectUntouched(zip, /is not a Cairn backup/);
    await expectUntouched(join(folder, "none"), /There is no file/);
  });

  it("rejects a backup of a newer version, or one whose secrets it can't decrypt", async () => {
    const newerFormat = await writeArchive("newer-format", { version: 2 });
    await expectUntouched(newerFormat, /made by a newer version of Cairn/);
    const ledger = { number: 9999, name: "from-the-future", sha256: "00" };
    const newerDatabase = await writeArchive("newer-database", {
      migrations: { "public.schema_migrations": [ledger] },
    });
    await expectUntouched(newerDatabase, /has the migration 9999-from-the-future/);
    await expectUntouched(archive, /encrypted with an unknown key/, {
      ENCRYPTION_KEY: "another key of at least 32 characters",
    });
  });

  it("requires all keys that may encrypt secrets of the backup", async () => {
    const path = join(folder, "two-keys.backup");
    const [older, newer, other] = ["older", "newer", "other"].map((word) => `an ${word} key of at least 32 characters`);
    const settings = { ENCRYPTION_KEY: `${newer},${older}` };
    await backUp({ ...sourceOf(source, sourceDir, settings), path, cairn: "test", print: () => {} });
    for (const key of [newer, older, `${newer},${other}`, ""]) {
      await expectUntouched(path, /set the same keys here/, { ENCRYPTION_KEY: key ?? "" });
    }
    const archived = await readArchive(path);
    requireKey(archived, [other ?? "", older ?? "", newer ?? ""]);
    expect(JSON.stringify(archived)).not.toContain(newer);
  });

  it("rejects an installation that isn't empty, and doesn't change it", async () => {
    const before = await hashTables(source.database);
    await expect(restoreInto(join(folder, "busy"), source.database)).rejects.toThrow(/not empty: its table/);
    expect(await hashTables(source.database)).toEqual(before);
    const database = await emptyDatabase();
    const dataDir = join(folder, "photos-already");
    const store = await DiskPhotoStore.open(join(dataDir, "photos"));
    await storeBytes(store, "originals/somebody-elses", Buffer.from("x"));
    await expect(restoreInto(dataDir, database)).rejects.toThrow(/photo store is not empty/);
    expect(await store.exists("originals/somebody-elses")).toBe(true);
  });

  it("undoes everything after a failure, and succeeds when repeated", async () => {
    const database = await emptyDatabase();
    const dataDir = join(folder, "second-try");
    let puts = 0;
    const put = vi.spyOn(s3.objects, "set").mockImplementation(function (this: Map<string, never>, key, value) {
      if (puts++ >= 3) throw new Error("the store is full");
      return Map.prototype.set.call(s3.objects, key, value) as typeof s3.objects;
    });
    await expect(restoreInto(dataDir, database, s3Settings(s3, "second-try/"))).rejects.toThrow(
      /photo store answered 500/,
    );
    put.mockRestore();
    expect((await database.pool.query("SELECT FROM quests")).rowCount).toBe(0);
    expect([...s3.objects.keys()].filter((name) => name.startsWith("second-try/"))).toEqual([]);
    // A process that was killed cleans nothing up.
    await storeLeftover(s3, "second-try/originals/left-by-a-kill");
    await restoreInto(dataDir, database, s3Settings(s3, "second-try/"));
    const names = [...s3.objects.keys()].filter((name) => name.startsWith("second-try/"));
    expect(names.length).toBe(manifest.photos.count + 1);
  });

  it("upgrades a backup of an older version", async () => {
    const directory = join(folder, "newer-migrations");
    await cp(serverMigrations.directory, directory, { recursive: true });
    const number = String((await readdir(directory)).length + 1).padStart(4, "0");
    await writeFile(
      join(directory, `${number}-newer.sql`),
      "ALTER TABLE quests ADD COLUMN shout text GENERATED ALWAYS AS (upper(quest_name)) STORED",
    );
    const database = await emptyDatabase();
    await restore({
      config: loadConfig({ DATA_DIR: join(folder, "newer") }),
      openDatabase: async () => ({ connectionString: database.connectionString, stop: async () => {} }),
      path: archive,
      print: () => {},
      migrationSets: [{ ...serverMigrations, directory }, identityMigrations],
    });
    const { rows } = await database.pool.query("SELECT quest_name, shout FROM quests");
    expect(rows).toHaveLength(1);
    expect(rows[0].shout).toBe(rows[0].quest_name.toUpperCase());
  });
});

async function storeLeftover({ objects }: FakeS3, name: string): Promise<void> {
  objects.set(name, { bytes: Buffer.from("left"), modifiedAt: new Date() });
}

/** A complete archive with this header. */
async function writeArchive(name: string, changes: Record<string, unknown>): Promise<string> {
  const path = join(folder, `${name}.backup`);
  const writer = await ArchiveWriter.create(path);
  const header = {
    format: "cairn-backup",
    version: 1,
    made_at: new Date().toISOString(),
    cairn: "9.0.0",
    postgresql: "18.4",
    migrations: {},
    tables: [],
    sequences: [],
    encryption_keys: null,
    ...changes,
  };
  await writer.addBytes("backup.json", Buffer.from(JSON.stringify(header)));
  await writer.finish({ rows: {}, photos: { count: 0, bytes: 0 }, deleted_meanwhile: [], missing: [], damaged: [] });
  return path;
}

describe("missing photos", () => {
  it("are reported as deleted meanwhile, lost, or changed", async () => {
    const { pool } = source.database;
    const { rows } = await pool.query("SELECT id, photo_key FROM quest_data ORDER BY created_at LIMIT 3");
    const [lost, changed, deleted] = rows.map(({ photo_key }) => photo_key as string) as [string, string, string];
    const store = source.services.photoStore;
    const bytes = await store.withLocalFile(lost, (path) => readFile(path));
    await store.delete(lost);
    await storeBytes(store, changed, Buffer.from("other bytes"));
    await store.delete(deleted);
    // Its row is deleted after the database has been read, as when a volunteer deletes a data point.
    const print = (line: string) => {
      if (line.includes("rows of the database")) {
        pool.query("UPDATE quest_data SET photo_key = $1 WHERE photo_key = $2", [lost, deleted]).catch(() => {});
      }
    };
    const noted = await backUp({
      ...sourceOf(source, sourceDir),
      path: join(folder, "holes.backup"),
      cairn: "test",
      print,
    });
    await pool.query("UPDATE quest_data SET photo_key = $1 WHERE id = $2", [deleted, rows[2].id]);
    await storeBytes(store, lost, bytes);
    expect(noted.missing).toContain(lost);
    expect(noted.damaged).toEqual([changed]);
    expect([...noted.missing, ...noted.deleted_meanwhile].sort()).toEqual([lost, deleted].sort());
  });
});
