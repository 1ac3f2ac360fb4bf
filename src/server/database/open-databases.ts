import type pg from "pg";
import { type DatabaseLogger, type DatabaseOptions, type OpenDatabase, openDatabase } from "./connection.ts";
import { Standby } from "./standby.ts";

export type DatabaseAddresses = {
  /** The database that is written to; with `directUrl`, the pooler in front of it. */
  url: string;
  /** The same one without a pooler: what needs a session of its own goes there. */
  directUrl?: string | undefined;
  /** A standby that answers reads. */
  readUrl?: string | undefined;
};

export type OpenDatabases = OpenDatabase & {
  /** For LISTEN. Where a pooler is in front and this one goes through it too, it never hears anything. */
  listeningPool: pg.Pool;
  /** Not looked at yet: `start` it after the migrations. */
  standby: Standby | undefined;
};

const connectToStandbyTimeoutMs = 3_000;
const listeningConnectionsMax = 2;

/** Opens all that the settings name; nothing is connected to before the first query. */
export function openDatabases(
  { url, directUrl, readUrl }: DatabaseAddresses,
  options: DatabaseOptions & { logger: DatabaseLogger },
): OpenDatabases {
  const main = openDatabase(url, { ...options, isBehindPooler: directUrl !== undefined });
  const direct =
    directUrl === undefined
      ? undefined
      : openDatabase(directUrl, { ...options, maxConnections: listeningConnectionsMax });
  const standby =
    readUrl === undefined
      ? undefined
      : new Standby({
          primary: main,
          pool: openDatabase(readUrl, { ...options, connectTimeoutMs: connectToStandbyTimeoutMs }).pool,
          logger: options.logger,
        });
  return {
    ...main,
    listeningPool: direct?.pool ?? main.pool,
    standby,
    close: async () => {
      await Promise.all([standby?.close(), direct?.close()]);
      await main.close();
    },
  };
}
