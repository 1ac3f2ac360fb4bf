import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import getPort from "get-port";
import { expect, it, vi } from "vitest";
import { serverArguments } from "../../../test/cairn-process.ts";
import { createTestDatabase } from "../../../test/database.ts";

it("[IDENT-14] an invalid user pool id stops the start with only this message", () => {
  const { status, stdout, stderr } = spawnSync(process.execPath, serverArguments(), {
    env: { PATH: process.env.PATH, NODE_NO_WARNINGS: "1", COGNITO_USER_POOL_ID: "us-east-2", OIDC_CLIENT_ID: "x" },
    encoding: "utf8",
    timeout: 60_000,
  });
  expect(status).toBe(1);
  expect(linesOf(stdout).map((line) => JSON.parse(line))).toMatchObject([
    {
      level: 50,
      msg: 'The Cognito user pool id "us-east-2" is not valid: expected us-east-2_ and letters or digits.',
    },
  ]);
  expect(linesOf(stderr)).toEqual([]);
});

it("prints only lines of JSON, from the start to the end, whoever prints and whatever LOG_LEVEL is", async () => {
  const folder = await mkdtemp(join(tmpdir(), "cairn-lines-"));
  const database = await createTestDatabase();
  const warn = "process.on('SIGUSR2',()=>process.emitWarning('An%20old%20call'))";
  const child = spawn(process.execPath, [`--import=data:text/javascript,${warn}`, ...serverArguments()], {
    env: {
      PATH: process.env.PATH,
      DATA_DIR: folder,
      DATABASE_URL: database.connectionString,
      PORT: String(await getPort()),
      DEMO: "0",
      LOG_LEVEL: "error",
    },
  });
  try {
    const printed = { stdout: "", stderr: "" };
    for (const stream of ["stdout", "stderr"] as const)
      child[stream].on("data", (text) => {
        printed[stream] += text;
      });
    const hears = (words: string) =>
      vi.waitFor(() => expect(printed.stdout).toContain(words), { timeout: 120_000, interval: 100 });
    await hears("Cairn is listening on ");
    child.kill("SIGUSR2");
    await hears("Node.js warns");
    child.kill("SIGTERM");
    await once(child, "close");
    const lines = linesOf(printed.stdout);
    // Node.js 20 prints warnings by `console.error`, which would make a second line.
    expect(lines.filter((line) => line.includes("An old call"))).toHaveLength(1);
    const messages = lines.map((line) => JSON.parse(line).msg);
    expect(messages.filter((msg) => /^There is no administrator yet. Create one at http/.test(msg))).toHaveLength(1);
    expect(linesOf(printed.stderr)).toEqual([]);
  } finally {
    child.kill("SIGKILL");
    await database.drop();
    await rm(folder, { recursive: true });
  }
});

/** Without what a package says of Node.js 20 while it is loaded, before Cairn runs. */
const linesOf = (text: string) =>
  text.split("\n").filter((line) => line !== "" && !line.startsWith("oidc-provider WARNING"));
