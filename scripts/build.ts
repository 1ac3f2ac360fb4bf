import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { readFile, rm, writeFile } from "node:fs/promises";
import { join, relative } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { brotliCompress, gzip } from "node:zlib";
import { buildServer, filesBelow } from "./build-server.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
/** Output folder: `dist`, or the value of `--out`. With `--uncompressed`, files have no compressed copies. */
const outAt = process.argv.indexOf("--out");
const dist = join(root, (outAt > 0 ? process.argv[outAt + 1] : undefined) ?? "dist");
const stampFile = join(dist, "build-stamp");

const sources = [
  "src",
  "demo",
  "vite.config.ts",
  "tsconfig.json",
  "package.json",
  "package-lock.json",
  "scripts/build.ts",
  "scripts/browser-floor.ts",
  "scripts/build-server.ts",
  "scripts/calls-plugin.ts",
  "scripts/account.ts",
  "scripts/administer.ts",
  "scripts/backup.ts",
  "scripts/restore.ts",
  "scripts/run-backup-command.ts",
  "scripts/settings-database.ts",
  "scripts/compiled-texts.ts",
  "scripts/offline-plugin.ts",
];

/** A digest of the sources, without tests, and of the settings that the build includes. */
function fingerprintOfSources(): string {
  const hash = createHash("sha256");
  const files = sources
    .map((source) => join(root, source))
    .filter((path) => existsSync(path))
    .flatMap((path) => (/\.\w+$/.test(path) ? [path] : filesBelow(path)))
    .filter((path) => !/\.test\.tsx?$/.test(path))
    .sort();
  for (const file of files) {
    hash.update(`\0${relative(root, file)}\0`).update(readFileSync(file));
  }
  for (const [name, value] of Object.entries(process.env).sort(([a], [b]) => (a < b ? -1 : 1))) {
    if (name.startsWith("VITE_")) hash.update(`\0${name}=${value}`);
  }
  return hash.digest("hex");
}

async function buildWeb(): Promise<void> {
  const vite = await import("vite");
  await vite.build({
    configFile: join(root, "vite.config.ts"),
    mode: "production",
    logLevel: "warn",
    build: { outDir: join(dist, "web"), emptyOutDir: true, manifest: true },
  });
}

const compress = { ".br": promisify(brotliCompress), ".gz": promisify(gzip) };

/** Writes precompressed copies beside the files that compress well. */
async function compressWeb(): Promise<void> {
  const files = filesBelow(join(dist, "web")).filter((path) => /\.(html|js|css|json|svg|webmanifest)$/.test(path));
  await Promise.all(
    files.flatMap((file) =>
      Object.entries(compress).map(async ([extension, shrink]) =>
        writeFile(file + extension, await shrink(await readFile(file))),
      ),
    ),
  );
}

/** Builds `dist/web` and `dist/server`. With `onlyIfStale`, does nothing if no source changed. */
async function build({ onlyIfStale = false } = {}): Promise<"built" | "fresh"> {
  const fingerprint = fingerprintOfSources();
  if (onlyIfStale && existsSync(stampFile) && readFileSync(stampFile, "utf8") === fingerprint) return "fresh";
  await rm(stampFile, { force: true });
  await buildWeb();
  if (!process.argv.includes("--uncompressed")) await compressWeb();
  await buildServer(dist);
  await writeFile(stampFile, fingerprint);
  return "built";
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const startedAt = performance.now();
  const outcome = await build({ onlyIfStale: process.argv.includes("--if-stale") });
  if (outcome === "built") console.log(`Built in ${((performance.now() - startedAt) / 1000).toFixed(1)} s`);
}
