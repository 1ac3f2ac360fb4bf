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

/** Windows' high contrast replaces colours: what is chosen looks otherwise than what isn't, and what is drawn is seen. */
export async function expectSeenInHighContrast(page: Page): Promise<void> {
  const findLost = await page.evaluateHandle(noteDrawn);
  await page.emulateMedia({ forcedColors: "active", reducedMotion: "reduce" });
  expect(await page.evaluate(findAlike), "chosen and others look alike in high contrast").toEqual([]);
  expect(await findLost.evaluate((find) => find()), "bars, dots and steps that high contrast hides").toEqual([]);
  await page.emulateMedia({ forcedColors: "none", reducedMotion: "reduce" });
}

/**
 * Runs in the page: notes boxes without words, whose background is all that they say, and gives what finds those of them that
 * are seen no longer, or look like one beside them that had another background.
 */
export function noteDrawn(): () => string[] {
  type Box = { element: Element; pseudo: string | null };
  // Transparent white in high contrast.
  const isNone = (color: string) => /[,/] 0\)$/.test(color);
  const styleOf = ({ element, pseudo }: Box) => getComputedStyle(element, pseudo);
  const groundOf = (element: Element | null): string => {
    if (!element) return "";
    const { backgroundColor } = getComputedStyle(element);
    return isNone(backgroundColor) ? groundOf(element.parentElement) : backgroundColor;
  };
  const isFilled = (box: Box) => {
    const { backgroundColor } = styleOf(box);
    const around = box.pseudo ? box.element : box.element.parentElement;
    return !isNone(backgroundColor) && backgroundColor !== groundOf(around);
  };
  const lookOf = (box: Box) => {
    const { backgroundColor, borderTopColor, borderTopStyle, borderTopWidth, borderRadius } = styleOf(box);
    return [backgroundColor, borderTopColor, borderTopStyle, borderTopWidth, borderRadius].join(" ");
  };
  const isBox = (box: Box) => {
    const { content, width, height, maskImage } = styleOf(box);
    // What a mask cuts out is decoration.
    if (maskImage !== "none") return false;
    if (box.pseudo ? content !== '""' : !box.element.matches("i, span, div") || box.element.hasChildNodes())
      return false;
    return Number.parseFloat(width) >= 2 && Number.parseFloat(height) >= 2;
  };
  const drawn = [...document.body.querySelectorAll<HTMLElement>("*")]
    .filter((element) => element.checkVisibility({ visibilityProperty: true }) && !element.closest("[aria-busy=true]"))
    .flatMap((element) => [null, "::before", "::after"].map((pseudo) => ({ element, pseudo })))
    .filter(isBox)
    .map((box) => ({ ...box, look: lookOf(box), wasFilled: isFilled(box), html: box.element.outerHTML }));
  return () => {
    const same = drawn.filter(({ element, html }) => element.outerHTML === html);
    return same
      .filter((box) => {
        const { borderTopStyle, borderTopWidth } = styleOf(box);
        const isBordered = borderTopStyle !== "none" && borderTopWidth !== "0px";
        const isAlike = same.some(
          (other) =>
            other.pseudo === box.pseudo &&
            other.element.parentElement === box.element.parentElement &&
            other.look !== box.look &&
            lookOf(other) === lookOf(box),
        );
        return box.wasFilled && ((!isFilled(box) && !isBordered) || isAlike);
      })
      .map(({ element, pseudo }) => `${element.outerHTML.slice(0, 120)} ${pseudo ?? ""}`);
  };
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
