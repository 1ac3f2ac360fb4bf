import { Workbox } from "workbox-window";
import { begunFormLock, isFormBegunHere } from "./begun-form.ts";

/** `waiting`: installed beside the one in use. `in-use`: another tab has taken it, and this one still runs the old one. */
export type NewVersion = "none" | "waiting" | "in-use";

const checkEveryMs = 60 * 60 * 1000;
const takeOverTimeoutMs = 10_000;

let worker: Workbox | undefined;
let newVersion: NewVersion = "none";
const listeners = new Set<() => void>();

function set(next: NewVersion): void {
  newVersion = next;
  for (const listener of listeners) listener();
}

export const currentNewVersion = (): NewVersion => newVersion;

export function onNewVersion(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Registers the service worker, once, and looks for a new version when the app comes into sight again. */
export function keepAppOnDevice(): void {
  if (worker || !("serviceWorker" in navigator)) return;
  const registered = new Workbox("/service-worker.js");
  worker = registered;
  registered.addEventListener("waiting", () => set("waiting"));
  registered.addEventListener("controlling", ({ isUpdate }) => {
    if (isUpdate) set("in-use");
  });
  // A private window of some browsers has none.
  registered.register().catch((error: unknown) => console.warn("The app is not kept on this device.", error));

  let checkedAtMs = Date.now();
  const check = () => {
    if (document.visibilityState !== "visible" || Date.now() - checkedAtMs < checkEveryMs) return;
    checkedAtMs = Date.now();
    registered.update().catch(() => {
      // Without a line there is nothing new.
    });
  };
  document.addEventListener("visibilitychange", check);
  window.addEventListener("online", check);
}

/** Shows the new version: the page is loaded anew. Answers false where a form is begun, in this tab or another one. */
export function showNewVersion(): Promise<boolean> {
  return unlessFormBegun(async () => {
    if (newVersion === "waiting" && worker) await takeOver(worker);
    window.location.reload();
  });
}

function takeOver(waiting: Workbox): Promise<void> {
  return new Promise((resolve) => {
    waiting.addEventListener("controlling", () => resolve());
    setTimeout(resolve, takeOverTimeoutMs);
    waiting.messageSkipWaiting();
  });
}

/** Does `work` and answers true, or false at once where a form is begun in any tab. */
async function unlessFormBegun(work: () => Promise<void>): Promise<boolean> {
  if (isFormBegunHere()) return false;
  if (!navigator.locks) {
    await work();
    return true;
  }
  return navigator.locks.request(begunFormLock, { ifAvailable: true }, async (lock) => {
    if (!lock) return false;
    await work();
    return true;
  });
}
