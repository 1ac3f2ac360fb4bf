import { Worker, type WorkerOptions } from "node:worker_threads";

/** A thread whose program `name` lies beside `from`, the caller's file, or beside the bundle that the caller is a part of. */
export function startThread(from: string, name: string, options: WorkerOptions): Worker {
  if (!from.endsWith(".ts")) return new Worker(new URL(`${name}.js`, from), options);
  // A thread of this version of Node reads TypeScript only once it is told how there.
  const program = new URL(`${name}.ts`, from).href;
  const source = `import("tsx/esm/api").then(({ register }) => { register(); return import("${program}"); });`;
  return new Worker(source, { ...options, eval: true });
}
