import type { Locator } from "@playwright/test";
import type { Quest } from "../src/contract/quests.ts";
import { makePhoto } from "../test/make-photo.ts";
import { expect, expectAccessible, test } from "./harness.ts";
import { isInSight } from "./seen.ts";

test.use({ as: "admin" });

const tables = [
  { path: "", name: "Quests", columns: 9, sortedBy: "Deadline", key: "deadline" },
  { path: "/applications", name: "Applications", columns: 5, sortedBy: "Adventurer", key: "adventurer" },
  { path: "/datasets", name: "Datasets", columns: 7, sortedBy: "Accepted", key: "accepted" },
  { path: "/settings", name: "Organizations", columns: 3, sortedBy: "Email", key: "email" },
];

/** Unique names, because other tests add rows meanwhile. */
const firstColumn = async (table: Locator) => [...new Set(await table.getByRole("rowheader").allInnerTexts())];

for (const { path, name, columns, sortedBy, key } of tables) {
  test(`the table of ${name} shows every column, keeps its ARIA roles and sorts by its headers`, async ({ page }) => {
    await page.goto(`/admin_dashboard${path}`);
    const table = page.getByRole("table", { name });
    const busy = page.locator("[aria-busy=true]");
    const row = table.getByRole("row").nth(1);
    await expect(row).toBeVisible();
    await expect(table.getByRole("columnheader")).toHaveCount(columns);
    const cells = row.getByRole("cell").or(row.getByRole("rowheader"));
    await expect(cells).toHaveCount(columns);
    for (const cell of await cells.all()) expect(await isInSight(cell), await cell.innerText()).toBe(true);
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);

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
    await page.reload();
    await expect(header).toHaveAttribute("aria-sort", "descending");
    const reloaded = await firstColumn(table);
    expect(reloaded.filter((name) => descending.includes(name))).toEqual(descending);
  });
}

test("[VALID-04][FORM-03] all errors show at once, in the form's order; the success message is visible", async ({
  page,
  browser,
  baseURL,
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
    buffer: await makePhoto({ uniqueSeed: "moss", width: 1200, height: 900 }),
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

  const visitor = await browser.newContext({ ...(baseURL && { baseURL }) });
  const quests: Quest[] = await (await visitor.request.get(`/api/quests?q=${encodeURIComponent(name)}`)).json();
  const visit = await visitor.newPage();
  await visit.goto(`/quests/${quests[0]?.id}`);
  await expect(visit.getByRole("heading", { name })).toBeVisible();
  const cover = visit.locator(`img[src="${quests[0]?.quest_image}"]`).first();
  await expect.poll(() => cover.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  await visitor.close();
});

test("people are a page of the settings, with the same header and a link back", async ({ page }) => {
  const areas = page.getByRole("navigation", { name: "Admin" }).getByRole("link");
  const names = [
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
  for (const path of ["", "/samples", "/review"]) {
    await page.goto(`/admin_dashboard${path}`);
    await expect(areas, "the areas are the same on every page").toHaveText(names);
  }
  await page.goto("/admin_dashboard/settings");
  await expect(areas).toHaveText(names);
  const header = await page.getByRole("banner").boundingBox();
  await page.getByRole("navigation", { name: "Settings" }).getByRole("link", { name: "People" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "People" })).toBeVisible();
  await expect(areas).toHaveText(names);
  expect(await page.getByRole("banner").boundingBox()).toEqual(header);

  const table = page.getByRole("table", { name: "People" });
  const row = table.getByRole("row").filter({ hasText: "alice@cairn.example" });
  const cells = row.getByRole("cell").or(row.getByRole("rowheader"));
  await expect(cells).toHaveCount(4);
  for (const cell of await cells.all()) expect(await isInSight(cell), await cell.innerText()).toBe(true);
  await table.getByRole("columnheader", { name: "Email" }).getByRole("link").click();
  await expect(table.getByRole("columnheader", { name: "Email" })).toHaveAttribute("aria-sort", "ascending");
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);

  await row.getByRole("link", { name: "alice" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "alice" })).toBeVisible();
  await page.getByRole("link", { name: "All people" }).click();
  await page.getByRole("link", { name: "Installation" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Settings" })).toBeVisible();
});
