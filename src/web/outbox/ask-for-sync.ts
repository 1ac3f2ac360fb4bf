import { hasBackgroundSync } from "../foundation/worker-notes/forget-notes.ts";
import { backgroundSync, outboxTag } from "./background-sync.ts";

type SyncRegistration = ServiceWorkerRegistration & { sync: { register(tag: string): Promise<void> } };

/** Finds out what the browser will answer. Asking it while nothing waits would start the service worker for nothing. */
export async function expectSync(): Promise<void> {
  if (!hasBackgroundSync || !navigator.serviceWorker?.controller) return;
  try {
    const name = "background-sync" as PermissionName;
    backgroundSync.isAgreed = (await navigator.permissions.query({ name })).state === "granted";
  } catch {
    // It answers when it is asked.
  }
}

/** Asks the browser to start the service worker once there is a connection, even if Cairn is closed. */
export async function askForSync(): Promise<void> {
  if (!hasBackgroundSync) return;
  try {
    const registration = (await navigator.serviceWorker?.getRegistration()) as SyncRegistration | undefined;
    if (!registration?.active) return;
    await registration.sync.register(outboxTag);
    backgroundSync.isAgreed = true;
  } catch {
    // The user or the browser's settings forbid it.
    backgroundSync.isAgreed = false;
  }
}
