import { call } from "../../api/client.ts";

/** `unsupported`: by the browser, or in development, which has no service worker. */
export type PushState = "on" | "off" | "blocked" | "unsupported";

async function findRegistration(): Promise<ServiceWorkerRegistration | undefined> {
  const isSupported = "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;
  return isSupported ? navigator.serviceWorker.getRegistration() : undefined;
}

export async function readPushState(): Promise<PushState> {
  const registration = await findRegistration();
  if (!registration) return "unsupported";
  if (Notification.permission === "denied") return "blocked";
  return (await registration.pushManager.getSubscription()) ? "on" : "off";
}

/** Asks the person for the permission. */
export async function turnPushOn(): Promise<PushState> {
  const registration = await findRegistration();
  if (!registration) return "unsupported";
  if ((await Notification.requestPermission()) !== "granted") return readPushState();
  const { key } = await call("getPushKey", {});
  const subscription = await registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
  const { endpoint = "", keys: { p256dh = "", auth = "" } = {} } = subscription.toJSON();
  try {
    await call("subscribeToPush", { body: { endpoint, keys: { p256dh, auth } } });
  } catch (error) {
    await subscription.unsubscribe();
    throw error;
  }
  return "on";
}

/** Ends the browser's subscription; the server forgets it when it is answered 410. Works offline. */
export async function endPushHere(): Promise<void> {
  try {
    await (await (await findRegistration())?.pushManager.getSubscription())?.unsubscribe();
  } catch {
    // Browsers without notifications.
  }
}

export async function turnPushOff(): Promise<PushState> {
  const subscription = await (await findRegistration())?.pushManager.getSubscription();
  if (subscription) {
    await call("endPush", { body: { endpoint: subscription.endpoint } });
    await subscription.unsubscribe();
  }
  return "off";
}
