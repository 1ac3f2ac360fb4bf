import { expect, expectAccessible, test } from "./harness.ts";

test("[ROUTE-01] a visitor sees the list, the map and the sign-in link", async ({ page }, { project }) => {
  await page.goto("/");
  await expect(page.getByRole("heading", { name: "Find a Quest", level: 1 })).toBeVisible();
  await expect(page.getByText("High Stakes Data Collection")).toBeVisible();
  await expect(page.getByRole("article").first()).toBeVisible();
  if (project.name === "phone") await page.getByRole("button", { name: "Map" }).click();
  await expect(page.getByRole("button", { name: /Bark and Girth|quests/ }).first()).toBeVisible();
  await expectAccessible(page);
});

test("[HOME-13][HOME-14] search and filter are in the address, and the back button undoes them", async ({ page }) => {
  await page.goto("/");
  const cards = page.getByRole("region", { name: "Quests" }).getByRole("article");
  const tree = cards.filter({ hasText: "Bark and Girth" });
  await expect(tree).toBeVisible();
  await page.getByRole("button", { name: "Water", exact: true }).click();
  await expect(tree).toHaveCount(0);
  await expect(cards.filter({ hasText: "Mekong" })).toBeVisible();
  await expect(page).toHaveURL(/type=WATER/);
  await page.getByRole("searchbox").fill("cần tho");
  await expect(cards).toHaveCount(1);
  await expect(cards).toContainText("Mekong");
  await page.goBack();
  await expect(page.getByRole("button", { name: "Water", exact: true })).toHaveAttribute("aria-pressed", "false");
  await expect(tree).toBeVisible();

  await page.goto("/?q=no+such+thing");
  await expect(cards).toHaveCount(0);
  await page
    .getByRole("button", { name: /clear|all quests/i })
    .last()
    .click();
  await expect(cards).not.toHaveCount(0);
});

test("[HOME-15][HOME-16] a marker opens a popup of the quest, and closes it again", async ({ page }, { project }) => {
  await page.goto("/?q=swifts");
  if (project.name === "phone") await page.getByRole("button", { name: "Map" }).click();
  const marker = page.getByRole("button", { name: /Who Lives Under the Eaves/ });
  await marker.click();
  const link = page.getByRole("link", { name: "more detail" });
  await expect(link).toBeVisible();
  await marker.click();
  await expect(link).toBeHidden();
  await marker.click();
  await link.click();
  await expect(page).toHaveURL(/\/quests\/\d+$/);
});

test.describe("signed in", () => {
  test.use({ as: "alice" });

  test("[HOME-01][HOME-02][HOME-03][HOME-09] the user's quests come first, completed ones on demand", async ({
    page,
  }) => {
    await page.goto("/");
    await expect(page.getByText("Welcome back.")).toBeVisible();
    const own = page.getByRole("region", { name: "Continue Your Quests" });
    await expect(own.getByRole("article")).toHaveCount(4);
    await expect(own.getByRole("article").filter({ hasText: "completed" })).toHaveCount(1);
    await page.getByLabel("Hide completed quests").check();
    await expect(own.getByRole("article")).toHaveCount(3);
    await expectAccessible(page);
  });
});
