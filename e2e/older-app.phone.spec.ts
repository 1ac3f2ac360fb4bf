import { createHash } from "node:crypto";
import { chmod, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import getPort from "get-port";
import type { QuestDataPoint } from "../src/contract/data-points.ts";
import type { QuestFormInput } from "../src/contract/quests.ts";
import { makePhoto } from "../test/make-photo.ts";
import { startServer } from "./cairn-server.ts";
import { test as base, expect, expectSignedIn } from "./harness.ts";
import { buildOldestApp, startNewerServer, whyNoOldestApp } from "./older-app.ts";
import { appIsKept } from "./service-worker.ts";

/** The oldest supported app in a browser, with the current server (docs/compatibility.md). */

const missing = whyNoOldestApp();
if (missing) console.warn(`NOT RUN: an older app against the server of today: ${missing}`);

let appUrl = "";
const test = base.extend({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from it
  baseURL: async ({}, use) => use(appUrl),
});
test.use({ serviceWorkers: "allow" });
test.skip(missing !== undefined, missing);
test.describe.configure({ mode: "serial", timeout: 180_000 });

const volunteer = "walker";
const password = "a stone at every bend";
let line: Awaited<ReturnType<typeof startNewerServer>>;
const stops: (() => unknown)[] = [];

test.beforeAll(async ({ browser }) => {
  test.setTimeout(400_000);
  const folder = await mkdtemp(join(tmpdir(), "cairn-older-app-"));
  stops.push(() => rm(folder, { recursive: true, force: true }));
  // The server's subprocesses read its files as other users.
  await chmod(folder, 0o755);
  const main = buildOldestApp(folder);
  const port = await getPort({ host: "127.0.0.1" });
  line = await startNewerServer(port);
  stops.push(line.close);
  appUrl = `http://localhost:${port}`;
  const server = await startServer({ DEMO: "0", PUBLIC_URL: appUrl }, "older-app-server", main);
  stops.push(server.stop);
  line.goesTo(server.url);
  const page = await browser.newPage({ baseURL: appUrl });
  await page.goto(await firstLink());
  await page.locator('input[name="username"]').fill(volunteer);
  await page.locator('input[name="email"]').fill("walker@volunteers.example");
  await page.locator('input[name="password"]').fill(password);
  await page.locator("form button").last().click();
  await expect(page.locator('input[name="password"]')).toHaveCount(0);
  await page.close();
});
test.afterAll(async () => {
  for (const stop of stops.reverse()) await stop();
});

/** The first administrator's link, from the server's output. */
async function firstLink(): Promise<string> {
  const log = await readFile("test-results/older-app-server.log", "utf8");
  const [link] = /http\S+first-administrator\S+/.exec(log) ?? [];
  if (!link) throw new Error("The server printed no link for the first administrator.");
  return link;
}

const headers = async (page: Page) => ({
  authorization: `Bearer ${await page.evaluate(() => localStorage.getItem("jwt"))}`,
});

/** Creates a quest and joins it as the volunteer. */
async function makeQuest(page: Page, name: string): Promise<number> {
  const call = async (path: string, data: unknown) => {
    const response = await page.request.post(`/api${path}`, { headers: await headers(page), data });
    expect(response.ok(), await response.text()).toBe(true);
    return response.json();
  };
  const organization = await call("/organizations", {
    organization_name: `Bark Lab of ${name}`,
    organization_email: "bark@example.org",
  });
  const quest = await call("/quests", {
    quest_name: name,
    quest_status: "ACCEPTING_APPLICATIONS",
    quest_type: "TREES",
    organization: { organization_id: organization.id },
    locations: [
      {
        locality: "Launceston",
        administrative_area: "Tasmania",
        postal_code: "7250",
        country: "Australia",
        coordinates: [-41.4332, 147.1441],
      },
    ],
    protocol: { fields: [{ key: "girth", kind: "number", label: "Girth", unit: "cm" }], photo: { required: true } },
  } satisfies QuestFormInput);
  await call(`/adventurers/${volunteer}/quests/${quest.id}/sign-up`, undefined);
  return quest.id;
}

/** The phone's outbox: number of photos, and states of the records. */
const kept = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<{ photos: number; states: string[] }>((resolve, reject) => {
        const opening = indexedDB.open("cairn");
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const reading = opening.result.transaction(["records", "photos"]);
          const photos = reading.objectStore("photos").count();
          const records = reading.objectStore("records").getAll();
          reading.oncomplete = () => {
            opening.result.close();
            resolve({ photos: photos.result, states: records.result.map(({ state }) => state).sort() });
          };
        };
      }),
  );

/** Uses the older app's texts. */
async function signInThere(page: Page): Promise<void> {
  await page.goto("/");
  await page.getByRole("button", { name: "Account" }).click();
  await page.getByRole("button", { name: "Log In" }).click();
  await page.locator('input[name="username"]').fill(volunteer);
  await page.locator('input[name="password"]').fill(password);
  await page.keyboard.press("Enter");
  await expectSignedIn(page);
}

/** Saves a quest offline, measures without a connection, and returns, with the older app's texts. */
async function measureAway(page: Page, questName: string, statesBefore: readonly string[]): Promise<void> {
  await appIsKept(page);
  const questId = await makeQuest(page, questName);
  await page.goto(`/quests/${questId}`);
  await expect(page.getByRole("heading", { name: questName, level: 1 })).toBeVisible();
  await page.getByRole("button", { name: "Take along" }).click();
  await expect(page.getByText(/^On this device since/)).toBeVisible();

  await page.context().setOffline(true);
  await page.goto(`/quests/${questId}/data`);
  const photo = await makePhoto({ uniqueSeed: questName, width: 640, height: 480 });
  await page
    .locator('input[type="file"]')
    .first()
    .setInputFiles({ name: "bark.jpg", mimeType: "image/jpeg", buffer: photo });
  await page.getByLabel(/Girth/).fill("61.5");
  await page.getByRole("button", { name: "Add Data Point" }).click();
  await expect(page.getByText("Saved on this phone")).toBeVisible();
  await expect.poll(() => kept(page)).toEqual({ photos: 1, states: [...statesBefore, "waiting"] });

  await page.context().setOffline(false);
  await expect
    .poll(() => kept(page), { timeout: 60_000 })
    .toEqual({ photos: 0, states: [...statesBefore, "delivered"] });
  const address = `/api/adventurers/${volunteer}/quests/${questId}/data`;
  const response = await page.request.get(address, { headers: await headers(page) });
  const points: QuestDataPoint[] = await response.json();
  expect(points.map(({ photos }) => photos[0]?.sha256)).toEqual([createHash("sha256").update(photo).digest("hex")]);
}

test("data points measured offline in an older app arrive at today's server, also if it sends unknown values, and their photos are deleted", async ({
  page,
}) => {
  await signInThere(page);
  await measureAway(page, "Girth of today", []);
  line.passing.saysMore = true;
  await measureAway(page, "Girth of next year", ["delivered"]);
  await expect(page.getByText("Satellite").first()).toBeVisible();
  await page.goto("/");
  await expect(page.getByText("Salt caves").first()).toBeVisible();
});
