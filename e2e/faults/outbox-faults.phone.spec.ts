import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Locator, Page } from "@playwright/test";
import getPort from "get-port";
import type { Quest } from "../../src/contract/quests.ts";
import { makePhoto } from "../../test/make-photo.ts";
import { seededRandom } from "../../test/seeded-random.ts";
import { expect, signInByHand, test } from "../harness.ts";
import { makeLine } from "../line.ts";
import { readRecords } from "../outbox.ts";
import { appIsKept } from "../service-worker.ts";
import { makeKillableBrowser } from "./killable-browser.ts";
import { makeKillableServer } from "./killable-server.ts";

/** `npm run test:faults` sets 60. Set FAULT_SEED to repeat a failure. */
const pointCount = Number(process.env.FAULT_POINTS ?? 8);
const seed = Number(process.env.FAULT_SEED ?? Date.now() % 1_000_000);
const isLong = pointCount >= 50;
const killCount = isLong ? 8 : 2;
const deadlineMs = isLong ? 25 * 60_000 : 4 * 60_000;

const questName = "Bark and Girth of the Blue Ridge";

type Tree = { girth: string; latitude: number; longitude: number; accuracy: number };

/** Each has its own position, number and photo. */
const trees: readonly Tree[] = Array.from({ length: pointCount }, (_, index) => ({
  girth: (40 + index * 1.25).toFixed(2),
  latitude: 38.51 + index * 0.001,
  longitude: -78.43 - index * 0.001,
  // Each fix is more accurate than the device's previous one.
  accuracy: 20 + pointCount - index,
}));
const elsewhere = { latitude: 38.4, longitude: -78.5, accuracy: 99 };

/** When to kill the browser, in turn. */
const killMoments = ["typed", "saved", "sending"] as const;

test(`${pointCount} data points arrive once each over a faulty line, while browser and server are killed`, async ({
  launchOptions,
}) => {
  test.setTimeout(deadlineMs * 2);
  console.log(`FAULT_SEED=${seed} FAULT_POINTS=${pointCount}`);
  const random = seededRandom(seed);
  const upstreamPort = await getPort({ host: "127.0.0.1" });
  const line = await makeLine({ seed });
  line.goesTo(`http://localhost:${upstreamPort}`);
  const server = await makeKillableServer({ port: upstreamPort, publicUrl: line.url });
  const browser = await makeKillableBrowser(line.url, launchOptions);
  try {
    await server.start();
    let page = await browser.open(elsewhere);
    const questId = await joinQuest(page, upstreamPort);
    const token = await page.evaluate(() => localStorage.getItem("jwt") ?? "");
    await expect.poll(() => browser.hasWritten(token.slice(-16)), { timeout: 120_000 }).toBe(true);
    const rowsOf = () =>
      server.query<{ id: string; girth: string; latitude: number; longitude: number; sha256: string }>(
        `SELECT id, additional_data->>'tree_width' AS girth, latitude, longitude, photo_sha256 AS sha256
         FROM quest_data WHERE quest_id = $1 AND adventurer_id = 'bob' ORDER BY latitude`,
        [questId],
      );
    const before = new Set((await rowsOf()).map(({ id }) => id));
    const listArrived = async () => (await rowsOf()).filter(({ id }) => !before.has(id));

    const openPage = async (path: string, seen: (page: Page) => Locator) => {
      await page.goto(path);
      await expect(seen(page)).toBeVisible({ timeout: 60_000 });
    };
    const openForm = () => openPage(`/quests/${questId}/data`, girthOf);
    const killBrowser = async () => {
      await browser.kill();
      page = await browser.open(elsewhere);
    };
    await openForm();
    await appIsKept(page);
    line.startFaults({ ofPhotos: 0.5, ofOthers: 0.2 });

    const killsEvery = pointCount / killCount;
    const hashes: string[] = [];
    for (const [index, tree] of trees.entries()) {
      const kill = Math.floor((index + 1) / killsEvery) - Math.floor(index / killsEvery);
      const moment = kill > 0 ? killMoments[Math.floor(index / killsEvery) % killMoments.length] : undefined;
      const photo = await makePhoto({ uniqueSeed: `${seed} ${index}`, width: 1280, height: 960 });
      hashes.push(createHash("sha256").update(photo).digest("hex"));
      await measure(page, tree, photo);
      if (moment === "typed") {
        await draftIsWritten(page, tree.girth);
        await killBrowser();
        await openForm();
        await expect(girthOf(page)).toHaveValue(tree.girth);
        await expect(page.getByText("taken with the photo")).toBeVisible();
      }
      await page.getByRole("button", { name: "Add Data Point" }).click();
      await expect(page.getByText("Saved on this phone")).toBeVisible();
      if (moment === "sending") await page.waitForTimeout(random() * 2_000);
      if (moment === "saved" || moment === "sending") {
        await killBrowser();
        await openForm();
      }
      if (index === Math.floor(pointCount / 2)) {
        await server.kill();
        await page.waitForTimeout(random() * 2_000);
        await server.start();
      }
    }
    // No more user actions from here.
    await openPage("/", (home) => home.getByRole("button", { name: "Account" }));
    await expect.poll(async () => (await listArrived()).length, { timeout: deadlineMs }).toBe(pointCount);
    await expect(page.getByRole("link", { name: /^\d+ waiting$/ })).toHaveCount(0, { timeout: deadlineMs });

    console.log(JSON.stringify(line.counts));
    expect((await listArrived()).map(({ id: _id, ...row }) => row)).toEqual(
      trees.map(({ girth, latitude, longitude }, index) => ({
        girth: String(Number(girth)),
        latitude,
        longitude,
        sha256: hashes[index],
      })),
    );
    const stored = await hashesIn(join(server.dataDir, "photos"));
    expect(hashes.filter((sha256) => !stored.has(sha256))).toEqual([]);
    if (isLong) expect(Object.values(line.counts)).not.toContain(0);
  } finally {
    await browser.remove();
    await server.remove();
    line.close();
  }
});

