import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";
import { Worker, type WorkerOptions } from "node:worker_threads";

let builtPrograms: URL | undefined;

/** Tests use the programs of a build, which start three times as fast as TypeScript. */
export function runBuiltPrograms(folder: string): void {
  builtPrograms = pathToFileURL(`${folder}/`);
}

/** The program `name` beside `from`, the caller's file, or beside the bundle that the caller is a part of. */
export function findProgram(from: string, name: string): URL {
  if (!from.endsWith(".ts")) return new URL(`${name}.js`, from);
  return builtPrograms ? new URL(`${name}.js`, builtPrograms) : new URL(`${name}.ts`, from);
}

/** A thread that runs `findProgram(from, name)`. */
export function startThread(from: string, name: string, options: WorkerOptions): Worker {
  const program = findProgram(from, name);
  if (!program.pathname.endsWith(".ts")) return new Worker(program, options);
  // A thread of this version of Node reads TypeScript only once it is told how there.
  const source = `import("tsx/esm/api").then(({ register }) => { register(); return import("${program}"); });`;
  return new Worker(source, { ...options, eval: true });
}

const require = createRequire(import.meta.url);

/** What a process of its own needs to run a program that `findProgram` has found. */
export const nodeArgumentsOf = (program: string): string[] =>
  program.endsWith(".ts") ? ["--import", pathToFileURL(require.resolve("tsx")).href] : [];
