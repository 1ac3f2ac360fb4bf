import { format } from "node:util";
import { makeLogger } from "./make-logger.ts";

/**
 * Makes a line of the log of whatever Cairn, its packages and Node.js print, so that each line is JSON, whatever
 * LOG_LEVEL is. In a terminal, where somebody reads them, sentences stay sentences.
 */
export function printAsLog(): void {
  if (process.stdout.isTTY) return;
  const { logger } = makeLogger("info");
  const print =
    (level: "info" | "warn" | "error") =>
    (...parts: unknown[]) =>
      logger[level](format(...parts));
  Object.assign(console, { log: print("info"), info: print("info"), warn: print("warn"), error: print("error") });
  // Without one, NODE_NO_WARNINGS is set.
  if (process.listenerCount("warning") === 0) return;
  process.removeAllListeners("warning");
  process.on("warning", (warning) => logger.warn({ err: warning }, "Node.js warns"));
}
