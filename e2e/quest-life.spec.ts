import { accessTokenOf, expect, expectAccessible, signIn, test } from "./harness.ts";
import { createQuest } from "./protocol-quests.ts";

test.use({ as: "admin" });

test("a draft is published, found and joined by a volunteer, paused, and can't be deleted any more", async ({
  page,
  browser,
  baseURL,
}, { project }) => {
  const name = `Newts of the quarry ${project.name} ${Date.now()}`;
  const { id } = await createQuest(page.request, {
    name,
    quest_status: "INACTIVE",
    quest_description: "Count newts after rain.",
  });
  await page.goto(`/admin_dashboard?q=${encodeURIComponent(name)}`);
  const row = page.getByRole("row").filter({ hasText: name });
  await expect(row).toContainText("Draft: volunteers don't see it");

  await row.getByRole("button", { name: `publish ${name}` }).click();
  const dialog = page.getByRole("dialog", { name: `Publish ${name}?` });
  await expect(dialog).toContainText("Everyone will find it in the list and on the map");
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Publish" }).click();
  await expect(row).toContainText("Accepting applications");

  const context = await browser.newContext({ baseURL: baseURL ?? "" });
  const volunteer = await context.newPage();
  await signIn(volunteer, "alice");
  await volunteer.goto(`/?q=${encodeURIComponent(name)}`);
  await volunteer.getByRole("link", { name }).first().click();
  await volunteer.getByRole("button", { name: "Apply to Quest" }).click();
  await volunteer.getByRole("button", { name: "Yes, sign me up!" }).click();
  await expect(volunteer.getByText("You have successfully signed up", { exact: false })).toBeVisible();

  await row.getByRole("button", { name: `view/edit ${name}` }).click();
  const life = page.getByRole("region", { name: "Publishing" });
  await expect(life.getByRole("button", { name: "Close quest" })).toBeVisible();
  await expect(life.getByRole("button", { name: "Delete" })).toHaveCount(0);
  await life.getByRole("button", { name: "Pause joining" }).click();
  await page
    .getByRole("dialog", { name: `Pause joining of ${name}?` })
    .getByRole("button", { name: "Pause joining" })
    .click();
  await expect(life).toContainText("nobody else can join");
  await expectAccessible(page);
  const refused = await page.request.delete(`/api/quests/${id}`, {
    headers: { authorization: `Bearer ${await accessTokenOf("admin")}` },
  });
  expect([refused.status(), (await refused.json()).code]).toEqual([409, "quest_has_volunteers"]);
  await context.close();
});
