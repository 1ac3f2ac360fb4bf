import { spawn } from "node:child_process";
import { once } from "node:events";
import { connect, createServer, type Server } from "node:net";
import getPort from "get-port";
import pg from "pg";
import { pino } from "pino";
import { expect, it, vi } from "vitest";
import { serverArguments } from "../../../test/cairn-process.ts";
import { makeDataFolder, removeDataFolder } from "../../../test/data-folder.ts";
import { createTestDatabase } from "../../../test/database.ts";
import { awaitDatabase } from "./await-database.ts";

const errorWith = (code: string) => Object.assign(new Error(code), { code });

it("a start waits for the database, and continues once it responds", async () => {
  const database = await createTestDatabase();
  const dataDir = await makeDataFolder("cairn-waiting-");
  const [port, databasePort] = [await getPort(), await getPort()];
  const { host = "", user = "", password = "", database: name = "" } = new pg.Client(database.connectionString);
  const address = `postgresql://${user}:${encodeURIComponent(password ?? "")}@127.0.0.1:${databasePort}/${name}`;
  const child = spawn(process.execPath, serverArguments(), {
    env: { PATH: process.env.PATH, PORT: String(port), DATA_DIR: dataDir, DATABASE_URL: address, DEMO: "0" },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (text) => (output += text));
  let line: Server | undefined;
  try {
    await vi.waitFor(() => expect(output).toContain("the database does not respond yet"), { timeout: 60_000 });
    line = createServer((socket) => {
      const target = host.startsWith("/")
        ? connect(`${host}/.s.PGSQL.${new pg.Client(database.connectionString).port}`)
        : connect(new pg.Client(database.connectionString).port, host);
      socket.pipe(target).pipe(socket);
      for (const end of [socket, target]) end.on("error", () => void [socket, target].map((each) => each.destroy()));
    }).listen(databasePort, "127.0.0.1");
    await vi.waitFor(() => expect(output).toContain("Cairn is listening"), { timeout: 60_000 });
  } finally {
    if (child.exitCode === null) {
      child.kill("SIGTERM");
      await once(child, "exit");
    }
    line?.close();
    await database.drop();
    await removeDataFolder(dataDir);
  }
}, 150_000);

it("a start doesn't wait if waiting can't help, forever, or after a signal to stop", async () => {
  const logger = pino({ level: "silent" });
  const wait = (code: string, isEnding = () => false) =>
    awaitDatabase({ query: () => Promise.reject(errorWith(code)) } as never, { logger, isEnding, timeoutMs: -1 });
  await expect(wait("28P01")).rejects.toThrow("28P01");
  await expect(wait("57P03")).rejects.toThrow("57P03");
  await wait("57P03", () => true);
});

it("does not wait for a pooler that rejects session settings, and says what to set", async () => {
  const refusal = Object.assign(new Error("unsupported startup parameter: statement_timeout"), { code: "08P01" });
  const pool = { query: vi.fn().mockRejectedValue(refusal) };
  const waiting = awaitDatabase(pool, { logger: pino({ level: "silent" }), isEnding: () => false });
  await expect(waiting).rejects.toThrow("Set ignore_startup_parameters");
  expect(pool.query).toHaveBeenCalledOnce();
});
