import type { Page } from "@playwright/test";
import type { PointRecord } from "../src/web/outbox/record.ts";
import { makePhoto, type TestPhoto } from "../test/make-photo.ts";
import { expect, expectAccessible, savedWords, signIn, test } from "./harness.ts";
import { readRecords } from "./outbox.ts";
import { createQuest, joinQuest } from "./protocol-quests.ts";

const tree = { latitude: 38.51834, longitude: -78.43701 };
const metersPerDegree = 111_195;
const north = (meters: number) => ({ ...tree, latitude: tree.latitude + meters / metersPerDegree });

const protocol: Parameters<typeof createQuest>[1]["protocol"] = {
  fields: [{ key: "girth", kind: "number", label: "Girth", unit: "cm", required: true, min: 0, max: 1000 }],
  photo: { required: true },
  spacing_meters: 20,
};

const photo = async (name: string, options: TestPhoto = {}) => ({
  name: `${name}.jpg`,
  mimeType: "image/jpeg",
  buffer: await makePhoto({ uniqueSeed: `${name} ${Date.now()}`, ...options }),
});

/** The data points in this browser's outbox. */
const outboxPoints = async (page: Page): Promise<PointRecord[]> =>
  (await readRecords(page)).filter((record) => record.kind === "point");

const pointOf = async (page: Page, girth: number) => {
  const points = await outboxPoints(page);
  const found = points.find(({ values }) => values.girth === girth);
  if (!found) throw new Error(`no data point of ${girth} cm among ${points.length}`);
  return found;
};

const camera = (page: Page) => page.locator('input[name="file"]');
const gallery = (page: Page) => page.locator('input[name="file:gallery"]');
const girth = (page: Page) => page.getByLabel("Girth");
const add = (page: Page) => page.getByRole("button", { name: "Add Data Point" }).click();
const expectSaved = async (page: Page) => {
  await expect(page.getByText(savedWords)).toBeVisible();
  await expect(girth(page)).toHaveValue("");
};

