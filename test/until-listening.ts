import type { ChildProcess } from "node:child_process";
import { createInterface } from "node:readline";

const startTimeoutMs = 180_000;

/** Resolves when a built server with piped output reports that it is ready. */
export function untilListening(server: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error("Cairn did not start in time")), startTimeoutMs);
    server.once("exit", (code) => {
      clearTimeout(timer);
      reject(new Error(`Cairn ended with code ${code} before it was ready`));
    });
    if (!server.stdout) throw new Error("the server has no output");
    createInterface({ input: server.stdout }).on("line", (line) => {
      if (!line.includes('"msg":"Cairn is listening on ')) return;
      clearTimeout(timer);
      resolve();
    });
  });
}
