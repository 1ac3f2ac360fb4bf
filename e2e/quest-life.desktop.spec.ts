import type { Page } from "@playwright/test";
import { makePhoto } from "../test/make-photo.ts";
import { accessTokenOf, expect, signIn, test } from "./harness.ts";
import { createQuest } from "./protocol-quests.ts";

test.use({ as: "admin" });

test("a draft is published, found and joined by a volunteer, paused, and can't be deleted any more", async ({
  page,
  browser,
  baseURL,
}) => {
  const name = `Newts of the quarry ${Date.now()}`;
  const photo = await makePhoto({ uniqueSeed: name });
  const { id } = await createQuest(page.request, {
    name,
    quest_status: "INACTIVE",
    quest_description: "Count newts after rain.",
    target_total: 1000,
  });
  await page.goto(`/admin_dashboard?q=${encodeURIComponent(name)}`);
  const row = page.getByRole("row").filter({ hasText: name });
  await expect(row).toContainText("Draft: volunteers don't see it");

  await row.getByRole("button", { name: `view/edit ${name}` }).click();
  await page.getByLabel("Quest Name").fill(`${name} and toads`);
  await page.getByRole("button", { name: "Preview" }).click();
  const preview = page.frameLocator("iframe[title='Preview as a volunteer']");
  await expect(preview.getByRole("heading", { level: 1, name: `${name} and toads` })).toBeVisible();
  await expect(preview.getByText("Count newts after rain.")).toBeVisible();
  const dialogOfPreview = page.getByRole("dialog", { name: "Preview as a volunteer" });
  await dialogOfPreview.getByRole("button", { name: "Computer" }).click();
  await dialogOfPreview.getByRole("button", { name: "Phone" }).click();
  await preview.getByRole("button", { name: "Apply to Quest" }).click();
  await preview.getByLabel("circumference", { exact: false }).fill("12");
  await preview.getByRole("button", { name: "Add Data Point" }).click();
  await preview
    .locator("input[type=file]")
    .first()
    .setInputFiles({ name: "newt.jpg", mimeType: "image/jpeg", buffer: photo });
  await preview.getByRole("button", { name: "Add Data Point" }).click();
  await expect(preview.getByText("In the preview, nothing is kept.", { exact: false })).toBeVisible();
  expect(await keptOnDevice(page)).toEqual([]);
  await dialogOfPreview.getByRole("button", { name: "Close" }).click();
  await page.getByRole("button", { name: "Close", exact: true }).last().click();
  await page.getByRole("button", { name: "Discard changes" }).click();

  await row.getByRole("button", { name: `publish ${name}` }).click();
  const dialog = page.getByRole("dialog", { name: `Publish ${name}?` });
  await expect(dialog).toContainText("Everyone will find it in the list and on the map");
  await dialog.getByRole("button", { name: "Publish" }).click();
  await expect(row).toContainText("Accepting applications");

  await expect(row).toContainText("0 of 1,000 accepted");
  const context = await browser.newContext({ baseURL: baseURL ?? "" });
  const volunteer = await context.newPage();
  await signIn(volunteer, "alice");
  await volunteer.goto(`/?q=${encodeURIComponent(name)}`);
  await volunteer.getByRole("link", { name }).first().click();
  await expect(volunteer.getByText("0 of 1,000 data points accepted")).toBeVisible();
  await volunteer.getByRole("button", { name: "Apply to Quest" }).click();
  await volunteer.getByRole("button", { name: "Yes, sign me up!" }).click();
  await expect(volunteer.getByText("You have successfully signed up", { exact: false })).toBeVisible();

  await row.getByRole("button", { name: `view/edit ${name}` }).click();
  const life = page.getByRole("region", { name: "Publishing" });
  await expect(life.getByRole("button", { name: "Close quest" })).toBeVisible();
  await expect(life.getByRole("button", { name: "Delete" })).toHaveCount(0);
  await life.getByRole("button", { name: "Pause joining" }).click();
  await page
    .getByRole("dialog", { name: `Pause joining for ${name}?` })
    .getByRole("button", { name: "Pause joining" })
    .click();
  await expect(life).toContainText("nobody else can join");
  const refused = await page.request.delete(`/api/quests/${id}`, {
    headers: { authorization: `Bearer ${await accessTokenOf("admin")}` },
  });
  expect([refused.status(), (await refused.json()).code]).toEqual([409, "quest_has_volunteers"]);
  await context.close();
});

/** Data points, drafts and photos in this browser's outbox. */
const keptOnDevice = (page: Page) =>
  page.evaluate(async () => {
    const asked = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    if (!(await indexedDB.databases()).some(({ name }) => name === "cairn")) return [];
    const database = await asked(indexedDB.open("cairn"));
    const counts = [...database.objectStoreNames].map(async (store) => ({
      store,
      count: await asked(database.transaction(store).objectStore(store).count()),
    }));
    return (await Promise.all(counts)).filter(({ count }) => count > 0);
  });
