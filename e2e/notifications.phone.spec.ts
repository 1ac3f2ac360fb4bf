import { expect, test } from "./harness.ts";
import { appIsKept } from "./service-worker.ts";

test.use({ as: "alice", serviceWorkers: "allow" });

test("[CALL-42] the service worker shows what a push message says, and something for a strange one", async ({
  page,
  context,
  baseURL,
}) => {
  await context.grantPermissions(["notifications"]);
  await page.goto("/news");
  await appIsKept(page);
  // A headless browser has no notifications to look at.
  const [worker] = context.serviceWorkers();
  await worker?.evaluate(() => {
    const scope = self as unknown as { registration: { showNotification: unknown }; shown: object[] };
    scope.shown = [];
    scope.registration.showNotification = async (title: string, { body, tag, data }: NotificationOptions) =>
      void scope.shown.push({ title, body, tag, data });
  });
  const shown = () => worker?.evaluate(() => (self as unknown as { shown: object[] }).shown);

  const devTools = await context.newCDPSession(page);
  const registered = new Promise<string>((resolve) => {
    devTools.on("ServiceWorker.workerRegistrationUpdated", ({ registrations: [registration] }) => {
      if (registration) resolve(registration.registrationId);
    });
  });
  await devTools.send("ServiceWorker.enable");
  const registrationId = await registered;
  const deliver = (data: string) =>
    devTools.send("ServiceWorker.deliverPushMessage", { origin: new URL(baseURL ?? "").origin, registrationId, data });
  const closed = { title: "The river is closed", body: "Bark and Girth", tag: "announcement-7" };
  await deliver(JSON.stringify({ ...closed, path: "/quests/7" }));
  const first = { ...closed, data: { path: "/quests/7" } };
  await expect.poll(shown).toEqual([first]);
  await deliver("not ours");
  await expect.poll(shown).toEqual([first, { title: "Cairn", body: "", tag: "news", data: { path: "/news" } }]);
});
