import cluster from "node:cluster";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, vi } from "vitest";
import { LedProcesses, partsOf } from "./lead-processes.ts";
import { makeLogger } from "./make-logger.ts";

it("there are as many web processes as the setting says, and a worker only with ROLE=all", () => {
  expect(partsOf({ processes: 2, role: "all" })).toEqual(["web", "web", "worker"]);
  expect(partsOf({ processes: 3, role: "web" })).toEqual(["web", "web", "web"]);
});

it("one that dies or can't be started is retried after growing pauses", async () => {
  const folder = await mkdtemp(join(tmpdir(), "cairn-led-"));
  const program = join(folder, "program.cjs");
  await writeFile(program, "setInterval(() => {}, 1000);");
  const lines: Record<string, unknown>[] = [];
  const { logger } = makeLogger("info", { write: (line: string) => void lines.push(JSON.parse(line)) });
  const said = () => lines.map(({ msg }) => msg);
  const pids: number[] = [];
  const note = ({ process: { pid } }: { process: { pid?: number } }) => void pids.push(pid ?? 0);
  cluster.on("online", note);
  const before = cluster.settings;
  const started = { isEnding: false };
  const onLost = vi.fn();
  const processes = new LedProcesses(["worker"], { environment: {}, logger, started, endTimeoutMs: 10_000, onLost });
  try {
    cluster.setupPrimary({ exec: program, execArgv: [] });
    await processes.start();
    cluster.setupPrimary({ cwd: join(folder, "gone") });
    process.kill(Number(pids[0]), "SIGKILL");
    await vi.waitFor(() => expect(said()).toContain("a process could not be started"), 20_000);
    cluster.setupPrimary({ cwd: folder });
    await vi.waitFor(() => expect(pids).toHaveLength(2), 20_000);
    expect(said()).toEqual([
      "a process ended; another one is started in 1 s",
      "a process could not be started",
      "a process ended; another one is started in 2 s",
    ]);
    expect(onLost).toHaveBeenCalledTimes(2);
  } finally {
    started.isEnding = true;
    await processes.end();
    cluster.off("online", note);
    cluster.setupPrimary({ cwd: undefined, ...before });
    await rm(folder, { recursive: true });
  }
});
