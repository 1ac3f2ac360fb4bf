import { randomUUID } from "node:crypto";
import type { APIRequestContext, Page } from "@playwright/test";
import type { QuestDataPoint } from "../src/contract/data-points.ts";
import type { Quest } from "../src/contract/quests.ts";
import { makePhoto } from "../test/make-photo.ts";
import { demoPassword } from "./cairn-server.ts";
import {
  createAccount,
  expect,
  expectSignedIn,
  fillSignIn,
  openAccountMenu,
  signIn,
  signInByHand,
  signOut,
  test,
} from "./harness.ts";
import { createQuest } from "./protocol-quests.ts";
import { findQuestId } from "./quests-on-home.ts";
import { appIsKept, shareWithApp } from "./service-worker.ts";

test.use({ serviceWorkers: "allow" });

const quest = "Bark and Girth of the Blue Ridge";
const asOf = /^You're offline\. Last updated .+\.$/;

/** A new volunteer on the page of the quest, which they have joined and saved for offline use. */
async function joinAsNewcomer(page: Page): Promise<string> {
  const username = await createAccount();
  await signIn(page, username);
  await page.goto(`/quests/${await findQuestId(page, quest)}`);
  await join(page);
  return username;
}

async function join(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Apply to Quest" }).click();
  await page.getByRole("button", { name: "Yes, sign me up!" }).click();
  await page.getByRole("button", { name: "Saved on this phone" }).click();
  await expect(page.getByText(/^Saved on this phone: .+ kB\)$/)).toBeVisible();
}

/** Keys of the cached answers, or of the quests saved for offline use. */
const keysOf = (page: Page, store: "answers" | "taken") =>
  page.evaluate(
    (name) =>
      new Promise<[account: string, of: unknown][]>((resolve, reject) => {
        const opening = indexedDB.open("cairn-kept");
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const reading = opening.result.transaction(name).objectStore(name).getAllKeys();
          reading.onsuccess = () => {
            opening.result.close();
            resolve(reading.result as unknown as [string, unknown][]);
          };
        };
      }),
    store,
  );
const keptAnswers = async (page: Page) => (await keysOf(page, "answers")).length;
const takenQuests = async (page: Page) => (await keysOf(page, "taken")).length;

/** Ends a session, as an operator or another device would. */
async function endSessionElsewhere(page: Page): Promise<void> {
  const token = await page.evaluate(() => JSON.parse(localStorage.getItem("cairn.session") ?? "{}").refreshToken);
  const form = { token, client_id: "cairn-web", token_type_hint: "refresh_token" };
  expect((await page.request.post("/oauth2/revoke", { form })).ok()).toBe(true);
  await page.reload();
  await expect.poll(() => page.evaluate(() => localStorage.getItem("jwt"))).toBeNull();
}

