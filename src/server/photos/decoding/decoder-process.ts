import { access, constants } from "node:fs/promises";
import { setPriority } from "node:os";
import { type DecodeTask, type FromDecoder, PictureFaultError, type ToDecoder } from "./decode-task.ts";
import { performTask } from "./perform-task.ts";

// The program of a decoder process. It has no settings and no secrets, runs one task at a time, and may be killed at
// any time.

const rssBytesMax = Number(process.argv[2]);
const rssCheckMs = 100;

// Requests go first.
setPriority(5);
// Ctrl-C in a terminal reaches this process too; it exits when its parent does.
process.on("SIGINT", () => undefined);
process.on("SIGTERM", () => undefined);
process.on("disconnect", () => process.exit(0));

let granted: (() => void) | undefined;
let watch: NodeJS.Timeout | undefined;

process.on("message", (message: ToDecoder) => {
  if (message.type === "grant") granted?.();
  else void answer(message.task);
});

async function answer(task: DecodeTask): Promise<void> {
  watch = setInterval(() => {
    if (process.memoryUsage.rss() > rssBytesMax) process.kill(process.pid, "SIGABRT");
  }, rssCheckMs);
  try {
    await access(task.path, constants.R_OK);
    const result = await performTask(task, waitForMemory);
    say({ type: "done", result, rssBytes: process.memoryUsage.rss() });
  } catch (error) {
    if (error instanceof PictureFaultError) say({ type: "fault", fault: error.fault, message: error.message });
    else say({ type: "no_file", code: (error as NodeJS.ErrnoException).code, message: String(error) });
  } finally {
    clearInterval(watch);
  }
}

function waitForMemory(bytes: number): Promise<void> {
  return new Promise((resolve) => {
    granted = resolve;
    say({ type: "needs", bytes });
  });
}

function say(message: FromDecoder): void {
  process.send?.(message);
}
