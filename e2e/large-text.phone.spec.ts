import type { Page } from "@playwright/test";
import { expect, test } from "./harness.ts";
import { doubleText, findSmallTargets } from "./layout.ts";
import { fillOutbox } from "./outbox.ts";
import { findQuestId } from "./quests-on-home.ts";

const trees = "Blue Ridge";

test.use({ as: "bob" });

/** Where it lies on the page. */
const boxOf = (page: Page, selector: string) =>
  page
    .locator(selector)
    .first()
    .evaluate((element) => {
      const { top, bottom, height } = element.getBoundingClientRect();
      return { top: top + scrollY, bottom: bottom + scrollY, height };
    });

async function expectCompactForm(page: Page): Promise<void> {
  await expect(page.getByText(/^More about this tree/)).toBeVisible();
  expect.soft((await boxOf(page, "main header")).height, "the hero").toBeLessThanOrEqual(88);
  expect.soft((await boxOf(page, "main form")).height, "the form, in two screens").toBeLessThanOrEqual(1_690);
  const line = page.getByRole("region", { name: "Progress" });
  // The points on this phone were measured here.
  await expect(line).toContainText("Too close: 0 m");
  expect.soft((await line.boundingBox())?.height, "one line").toBeLessThanOrEqual(56);
  await page.getByRole("button", { name: "Add Data Point" }).scrollIntoViewIfNeeded();
  await expect(line).toBeInViewport();
}

/** Controls of the form that something else covers when the focus comes to them by keyboard, from the first to the last. */
async function findCoveredFocus(page: Page): Promise<string[]> {
  await page.getByText(/^More about this tree/).evaluate((title) => title.closest("details")?.setAttribute("open", ""));
  await page.locator('input[name="file"]').focus();
  const covered: string[] = [];
  for (const key of ["Tab", "Shift+Tab"]) {
    for (let isInside = true; isInside; ) {
      await page.keyboard.press(key);
      const found = await page.evaluate(() => {
        const { activeElement: focused } = document;
        if (!focused?.closest("form")) return undefined;
        const target = focused.matches("input") ? (focused.closest("label") ?? focused) : focused;
        const { left, top, width, height } = target.getBoundingClientRect();
        const seen = [top + 2, top + height / 2, top + Math.min(height, innerHeight / 2) - 2].map((y) =>
          document.elementFromPoint(left + width / 2, y),
        );
        const isSeen = seen.every((at) => at && (target.contains(at) || at.contains(target)));
        return isSeen ? "" : focused.outerHTML.slice(0, 100);
      });
      isInside = found !== undefined;
      if (found) covered.push(found);
    }
  }
  return covered;
}

async function expectSeenOnSmallPhone(page: Page): Promise<void> {
  const phone = page.viewportSize() ?? { width: 0, height: 0 };
  await expectCompactForm(page);
  await page.setViewportSize({ width: 360, height: 640 });
  const { bottom } = await boxOf(page, 'input[name="file"]');
  expect.soft(bottom, "the camera is in sight on the smallest phone").toBeLessThanOrEqual(400);
  expect.soft(await findCoveredFocus(page), "what has the focus is in sight").toEqual([]);
  await doubleText(page);
  expect.soft(await findCoveredFocus(page), "what has the focus is in sight with large text").toEqual([]);
  await page.setViewportSize(phone);
}

test("controls on the field screens are at least 44 px wide and high; on the data screen what has the focus is in sight, with text twice as large too", async ({
  page,
}) => {
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
    // What is said once of waiting data points comes a moment later, and has been read by then.
    if (path.endsWith("/data")) await page.evaluate(() => localStorage.setItem("cairn.outbox.told", "1"));
    if (path !== "/outbox") await page.goto(path);
    await expect(page.locator("h1").first()).toBeAttached();
    if (path === "/outbox") await expect(page.getByRole("main").getByRole("link", { name: trees })).toHaveCount(4);
    await page.waitForLoadState("networkidle");
    expect.soft(await findSmallTargets(page), path).toEqual([]);

    if (path.endsWith("/data")) await expectSeenOnSmallPhone(page);
  }
  await page.getByRole("button", { name: "Map", exact: true }).click();
  await expect(page.getByRole("region", { name: "Map of quests" })).toBeVisible();
  expect.soft(await findSmallTargets(page), "the map").toEqual([]);
});