const girthOf = (page: Page) => page.getByLabel("Tree circumference");

/** Signs in as bob and joins the quest. */
async function joinQuest(page: Page, serverPort: number): Promise<number> {
  await signInByHand(page, "bob");
  const token = await page.evaluate(() => localStorage.getItem("jwt"));
  const call = (path: string, method: string) =>
    fetch(`http://localhost:${serverPort}/api${path}`, { method, headers: { authorization: `Bearer ${token}` } });
  const quests: Quest[] = await (await call("/quests", "GET")).json();
  const quest = quests.find(({ quest_name }) => quest_name === questName);
  if (!quest) throw new Error(`The demo has no quest ${questName}.`);
  await call(`/adventurers/bob/quests/${quest.id}/sign-up`, "POST");
  return quest.id;
}

async function measure(page: Page, { girth, ...place }: Tree, photo: Buffer): Promise<void> {
  await page.context().setGeolocation(place);
  await expect(page.getByText(`± ${place.accuracy} m`).first()).toBeVisible();
  await page.locator('input[name="file"]').setInputFiles({ name: "tree.jpg", mimeType: "image/jpeg", buffer: photo });
  await expect(page.getByText("taken with the photo")).toBeVisible();
  await girthOf(page).fill(girth);
}

/** Waits until the phone reports the draft as saved; it then survives a kill. */
async function draftIsWritten(page: Page, girth: string): Promise<void> {
  await expect
    .poll(async () =>
      (await readRecords(page)).some((record) => record.kind === "point" && record.answers.tree_width === girth),
    )
    .toBe(true);
}

/** SHA-256 of every complete file in a photo store. */
async function hashesIn(folder: string): Promise<Set<string>> {
  const hashes = new Set<string>();
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || entry.parentPath.endsWith(".incoming")) continue;
    hashes.add(
      createHash("sha256")
        .update(await readFile(join(entry.parentPath, entry.name)))
        .digest("hex"),
    );
  }
  return hashes;
}
