import { makeEmitter } from "../foundation/events/emitter.ts";
import { hasBackgroundSync } from "../foundation/worker-notes/forget-notes.ts";

/** The "Wi-Fi only" setting of this device, for browsers that report the connection type. */

type Connection = EventTarget & { type?: string };

const settingName = "cairn.outbox.wifi-only";
const settingChange = makeEmitter();

const connection = (): Connection | undefined => (navigator as { connection?: Connection }).connection;

/** Some browsers report a connection's speed but not its type. */
export const canTellWifi = (): boolean => connection()?.type !== undefined;

export function isWifiOnly(): boolean {
  try {
    return localStorage.getItem(settingName) === "1";
  } catch {
    return false;
  }
}

export function setWifiOnly(chosen: boolean): void {
  try {
    if (chosen) localStorage.setItem(settingName, "1");
    else localStorage.removeItem(settingName);
  } catch {
    // Without local storage, the app sends on any connection.
  }
  settingChange.emit();
  void shareWifiOnly();
}

const noteName = "wifi-only";

/** Tells the service worker, which cannot read local storage. */
export async function shareWifiOnly(): Promise<void> {
  if (!hasBackgroundSync) return;
  try {
    const { changeNote } = await import("../foundation/worker-notes/notes.ts");
    await changeNote<true>(noteName, () => (isWifiOnly() ? true : undefined));
  } catch (error) {
    console.warn("The service worker does not know the setting.", error);
  }
}

/** Connection types that usually cost by the megabyte. Unknown types are allowed. */
const metered = new Set(["cellular", "bluetooth", "wimax"]);

export const mayUseThisLine = (): boolean => !isWifiOnly() || !metered.has(connection()?.type ?? "");

/** Whether the service worker may send: nobody is there to press "Send now", so an unknown type counts as metered. */
export async function mayWorkerUseThisLine(): Promise<boolean> {
  const { readNote } = await import("../foundation/worker-notes/notes.ts");
  return !(await readNote<true>(noteName)) || (canTellWifi() && !metered.has(connection()?.type ?? ""));
}

/** Listens to changes of the setting in any tab and of the connection. @returns a function that stops */
export function onLineChange(listener: () => void): () => void {
  const onStorage = ({ key }: StorageEvent) => {
    if (key === settingName || key === null) listener();
  };
  const stop = settingChange.listen(listener);
  window.addEventListener("storage", onStorage);
  connection()?.addEventListener("change", listener);
  return () => {
    stop();
    window.removeEventListener("storage", onStorage);
    connection()?.removeEventListener("change", listener);
  };
}
