import { createECDH, randomBytes, randomUUID } from "node:crypto";
import type { APIRequestContext, Page } from "@playwright/test";
import { makePhoto } from "../../test/make-photo.ts";
import { SignInJourney } from "../../test/sign-in-journey.ts";
import { demoPassword } from "../cairn-server.ts";
import {
  createAccount,
  expect,
  expectAccessible,
  expectSignedIn,
  fillSignIn,
  openAccountMenu,
  signIn,
  signInByHand,
  signOut,
  test,
} from "../harness.ts";
import { createQuest, joinQuest } from "../protocol-quests.ts";
import { query } from "../review-seed.ts";
import { appIsKept, shareWithApp } from "../service-worker.ts";

test.use({ serviceWorkers: "allow" });

const isSignedOut = (page: Page) => expect.poll(() => page.evaluate(() => localStorage.getItem("jwt"))).toBeNull();
const logIn = async (page: Page) => {
  await openAccountMenu(page);
  await page.getByRole("button", { name: "Log In" }).click();
};
const noPhotos = /^No photos here\./;
const passwordField = (page: Page) => page.getByLabel("Password", { exact: true });

/** A browser with a subscription: a headless one reaches no push service. */
async function subscribeBrowser(page: Page): Promise<string> {
  const endpoint = `https://push.example.org/${randomUUID()}`;
  const pair = createECDH("prime256v1");
  pair.generateKeys();
  const keys = { p256dh: pair.getPublicKey("base64url"), auth: randomBytes(16).toString("base64url") };
  await page.context().addInitScript(
    (json) => {
      const isOver = () => localStorage.getItem("test.unsubscribed") === json.endpoint;
      const subscription = {
        ...json,
        toJSON: () => json,
        unsubscribe: async () => localStorage.setItem("test.unsubscribed", json.endpoint) ?? true,
      };
      PushManager.prototype.getSubscription = async () => (isOver() ? null : (subscription as never));
    },
    { endpoint, keys },
  );
  return endpoint;
}

const subscriptionsAt = (endpoint: string) =>
  query("SELECT adventurer_id FROM push_subscriptions WHERE endpoint = $1", [endpoint]);

const accountsWithAnswers = (page: Page) =>
  page.evaluate(async () => {
    const opening = indexedDB.open("cairn-kept");
    await new Promise((resolve) => {
      opening.onsuccess = resolve;
    });
    const reading = opening.result.transaction("answers").objectStore("answers").getAllKeys();
    await new Promise((resolve) => {
      reading.onsuccess = resolve;
    });
    opening.result.close();
    return [...new Set((reading.result as [string, string][]).map(([account]) => account))];
  });

type Reader = { request: APIRequestContext; username: string; token: string };

async function girthsOf({ request, username, token }: Reader, questId: number): Promise<unknown[]> {
  const headers = { authorization: `Bearer ${token}` };
  const points = await (await request.get(`/api/adventurers/${username}/quests/${questId}/data`, { headers })).json();
  return points.map(({ additional_data }: { additional_data: { girth: number } }) => additional_data.girth);
}

/** On the account's other device. @returns its token */
async function signOutEverywhereElse(username: string, url: string): Promise<string> {
  const other = new SignInJourney(url);
  const { access_token: token } = await other.signIn(username, demoPassword);
  const page = await other.browser.open(`${url}/account`);
  await other.browser.submit(page, "/account/sign-out-everywhere", {});
  return token;
}

/** A volunteer's phone, with a waiting data point, a draft and a shared photo. It has no signal afterwards. */
async function usePhone(page: Page, username: string, questId: number, endpoint?: string): Promise<void> {
  await signIn(page, username);
  await page.goto(`/quests/${questId}/data`);
  await appIsKept(page);
  // The app that is kept announces its subscription at its start.
  await page.reload();
  if (endpoint) await expect.poll(() => subscriptionsAt(endpoint)).toEqual([{ adventurer_id: username }]);
  await expect(page.getByLabel("Girth")).toBeVisible();
  await page.context().setOffline(true);
  await page.getByLabel("Girth").fill("101");
  await page.getByRole("button", { name: "Add Data Point" }).click();
  await expect(page.getByText("Saved on this phone")).toBeVisible();
  await expect(page.getByLabel("Girth")).toHaveValue("");
  await page.getByLabel("Girth").fill("202");
  const buffer = await makePhoto({ uniqueSeed: randomUUID(), width: 320 });
  await shareWithApp(page, [{ name: "bark.jpg", mimeType: "image/jpeg", buffer }]);
  await expect(page.getByRole("heading", { name: "One photo" })).toBeVisible();
}

async function makeQuest(request: APIRequestContext, username: string): Promise<number> {
  const { id } = await createQuest(request, {
    name: `Girths of a lent phone ${randomUUID()}`,
    protocol: {
      fields: [{ key: "girth", kind: "number", label: "Girth", required: true }],
      photo: { required: false },
    },
  });
  await joinQuest(request, username, id);
  return id;
}

