import { call } from "../../foundation/api/client.ts";

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
  try {
    await announce(subscription);
  } catch (error) {
    await subscription.unsubscribe();
    throw error;
  }
  return "on";
}

async function announce(subscription: PushSubscription): Promise<void> {
  const { endpoint = "", keys: { p256dh = "", auth = "" } = {} } = subscription.toJSON();
  await call("subscribeToPush", { body: { endpoint, keys: { p256dh, auth } } });
}

/** At each start: on the server, a subscription ends with the sign-in that announced it last. */
export async function announcePushAgain(): Promise<void> {
  const subscription = await (await findRegistration())?.pushManager.getSubscription();
  if (subscription) await announce(subscription);
}

export async function turnPushOff(): Promise<PushState> {
  const subscription = await (await findRegistration())?.pushManager.getSubscription();
  if (subscription) {
    await call("endPush", { body: { endpoint: subscription.endpoint } });
    await subscription.unsubscribe();
  }
  return "off";
}
