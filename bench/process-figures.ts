import { readFileSync, writeFileSync } from "node:fs";

/** Linux reports processor time in hundredths of a second, whatever the kernel's clock. */
const ticksPerSecond = 100;

/** Total processor time of a process and its threads, in milliseconds. */
export const cpuMsOf = (pid: number): number => cpuMsIn(`/proc/${pid}/stat`);

/** The same of its main thread, which answers calls. */
export const mainThreadCpuMsOf = (pid: number): number => cpuMsIn(`/proc/${pid}/task/${pid}/stat`);

function cpuMsIn(file: string): number {
  const stat = readFileSync(file, "utf8");
  // the name, in brackets, may contain anything
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return ((Number(fields[11]) + Number(fields[12])) * 1000) / ticksPerSecond;
}

/** Resets `peakMemoryMbOf`. */
export function forgetPeakMemory(pid: number): void {
  writeFileSync(`/proc/${pid}/clear_refs`, "5");
}

/** Peak resident memory since `forgetPeakMemory`, in megabytes. */
export function peakMemoryMbOf(pid: number): number {
  return kilobytesOf(pid, "VmHWM") / 1000;
}

function kilobytesOf(pid: number, field: string): number {
  const found = new RegExp(`^${field}:\\s+(\\d+) kB`, "m").exec(readFileSync(`/proc/${pid}/status`, "utf8"));
  return Number(found?.[1] ?? Number.NaN);
}

/** Memory of a server, its decoders and the benchmark's PostgreSQL, pages that processes share counted once, in megabytes. */
export function memoryWithDatabaseMb(serverPid: number): number {
  const databasePids = descendantsOf(process.pid).filter((pid) => nameOf(pid) === "postgres");
  return [serverPid, ...descendantsOf(serverPid), ...databasePids].reduce((sum, pid) => sum + shareOfMemoryMb(pid), 0);
}

function descendantsOf(pid: number): number[] {
  const tasks = readIfAlive(`/proc/${pid}/task/${pid}/children`);
  return tasks
    .split(" ")
    .filter(Boolean)
    .flatMap((child) => [Number(child), ...descendantsOf(Number(child))]);
}

const nameOf = (pid: number) => readIfAlive(`/proc/${pid}/comm`).trim();

/** Linux's proportional set size: own pages whole, shared ones divided by those who share them. */
function shareOfMemoryMb(pid: number): number {
  const found = /^Pss:\s+(\d+) kB/m.exec(readIfAlive(`/proc/${pid}/smaps_rollup`));
  return Number(found?.[1] ?? 0) / 1000;
}

/** Empty for a process that has ended. */
function readIfAlive(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}
