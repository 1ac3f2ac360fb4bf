import { expect, test } from "./harness.ts";
import { doubleText, findSmallTargets, findSqueezedText, measureLayout } from "./layout.ts";
import { fillOutbox } from "./outbox.ts";
import { findQuestId } from "./quests-on-home.ts";

const trees = "Blue Ridge";

test.use({ as: "bob" });

test("controls on the field screens are at least 44 px wide and high; with text twice as large no screen is wider than the window, and no bar covers half of it", async ({
  page,
}) => {
  const phone = page.viewportSize() ?? { width: 0, height: 0 };
  await page.goto("/outbox");
  // The full header, with a waiting count and news.
  await fillOutbox(page, "bob", trees, [
    { state: "waiting" },
    { state: "waiting", position: null },
    { state: "refused" },
    { state: "draft" },
  ]);
  const id = await findQuestId(page, trees);
  for (const path of ["/outbox", `/quests/${id}`, `/quests/${id}/data`, "/contributions", "/profile", "/"]) {
    if (path !== "/outbox") await page.goto(path);
    await expect(page.locator("h1").first()).toBeAttached();
    if (path === "/outbox") await expect(page.getByRole("main").getByRole("link", { name: trees })).toHaveCount(4);
    await page.waitForLoadState("networkidle");
    expect.soft(await findSmallTargets(page), path).toEqual([]);

    await page.setViewportSize({ width: 360, height: 640 });
    await doubleText(page);
    const { wide, overlapping, stuckPx } = await page.evaluate(measureLayout);
    expect.soft(wide, `${path} is as wide as the window`).toBeLessThanOrEqual(360);
    expect.soft(overlapping, `${path}: nothing of the header lies on another part`).toEqual([]);
    expect.soft(stuckPx, `${path}: what stays in place`).toBeLessThan(200);
    expect.soft(await findSqueezedText(page), `${path}: columns of few letters`).toEqual([]);
    await page.setViewportSize(phone);
  }
  await page.evaluate(() => {
    document.documentElement.style.removeProperty("font-size");
    window.scrollTo({ top: 0, behavior: "instant" });
  });
  await page.getByRole("button", { name: "Map", exact: true }).click();
  await expect(page.getByRole("region", { name: "Map of quests" })).toBeVisible();
  expect.soft(await findSmallTargets(page), "the map").toEqual([]);
});
