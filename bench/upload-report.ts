import os from "node:os";
import { printRow, spread } from "./spread.ts";

export type Measurement = {
  target: string;
  clients: number;
  round: number;
  uploadsPerSecond: number;
  p50Ms: number;
  p99Ms: number;
  /** Memory of the server's process, without PostgreSQL. */
  cpuMsPerUpload: number;
  peakMemoryMb: number;
  /** Memory with decoders and PostgreSQL, sampled twice a second. */
  peakWithDatabaseMb: number;
};

type Figure = "uploadsPerSecond" | "p50Ms" | "p99Ms" | "cpuMsPerUpload" | "peakMemoryMb" | "peakWithDatabaseMb";

const titles: [Figure, string][] = [
  ["uploadsPerSecond", "uploads/s"],
  ["p50Ms", "p50, ms"],
  ["p99Ms", "p99, ms"],
  ["cpuMsPerUpload", "CPU per upload, ms"],
  ["peakMemoryMb", "peak memory, MB"],
  ["peakWithDatabaseMb", "with decoders and PostgreSQL, MB"],
];

/** Prints two Markdown tables: the figures, and our ratio to the bare server in the same round. */
export function printReport(
  measurements: readonly Measurement[],
  run: { photoBytes: number; rounds: number; secondsPerRun: number },
): void {
  const cpu = os.cpus()[0]?.model.trim() ?? "unknown";
  console.log(
    `${new Date().toISOString().slice(0, 10)}; ${os.cpus().length} × ${cpu}, ${Math.round(os.totalmem() / 2 ** 30)} GB, ${os.type()} ${os.release()}, Node ${process.versions.node}; ` +
      `photo of ${run.photoBytes.toLocaleString("en")} bytes; ${run.rounds} rounds of ${run.secondsPerRun} s a turn; median (lowest to highest).\n`,
  );
  const clientCounts = [...new Set(measurements.map(({ clients }) => clients))].sort((a, b) => a - b);
  const targets = [...new Set(measurements.map(({ target }) => target))].sort().reverse();
  const values = (target: string, clients: number, figure: Figure) =>
    measurements
      .filter((m) => m.target === target && m.clients === clients)
      .sort((a, b) => a.round - b.round)
      .map((m) => m[figure]);

  printRow(["clients", "server", ...titles.map(([, title]) => title)]);
  printRow(Array.from({ length: titles.length + 2 }, () => "---"));
  for (const clients of clientCounts) {
    for (const target of targets) {
      printRow([String(clients), target, ...titles.map(([figure]) => spread(values(target, clients, figure), 1))]);
    }
  }
  console.log();
  printRow(["clients", "ours against", ...titles.map(([, title]) => title.replace(/, (ms|MB)$/, ""))]);
  printRow(Array.from({ length: titles.length + 2 }, () => "---"));
  for (const clients of clientCounts) {
    for (const target of targets.filter((name) => name !== "ours")) {
      const ratios = titles.map(([figure]) => {
        const bare = values(target, clients, figure);
        return spread(
          values("ours", clients, figure).map((value, round) => value / (bare[round] ?? Number.NaN)),
          2,
        );
      });
      printRow([String(clients), target, ...ratios]);
    }
  }
}
