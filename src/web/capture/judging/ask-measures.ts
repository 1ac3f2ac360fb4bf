import type { PhotoMeasures } from "../../../contract/photo-measures.ts";
import { AskedWorker } from "../../foundation/asked-worker.ts";

const worker = new AskedWorker(() => new Worker(new URL("./measure-worker.ts", import.meta.url), { type: "module" }));
const asked = new WeakMap<File, Promise<PhotoMeasures | undefined>>();

/** What the worker measures on a photo, once; undefined if this browser can't, or can't decode the photo. */
export function measuresOf(photo: File): Promise<PhotoMeasures | undefined> {
  const known = asked.get(photo);
  if (known) return known;
  const measures = ask(photo);
  asked.set(photo, measures);
  return measures;
}

async function ask(photo: File): Promise<PhotoMeasures | undefined> {
  if (typeof Worker === "undefined" || typeof OffscreenCanvas === "undefined") return undefined;
  return worker.ask<PhotoMeasures>(photo).catch(() => undefined);
}
