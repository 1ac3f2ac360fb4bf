import type { Page } from "@playwright/test";
import { comeToRest, expect } from "./harness.ts";
import { doubleText, findSqueezedText, findWide, measureLayout, measureLength } from "./layout.ts";
import { findClipped } from "./plain-english.ts";

const smallPhone = { width: 360, height: 640 };

/** Text twice as large has four times the area; a screen that loses no room to what stands beside it stays below. */
const timesAsLongMax = 3;
/** Bars that stay leave two thirds of the window. */
const stuckMaxPx = smallPhone.height / 3;

/** Screens that are longer: numbers that only fall. */
const known: Readonly<Record<string, number>> = {};

/** Makes the text as small as before. Texts that were no larger, since their size is in pixels. */
const undoAndFindFixedText = (page: Page) =>
  page.evaluate(() => {
    const hasText = (each: Element) =>
      [...each.childNodes].some((node) => node instanceof Text && node.nodeValue?.trim());
    const texts = [...document.querySelectorAll("body *")].filter((each) => hasText(each) && each.checkVisibility());
    const sizeOf = (each: Element) => Number.parseFloat(getComputedStyle(each).fontSize);
    const large = texts.map(sizeOf);
    document.documentElement.style.removeProperty("font-size");
    // What is large already may grow less.
    return texts
      .filter((each, index) => (large[index] ?? 0) < 1.25 * sizeOf(each))
      .map((each) => `${each.tagName} ${each.className} ${each.textContent}`);
  });

/** On a small phone with text twice as large: all of it is larger, nothing is wider than the window, and no screen much longer. */
export async function expectLargeTextFits(page: Page, name: string): Promise<void> {
  await page.setViewportSize(smallPhone);
  await doubleText(page);
  await comeToRest(page);
  expect.soft(await findWide(page), "wider than the window with large text").toEqual([]);
  expect.soft(await findClipped(page), "controls that are cut off with large text").toEqual([]);
  expect.soft(await findSqueezedText(page), "columns of few large letters").toEqual([]);
  const large = await measureLength(page);
  const { overlapping, stuckPx } = await page.evaluate(measureLayout);
  expect.soft(overlapping, "parts of a header that lie on each other with large text").toEqual([]);
  expect.soft(stuckPx, "what stays in place with large text").toBeLessThanOrEqual(stuckMaxPx);
  expect.soft(await undoAndFindFixedText(page), "texts that are no larger").toEqual([]);
  await comeToRest(page);
  const times = large / (await measureLength(page));
  expect.soft(times, "times as long with large text").toBeLessThanOrEqual(known[name] ?? timesAsLongMax);
}
