import type { Page } from "@playwright/test";
import { test } from "./harness.ts";
import { addressOf, screens } from "./screens.ts";

// Parallel, because a long file would leave other workers idle.
test.describe.configure({ mode: "parallel" });

for (const screen of screens) {
  test.describe(screen.name, () => {
    if (screen.as) test.use({ as: screen.as });

    test(`screenshots of ${screen.name}, light and dark`, async ({ page }, { project }) => {
      await screen.arrange?.(page);
      await page.emulateMedia({ reducedMotion: "reduce" });
      await page.goto(await addressOf(screen, page));
      await screen.act?.(page);
      // Behind a dialog, the rest of a page says nothing, and resizing the window for it would scroll the dialog.
      const fullPage = (await page.locator("dialog[open]").count()) === 0;
      for (const colorScheme of ["light", "dark"] as const) {
        await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
        await scrollThrough(page);
        await page.waitForLoadState("networkidle", { timeout: 3_000 }).catch(() => undefined);
        await page.screenshot({ path: `screens/${screen.name}-${project.name}-${colorScheme}.png`, fullPage });
      }
    });
  });
}

/** Scrolls through the page once, so that lazy content is in the screenshot. */
async function scrollThrough(page: Page): Promise<void> {
  const { height, view } = await page.evaluate(() => ({
    height: document.body.scrollHeight,
    view: window.innerHeight,
  }));
  for (let top = 0; top < height; top += view) {
    await page.evaluate((to) => window.scrollTo({ top: to, behavior: "instant" }), top);
    await page.waitForTimeout(50);
  }
  await page.evaluate(() => window.scrollTo({ top: 0, behavior: "instant" }));
}
