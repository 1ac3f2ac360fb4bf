import type { Locator, Page } from "@playwright/test";
import { expect, test } from "./harness.ts";

test.use({ as: "admin" });

const coordinatesIn = async (dialog: Locator) =>
  (await dialog.getByLabel("Coordinates").inputValue()).split(",").map((part) => Number(part));

/** Taps an empty part of the map. */
async function press(page: Page, map: Locator) {
  await map.scrollIntoViewIfNeeded();
  const box = await map.boundingBox();
  if (!box) throw new Error("there is no map");
  await page.touchscreen.tap(box.x + box.width / 3, box.y + box.height / 3);
}

test("a location can be searched, set on the map, dragged, moved by keys and typed; text and pin stay in sync", async ({
  page,
}) => {
  await page.goto("/admin_dashboard");
  await page.getByRole("button", { name: "Create New Quest" }).click();
  const dialog = page.getByRole("dialog");
  const map = dialog.getByRole("region", { name: /^Map of location 1/ });
  const pin = map.getByRole("button", { name: /^Pin at / });
  await expect(pin).toHaveCount(0);

  await dialog.getByLabel("Find a location").fill("heidelberg");
  await expect(dialog.getByRole("listbox", { name: "Locations found" }).getByRole("option").first()).toHaveText(
    "Heidelberg Baden-Württemberg, Germany",
  );
  await dialog.getByLabel("Find a location").press("Escape");
  await dialog.getByRole("button", { name: "No postal code here" }).click();
  await expect(dialog.getByLabel("Postal code")).toHaveValue("none");

  await dialog.getByLabel("Country").fill("Kent, beside the sea");
  await dialog.getByLabel("Find a location").fill("rye, england");
  await expect(dialog.getByRole("listbox", { name: "Locations found" }).getByRole("option").first()).toHaveText(
    "Rye England, United Kingdom",
  );
  await dialog.getByLabel("Find a location").press("ArrowDown");
  await dialog.getByLabel("Find a location").press("ArrowUp");
  await dialog.getByLabel("Find a location").press("Enter");
  await expect(dialog.getByLabel("Coordinates")).toHaveValue("50.95114, 0.7337");
  await expect(dialog.getByLabel("Locality")).toHaveValue("Rye");
  await expect(dialog.getByLabel("Administrative area")).toHaveValue("England");
  await expect(dialog.getByLabel("Country")).toHaveValue("Kent, beside the sea");
  await expect(pin).toHaveAccessibleName("Pin at 50.95114, 0.7337. Move it with the arrow keys.");

  await press(page, map);
  const [tappedLatitude, tappedLongitude] = await coordinatesIn(dialog);
  expect(tappedLatitude).toBeGreaterThan(50.95114);
  expect(tappedLongitude).toBeLessThan(0.7337);

  await pin.press("ArrowRight");
  await expect.poll(async () => (await coordinatesIn(dialog))[1]).toBeGreaterThan(tappedLongitude ?? 0);
  expect((await coordinatesIn(dialog))[0]).toBeCloseTo(tappedLatitude ?? 0, 4);
  await pin.press("ArrowDown");
  await expect.poll(async () => (await coordinatesIn(dialog))[0]).toBeLessThan(tappedLatitude ?? 0);

  await dialog.getByLabel("Coordinates").fill("46.28, 13.88");
  await expect(pin).toHaveAccessibleName(/^Pin at 46\.28, 13\.88\./);
  const held = await pin.boundingBox();
  if (!held) throw new Error("there is no pin");
  await page.mouse.move(held.x + held.width / 2, held.y + held.height / 2);
  await page.mouse.down();
  await page.mouse.move(held.x + held.width / 2 + 60, held.y + held.height / 2 + 20, { steps: 4 });
  await page.mouse.up();
  await expect.poll(async () => (await coordinatesIn(dialog))[1]).toBeGreaterThan(13.88);
  expect((await coordinatesIn(dialog))[0]).toBeLessThan(46.28);
  const [latitude, longitude] = await coordinatesIn(dialog);
  await expect(pin).toHaveAccessibleName(`Pin at ${latitude}, ${longitude}. Move it with the arrow keys.`);
});
