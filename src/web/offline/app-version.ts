import { Workbox } from "workbox-window";
import { makeEmitter } from "../foundation/events/emitter.ts";
import { begunFormLock, isFormBegunHere } from "./begun-form.ts";

/** `waiting`: installed but not active. `in-use`: another tab has activated it; this tab still runs the old one. */
type NewVersion = "none" | "waiting" | "in-use";

const checkEveryMs = 60 * 60 * 1000;
const takeOverTimeoutMs = 10_000;

let worker: Workbox | undefined;
let newVersion: NewVersion = "none";
const versionChange = makeEmitter();

function set(next: NewVersion): void {
  newVersion = next;
  versionChange.emit();
}

export const currentNewVersion = (): NewVersion => newVersion;

export const onNewVersion = versionChange.listen;

/** Registers the service worker once, and checks for a new version when the app becomes visible. */
export function keepAppOnDevice(): void {
  if (worker || !("serviceWorker" in navigator)) return;
  const registered = new Workbox("/service-worker.js");
  worker = registered;
  registered.addEventListener("waiting", () => set("waiting"));
  registered.addEventListener("controlling", ({ isUpdate }) => {
    if (isUpdate) set("in-use");
  });
  // Some browsers' private windows have no service workers.
  registered.register().catch((error: unknown) => console.warn("The app is not kept on this device.", error));

  let checkedAtMs = Date.now();
  const check = () => {
    if (document.visibilityState !== "visible" || Date.now() - checkedAtMs < checkEveryMs) return;
    checkedAtMs = Date.now();
    lookForNewVersion();
  };
  document.addEventListener("visibilitychange", check);
  window.addEventListener("online", check);
}

export function lookForNewVersion(): void {
  worker?.update().catch(() => {
    // Offline.
  });
}

/** Reloads the page with the new version. @returns false if a form is unfinished in any tab */
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

/** @returns whether `work` ran; it does not while a form is unfinished in any tab */
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
