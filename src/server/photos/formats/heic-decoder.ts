import { createRequire } from "node:module";
import { Worker } from "node:worker_threads";
import pLimit from "p-limit";
import { photoPixelsMax } from "../../../contract/limits.ts";
import type { RawPicture } from "./sharp-pictures.ts";

/** Decoding 12 megapixels takes about 1.5 s; after this the worker is stopped. */
const taskTimeoutMs = 60_000;
/** A worker that decoded holds some hundred megabytes, so an idle one is stopped. */
const idleTimeoutMs = 15_000;

// Plain JavaScript in a string: the same worker runs from the sources, from tests and from the bundle.
const workerSource = `
const { parentPort, workerData } = require("node:worker_threads");
const { readFileSync } = require("node:fs");
const heicDecode = require(workerData.decoderPath);
parentPort.on("message", async ({ task, path, pixelsMax }) => {
  try {
    const images = await heicDecode.all({ buffer: readFileSync(path) });
    try {
      const { width, height, decode } = images[0];
      if (task === "measure" || width * height > pixelsMax) return parentPort.postMessage({ width, height });
      const { data } = await decode();
      parentPort.postMessage({ width, height, data: data.buffer }, [data.buffer]);
    } finally {
      images.dispose();
    }
  } catch (error) {
    parentPort.postMessage({ problem: String((error && error.message) || error) });
  }
});`;

type Reply = { width: number; height: number; data?: ArrayBuffer } | { problem: string };

let current: { worker: Worker; idle?: NodeJS.Timeout } | undefined;
const oneAtATime = pLimit(1);

/** Width and height as shown, from the container alone. @throws when it is no HEIC picture */
export async function measureHeic(path: string): Promise<{ width: number; height: number }> {
  const { width, height } = await run("measure", path);
  return { width, height };
}

/** All pixels, upright, in a thread of its own. @throws when it cannot be decoded or has too many pixels */
export async function decodeHeic(path: string): Promise<RawPicture> {
  const { width, height, data } = await run("decode", path);
  if (!data) throw new Error("the HEIC picture has too many pixels");
  return { data: new Uint8Array(data), width, height, channels: 4 };
}

function run(task: "measure" | "decode", path: string): Promise<Exclude<Reply, { problem: string }>> {
  return oneAtATime(async () => {
    const { worker } = obtainWorker();
    try {
      const reply = await ask(worker, { task, path, pixelsMax: photoPixelsMax });
      if ("problem" in reply) throw new Error(`the HEIC decoder says: ${reply.problem}`);
      return reply;
    } finally {
      stopWhenIdle(worker);
    }
  });
}

function obtainWorker(): { worker: Worker } {
  if (current) {
    clearTimeout(current.idle);
    return current;
  }
  const decoderPath = createRequire(import.meta.url).resolve("heic-decode");
  // the decoder writes about damaged files to the console; the refusal says it already
  const worker = new Worker(workerSource, { eval: true, workerData: { decoderPath }, stdout: true, stderr: true });
  worker.stdout.resume();
  worker.stderr.resume();
  worker.unref();
  const made = { worker };
  current = made;
  worker.once("exit", () => {
    if (current === made) current = undefined;
  });
  return made;
}

function ask(worker: Worker, request: { task: string; path: string; pixelsMax: number }): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const settle = (act: () => void) => {
      clearTimeout(timer);
      worker.removeAllListeners("message");
      worker.off("error", onError);
      worker.off("exit", onExit);
      act();
    };
    const onError = (error: unknown) => settle(() => reject(error));
    const onExit = () => settle(() => reject(new Error("the HEIC decoder ended")));
    const timer = setTimeout(() => {
      void worker.terminate();
      settle(() => reject(new Error("the HEIC decoder took too long")));
    }, taskTimeoutMs);
    worker.once("message", (reply: Reply) => settle(() => resolve(reply)));
    worker.once("error", onError);
    worker.once("exit", onExit);
    worker.postMessage(request);
  });
}

function stopWhenIdle(worker: Worker): void {
  if (current?.worker !== worker) return;
  current.idle = setTimeout(() => void worker.terminate(), idleTimeoutMs);
  current.idle.unref();
}