test("[CONST-01] a data point keeps the position of its photo's moment, from camera and gallery", async ({
  page,
  context,
  request,
}) => {
  test.slow();
  const quest = await createQuest(request, { name: `Girths ${Date.now()}`, protocol });
  await signIn(page, "bob");
  await joinQuest(request, "bob", quest.id);
  await context.setGeolocation({ ...tree, accuracy: 18 });
  await page.goto(`/quests/${quest.id}/data`);
  await expect(page.getByRole("form").getByText("± 18 m", { exact: true })).toBeVisible();

  await test.step("the fix is frozen with the photo, a better one of the spot is offered, and 9 km change nothing", async () => {
    await camera(page).setInputFiles(await photo("beech", { gps: { ...north(3), accuracyMeters: 6 } }));
    await expect(page.getByText("taken with the photo")).toBeVisible();
    // Repeated, as devices do: a position sent while the page restarts its watch counts as old.
    await expect(async () => {
      await context.setGeolocation({ ...north(4), accuracy: 4 });
      await expect(page.getByText("± 4 m instead of ± 18 m")).toBeVisible({ timeout: 3_000 });
    }).toPass();
    await expectAccessible(page);
    await page.getByRole("button", { name: "Use it" }).click();
    await girth(page).fill("101");
    await context.setGeolocation({ ...north(9_000), accuracy: 3 });
    await expect(page.getByText("You're now 9 km away")).toBeVisible();
    await add(page);
    await expectSaved(page);
    const point = await pointOf(page, 101);
    expect(point.position).toMatchObject({ ...north(4), accuracyMeters: 4, source: "device" });
    expect(point.fixes.map(({ source, accuracyMeters }) => [source, accuracyMeters])).toEqual(
      expect.arrayContaining([
        ["device", 18],
        ["device", 4],
        ["exif", 6],
      ]),
    );
    expect(point.fixes).toHaveLength(3);
    expect(point.photos[0]?.sha256).toMatch(/^[0-9a-f]{64}$/);
    expect(point.capturedAtMs).toBe(point.photos[0]?.takenAtMs);
    // It arrived with that position.
    await expect(page.getByRole("list", { name: "Data Points" })).toContainText("101 cm");
  });

  await test.step("too close is said before the photo, and a reason goes with it", async () => {
    await context.setGeolocation({ ...north(11), accuracy: 5 });
    await expect(page.getByText("7 m from your data point 1; this quest asks for 20 m.")).toBeVisible();
    await page.getByLabel(/Why is it so close/).selectOption("Another reason");
    await page.getByRole("textbox", { name: "Your reason" }).fill("Twin trunks");
    await camera(page).setInputFiles(await photo("twin"));
    await girth(page).fill("102");
    await add(page);
    await expectSaved(page);
    expect(await pointOf(page, 102)).toMatchObject({ spacingReason: "Twin trunks" });
  });

  await test.step("a photo of the gallery brings its own time and place, or none", async () => {
    await context.setGeolocation({ ...north(400), accuracy: 5 });
    const takenAt = new Date(Date.now() - 3_600_000);
    takenAt.setMilliseconds(0);
    await gallery(page).setInputFiles(await photo("oak", { gps: { ...north(200), accuracyMeters: 9 }, takenAt }));
    await expect(page.getByText("from the photo", { exact: true })).toBeVisible();
    await girth(page).fill("103");
    await add(page);
    await expectSaved(page);
    const oak = await pointOf(page, 103);
    expect(oak.capturedAtMs).toBe(takenAt.getTime());
    expect(oak.position).toMatchObject({ accuracyMeters: 9, source: "exif" });
    expect(oak.position?.latitude).toBeCloseTo(north(200).latitude, 5);

    await gallery(page).setInputFiles(await photo("ash", { takenAt }));
    await expect(page.getByText(/has no position/)).toBeVisible();
    await expect(page.getByRole("button", { name: "Use my current position" })).toBeVisible();
    await page.getByRole("button", { name: "Enter coordinates" }).click();
    const dialog = page.getByRole("dialog", { name: "Enter coordinates" });
    await dialog.getByLabel("Latitude").fill("38.5230");
    await dialog.getByLabel("Longitude").fill("-78.4370");
    await dialog.getByRole("button", { name: "Use these coordinates" }).click();
    await page.getByRole("button", { name: "Change the position" }).click();
    await page.getByRole("button", { name: "Choose on map" }).click();
    await page.getByRole("region", { name: "Map for the position" }).click({ position: { x: 120, y: 120 } });
    await expect(page.getByText(/Accurate to ± \d/)).toBeVisible();
    await page.getByRole("button", { name: "Use this position" }).click();
    await expect(page.getByText("placed on the map")).toBeVisible();
    await girth(page).fill("104");
    await add(page);
    await expectSaved(page);
    const ash = await pointOf(page, 104);
    expect(ash.position?.source).toBe("map");
    expect(ash.fixes.map(({ source }) => source)).toEqual(["manual", "map"]);
  });
});

test("a draft survives its tab, and two tabs never share one", async ({ page, context, request }) => {
  test.slow();
  const quest = await createQuest(request, { name: `Drafts ${Date.now()}`, protocol });
  await signIn(page, "bob");
  await joinQuest(request, "bob", quest.id);
  await page.goto(`/quests/${quest.id}/data`);
  await camera(page).setInputFiles(await photo("elm"));
  await expect(page.getByText("taken with the photo")).toBeVisible();
  await girth(page).fill("88");

  const other = await context.newPage();
  await other.goto(`/quests/${quest.id}/data`);
  await expect(girth(other)).toHaveValue("");
  await girth(other).fill("99");
  // The next tab takes over the first tab's data points.
  await expect
    .poll(async () => (await outboxPoints(other)).map(({ answers }) => answers.girth).sort())
    .toEqual(["88", "99"]);
  await page.close();
  await other.reload();
  await expect(girth(other)).toHaveValue("99");
  const third = await context.newPage();
  await third.goto(`/quests/${quest.id}/data`);
  await expect(girth(third)).toHaveValue("88");
  await expect(third.getByRole("img", { name: "Selected photo" })).toBeVisible();
  await expect(third.getByText("taken with the photo")).toBeVisible();
  await add(third);
  await expectSaved(third);
  await third.getByRole("button", { name: "Discard draft" }).waitFor({ state: "detached" });
});
