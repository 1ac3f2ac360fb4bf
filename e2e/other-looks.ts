import type { Page } from "@playwright/test";
import { expect } from "./harness.ts";
import { findWide } from "./layout.ts";

/** A name without a blank, as long as some are. */
const longWord = "Rindfleischetikettierungsüberwachungsaufgabenübertragungsgesetz".slice(0, 60);

/** Puts long words in the place of names and labels, and measures whether they break on the smallest phones. */
export async function expectLongWordsFit(page: Page, answers: Set<string>): Promise<void> {
  await page.setViewportSize({ width: 320, height: 640 });
  await page.evaluate(
    ([names, longWord]) => {
      const known = new Set(names);
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      for (let node = walker.nextNode() as Text | null; node; node = walker.nextNode() as Text | null) {
        const words = node.data.replace(/\s+/g, " ").trim().toLowerCase();
        if (words !== "" && known.has(words)) node.data = longWord;
      }
    },
    [[...answers], longWord] as const,
  );
  await expect.poll(() => findWide(page), { message: "long words break" }).toEqual([]);
}

/** Windows' high contrast replaces colours: what is chosen still looks otherwise than what isn't. */
export async function expectChosenShows(page: Page): Promise<void> {
  await page.emulateMedia({ forcedColors: "active", reducedMotion: "reduce" });
  expect(await page.evaluate(findAlike), "chosen and others look alike in high contrast").toEqual([]);
  await page.emulateMedia({ forcedColors: "none", reducedMotion: "reduce" });
}

/** Runs in the page. */
function findAlike(): string[] {
  const chosen = [
    '[aria-selected="true"]',
    '[aria-pressed="true"]',
    '[aria-current]:not([aria-current="false"])',
    "label:has(input:checked)",
  ].join();
  const lookOf = (element: Element): string => {
    const { backgroundColor, borderColor, outlineColor, outlineStyle } = getComputedStyle(element);
    const marks = [...element.querySelectorAll("svg")].map((mark) => getComputedStyle(mark).visibility);
    const input = element.querySelector("input");
    const tick = input && getComputedStyle(input).opacity !== "0" ? String(input.checked) : "";
    return [backgroundColor, borderColor, outlineColor, outlineStyle, ...marks, tick].join(" ");
  };
  return [...document.querySelectorAll(chosen)].flatMap((element) => {
    const { tagName, parentElement } = element;
    const item = parentElement?.tagName === "LI" ? parentElement : element;
    const others = [...(item.parentElement?.children ?? [])]
      .map((each) => (item === element ? each : each.firstElementChild))
      .filter((each) => each?.tagName === tagName && !each.matches(chosen) && each.checkVisibility());
    return others.some((each) => each && lookOf(each) === lookOf(element)) ? [element.outerHTML.slice(0, 120)] : [];
  });
}
