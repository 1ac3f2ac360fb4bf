import type { PhotoMeasures } from "../../contract/photo-measures.ts";

type Answer = { id: number; measures?: PhotoMeasures };

const waiting = new Map<number, (measures: PhotoMeasures | undefined) => void>();
const asked = new WeakMap<File, Promise<PhotoMeasures | undefined>>();
let lastId = 0;
let worker: Worker | undefined;

/** What the worker measures on a photo, once; undefined if this browser can't, or can't decode the photo. */
export function measuresOf(photo: File): Promise<PhotoMeasures | undefined> {
  const known = asked.get(photo);
  if (known) return known;
  // A worker that can't be started stops nothing.
  const measures = ask(photo).catch(() => undefined);
  asked.set(photo, measures);
  return measures;
}

async function ask(photo: File): Promise<PhotoMeasures | undefined> {
  if (typeof Worker === "undefined" || typeof OffscreenCanvas === "undefined") return undefined;
  worker ??= startWorker();
  const { postMessage } = worker;
  lastId += 1;
  const id = lastId;
  return new Promise((resolve) => {
    waiting.set(id, resolve);
    postMessage.call(worker, { id, photo });
  });
}

function startWorker(): Worker {
  const started = new Worker(new URL("./measure-worker.ts", import.meta.url), { type: "module" });
  started.addEventListener("message", ({ data: { id, measures } }: MessageEvent<Answer>) => {
    waiting.get(id)?.(measures);
    waiting.delete(id);
  });
  // Its script could not be loaded, or the memory ran out.
  started.addEventListener("error", () => {
    worker = undefined;
    for (const resolve of waiting.values()) resolve(undefined);
    waiting.clear();
  });
  return started;
}
