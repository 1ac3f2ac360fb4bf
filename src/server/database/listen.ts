import { setTimeout } from "node:timers/promises";
import type { Pool } from "pg";
import type { DatabaseLogger } from "./connection.ts";

export type Listener = { stop(): Promise<void> };

type ListenOptions = { onNotification: () => void; logger: DatabaseLogger; firstPauseMs?: number };

const longestPauseMs = 60_000;

/**
 * Calls `onNotification` for every NOTIFY on the channel, and each time it starts to listen, because earlier notifications are
 * lost. Uses one connection of the pool, and reconnects after a pause that doubles with each failure. A pooler in transaction
 * mode passes no notifications.
 */
export function listen(pool: Pool, channel: string, options: ListenOptions): Listener {
  const { onNotification, logger, firstPauseMs = 1_000 } = options;
  let pauseMs = firstPauseMs;
  const stopping = new AbortController();
  const stopped = new Promise<void>((resolve) => stopping.signal.addEventListener("abort", () => resolve()));

  async function listenUntilLost(): Promise<void> {
    const client = await pool.connect();
    try {
      const lost = new Promise<never>((_resolve, reject) => {
        client.on("error", reject);
        client.on("end", () => reject(new Error("the connection ended")));
      });
      client.on("notification", onNotification);
      const listening = client.query(`LISTEN ${client.escapeIdentifier(channel)}`).then(() => {
        pauseMs = firstPauseMs;
        onNotification();
        return stopped;
      });
      await Promise.race([lost, listening]);
    } finally {
      client.release(true);
    }
  }

  async function keepListening(): Promise<void> {
    while (!stopping.signal.aborted) {
      try {
        await listenUntilLost();
      } catch (error) {
        logger.warn({ err: error, channel, pauseMs }, "lost the notification connection; reconnecting");
        await Promise.race([setTimeout(pauseMs, undefined, { ref: false }), stopped]);
        pauseMs = Math.min(2 * pauseMs, longestPauseMs);
      }
    }
  }

  const listening = keepListening();
  return {
    stop: async () => {
      stopping.abort();
      await listening;
    },
  };
}