test("a joined quest opens offline in a new page, shows its age, and goes with its person", async ({
  page,
  context,
}) => {
  test.slow();
  const newcomer = await joinAsNewcomer(page);
  const questAddress = page.url();
  const home = (of: Page) => of.getByRole("link", { name: "Cairn, home" }).click();
  await test.step("joining takes the quest along", async () => {
    await home(page);
    await expect(page.getByRole("article").first()).toBeVisible();
    await appIsKept(page);
  });

  await context.setOffline(true);
  await page.close();
  const cold = await context.newPage();
  const own = cold
    .getByRole("region", { name: "Continue Your Quests" })
    .getByRole("link", { name: quest, exact: true });
  const expectQuest = async () => {
    await expect(cold.getByRole("heading", { name: quest, level: 1 })).toBeVisible();
    await expect(cold.getByText(/^Saved on this phone/)).toBeVisible();
  };
  await test.step("home shows one's own quests", async () => {
    await cold.goto("/");
    await expect(own).toBeVisible();
    await expect(cold.getByText(asOf)).toBeVisible();
  });
  await test.step("the quest with its place", async () => {
    await cold.goto(questAddress);
    await expectQuest();
    await expect(cold.getByText(asOf)).toBeVisible();
    await expect(cold.locator("[data-map] canvas").first()).toBeVisible();
    await expect(cold.locator("[data-map] img")).toHaveCount(0);
  });
  await test.step("the form, and a token that has run out ends nothing", async () => {
    await cold.evaluate(() => {
      const session = JSON.parse(localStorage.getItem("cairn.session") ?? "{}");
      localStorage.setItem("cairn.session", JSON.stringify({ ...session, expiresAtMs: Date.now() - 1000 }));
    });
    await cold.goto(`${questAddress}/data`);
    await expect(cold.getByRole("heading", { name: "Upload New Data Point" })).toBeVisible();
    await expect(cold.getByRole("button", { name: "Add Data Point" })).toBeVisible();
    await expect(cold.getByText(asOf)).toBeVisible();
  });
  await test.step("what was not taken along says that it cannot be had", async () => {
    await cold.goto("/quests/999998");
    await expect(cold.getByText("Error loading quest details")).toBeVisible();
    await expect(cold.getByText(/^You're offline, and this quest isn't saved on this phone\./)).toBeVisible();
  });
  await test.step("back online, everything is of now", async () => {
    await home(cold);
    await own.click();
    await expect(cold.getByText(asOf)).toBeVisible();
    await context.setOffline(false);
    await expect(cold.getByText(asOf)).toBeHidden({ timeout: 30_000 });
    await expectQuest();
  });
  await test.step("a session that was ended elsewhere leaves no answers", async () => {
    expect(await keptAnswers(cold)).toBeGreaterThan(0);
    await endSessionElsewhere(cold);
    await expect.poll(() => keptAnswers(cold)).toBe(0);
    expect(await takenQuests(cold)).toBe(1);
  });
  await test.step("its person signs in again, and has on the device what they took along", async () => {
    await context.clearCookies();
    await openAccountMenu(cold);
    await cold.getByRole("button", { name: "Log In" }).click();
    await fillSignIn(cold, newcomer, demoPassword);
    await expectSignedIn(cold);
    await expectQuest();
    const addresses = async () => (await keysOf(cold, "answers")).map(([, address]) => address);
    await expect.poll(addresses).toContain(`/api/adventurers/${newcomer}${new URL(questAddress).pathname}`);
    await context.setOffline(true);
    await cold.goto(questAddress);
    await expectQuest();
    await context.setOffline(false);
  });
  await test.step("another sign-in leaves nothing at all", async () => {
    await endSessionElsewhere(cold);
    await context.clearCookies();
    await signInByHand(cold, "bob");
    await expect.poll(() => takenQuests(cold)).toBe(0);
    const accounts = async () => [...new Set((await keysOf(cold, "answers")).map(([account]) => account))];
    await expect.poll(accounts).toEqual(["bob"]);
  });
  await test.step("signing out leaves nothing of it", async () => {
    expect(await keptAnswers(cold)).toBeGreaterThan(0);
    await signOut(cold);
    await expect(cold.getByText("High Stakes Data Collection")).toBeVisible();
    await expect.poll(() => keptAnswers(cold).catch(() => -1)).toBe(0);
  });
});

/** Bob on the page of a new quest, which he has joined and saved for offline use. */
async function joinNewQuest(page: Page, request: APIRequestContext): Promise<Quest> {
  const quest = await createQuest(request, { name: `Stones by the way ${randomUUID()}` });
  await signIn(page, "bob");
  await page.goto(`/quests/${quest.id}`);
  await join(page);
  return quest;
}

