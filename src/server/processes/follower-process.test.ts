import cluster from "node:cluster";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, vi } from "vitest";
import { FollowerProcess } from "./follower-process.ts";
import { makeLogger } from "./make-logger.ts";

it("a process that the system cannot start is tried again, and its leader lives on", async () => {
  const folder = await mkdtemp(join(tmpdir(), "cairn-follower-"));
  const program = join(folder, "program.cjs");
  await writeFile(
    program,
    'process.send({ type: "cairn:pid", pid: process.pid }); process.send({ type: "cairn:ready", notices: [] }); setInterval(() => {}, 1000);',
  );
  const lines: Record<string, unknown>[] = [];
  const { logger } = makeLogger("info", { write: (line: string) => void lines.push(JSON.parse(line)) });
  const pids: unknown[] = [];
  const hear = (_worker: unknown, message: { type: string; pid?: number }) =>
    message.type === "cairn:pid" && pids.push(message.pid);
  cluster.on("message", hear);
  const before = cluster.settings;
  const follower = new FollowerProcess({
    part: "web",
    orders: { DATABASE_URL: "", DATABASE_CONNECTIONS: "3" },
    logger,
    endTimeoutMs: 10_000,
    onUploads: () => undefined,
    onLost: () => undefined,
    memory: { take: async () => () => undefined },
  });
  try {
    cluster.setupPrimary({ exec: program, execArgv: [] });
    await follower.start();
    cluster.setupPrimary({ cwd: join(folder, "gone") });
    process.kill(Number(pids[0]), "SIGKILL");
    await vi.waitFor(
      () => expect(lines.map(({ msg }) => msg)).toContain("a process could not be started or told something"),
      20_000,
    );
    cluster.setupPrimary({ cwd: folder });
    await vi.waitFor(() => expect(pids).toHaveLength(2), 20_000);
  } finally {
    await follower.end();
    cluster.off("message", hear);
    cluster.setupPrimary({ cwd: undefined, ...before });
    await rm(folder, { recursive: true });
  }
});
