import { expect, test } from "./harness.ts";

test("[ROUTE-01] a visitor sees the list, the map and the sign-in link", async ({ page }, { project }) => {
  await page.goto("/");
  await expect(page.getByRole("heading", { name: "Find a Quest", level: 1 })).toBeVisible();
  await expect(page.getByText("High Stakes Data Collection")).toBeVisible();
  await expect(page.getByRole("article").first()).toBeVisible();
  if (project.name === "phone") await page.getByRole("button", { name: "Map" }).click();
  await expect(page.getByRole("button", { name: /Bark and Girth|quests/ }).first()).toBeVisible();
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