test.describe("without the service worker", () => {
  test.use({ serviceWorkers: "block" });

  test("a quest can be removed and saved for offline use again, both report failures, and an old answer is never shown as current when the server is down but the line works", async ({
    page,
    context,
    request,
  }) => {
    const { quest_name: name } = await joinNewQuest(page, request);
    await page.getByRole("button", { name: "Remove from this phone" }).click();
    const take = page.getByRole("button", { name: "Save for offline use" });
    await expect(take).toBeVisible();
    await context.setOffline(true);
    await take.click();
    await expect(page.getByText(/wasn't saved: you're offline/)).toBeVisible();
    await context.setOffline(false);
    await take.click();
    await expect(page.getByText(/^Saved on this phone: /)).toBeVisible();
    await expect(page.getByRole("alert")).toHaveCount(0);

    await page.route("**/api/adventurers/*/quests/*", (route) => route.fulfill({ status: 503, body: "away" }));
    await page.reload();
    await expect(page.getByRole("heading", { name, level: 1 })).toBeVisible();
    await expect(page.getByText(asOf)).toBeVisible();
  });
});

test("[ROUTE-17] photos shared from the gallery without a signal become data points, each with its own position", async ({
  page,
  context,
  request,
}) => {
  const quest = await joinNewQuest(page, request);
  await page.getByRole("link", { name: "Cairn, home" }).click();
  await expect(page.getByRole("region", { name: "Continue Your Quests" })).toBeVisible();
  await appIsKept(page);
  await context.setGeolocation({ latitude: 1, longitude: 2, accuracy: 5 });
  await context.setOffline(true);
  const latitudes = [46.25, 46.5, 46.75];
  const takenAt = new Date(Date.now() - 3_600_000);
  const photos = latitudes.map(async (latitude) => ({
    name: `stone-${latitude}.jpg`,
    mimeType: "image/jpeg",
    buffer: await makePhoto({
      uniqueSeed: randomUUID(),
      gps: { latitude, longitude: 7.5, accuracyMeters: 4 },
      takenAt,
    }),
  }));
  const film = { name: "film.mp4", mimeType: "video/mp4", buffer: Buffer.from("film") };
  await shareWithApp(page, [...(await Promise.all(photos)), film]);
  expect(new URL(page.url()).search).toBe("");
  await expect(page.getByRole("heading", { name: "3 photos" })).toBeVisible();
  await expect(page.getByText("film.mp4 was left out: image upload required")).toBeVisible();

  const preview = page.getByRole("img", { name: "Selected photo" });
  const save = async (circumference: string) => {
    await expect(preview).toBeVisible();
    await expect(page.getByRole("form").getByText("from the photo")).toBeVisible();
    await page.getByLabel(/circumference/i).fill(circumference);
    await page.getByRole("button", { name: "Add Data Point" }).click();
    await expect(page.getByText("Saved on this phone")).toBeVisible();
  };
  await page.getByRole("button", { name: quest.quest_name }).click();
  await save("61");
  await expect(page.getByText("Photo 2 of 3")).toBeVisible();
  await page.getByRole("button", { name: "Use this photo" }).click();
  await save("62");
  await expect(page.getByText("Photo 3 of 3")).toBeVisible();

  await test.step("a photo that is shared again is sent once", async () => {
    const [first] = await Promise.all(photos);
    if (first) await shareWithApp(page, [first]);
    await page.getByRole("button", { name: quest.quest_name }).click();
    await save("63");
    await page.getByRole("button", { name: "Use this photo" }).click();
    await expect(page.getByText(/^Photo \d of/)).toHaveCount(0);
  });
  await context.setOffline(false);
  const headers = { authorization: `Bearer ${await page.evaluate(() => localStorage.getItem("jwt"))}` };
  const arrived = async () => {
    const answer = await request.get(`/api/adventurers/bob/quests/${quest.id}/data`, { headers });
    const points: QuestDataPoint[] = await answer.json();
    return points
      .map(({ coordinates, position_source, additional_data }) => [
        coordinates,
        position_source,
        additional_data?.tree_width,
      ])
      .sort();
  };
  await expect.poll(arrived, { timeout: 30_000 }).toEqual([
    ["46.25,7.5", "exif", 61],
    ["46.5,7.5", "exif", 62],
    ["46.75,7.5", "exif", 63],
  ]);
});