test("[IDENT-23] what an account left on a phone ends with its session, ended elsewhere, before the next one is let in; what waits is sent when its owner is back", async ({
  page,
  context,
  request,
  baseURL,
}) => {
  test.slow();
  const owner = await createAccount();
  const questId = await makeQuest(request, owner);
  const reader: Reader = { request, username: owner, token: "" };
  const endpoint = await subscribeBrowser(page);
  await usePhone(page, owner, questId, endpoint);
  expect(await accountsWithAnswers(page)).toEqual([owner]);

  await test.step("the server forgets the subscription, and the phone everything once it learns of it", async () => {
    reader.token = await signOutEverywhereElse(owner, baseURL ?? "");
    await expect.poll(() => subscriptionsAt(endpoint)).toEqual([]);
    await context.setOffline(false);
    await page.reload();
    await isSignedOut(page);
    await expect(page.getByText(noPhotos)).toBeVisible();
    await expect.poll(() => page.evaluate(() => localStorage.getItem("cairn.holder"))).toBeNull();
    expect(await page.evaluate(() => localStorage.getItem("test.unsubscribed"))).toBe(endpoint);
    expect(await accountsWithAnswers(page)).toEqual([]);
  });

  await test.step("the next account has nothing of it", async () => {
    await context.clearCookies();
    await signInByHand(page, "bob");
    await page.goto("/share");
    await expect(page.getByText(noPhotos)).toBeVisible();
    await page.goto("/outbox");
    await expect(page.getByText(/^Nothing waiting to upload\./)).toBeVisible();
    expect(await girthsOf(reader, questId)).toEqual([]);
    expect(await subscriptionsAt(endpoint)).toEqual([]);
    expect(await accountsWithAnswers(page)).toEqual(["bob"]);
    await signOut(page);
    await isSignedOut(page);
  });

  await test.step("its owner finds the draft, and what waited is sent", async () => {
    await page.goto(`/quests/${questId}`);
    await logIn(page);
    await fillSignIn(page, owner, demoPassword);
    await expectSignedIn(page);
    await expect.poll(() => girthsOf(reader, questId), { timeout: 30_000 }).toEqual([101]);
    await page.goto(`/quests/${questId}/data`);
    await expect(page.getByLabel("Girth")).toHaveValue("202");
  });
});

test("[IDENT-24] signing out without a signal is done first once there is one, and until then nobody gets in without a password", async ({
  page,
  context,
}) => {
  test.slow();
  await page.goto("/");
  await signInByHand(page, "bob");
  await appIsKept(page);
  // The provider can't be reached, as on a train.
  await context.setOffline(true);
  await openAccountMenu(page);
  await page.getByRole("button", { name: "Sign out" }).click();
  await expect(page.getByText(/^You're signed out on this phone, but not yet at the sign-in service\./)).toBeVisible();
  await isSignedOut(page);
  await expectAccessible(page);
  const hasSession = async () => (await context.cookies()).some(({ name }) => name.endsWith("cairn_session"));
  expect(await hasSession()).toBe(true);

  await test.step("the page that signs out can't be reached yet: a password is asked for, also where an address is typed", async () => {
    await page.close();
    const refuseLogout = (route: { abort: () => Promise<void> }) => route.abort();
    await context.route("**/logout?*", refuseLogout);
    await context.setOffline(false);
    const restarted = await context.newPage();
    await restarted.goto("/account");
    await expect(passwordField(restarted)).toBeVisible();
    expect(await hasSession()).toBe(false);
    await restarted.goto("/");
    await expect(restarted.getByText(/^You're signed out on this phone/)).toBeVisible();
    await logIn(restarted);
    await expect(passwordField(restarted)).toBeVisible();
    await context.unroute("**/logout?*", refuseLogout);
    await restarted.close();
  });

  await test.step("at the next start it is done", async () => {
    const started = await context.newPage();
    await started.goto("/");
    await expect.poll(() => started.evaluate(() => localStorage.getItem("cairn.sign-out"))).toBeNull();
    expect(await hasSession()).toBe(false);
    await expect(started.getByText(/^You're signed out on this phone/)).toBeHidden();
    await logIn(started);
    await expect(passwordField(started)).toBeVisible();
  });
});

test("[IDENT-21] a phone whose account was deleted says so, offers what waits as a file, and keeps nothing after the answer", async ({
  page,
  context,
  request,
  baseURL,
}) => {
  test.slow();
  const owner = await createAccount();
  const questId = await makeQuest(request, owner);
  await usePhone(page, owner, questId);
  const other = new SignInJourney(baseURL ?? "");
  await other.signIn(owner, demoPassword);
  const form = await other.browser.open(`${baseURL}/account/delete`);
  await other.browser.submit(form, "/account/delete", { current_password: demoPassword });
  await context.setOffline(false);
  await page.goto("/");
  await isSignedOut(page);
  const dialog = page.getByRole("dialog", { name: "This account was deleted" });
  await expect(dialog.getByText("1 data point isn't uploaded. 1 draft isn't finished.")).toBeVisible();
  await expectAccessible(page);
  const saving = page.waitForEvent("download");
  await dialog.getByRole("button", { name: "Export data points" }).click();
  expect((await saving).suggestedFilename()).toMatch(/\.zip$/);
  await dialog.getByRole("button", { name: "Delete from this phone" }).click();
  await dialog.getByRole("button", { name: "Yes, delete" }).click();
  await expect(dialog).toBeHidden();
  await page.reload();
  await page.goto("/share");
  await expect(page.getByText(noPhotos)).toBeVisible();
  expect(
    await page.evaluate(() => Object.keys(localStorage).filter((key) => /session|jwt|holder|deleted/.test(key))),
  ).toEqual([]);
});
