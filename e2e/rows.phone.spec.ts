// biome-ignore-all lint/suspicious/noTemplateCurlyInString: row labels refer to answers with them
import type { Page } from "@playwright/test";
import type { QuestDataPoint } from "../src/contract/data-points.ts";
import { makePhoto } from "../test/make-photo.ts";
import { expect, expectAccessible, signIn, test } from "./harness.ts";
import { createQuest, joinQuest } from "./protocol-quests.ts";

const birdCount: NonNullable<Parameters<typeof createQuest>[1]["protocol"]> = {
  fields: [
    { key: "site", kind: "text", label: "Site" },
    {
      key: "birds",
      kind: "group",
      label: "Bird",
      hint: "One entry for each species.",
      repeat: { min: 1, max: 200 },
      row_label: "${count} × ${species}",
      fields: [
        { key: "species", kind: "text", label: "Species", required: true },
        { key: "count", kind: "integer", label: "How many?", required: true, min: 1 },
        { key: "picture", kind: "photo", label: "Picture" },
        { key: "song", kind: "audio", label: "Song" },
      ],
    },
    { key: "total", kind: "calculated", label: "Birds in total", expression: "sum(${count})" },
  ],
  photo: { required: false },
};

async function addBird(page: Page, species: string, count: string) {
  const field = page.getByLabel("Species", { exact: true });
  await expect(field).toBeFocused();
  await field.fill(species);
  await page.getByRole("spinbutton", { name: "How many?" }).fill(count);
}

test("a bird count: rows with a photo survive the end of the page, are sent in order and reviewed", async ({
  page: other,
  context,
  request,
}) => {
  test.slow();
  const quest = await createQuest(request, { name: `Birds ${Date.now()}`, protocol: birdCount });
  await signIn(other, "bob");
  await joinQuest(request, "bob", quest.id);
  let page = await context.newPage();
  const shoot = async (name: string) => {
    if (process.env.SCREENS) await page.screenshot({ path: `screens/rows-${name}.png`, fullPage: true });
  };
  await page.goto(`/quests/${quest.id}/data`);

  await page.getByRole("button", { name: "Add Data Point" }).click();
  await expect(page.getByText("Add at least 1")).toBeVisible();
  await page.getByRole("button", { name: "Add Bird" }).click();
  await addBird(page, "Water rail", "1");
  await page.getByRole("button", { name: "Add another" }).click();
  await addBird(page, "Grey heron", "2");
  await page.locator('input[name="photo:picture"]').setInputFiles({
    name: "heron.jpg",
    mimeType: "image/jpeg",
    buffer: await makePhoto({ uniqueSeed: `heron ${Date.now()}` }),
  });
  await expect(page.getByRole("img", { name: "Selected photo" })).toBeVisible();
  await test.step("a recording is kept while it grows, without a connection", async () => {
    await context.setOffline(true);
    await page.getByRole("button", { name: "Record", exact: true }).click();
    await expect.poll(() => storedPhotos(page)).toBe(2);
    await expect(page.getByRole("timer")).toContainText("of 5:00");
    await expectAccessible(page);
    await page.getByRole("button", { name: /^Stop/ }).click();
    await expect(page.getByRole("button", { name: "Record again" })).toBeVisible();
    await context.setOffline(false);
  });
  await shoot("open");
  await page.getByRole("button", { name: "Add another" }).click();
  await page.getByLabel("Species", { exact: true }).fill("Teal");

  await test.step("the page ends in the middle of a row", async () => {
    // Photos are written in the background.
    await expect.poll(() => storedPhotos(page)).toBe(2);
    await page.close();
    page = await context.newPage();
    await page.goto(`/quests/${quest.id}/data`);
    await expect(page.getByRole("button", { name: /2 × Grey heron/ })).toBeVisible();
    await expect(page.getByRole("button", { name: /… × Teal/ })).toBeVisible();
  });

  await test.step("what is missing is found in its row", async () => {
    await page.getByRole("button", { name: "Add Data Point" }).click();
    await expect(page.getByRole("spinbutton", { name: "How many?" })).toBeFocused();
    await page.getByRole("spinbutton", { name: "How many?" }).fill("5");
    await page.getByRole("button", { name: /^Done/ }).click();
  });

  await test.step("rows are moved, removed and returned", async () => {
    await page.getByRole("button", { name: /Grey heron/ }).click();
    await expect(page.getByRole("img", { name: "Selected photo" })).toBeVisible();
    await page.getByRole("button", { name: "Move up: 2 × Grey heron" }).click();
    await expect(page.getByRole("button", { name: "Move up: 2 × Grey heron" })).toBeFocused();
    await page.getByRole("button", { name: "Done: 2 × Grey heron" }).click();
    await page.getByRole("button", { name: /Water rail/ }).click();
    await page.getByRole("button", { name: "Remove: 1 × Water rail" }).click();
    await expect(page.getByText("7", { exact: true })).toBeVisible();
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(page.getByRole("button", { name: /1 × Water rail/ })).toBeFocused();
    await page.getByRole("button", { name: /Teal/ }).click();
    await page.getByRole("button", { name: "Remove: 5 × Teal" }).click();
    await shoot("removed");
  });

  const sent = page.waitForResponse((response) => response.url().includes("/data/uploads"));
  await page.getByRole("button", { name: "Add Data Point" }).click();
  const dataPoint: QuestDataPoint = await (await sent).json();
  expect(dataPoint.additional_data).toEqual({
    birds: [
      { species: "Grey heron", count: 2 },
      { species: "Water rail", count: 1 },
    ],
    total: 3,
  });
  expect(dataPoint.photos.map(({ key }) => key)).toEqual(["birds.0.picture"]);
  expect(dataPoint.files).toMatchObject([{ key: "birds.0.song", kind: "audio", media_type: "audio/webm" }]);
  await page.getByRole("button", { name: "Data point 1", exact: true }).click();
  await expect(page.getByText("2 × Grey heron").first()).toBeVisible();

  await test.step("and reviewed", async () => {
    await page.goto(`/contributions/${dataPoint.id}`);
    await expect(page.getByText("2 × Grey heron")).toBeVisible();
    await expect(page.getByText(/Bird 1: Picture/).first()).toBeVisible();
    const player = page.getByLabel(/^Recording: Bird 1: Song/);
    await player.scrollIntoViewIfNeeded();
    const isPlaying = () =>
      player.evaluate(async (audio: HTMLAudioElement) => {
        await audio.play();
        return audio.currentTime;
      });
    await expect.poll(isPlaying).toBeGreaterThan(0.2);
    await shoot("contribution");
    await expectAccessible(page);
  });
});

const storedPhotos = (page: Page) =>
  page.evaluate(async () => {
    const opened = indexedDB.open("cairn");
    const database = await new Promise<IDBDatabase>((resolve) => {
      opened.onsuccess = () => resolve(opened.result);
    });
    const count = await new Promise<number>((resolve) => {
      const counting = database.transaction("photos").objectStore("photos").count();
      counting.onsuccess = () => resolve(counting.result);
    });
    database.close();
    return count;
  });
