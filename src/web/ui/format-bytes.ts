import { formatUnit } from "./numbers.ts";

/** `12 kB`, `3.4 MB`. */
export function formatBytes(bytes: number): string {
  return bytes < 1_000_000
    ? formatUnit(Math.ceil(bytes / 1_000), "kilobyte", 0)
    : formatUnit(bytes / 1_000_000, "megabyte", 1);
}
