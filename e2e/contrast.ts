import type { Page } from "@playwright/test";
import type axe from "axe-core";

/** Styles of text that had enough contrast: on a page with no other style, there is nothing to measure. */
const goodStyles = new Set<string>();

type Measured = { violations: axe.Result[]; passed: string[] };
type PageWithStyles = { axe: typeof axe; textStyles: Map<string, Element[]> };

/** Texts with too little contrast, without those whose style had enough on a page before. axe has to be in the page. */
export async function findLowContrast(page: Page): Promise<axe.Result[]> {
  const styles = (await page.evaluate(collectTextStyles)).filter((style) => !goodStyles.has(style));
  if (styles.length === 0) return [];
  const { violations, passed } = await page.evaluate(measureContrast, styles);
  for (const style of passed) goodStyles.add(style);
  return violations;
}

/**
 * Runs in the page: colour, size and weight of each text that may have too little contrast, and all that is behind it.
 * Plain colours on a plain colour are compared here, because axe takes far longer. Elements are kept by style.
 */
function collectTextStyles(): string[] {
  /** `plain` is the one colour behind the element, if there is no other and nothing is see-through. */
  type Behind = { colours: string; opacity: string; plain: string | undefined };
  const known = new Map<Element | null, Behind>([[null, { colours: "", opacity: "", plain: undefined }]]);

  function findBehind(element: Element | null): Behind {
    const found = known.get(element);
    if (found || !element) return found as Behind;
    const { backgroundColor, backgroundImage, opacity, position } = getComputedStyle(element);
    const around = findBehind(element.parentElement);
    const isCovered = backgroundColor.startsWith("rgb(");
    // What is behind such an element may be no parent of it: it is told apart by all that it is in.
    const isElsewhere = !isCovered && /absolute|fixed/.test(position);
    const isClear = backgroundColor === "rgba(0, 0, 0, 0)" && !isElsewhere;
    // At the end of a select is its mark, not behind its words.
    const isPlain =
      (backgroundImage === "none" || element.matches("select")) && opacity === "1" && around.opacity === "";
    const behind = {
      colours: `${backgroundColor} ${backgroundImage}${isElsewhere ? ` in ${classesAround(element)}` : ""} ${isCovered ? "" : around.colours}`,
      opacity: opacity === "1" ? around.opacity : `opacity ${opacity} ${around.opacity}`,
      plain: isPlain ? (isCovered ? backgroundColor : isClear ? around.plain : undefined) : undefined,
    };
    known.set(element, behind);
    return behind;
  }

  function classesAround(element: Element): string {
    const around: string[] = [];
    for (let each: Element | null = element; each; each = each.parentElement) around.push(String(each.className));
    return around.join(" < ");
  }

  /** Contrast as WCAG defines it, of colours like `rgb(…)`. */
  function luminanceOf(colour: string): number {
    const parts = (colour.match(/\d+/g) ?? []).map((part) => Number(part) / 255);
    const [red = 0, green = 0, blue = 0] = parts.map((part) =>
      part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4,
    );
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  }

  function isEnough({ color, fontSize, fontWeight, textShadow }: CSSStyleDeclaration, plain: string | undefined) {
    if (!plain || !color.startsWith("rgb(") || textShadow !== "none") return false;
    const [one, other] = [luminanceOf(color), luminanceOf(plain)];
    const size = Number.parseFloat(fontSize);
    const isLarge = size >= 24 || (size >= 18.67 && Number(fontWeight) >= 700);
    return (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05) >= (isLarge ? 3 : 4.5);
  }

  const kept = new Map<string, Element[]>();
  for (const element of document.body.querySelectorAll("*")) {
    const hasText = [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.nodeValue?.trim());
    if (!hasText && !element.matches("select, input:not([type=checkbox], [type=radio], [type=file])")) continue;
    if (!element.checkVisibility({ visibilityProperty: true }) || element.closest(".visually-hidden")) continue;
    const style = getComputedStyle(element);
    const { colours, opacity, plain } = findBehind(element);
    if (isEnough(style, plain)) continue;
    const { color, fontSize, fontWeight, textShadow } = style;
    const key = [color, fontSize, fontWeight, textShadow, opacity, colours].join(" ");
    kept.set(key, [...(kept.get(key) ?? []), element]);
  }
  (window as unknown as PageWithStyles).textStyles = kept;
  return [...kept.keys()];
}

/** Runs in the page. */
async function measureContrast(styles: string[]): Promise<Measured> {
  const { axe, textStyles } = window as unknown as PageWithStyles;
  const { violations, passes } = await axe.run(
    { include: styles.flatMap((style) => textStyles.get(style) ?? []) },
    { runOnly: ["color-contrast"], resultTypes: ["violations", "passes"], elementRef: true },
  );
  const good = new Set(passes.flatMap(({ nodes }) => nodes.map(({ element }) => element)));
  const passed = styles.filter((style) => textStyles.get(style)?.some((element) => good.has(element as HTMLElement)));
  return { violations, passed };
}
