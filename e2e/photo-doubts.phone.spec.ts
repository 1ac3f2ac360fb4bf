import { createHash } from "node:crypto";
import type { Page } from "@playwright/test";
import sharp from "sharp";
import { encodePhoto } from "../test/encode-photo.ts";
import { makePhoto, tintedBark } from "../test/make-photo.ts";
import { expect, savedWords, signIn, test } from "./harness.ts";
import { createQuest, joinQuest } from "./protocol-quests.ts";

/** A photo is judged on the phone before it is saved; the volunteer retakes it or keeps it. */

const protocol: Parameters<typeof createQuest>[1]["protocol"] = {
  fields: [
    { key: "leaf", kind: "photo", label: "Leaf" },
    { key: "girth", kind: "number", label: "Girth", unit: "cm", required: true },
  ],
  photo: { required: true },
};

const fileOf = (name: string, buffer: Buffer) => ({ name: `${name}.jpg`, mimeType: "image/jpeg", buffer });
const sharpPhoto = async (name: string) =>
  fileOf(name, await makePhoto({ uniqueSeed: `${name} ${Date.now()}`, width: 800, height: 600 }));
const blurredPhoto = async (name: string) => {
  const picture = (await tintedBark(`${name} ${Date.now()}`)).blur(8);
  return fileOf(name, await encodePhoto(sharp(await picture.png().toBuffer()), {}, {}));
};
const sha256 = ({ buffer }: { buffer: Buffer }) => createHash("sha256").update(buffer).digest("hex");

const camera = (page: Page) => page.locator('input[name="file"]');
const leaf = (page: Page) => page.locator('input[name="photo:leaf"]');
/** Below the photo; the live region has longer texts. */
const said = (page: Page, text: string) => page.getByText(text, { exact: true });
const mayBeBlurred = (page: Page) => said(page, "This photo may be blurred.");
const isAnothers = (page: Page) => said(page, "This is the same photo as that of another data point on this phone.");
const isTwiceHere = (page: Page) => said(page, "This is the same photo as another one of this data point.");
const spoken = (page: Page) => page.getByTestId("live-region");

async function save(page: Page, girth: string): Promise<void> {
  await page.getByLabel("Girth").fill(girth);
  await page.getByRole("button", { name: "Add Data Point" }).click();
  await expect(page.getByText(savedWords)).toBeVisible();
  await expect(page.getByLabel("Girth")).toHaveValue("");
}

/** The hashes of the photos that the server has, by girth. */
async function arrivedPhotos(page: Page, questId: number): Promise<Record<string, string[]>> {
  const headers = { authorization: `Bearer ${await page.evaluate(() => localStorage.getItem("jwt"))}` };
  const response = await page.request.get(`/api/adventurers/bob/quests/${questId}/data`, { headers });
  const points: { additional_data: { girth: number }; photos: { sha256: string }[] }[] = await response.json();
  return Object.fromEntries(
    points.map(({ additional_data: { girth }, photos }) => [girth, photos.map((photo) => photo.sha256)]),
  );
}

test("a blurred photo is questioned, and retaken or kept; offline too", async ({ page, context, request }) => {
  const quest = await createQuest(request, { name: `Doubts ${Date.now()}`, protocol });
  await signIn(page, "bob");
  await joinQuest(request, "bob", quest.id);
  await context.setGeolocation({ latitude: 47, longitude: 8, accuracy: 8 });
  await page.goto(`/quests/${quest.id}/data`);
  await expect(page.getByRole("form").getByText("± 8 m")).toBeVisible();
  const [first, second, third] = [await sharpPhoto("first"), await blurredPhoto("second"), await sharpPhoto("third")];

  await test.step("it says what may be wrong, once, and the camera takes another", async () => {
    await camera(page).setInputFiles(await blurredPhoto("blurred"));
    await expect(mayBeBlurred(page)).toBeVisible();
    await expect(spoken(page)).toContainText("This photo may be blurred. Tap what matters");
    const chooser = page.waitForEvent("filechooser");
    await page.getByRole("button", { name: "Retake" }).click();
    await (await chooser).setFiles(first);
    await expect(mayBeBlurred(page)).toHaveCount(0);
    await save(page, "101");
  });

  await context.setOffline(true);
  await test.step("one that is kept is saved all the same", async () => {
    await camera(page).setInputFiles(second);
    await expect(mayBeBlurred(page)).toBeVisible();
    await page.getByRole("button", { name: "Keep this photo" }).click();
    await expect(mayBeBlurred(page)).toHaveCount(0);
    await expect(camera(page)).toBeFocused();
    await save(page, "102");
  });

  await test.step("without a word about it, a questioned photo is saved as well; so is the same photo again", async () => {
    await camera(page).setInputFiles(first);
    await expect(isAnothers(page)).toBeVisible();
    await camera(page).setInputFiles(third);
    await expect(isAnothers(page)).toHaveCount(0);
    const chooser = page.waitForEvent("filechooser");
    await leaf(page).click({ position: { x: 40, y: 40 } });
    await (await chooser).setFiles(third);
    await expect(isTwiceHere(page)).toBeVisible();
    await expect(page.getByRole("button", { name: "Keep this photo" })).toBeInViewport({ ratio: 1 });

    await save(page, "103");
  });

  await context.setOffline(false);
  await expect
    .poll(() => arrivedPhotos(page, quest.id), { timeout: 30_000 })
    .toEqual({ 101: [sha256(first)], 102: [sha256(second)], 103: [sha256(third), sha256(third)] });
});

test("a browser without Worker or OffscreenCanvas says nothing about sharpness and saves", async ({
  context,
  request,
  page: home,
}) => {
  const quest = await createQuest(request, { name: `No judge ${Date.now()}`, protocol });
  await signIn(home, "bob");
  await joinQuest(request, "bob", quest.id);
  await context.setGeolocation({ latitude: 47, longitude: 8, accuracy: 8 });
  for (const missing of ["Worker", "OffscreenCanvas"]) {
    const page = await context.newPage();
    await page.addInitScript((name) => Reflect.deleteProperty(window, name), missing);
    await page.goto(`/quests/${quest.id}/data`);
    const photo = await blurredPhoto(missing);
    await camera(page).setInputFiles(photo);
    await leaf(page).setInputFiles(photo);
    // Hashes need no worker, so what it would have said is known by now.
    await expect(isTwiceHere(page)).toBeVisible();
    await expect(mayBeBlurred(page)).toHaveCount(0);
    await save(page, "104");
    await page.close();
  }
});
