import type { Page } from "@playwright/test";
import { expect, test } from "./harness.ts";
import { fillOutbox } from "./outbox.ts";
import { findQuestId } from "./quests-on-home.ts";

const trees = "Blue Ridge";

/** Touch targets narrower or lower than 44 px, except links within a sentence. */
const findSmallTargets = (page: Page) =>
  page.evaluate(() => {
    const isInSentence = (each: Element) => {
      const around = each.closest("p, .pigeon-attribution");
      return each.matches("a") && around !== null && around.textContent?.trim() !== each.textContent?.trim();
    };
    /** A name's target is its card; a checkbox's target is its label. */
    const targetOf = (each: Element) => {
      if (getComputedStyle(each, "::after").position === "absolute") return (each as HTMLElement).offsetParent ?? each;
      return each.matches("input[type=checkbox], input[type=radio], input[type=file]")
        ? (each.closest("label") ?? each)
        : each;
    };
    return [...document.querySelectorAll("a[href], button, input, select, textarea, summary")]
      .filter((each) => each.checkVisibility() && !each.closest("[inert]") && !isInSentence(each))
      .filter((each) => each.getBoundingClientRect().top >= 0 && each.getBoundingClientRect().width > 1)
      .map((each) => {
        const { width, height } = targetOf(each).getBoundingClientRect();
        const name = each.getAttribute("aria-label") ?? (each.textContent || each.getAttribute("name"));
        return { name, width: Math.round(width), height: Math.round(height) };
      })
      .filter(({ width, height }) => width < 44 || height < 44);
  });

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
      await page.evaluate(() => document.documentElement.style.setProperty("font-size", "200%"));
      const { wide, overlapping, stuckPx } = await page.evaluate(measureLayout);
      expect.soft(wide, `${screen} is as wide as the window`).toBeLessThanOrEqual(360);
      expect.soft(overlapping, `${screen}: nothing of the header lies on another part`).toEqual([]);
      expect.soft(stuckPx, `${screen}: what stays in place`).toBeLessThan(200);
    });
  });
});

/** The page's width, overlaps in the header, and the share of the window taken by fixed elements. */
async function measureLayout() {
  const parts = [...document.querySelectorAll("header a, header button")].filter((each) => each.checkVisibility());
  const boxes = parts.map((each) => ({ name: each.textContent, box: each.getBoundingClientRect() }));
  const overlapping = boxes.flatMap((one) =>
    boxes
      .filter((other) => other !== one && one.box.left < other.box.left && one.box.right > other.box.left + 1)
      .filter((other) => one.box.top < other.box.bottom && other.box.top < one.box.bottom)
      .map((other) => `${one.name} / ${other.name}`),
  );
  window.scrollTo({ top: 900, behavior: "instant" });
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  const stuck = [...document.querySelectorAll("main *")].filter((each) => {
    const { position } = getComputedStyle(each);
    const { top, bottom } = each.getBoundingClientRect();
    const isAtEdge = Math.abs(top) < 1 || Math.abs(bottom - window.innerHeight) < 1;
    return (position === "fixed" || position === "sticky") && isAtEdge;
  });
  const stuckPx = stuck.reduce((sum, each) => sum + each.getBoundingClientRect().height, 0);
  return { wide: document.documentElement.scrollWidth, overlapping, stuckPx };
}
