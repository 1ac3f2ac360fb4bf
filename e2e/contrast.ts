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

/** Runs in the page: colour, size and weight of each text, and all that is behind it. Elements are kept by style. */
function collectTextStyles(): string[] {
  const kept = new Map<string, Element[]>();
  for (const element of document.body.querySelectorAll("*")) {
    const hasText = [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.nodeValue?.trim());
    if (!(hasText || element.matches("input, select")) || !element.checkVisibility({ visibilityProperty: true }))
      continue;
    const { color, fontSize, fontWeight, textShadow } = getComputedStyle(element);
    const style = [color, fontSize, fontWeight, textShadow];
    let isCovered = false;
    for (let each: Element | null = element; each; each = each.parentElement) {
      const { backgroundColor, backgroundImage, opacity, position } = getComputedStyle(each);
      if (opacity !== "1") style.push(`opacity ${opacity}`);
      if (isCovered) continue;
      style.push(backgroundColor, backgroundImage);
      isCovered = backgroundColor.startsWith("rgb(");
      // What is behind such an element may be no parent of it: it is always measured.
      if (!isCovered && /absolute|fixed/.test(position)) style.push(`only here: ${Math.random()}`);
    }
    const key = style.join(" ");
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
