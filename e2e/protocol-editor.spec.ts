import type { Locator, Page } from "@playwright/test";
import { expect, expectAccessible, test } from "./harness.ts";

test.use({ as: "admin" });

const rows = (part: Locator) => part.getByRole("button", { name: /^(Edit|Close) question \d/ });
const partOf = (page: Page) => page.getByRole("dialog").getByRole("region", { name: "Data collection form" });

const place = {
  locality: "Rye",
  administrative_area: "East Sussex",
  postal_code: "TN31 7",
  country: "United Kingdom",
  coordinates: [50.95, 0.73],
};

test("a coordinator writes a form from a template, by keyboard, in two languages", async ({ page }, { project }) => {
  const name = `Clear to the ground ${Date.now()}`;
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.goto("/admin_dashboard");
  await page.getByRole("button", { name: "Create New Quest" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Quest Name").fill(name);
  await dialog.getByLabel("Quest Type").selectOption("WATER");
  await dialog.getByLabel("Organization").selectOption({ label: "Clear Rivers Network" });
  await dialog.getByLabel("Locality").fill(place.locality);
  await dialog.getByLabel("Administrative area").fill(place.administrative_area);
  await dialog.getByLabel("Postal code").fill(place.postal_code);
  await dialog.getByLabel("Country").fill(place.country);
  await dialog.getByLabel("Coordinates").fill("50.95, 0.73");

  const part = partOf(page);
  await part.getByRole("radio", { name: /Custom/ }).check();
  await part.getByRole("button", { name: /^A template/ }).click();
  await expectAccessible(page);
  await part.getByRole("button", { name: "Use the template Secchi depth and water temperature" }).click();
  const before = await rows(part).allTextContents();

  // With the handle's arrow keys, and with the buttons.
  const handle = part.getByRole("button", { name: "Drag question 6" });
  await handle.focus();
  await page.keyboard.press("Space");
  await expect(part.getByText(/^Picked up/)).toBeAttached();
  await page.keyboard.press("ArrowDown");
  await expect(part.getByText(/position 7 of 7/)).toBeAttached();
  await page.keyboard.press("Space");
  await expect(part.getByText(/was dropped at position 7/)).toBeAttached();
  await part.getByRole("button", { name: "Move question 7 up" }).focus();
  await page.keyboard.press("Enter");
  await expect.poll(() => rows(part).allTextContents()).toEqual(before);
  await part.getByRole("button", { name: "Move question 5 up" }).click();

  await part.getByRole("button", { name: "Add a question" }).click();
  await part.getByRole("button", { name: /^Count/ }).click();
  const field = part.getByRole("group", { name: /^Question 8/ });
  await field.getByLabel("Question", { exact: false }).first().fill("Boats in sight");
  await field.getByLabel("Largest").fill("many");
  await dialog.getByRole("button", { name: "Create quest" }).click();
  await expect(dialog.getByText("One field needs attention.")).toBeVisible();
  await dialog.getByRole("button", { name: /Boats in sight: Accepted values: Largest/ }).click();
  await expect(field.getByLabel("Largest")).toBeFocused();
  await expectAccessible(page);
  await field.getByLabel("Largest").fill("50");
  await expect(dialog.getByText("One field needs attention.")).toBeHidden();

  await part.getByRole("button", { name: "Add a language" }).click();
  await part.getByRole("combobox", { name: "Add a language" }).fill("Germ");
  await part.getByRole("option", { name: "German", exact: true }).click();
  await field.getByLabel("German").first().fill("Boote in Sicht");
  await expect(part.getByText(/\d+ texts are missing/)).toBeVisible();
  if (project.name === "phone") await part.getByRole("button", { name: "Show the preview" }).click();
  const preview = part.getByRole("region", { name: "Preview on a phone" }).first();
  await preview.getByLabel("Preview language").selectOption("de");
  await expect(preview.getByText("Boote in Sicht")).toBeVisible();
  await preview.getByRole("radio", { name: "No", exact: true }).first().check();
  await expect(preview.getByText("Secchi depth").first()).toBeVisible();
  await expectAccessible(page);
  if (project.name === "desktop") {
    const phone = preview.getByRole("region", { name: "Form preview" });
    const asked = preview.getByText("Boote in Sicht");
    await phone.evaluate((element) => element.scrollTo(0, 0));
    await expect(asked).not.toBeInViewport();
    await part.getByRole("button", { name: /^Edit question 1:/ }).click();
    await part.getByRole("button", { name: /^Edit question 8:/ }).click();
    await expect(asked).toBeInViewport();
  }

  await dialog.getByRole("button", { name: "Create quest" }).click();
  await expect(dialog.getByText("Quest created successfully")).toBeVisible();
  await expect(dialog.getByText("Not saved yet")).toBeHidden();
  const download = page.waitForEvent("download");
  await part.getByRole("button", { name: "Download as XLSForm" }).click();
  expect((await download).suggestedFilename()).toMatch(/\.xlsx$/);

  await dialog.getByRole("button", { name: "Duplicate quest" }).click();
  await expect(dialog.getByLabel("Quest Name")).toHaveValue(`${name} (copy)`);
  await expect(rows(part)).toHaveCount(8);
});
