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
  const devTools = await context.newCDPSession(page);
  const registered = new Promise<string>((resolve) => {
    devTools.on("ServiceWorker.workerRegistrationUpdated", ({ registrations }) => {
      const [registration] = registrations;
      if (registration) resolve(registration.registrationId);
    });
  });
  await devTools.send("ServiceWorker.enable");
  const registrationId = await registered;
  const deliver = (data: string) =>
    devTools.send("ServiceWorker.deliverPushMessage", { origin: new URL(baseURL ?? "").origin, registrationId, data });
  const shown = () =>
    page.evaluate(async () => {
      const registration = await navigator.serviceWorker.getRegistration();
      const notices = (await registration?.getNotifications()) ?? [];
      return notices
        .map(({ title, body, tag, data }) => ({ title, body, tag, path: data.path }))
        .sort((one, other) => one.title.localeCompare(other.title));
    });
  const closed = { title: "The river is closed", body: "Bark and Girth", path: "/news", tag: "announcement-7" };
  await deliver(JSON.stringify(closed));
  await expect.poll(shown).toEqual([closed]);
  await deliver("not ours");
  await expect.poll(shown).toEqual([{ title: "Cairn", body: "", path: "/news", tag: "news" }, closed]);
});
