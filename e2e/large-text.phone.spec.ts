import type { Page } from "@playwright/test";
import { expect, test } from "./harness.ts";
import { doubleText, findSmallTargets, measureLayout } from "./layout.ts";
import { fillOutbox } from "./outbox.ts";
import { findQuestId } from "./quests-on-home.ts";

const trees = "Blue Ridge";

/** Opens the main volunteer screens one after the other. */
async function openEach(page: Page, work: (screen: string) => Promise<void>): Promise<void> {
  const id = await findQuestId(page, trees);
  for (const path of ["/", `/quests/${id}`, `/quests/${id}/data`, "/contributions", "/outbox", "/profile"]) {
    await page.goto(path);
    await expect(page.locator("h1").first()).toBeAttached();
    await page.waitForLoadState("networkidle");
    await work(path);
  }
}

test.describe("signed in", () => {
  test.use({ as: "bob" });

  test("every control on the field screens is at least 44 px wide and high", async ({ page }) => {
    await page.goto("/outbox");
    await fillOutbox(page, "bob", trees, [
      { state: "waiting" },
      { state: "waiting", position: null },
      { state: "refused" },
      { state: "draft" },
    ]);
    await openEach(page, async (screen) => {
      expect.soft(await findSmallTargets(page), screen).toEqual([]);
    });
    await page.goto("/");
    await page.getByRole("button", { name: "Map", exact: true }).click();
    await expect(page.getByRole("region", { name: "Map of quests" })).toBeVisible();
    expect.soft(await findSmallTargets(page), "the map").toEqual([]);
  });

  test("with text twice as large no screen is wider than the window, and no bar covers half of it", async ({
    page,
  }) => {
    await page.setViewportSize({ width: 360, height: 640 });
    // The full header, with a waiting count and news.
    await page.goto("/outbox");
    await fillOutbox(page, "bob", trees, [{ state: "waiting" }]);
    await openEach(page, async (screen) => {
      await doubleText(page);
      const { wide, overlapping, stuckPx } = await page.evaluate(measureLayout);
      expect.soft(wide, `${screen} is as wide as the window`).toBeLessThanOrEqual(360);
      expect.soft(overlapping, `${screen}: nothing of the header lies on another part`).toEqual([]);
      expect.soft(stuckPx, `${screen}: what stays in place`).toBeLessThan(200);
    });
  });
});
