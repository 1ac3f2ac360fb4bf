import { makePhoto } from "../test/make-photo.ts";
import { expect, savedWords, signIn, test } from "./harness.ts";
import { doubleText, findSmallTargets, measureLayout } from "./layout.ts";
import { createPicture, createQuest, joinQuest } from "./protocol-quests.ts";
import { appIsKept } from "./service-worker.ts";

test.use({ serviceWorkers: "allow" });

test("a photo is taken with the outline of an example over the camera, offline, and has place, time and size", async ({
  page,
  context,
  request,
}) => {
  const saved = await createPicture(request, await makePhoto({ uniqueSeed: "outline", width: 640, height: 480 }));
  const picture = { id: saved.id, alt: "A leaf beside a ruler" };
  const leaf = { key: "leaf", kind: "photo", label: "Leaf", picture, outline: true, scale: true } as const;
  const quest = await createQuest(request, {
    name: `Outline ${Date.now()}`,
    protocol: { fields: [leaf], photo: { required: false } },
  });
  await signIn(page, "bob");
  await joinQuest(request, "bob", quest.id);
  await context.grantPermissions(["geolocation", "camera"]);
  await context.setGeolocation({ latitude: 47, longitude: 8, accuracy: 8 });
  await page.goto(`/quests/${quest.id}/data`);
  await expect(page.getByRole("form").getByText("± 8 m")).toBeVisible();
  await expect(page.getByText(/^The photo needs a scale:/)).toBeVisible();
  await appIsKept(page);
  await context.setOffline(true);

  await page.getByRole("button", { name: "Take it with the outline" }).click();
  const camera = page.getByRole("dialog", { name: "Camera with the outline" });
  const take = camera.getByRole("button", { name: "Take the photo" });
  await expect(take).toBeEnabled();
  await expect(camera.locator("video")).toHaveJSProperty("paused", false);
  await page.setViewportSize({ width: 360, height: 640 });
  await doubleText(page);
  await expect(take).toBeInViewport({ ratio: 1 });
  expect((await page.evaluate(measureLayout)).wide).toBeLessThanOrEqual(360);
  const before = Date.now();
  await take.click();
  await expect(camera).toHaveCount(0);
  const question = page.getByRole("group", { name: "Is the scale in the photo?" });
  await expect(question).toBeVisible();
  expect(await findSmallTargets(page)).toEqual([]);
  await question.getByRole("button", { name: "Yes" }).click();
  await expect(question).toHaveCount(0);
  await page.getByRole("button", { name: "Add Data Point" }).click();
  await expect(page.getByText(savedWords)).toBeVisible();

  await context.setOffline(false);
  const headers = { authorization: `Bearer ${await page.evaluate(() => localStorage.getItem("jwt"))}` };
  const points = async () =>
    (await page.request.get(`/api/adventurers/bob/quests/${quest.id}/data`, { headers })).json();
  await expect.poll(async () => (await points()).length, { timeout: 30_000 }).toBe(1);
  const [point] = await points();
  expect(point).toMatchObject({ coordinates: "47,8", accuracy: 8, photos: [{ key: "leaf" }] });
  expect(Math.abs(Date.parse(point.captured_at) - before)).toBeLessThan(60_000);
});
