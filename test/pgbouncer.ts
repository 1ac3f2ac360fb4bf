import { spawn } from "node:child_process";
import { once } from "node:events";
import { chown, readFile, rm, writeFile } from "node:fs/promises";
import { connect } from "node:net";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import getPort from "get-port";
import { findAccount, runsAsRoot } from "../src/server/database/embedded/unprivileged-account.ts";
import { makeDataFolder } from "./data-folder.ts";
import { pathOf } from "./debian-programs.ts";
import type { PostgresCluster } from "./postgres-cluster.ts";

export type PgBouncer = { connectionString: string; close(): Promise<void> };

/** Debian's PgBouncer in front of a PostgreSQL, in transaction mode, sharing `connections`. */
export async function startPgBouncer(cluster: PostgresCluster, connections: number): Promise<PgBouncer> {
  const folder = await makeDataFolder("cairn-pgbouncer-");
  const port = await getPort();
  const users = path.join(folder, "users");
  const settings = path.join(folder, "settings.ini");
  const log = path.join(folder, "log");
  await writeFile(users, `"cairn" "${cluster.password}"\n`, { mode: 0o600 });
  await writeFile(log, "");
  await writeFile(
    settings,
    `[databases]
cairn = host=127.0.0.1 port=${cluster.port} dbname=cairn
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = ${users}
pool_mode = transaction
ignore_startup_parameters = statement_timeout, idle_in_transaction_session_timeout, options
default_pool_size = ${connections}
max_client_conn = 200
logfile = ${log}
`,
  );
  const account = runsAsRoot() ? await findAccount() : undefined;
  if (account) for (const file of [users, log]) await chown(file, account.uid, account.gid);
  const child = spawn(pathOf("pgbouncer"), ["-q", settings], {
    cwd: "/",
    stdio: "ignore",
    ...(account ? { uid: account.uid, gid: account.gid } : {}),
  });
  const deadline = Date.now() + 30_000;
  while (!(await listens(port))) {
    if (child.exitCode !== null || Date.now() > deadline) {
      throw new Error(`PgBouncer did not start: ${await readFile(log, "utf8")}`);
    }
    await sleep(50);
  }
  return {
    connectionString: cluster.connectionString().replace(`:${cluster.port}/`, `:${port}/`),
    async close() {
      const exited = once(child, "exit");
      if (child.exitCode === null && child.kill("SIGQUIT")) await exited;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function listens(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1", () => {
      socket.destroy();
      resolve(true);
    });
    socket.on("error", () => resolve(false));
  });
}
