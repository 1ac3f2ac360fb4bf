import { startEmbeddedPostgres } from "../src/server/database/embedded/start-postgres.ts";
import type { ChildOptions } from "./embedded-postgres-process.ts";

const { uid, ...options } = JSON.parse(process.argv[2] ?? "") as ChildOptions;
if (uid !== undefined) {
  process.setgroups?.([]);
  process.setgid?.(uid);
  process.setuid?.(uid);
}

const logger = { info: () => undefined, warn: console.warn, error: console.error };
try {
  const server = await startEmbeddedPostgres({ ...options, logger });
  process.once("SIGTERM", () => server.stop().then(() => process.exit(0)));
  // Simulates a crash: the process exits without cleaning up.
  process.once("SIGUSR2", () => process.exit(1));
  console.log(JSON.stringify({ connectionString: server.connectionString }));
} catch (error) {
  console.log(JSON.stringify({ error: (error as Error).message }));
}
