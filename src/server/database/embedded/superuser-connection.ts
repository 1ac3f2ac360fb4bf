import pg from "pg";
import { superuser } from "./cluster.ts";

/** Cairn's role and database. */
const name = "cairn";

/** A connection, or "absent" if nothing listens, or "busy" if PostgreSQL is starting or shutting down. */
export async function tryConnect(socketFolder: string): Promise<pg.Client | "absent" | "busy"> {
  const client = new pg.Client({
    connectionString: connectionStringsFor(socketFolder).admin,
    application_name: "cairn lock",
    connectionTimeoutMillis: 10_000,
  });
  // Without a listener the error would end the process; "end" follows.
  client.on("error", () => undefined);
  try {
    await client.connect();
    return client;
  } catch (error) {
    // Not awaited: it never resolves without a connection.
    client.end().catch(() => undefined);
    const { code } = error as { code?: string };
    if (code === "EACCES") throw new Error(`PostgreSQL's socket in ${socketFolder} belongs to another user.`);
    return code === "ENOENT" || code === "ECONNREFUSED" ? "absent" : "busy";
  }
}

export async function createRoleAndDatabase(client: pg.Client): Promise<void> {
  const role = await client.query("SELECT FROM pg_roles WHERE rolname = $1", [name]);
  if (role.rowCount === 0) await client.query(`CREATE ROLE ${name} LOGIN`);
  const database = await client.query("SELECT FROM pg_database WHERE datname = $1", [name]);
  if (database.rowCount === 0) await client.query(`CREATE DATABASE ${name} OWNER ${name}`);
}

export function connectionStringsFor(socketFolder: string): { ordinary: string; admin: string } {
  const host = encodeURIComponent(socketFolder);
  return {
    ordinary: `postgresql://${name}@/${name}?host=${host}`,
    admin: `postgresql://${superuser}@/${superuser}?host=${host}`,
  };
}
