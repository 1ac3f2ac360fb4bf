import type { Page } from "@playwright/test";
import { expect } from "./harness.ts";
import { test } from "./kept-page.ts";
import { findSmallLetters } from "./layout.ts";
import { addressOf, screens } from "./screens.ts";

/** In CSS pixels: an iPhone's camera on each side, and the bar at its lower edge. */
const cameraPx = 59;
const homeBarPx = 34;
const windowPx = { upright: { width: 390, height: 844 }, side: { width: 844, height: 390 } };

/** What the phone itself covers, which Chromium can be told for a test. */
async function cover(page: Page, insets: { left?: number; right?: number; bottom?: number }): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("Emulation.setSafeAreaInsetsOverride", { insets });
}

/** Texts that begin or end under the camera; what scrolls sideways can be moved from there. */
const findCovered = (page: Page) =>
  page.evaluate((cameraPx) => {
    const scrolls = (element: Element | null): boolean =>
      element !== null &&
      element !== document.body &&
      ((/auto|scroll|hidden/.test(getComputedStyle(element).overflowX) &&
        element.scrollWidth > element.clientWidth + 1) ||
        scrolls(element.parentElement));
    const found: string[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const around = node.parentElement;
      if (!node.nodeValue?.trim() || !around?.checkVisibility({ visibilityProperty: true }) || scrolls(around))
        continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      const { left, right, width } = range.getBoundingClientRect();
      if (width > 2 && (left < cameraPx - 1 || right > innerWidth - cameraPx + 1)) found.push(node.nodeValue.trim());
    }
    return found;
  }, cameraPx);

/** Controls that stay at the lower edge while the page scrolls, and lie on the bar. */
const findOnHomeBar = (page: Page) =>
  page.evaluate(async (homeBarPx) => {
    scrollTo({ top: document.documentElement.scrollHeight / 2 - innerHeight, behavior: "instant" });
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    const stays = (element: Element | null): boolean =>
      element !== null && (/fixed|sticky/.test(getComputedStyle(element).position) || stays(element.parentElement));
    return [...document.querySelectorAll("a, button, input, select, textarea")]
      .filter((each) => each.checkVisibility() && stays(each))
      .filter((each) => {
        const { top, bottom } = (each.closest("dialog[open]") ?? each).getBoundingClientRect();
        return top < innerHeight && bottom > innerHeight - homeBarPx + 1 && bottom <= innerHeight;
      })
      .map((each) => each.textContent);
  }, homeBarPx);

for (const name of [
  "home",
  "home-map",
  "quest-not-joined",
  "quest-apply",
  "data",
  "data-edit",
  "field-map",
  "outbox",
  "organization-edit",
  "admin-quests",
  "admin-samples-selected",
]) {
  const screen = screens.find((each) => each.name === name);
  if (!screen) throw new Error(`There is no screen ${name}.`);
  test.describe(name, () => {
    if (screen.as) test.use({ as: screen.as });

    test(`[ROUTE-18] ${name} has nothing under the camera or on the bar of a phone`, async ({ page }) => {
      await screen.arrange?.(page);
      await page.goto(await addressOf(screen, page));
      await screen.act?.(page);
      await expect.poll(() => findSmallLetters(page), { message: "fields that Safari zooms in on" }).toEqual([]);
      await cover(page, { bottom: homeBarPx });
      await expect.poll(() => findOnHomeBar(page)).toEqual([]);
      await page.setViewportSize(windowPx.side);
      await cover(page, { left: cameraPx, right: cameraPx });
      await expect.poll(() => findCovered(page)).toEqual([]);
      await cover(page, {});
      await page.setViewportSize(windowPx.upright);
    });
  });
}
