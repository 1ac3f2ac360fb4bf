import { readFileSync, writeFileSync } from "node:fs";

/** Linux reports processor time in hundredths of a second, whatever the kernel's clock. */
const ticksPerSecond = 100;

/** Total processor time of a process and its threads, in milliseconds. */
export function cpuMsOf(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
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
