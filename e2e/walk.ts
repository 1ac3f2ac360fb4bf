import { expect, type Page } from "@playwright/test";

const start = { latitude: 38.51834, longitude: -78.43701 };
const metersPerDegree = 111_195;

/** Moves the phone while it records a line or an area. @param steps metres to the east and to the north */
export async function walk(page: Page, steps: readonly (readonly [east: number, north: number])[]): Promise<void> {
  for (const [index, [east, north]] of steps.entries()) {
    // Each fix is told apart by its accuracy.
    const accuracy = 4 + (index % 2);
    const latitude = start.latitude + north / metersPerDegree;
    const perLongitude = metersPerDegree * Math.cos((start.latitude * Math.PI) / 180);
    await page.context().setGeolocation({ latitude, longitude: start.longitude + east / perLongitude, accuracy });
    // The unit is in the language of the page.
    await expect(page.locator("[data-field]").getByText(`± ${accuracy} `).first()).toBeVisible();
  }
}
