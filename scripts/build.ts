import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { copyFile, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { brotliCompress, gzip } from "node:zlib";

const root = fileURLToPath(new URL("..", import.meta.url));
/** Output folder: `dist`, or the value of `--out`. */
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
  "scripts/answer-schemas-plugin.ts",
  "scripts/account.ts",
  "scripts/administer.ts",
  "scripts/backup.ts",
  "scripts/restore.ts",
  "scripts/run-backup-command.ts",
  "scripts/settings-database.ts",
  "scripts/compiled-texts.ts",
  "scripts/offline-plugin.ts",
];

function filesBelow(path: string): string[] {
  const entries = readdirSync(path, { withFileTypes: true });
  return entries.flatMap((entry) =>
    entry.isDirectory() ? filesBelow(join(path, entry.name)) : [join(path, entry.name)],
  );
}

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

/** Files that the server reads at runtime, copied to `dist/…`. */
async function copyRuntimeFiles(): Promise<void> {
  const runtimeFiles: [from: string, to: string, keep: RegExp][] = [
    ["src/server/database/migrations", "server/migrations", /\.sql$/],
    ["src/identity/migrations", "identity/migrations", /\.sql$/],
    ["src/texts", "texts", /\.json$/],
    ["demo", "demo", /\.(json|webp)$/],
  ];
  for (const [from, to, keep] of runtimeFiles) {
    for (const file of filesBelow(join(root, from)).filter((path) => keep.test(path))) {
      const target = join(dist, to, relative(join(root, from), file));
      await mkdir(dirname(target), { recursive: true });
      await copyFile(file, target);
    }
  }
}

async function buildServer(): Promise<void> {
  for (const folder of ["server", "identity", "texts", "demo"]) {
    await rm(join(dist, folder), { recursive: true, force: true });
  }
  const esbuild = await import("esbuild");
  await esbuild.build({
    absWorkingDir: root,
    entryPoints: {
      main: "src/server/processes/main.ts",
      "decoder-process": "src/server/photos/decoding/decoder-process.ts",
      "gazetteer-thread": "src/server/places/gazetteer-thread.ts",
      "form-reader-thread": "src/server/protocols/form-reader-thread.ts",
      // for installations with production dependencies only
      account: "scripts/account.ts",
      backup: "scripts/backup.ts",
      restore: "scripts/restore.ts",
    },
    outdir: join(dist, "server"),
    bundle: true,
    packages: "external",
    platform: "node",
    format: "esm",
    target: "node20.19",
    jsx: "automatic",
    define: { "process.env.VITE_API_BASE": JSON.stringify(process.env.VITE_API_BASE ?? "") },
    sourcemap: true,
    logLevel: "warning",
  });
  await copyRuntimeFiles();
}

/** Builds `dist/web` and `dist/server`. With `onlyIfStale`, does nothing if no source changed. */
async function build({ onlyIfStale = false } = {}): Promise<"built" | "fresh"> {
  const fingerprint = fingerprintOfSources();
  if (onlyIfStale && existsSync(stampFile) && readFileSync(stampFile, "utf8") === fingerprint) return "fresh";
  await rm(stampFile, { force: true });
  await buildWeb();
  await compressWeb();
  await buildServer();
  await writeFile(stampFile, fingerprint);
  return "built";
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const startedAt = performance.now();
  const outcome = await build({ onlyIfStale: process.argv.includes("--if-stale") });
  if (outcome === "built") console.log(`Built in ${((performance.now() - startedAt) / 1000).toFixed(1)} s`);
}
