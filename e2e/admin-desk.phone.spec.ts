import type { Locator, Page } from "@playwright/test";
import type { Quest } from "../src/contract/quests.ts";
import { makePhoto } from "../test/make-photo.ts";
import { expect, expectAccessible, test } from "./harness.ts";
import { expectFitsWindow } from "./layout.ts";
import { isInSight } from "./seen.ts";

test.use({ as: "admin" });

const tables = [
  { area: "Applications", name: "Applications", columns: 5, sortedBy: "Adventurer", key: "adventurer" },
  { area: "Datasets", name: "Datasets", columns: 7, sortedBy: "Accepted", key: "accepted" },
  { area: "Settings", name: "Organizations", columns: 3, sortedBy: "Email", key: "email" },
  { area: "Quests", name: "Quests", columns: 9, sortedBy: "Deadline", key: "deadline" },
];

const areas = [
  "Quests",
  "Applications",
  "Samples",
  "Review team",
  "Team",
  "Datasets",
  "Reports",
  "Settings",
  "Feature testing",
];

/** Some say how much waits there. */
const areaNames = areas.map((area) => new RegExp(`^${area}`));

const areaLinks = (page: Page) => page.getByRole("navigation", { name: "Admin" }).getByRole("link");

/** Unique names, because other tests add rows meanwhile. */
const firstColumn = async (table: Locator) => [...new Set(await table.getByRole("rowheader").allInnerTexts())];

test("each table shows every column, keeps its ARIA roles and sorts by its headers", async ({ page }) => {
  await page.goto("/admin_dashboard");
  for (const { area, name, columns, sortedBy, key } of tables) {
    await test.step(name, async () => {
      await areaLinks(page).filter({ hasText: area }).click();
      const table = page.getByRole("table", { name });
      const busy = page.locator("[aria-busy=true]");
      const row = table.getByRole("row").nth(1);
      await expect(row).toBeVisible();
      await expect(table.getByRole("columnheader")).toHaveCount(columns);
      const cells = row.getByRole("cell").or(row.getByRole("rowheader"));
      await expect(cells).toHaveCount(columns);
      for (const cell of await cells.all()) expect(await isInSight(cell), await cell.innerText()).toBe(true);
      await expectFitsWindow(page);

      const header = table.getByRole("columnheader", { name: sortedBy, exact: true });
      const button = header.getByRole("button");
      await button.focus();
      await page.keyboard.press("Enter");
      await expect(header).toHaveAttribute("aria-sort", "ascending");
      await expect(busy).toHaveCount(0);
      const ascending = await firstColumn(table);
      await button.press("Enter");
      await expect(header).toHaveAttribute("aria-sort", "descending");
      await expect(busy).toHaveCount(0);
      await expect(page).toHaveURL(new RegExp(`[?&]sort=-${key}$`));
      const descending = await firstColumn(table);
      expect(descending).not.toEqual(ascending);
      if (area !== "Quests") return;
      await page.reload();
      await expect(header).toHaveAttribute("aria-sort", "descending");
      const reloaded = await firstColumn(table);
      expect(reloaded.filter((name) => descending.includes(name))).toEqual(descending);
    });
  }
});

test("[VALID-04][FORM-03] all errors show at once, in the form's order; the success message is visible", async ({
  page,
}) => {
  await page.goto("/admin_dashboard");
  await page.getByRole("button", { name: "Create New Quest" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Create quest" }).click();
  const summary = dialog.getByRole("alert").filter({ hasText: "7 fields need attention." });
  await expect(summary).toBeInViewport({ ratio: 1 });
  await expect(summary.getByRole("button")).toHaveText([
    "Quest Name",
    "Organization",
    "Location 1: Locality",
    "Location 1: Administrative area",
    "Location 1: Postal code",
    "Location 1: Country",
    "Location 1: Coordinates",
  ]);
  // Focus is on the summary: the next stop is its first link, which leads to the first field.
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expect(dialog.getByLabel("Quest Name")).toBeFocused();
  await expect(dialog.getByText("Choose an organization.")).toBeVisible();
  await expectAccessible(page);

  const name = `Mosses of the mill ${Date.now()}`;
  await dialog.getByLabel("Quest Name").fill(name);
  await dialog.getByLabel("Organization").selectOption({ label: "Clear Rivers Network" });
  await expect(dialog.getByText("Choose an organization.")).toBeHidden();
  await dialog.getByRole("radio", { name: "Accepting applications" }).check();
  await dialog.getByLabel("Cover photo").or(dialog.getByText("Choose a photo")).last().scrollIntoViewIfNeeded();
  await dialog.locator("input[type=file]").setInputFiles({
    name: "moss.jpg",
    mimeType: "image/jpeg",
    buffer: await makePhoto({ uniqueSeed: "moss" }),
  });
  await dialog.getByLabel("Find a location").fill("rye, england");
  await dialog.getByRole("listbox", { name: "Locations found" }).getByRole("option").first().click();
  await dialog.getByLabel("Postal code").fill("TN31 7");
  await dialog.getByRole("button", { name: "Create quest" }).click();
  const created = dialog.getByRole("status").filter({ hasText: "Quest created successfully" });
  await expect(created).toBeInViewport({ ratio: 1 });
  await expect(dialog.getByText("Error saving the cover photo")).toHaveCount(0);

  await dialog.getByRole("button", { name: "Close", exact: true }).last().click();
  await expect(page.getByRole("button", { name: "Create New Quest" })).toBeFocused();

  const quests: Quest[] = await (await page.request.get(`/api/quests?q=${encodeURIComponent(name)}`)).json();
  await page.goto(`/quests/${quests[0]?.id}`);
  await expect(page.getByRole("heading", { name })).toBeVisible();
  const cover = page.locator(`img[src="${quests[0]?.quest_image}"]`).first();
  await expect.poll(() => cover.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
});

test("people are a page of the settings, with the same header and a link back", async ({ page }) => {
  await page.goto("/admin_dashboard");
  for (const area of ["Quests", "Samples", "Review team", "Settings"]) {
    await areaLinks(page).filter({ hasText: area }).click();
    await expect(page.getByRole("heading", { level: 1, name: area })).toBeVisible();
    await expect(areaLinks(page), "the areas are the same on every page").toHaveText(areaNames);
  }
  const header = await page.getByRole("banner").boundingBox();
  await page.getByRole("navigation", { name: "Settings" }).getByRole("link", { name: "People" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "People" })).toBeVisible();
  await expect(areaLinks(page)).toHaveText(areaNames);
  expect(await page.getByRole("banner").boundingBox()).toEqual(header);

  const table = page.getByRole("table", { name: "People" });
  const row = table.getByRole("row").filter({ hasText: "alice@cairn.example" });
  const cells = row.getByRole("cell").or(row.getByRole("rowheader"));
  await expect(cells).toHaveCount(4);
  for (const cell of await cells.all()) expect(await isInSight(cell), await cell.innerText()).toBe(true);
  await table.getByRole("columnheader", { name: "Email" }).getByRole("link").click();
  await expect(table.getByRole("columnheader", { name: "Email" })).toHaveAttribute("aria-sort", "ascending");
  await expectFitsWindow(page);

  await row.getByRole("link", { name: "alice" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "alice" })).toBeVisible();
  await page.getByRole("link", { name: "All people" }).click();
  await page.getByRole("link", { name: "Installation" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Settings" })).toBeVisible();
});
