import { setTimeout } from "node:timers/promises";
import type { Pool } from "pg";
import type { DatabaseLogger } from "./connection.ts";

export type Listener = { stop(): Promise<void> };

type ListenOptions = { onNotification: () => void; logger: DatabaseLogger; reconnectMs?: number };

/**
 * Calls `onNotification` for every NOTIFY on the channel, and each time that listening begins, as nobody knows what was
 * said before. Keeps one connection of the pool; when it breaks, another takes its place after `reconnectMs`, 5 s by default.
 */
export function listen(pool: Pool, channel: string, options: ListenOptions): Listener {
  const { onNotification, logger, reconnectMs = 5_000 } = options;
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
        logger.warn({ err: error, channel }, "lost the connection that listens for notifications; trying again");
        await Promise.race([setTimeout(reconnectMs, undefined, { ref: false }), stopped]);
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
