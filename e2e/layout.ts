import type { Page } from "@playwright/test";
import { comeToRest, expect } from "./harness.ts";

/** Touch targets narrower or lower than 44 px, except links within a sentence, once the page is at rest. */
export async function findSmallTargets(page: Page) {
  await comeToRest(page);
  return page.evaluate(() => {
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
}

/** Fields with letters of less than 16 px: Safari zooms in on them when somebody types, and stays there. */
export const findSmallLetters = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll("input, select, textarea")]
      .filter((each) => !each.matches("[type=checkbox], [type=radio], [type=file]") && each.checkVisibility())
      .filter((each) => Number.parseFloat(getComputedStyle(each).fontSize) < 16)
      .map((each) => each.outerHTML.slice(0, 120)),
  );

/** Nothing makes the page scroll sideways. */
export async function expectFitsWindow(page: Page, where = ""): Promise<void> {
  expect(await findWide(page), `what is wider than the window ${where}`).toEqual([]);
}

/** The smallest elements without which the page wouldn't scroll sideways. On phones `innerWidth` grows with what is too wide. */
export const findWide = (page: Page) => page.evaluate(findWiderThan, page.viewportSize()?.width ?? 0);

/** The same, in the page. */
export function findWiderThan(room: number): string[] {
  const width = () => document.documentElement.scrollWidth;
  if (width() <= room) return [];
  const fitsWithout = (element: Element) => {
    if (!(element instanceof HTMLElement)) return false;
    const { display } = element.style;
    element.style.setProperty("display", "none", "important");
    const fits = width() <= room;
    element.style.display = display;
    return fits;
  };
  let cause: Element | undefined = document.body;
  const path: string[] = [];
  while (cause) {
    path.push(`${cause.tagName} ${cause.className} ${cause.textContent?.slice(0, 40)}`);
    cause = [...cause.children].find(fitsWithout);
  }
  return [`${width()} of ${room} px`, ...path.slice(-4)];
}

/** Rows of boxes that have the pieces of a sentence for boxes, and so other room between its words. */
export const findSplitSentences = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll("cairn-text")]
      .map(({ parentElement }) => parentElement)
      .filter((around) => around && /flex|grid/.test(getComputedStyle(around).display) && around.checkVisibility())
      .filter((around) => {
        const isPiece = (each: Element) =>
          each.matches("cairn-text, bdi, time") && getComputedStyle(each).display !== "contents";
        return [...(around?.children ?? [])].filter(isPiece).length > 1;
      })
      .map((around) => around?.outerHTML.slice(0, 200)),
  );

/** Texts of the page that have few letters on each line, since what is beside them takes the room. */
export const findSqueezedText = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll("main :not(svg *, option)")].flatMap((each) => {
      const text = [...each.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE && node.nodeValue?.trim());
      const isSeen = each.checkVisibility() && each.getBoundingClientRect().width > 1;
      return text.flatMap((node) => {
        const range = document.createRange();
        range.selectNodeContents(node);
        const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size;
        const words = node.nodeValue?.trim() ?? "";
        return isSeen && lines > 2 && words.length / lines < 4 ? [words] : [];
      });
    }),
  );

/** What Android and browsers do at a text size of 200 %. */
export const doubleText = (page: Page) =>
  page.evaluate(() => document.documentElement.style.setProperty("font-size", "200%"));

/** The page's width, overlaps in the header, and the share of the window taken by fixed elements. */
export async function measureLayout() {
  const parts = [...document.querySelectorAll("header a, header button")].filter((each) => each.checkVisibility());
  const boxes = parts.map((each) => ({
    name: each.textContent,
    header: each.closest("header"),
    box: each.getBoundingClientRect(),
  }));
  const overlapping = boxes.flatMap((one) =>
    boxes
      .filter(
        (other) =>
          other !== one &&
          other.header === one.header &&
          one.box.left < other.box.left &&
          one.box.right > other.box.left + 1,
      )
      .filter((other) => one.box.top < other.box.bottom && other.box.top < one.box.bottom)
      .map((other) => `${one.name} / ${other.name}`),
  );
  window.scrollTo({ top: 900, behavior: "instant" });
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  const stuck = [...document.querySelectorAll("main :not(dialog, dialog *)")]
    .filter((each) => /fixed|sticky/.test(getComputedStyle(each).position))
    .map((each) => each.getBoundingClientRect());
  // Bars can lie on each other.
  const above = stuck.filter(({ top }) => Math.abs(top) < 1).map(({ height }) => height);
  const below = stuck.filter(({ bottom }) => Math.abs(bottom - innerHeight) < 1).map(({ height }) => height);
  const stuckPx = Math.max(0, ...above) + Math.max(0, ...below);
  return { wide: document.documentElement.scrollWidth, overlapping, stuckPx };
}

/** Lengths of the page, or of the dialog that lies over it, in windows of height. */
export const measureLength = (page: Page) =>
  page.evaluate(() => {
    const dialog = [...document.querySelectorAll("dialog[open]")].at(-1);
    const parts = dialog ? [dialog, ...dialog.querySelectorAll("*")] : [document.documentElement];
    return Math.max(window.innerHeight, ...parts.map(({ scrollHeight }) => scrollHeight));
  });
