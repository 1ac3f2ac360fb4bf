import { readdirSync } from "node:fs";
import { copyFile, mkdir, rm } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const root = fileURLToPath(new URL("..", import.meta.url));

export function filesBelow(path: string): string[] {
  const entries = readdirSync(path, { withFileTypes: true });
  return entries.flatMap((entry) =>
    entry.isDirectory() ? filesBelow(join(path, entry.name)) : [join(path, entry.name)],
  );
}

/** Files that the server reads at runtime, copied beside it. */
async function copyRuntimeFiles(into: string): Promise<void> {
  const runtimeFiles: [from: string, to: string, keep: RegExp][] = [
    ["src/server/database/migrations", "server/migrations", /\.sql$/],
    ["src/identity/migrations", "identity/migrations", /\.sql$/],
    ["src/texts", "texts", /\.json$/],
    ["demo", "demo", /\.(json|webp)$/],
  ];
  for (const [from, to, keep] of runtimeFiles) {
    for (const file of filesBelow(join(root, from)).filter((path) => keep.test(path))) {
      const target = join(into, to, relative(join(root, from), file));
      await mkdir(dirname(target), { recursive: true });
      await copyFile(file, target);
    }
  }
}

/**
 * Bundles the server, its threads and its commands into `into/server`.
 * @param preloads modules for `node --import` by name, which get the same treatment
 */
export async function buildServer(into: string, preloads: Record<string, string> = {}): Promise<void> {
  for (const folder of ["server", "identity", "texts", "demo"]) {
    await rm(join(into, folder), { recursive: true, force: true });
  }
  await build({
    absWorkingDir: root,
    entryPoints: {
      main: "src/server/processes/main.ts",
      "decoder-process": "src/server/photos/decoding/decoder-process.ts",
      "body-checker-thread": "src/server/calls/body-checker-thread.ts",
      "gazetteer-thread": "src/server/gazetteer/gazetteer-thread.ts",
      "form-reader-process": "src/server/protocols/form-reader-process.ts",
      "list-reader-process": "src/server/lists/list-reader-process.ts",
      "station-reader-process": "src/server/stations/station-reader-process.ts",
      // for installations with production dependencies only
      account: "scripts/account.ts",
      backup: "scripts/backup.ts",
      restore: "scripts/restore.ts",
      ...preloads,
    },
    outdir: join(into, "server"),
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
  await copyRuntimeFiles(into);
}
