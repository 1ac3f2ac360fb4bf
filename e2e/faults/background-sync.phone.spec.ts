import type { APIRequestContext, BrowserContext, CDPSession, Page } from "@playwright/test";
import type { QuestDataPoint } from "../../src/contract/data-points.ts";
import { makePhoto } from "../../test/make-photo.ts";
import { accessTokenOf, expect, expectSignedIn, openAccountMenu, signIn, test } from "../harness.ts";
import { readRecords } from "../outbox.ts";
import { createQuest, joinQuest } from "../protocol-quests.ts";
import { appIsKept } from "../service-worker.ts";

test.use({ serviceWorkers: "allow" });

const outboxTag = "cairn-outbox";

/** A page outside the app, from which the browser wakes the app's service worker as it does when there is a line or a message. */
async function reachWorker(context: BrowserContext, origin: string) {
  const page = await context.newPage();
  const devTools = await context.newCDPSession(page);
  let registrationId = "";
  devTools.on("ServiceWorker.workerRegistrationUpdated", ({ registrations }) => {
    registrationId = registrations.find(({ scopeURL }) => scopeURL === `${origin}/`)?.registrationId ?? registrationId;
  });
  await devTools.send("ServiceWorker.enable");
  await expect.poll(() => registrationId).not.toBe("");
  return {
    start: () =>
      devTools.send("ServiceWorker.dispatchSyncEvent", { origin, registrationId, tag: outboxTag, lastChance: false }),
    push: (data: string) => devTools.send("ServiceWorker.deliverPushMessage", { origin, registrationId, data }),
  };
}

/** Notes the notifications that the service worker shows: a headless browser has none to look at. */
async function noteNotifications(context: BrowserContext) {
  const [worker] = context.serviceWorkers();
  await worker?.evaluate(() => {
    const scope = self as unknown as { registration: { showNotification: unknown }; shown: object[] };
    scope.shown = [];
    scope.registration.showNotification = async (title: string, { body, tag, data }: NotificationOptions) =>
      void scope.shown.push({ title, body, tag, data });
  });
  return () => worker?.evaluate(() => (self as unknown as { shown: object[] }).shown);
}

async function kill(page: Page): Promise<void> {
  const devTools: CDPSession = await page.context().newCDPSession(page);
  const crashed = page.waitForEvent("crash");
  devTools.send("Page.crash").catch(() => {});
  await crashed;
  await page.close();
}

const readSaved = async (page: Page) => (await readRecords(page)).filter(({ state }) => state !== "draft");

async function arrived(request: APIRequestContext, questId: number): Promise<number[]> {
  const response = await request.get(`/api/adventurers/bob/quests/${questId}/data`, {
    headers: { authorization: `Bearer ${await accessTokenOf("bob")}` },
  });
  const points: QuestDataPoint[] = await response.json();
  return points.map(({ additional_data }) => Number(additional_data?.girth)).sort((one, other) => one - other);
}

/** A new quest that Bob has joined. */
async function makeQuest(request: APIRequestContext): Promise<number> {
  const quest = await createQuest(request, {
    name: `Girths in the background ${Date.now()}`,
    protocol: { fields: [{ key: "girth", kind: "number", label: "Girth", required: true }], photo: { required: true } },
  });
  await joinQuest(request, "bob", quest.id);
  return quest.id;
}

/** Opens the quest's form, with the app on the phone. */
async function openForm(page: Page, questId: number): Promise<void> {
  await page.goto(`/quests/${questId}/data`);
  await appIsKept(page);
  await expect(page.getByLabel("Girth")).toBeVisible();
}

/** Headless browsers refuse background sync; others agree, and are asked for these tags. */
async function agreeToSync(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript(() => {
    const tags: string[] = [];
    const agreed = async (tag: string) => void tags.push(tag);
    const { SyncManager } = window as unknown as { SyncManager: { prototype: object } };
    Object.assign(SyncManager.prototype, { register: agreed });
    Object.assign(window, { syncTags: tags });
  });
  return () => page.evaluate(() => (window as unknown as { syncTags: string[] }).syncTags);
}

async function save(page: Page, girth: number, width = 640): Promise<void> {
  const buffer = await makePhoto({ uniqueSeed: `background ${girth} ${Date.now()}`, width });
  await page.locator('input[name="file"]').setInputFiles({ name: "tree.jpg", mimeType: "image/jpeg", buffer });
  await page.getByLabel("Girth").fill(String(girth));
  await page.getByRole("button", { name: "Add Data Point" }).click();
  await expect(page.getByText("Saved on this phone")).toBeVisible();
  await expect(page.getByLabel("Girth")).toHaveValue("");
}

/** Makes the session look as if nobody had renewed it for a long time. */
const expireToken = (page: Page, changes: { refreshToken?: string } = {}) =>
  page.evaluate((changes) => {
    const session = JSON.parse(localStorage.getItem("cairn.session") ?? "{}") as object;
    localStorage.setItem("cairn.session", JSON.stringify({ ...session, expiresAtMs: 1, ...changes }));
  }, changes);

