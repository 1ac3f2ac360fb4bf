import { readFileSync, writeFileSync } from "node:fs";

/** Linux counts processor time in hundredths of a second, whatever the kernel's own clock. */
const ticksPerSecond = 100;

/** Processor time of a process so far, in all its threads. Milliseconds. */
export function cpuMsOf(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  // the name, in brackets, may hold anything
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return ((Number(fields[11]) + Number(fields[12])) * 1000) / ticksPerSecond;
}

/** Makes `peakMemoryMbOf` count from now. */
export function forgetPeakMemory(pid: number): void {
  writeFileSync(`/proc/${pid}/clear_refs`, "5");
}

/** The most resident memory since `forgetPeakMemory`. Megabytes. */
export function peakMemoryMbOf(pid: number): number {
  return kilobytesOf(pid, "VmHWM") / 1000;
}

function kilobytesOf(pid: number, field: string): number {
  const found = new RegExp(`^${field}:\\s+(\\d+) kB`, "m").exec(readFileSync(`/proc/${pid}/status`, "utf8"));
  return Number(found?.[1] ?? Number.NaN);
}