test("[CALL-42] the service worker shows push messages; what was saved without a line arrives once, while Cairn is closed, open or frozen, and with an expired token; a session that is over, and signing out, keep what waits", async ({
  page,
  context,
  request,
  baseURL,
}) => {
  test.slow();
  const questId = await makeQuest(request);
  const tagsAsked = await agreeToSync(page);
  await signIn(page, "bob");
  await openForm(page, questId);
  const { start, push } = await reachWorker(context, baseURL ?? "");
  const [second, third, fourth] = [await context.newPage(), await context.newPage(), await context.newPage()];
  const sent: number[] = [];
  const expectSent = (...girths: number[]) => {
    sent.push(...girths);
    return expect.poll(() => arrived(request, questId)).toEqual(sent);
  };

  await test.step("it shows what a push message says, and something for a strange one", async () => {
    await context.grantPermissions(["notifications"]);
    const shown = await noteNotifications(context);
    const closed = { title: "The river is closed", body: "Bark and Girth", tag: "announcement-7" };
    await push(JSON.stringify({ ...closed, path: "/quests/7" }));
    const first = { ...closed, data: { path: "/quests/7" } };
    await expect.poll(shown).toEqual([first]);
    await push("not ours");
    await expect.poll(shown).toEqual([first, { title: "Cairn", body: "", tag: "news", data: { path: "/news" } }]);
  });

  await test.step("while it is closed, the worker sends it", async () => {
    await context.setOffline(true);
    expect(await tagsAsked()).toEqual([]);
    await save(page, 101);
    await expect(page.getByText("It will upload automatically.")).toBeVisible();
    await expect.poll(async () => new Set(await tagsAsked())).toEqual(new Set([outboxTag]));
    await kill(page);
    await context.setOffline(false);
    expect(await arrived(request, questId)).toEqual([]);
    await start();
    await expectSent(101);
    // A second event finds nothing.
    await start();
    await second.goto("/outbox");
    await expect(second.getByText("Everything is uploaded.")).toBeVisible();
    expect((await readSaved(second)).map(({ state, attempts }) => [state, attempts])).toEqual([["delivered", 1]]);
    expect(await arrived(request, questId)).toEqual(sent);
  });

  await test.step("while it is open, page and worker send each once", async () => {
    await openForm(second, questId);
    await context.setOffline(true);
    await save(second, 201);
    await save(second, 202);
    await start();
    await context.setOffline(false);
    await Promise.all([start(), start()]);
    await expectSent(201, 202);
    await expect.poll(async () => (await readSaved(second)).map(({ attempts }) => attempts)).toEqual([1, 1, 1]);
  });

  await test.step("a frozen page leaves it to the worker", async () => {
    const devTools = await context.newCDPSession(second);
    await context.setOffline(true);
    await save(second, 203);
    await devTools.send("Page.setWebLifecycleState", { state: "frozen" });
    await context.setOffline(false);
    await start();
    await expectSent(203);
    await devTools.send("Page.setWebLifecycleState", { state: "active" });
    await save(second, 204);
    await expectSent(204);
  });

  await test.step("with an expired token it arrives, and the app that opens later goes on with the session", async () => {
    await context.setOffline(true);
    await expireToken(second);
    const before = await second.evaluate(() => localStorage.getItem("jwt"));
    await second.reload();
    await save(second, 301);
    await kill(second);
    await context.setOffline(false);
    await start();
    await expectSent(301);
    await third.goto("/profile");
    await expect(third.getByRole("heading", { level: 1 })).toBeVisible();
    const tokenNow = () => third.evaluate(() => localStorage.getItem("jwt"));
    // The page takes over what the worker has renewed, a moment after it is drawn.
    await expect.poll(tokenNow).not.toBe(before);
    const after = await tokenNow();
    // The new refresh token works, so nobody is signed out.
    await expireToken(third);
    await third.goto(`/quests/${questId}/data`);
    await third.getByRole("button", { name: `All ${sent.length}` }).click();
    await expect(third.getByRole("list", { name: "Data Points" }).getByRole("listitem")).toHaveCount(sent.length);
    await expect.poll(tokenNow).not.toBe(after);
    expect(await tokenNow()).not.toBeNull();
  });

  await test.step("a session that is over keeps what waits", async () => {
    await context.setOffline(true);
    await expireToken(third, { refreshToken: "revoked" });
    await third.reload();
    await save(third, 401);
    await kill(third);
    await context.setOffline(false);
    await start();
    await fourth.goto("/favicon.svg");
    await expect
      .poll(async () => (await readSaved(fourth)).map(({ state, problem }) => [state, problem?.status]))
      .toContainEqual(["waiting", 401]);
    expect(await arrived(request, questId)).toEqual(sent);
  });

  await test.step("after the next sign-in it arrives", async () => {
    await fourth.goto("/");
    await expect.poll(() => fourth.evaluate(() => localStorage.getItem("jwt"))).toBeNull();
    await openAccountMenu(fourth);
    await fourth.getByRole("button", { name: "Log In" }).click();
    await expectSignedIn(fourth);
    await expectSent(401);
  });

  await test.step("signing out leaves the worker without a session", async () => {
    await fourth.goto(`/quests/${questId}/data`);
    await expect(fourth.getByLabel("Girth")).toBeVisible();
    await context.setOffline(true);
    await save(fourth, 402);
    await openAccountMenu(fourth);
    await fourth.getByRole("button", { name: "Sign out" }).click();
    await fourth.getByRole("button", { name: "Sign out and keep them on this phone" }).click();
    await expect.poll(() => fourth.evaluate(() => localStorage.getItem("jwt"))).toBeNull();
    await expect
      .poll(() => fourth.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name)))
      .not.toContain("cairn-worker");
    await context.setOffline(false);
    await start();
    await fourth.goto("/favicon.svg");
    expect((await readSaved(fourth)).map(({ state, attempts }) => [state, attempts])).toContainEqual(["waiting", 0]);
    expect(await arrived(request, questId)).toEqual(sent);
  });
});
