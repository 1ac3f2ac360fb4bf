import { expect, type Locator } from "@playwright/test";

/**
 * Fails unless people can read the text: large enough, completely in the window, uncovered, and with enough contrast.
 * `toBeVisible` accepts a single pixel.
 */
export async function expectSeen(text: Locator): Promise<void> {
  await expect(text).toBeVisible();
  await expect
    .poll(() => text.evaluate(look), { message: `${text} is seen` })
    .toEqual({ isLarge: true, isInWindow: true, isOnTop: true, isOpaque: true, hasContrast: true });

  function look(element: Element) {
    const { left, top, right, bottom, width, height } = element.getBoundingClientRect();
    const style = getComputedStyle(element);
    const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
    if (!canvas) throw new Error("no canvas");
    const rgbaOf = (colour: string) => {
      canvas.clearRect(0, 0, 1, 1);
      canvas.fillStyle = colour;
      canvas.fillRect(0, 0, 1, 1);
      return [...canvas.getImageData(0, 0, 1, 1).data] as [number, number, number, number];
    };
    const luminanceOf = (colour: string) => {
      const [red, green, blue] = rgbaOf(colour).map((value) => {
        const share = value / 255;
        return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
      }) as [number, number, number, number];
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    };
    const ancestors: Element[] = [];
    for (let each: Element | null = element; each; each = each.parentElement) ancestors.push(each);
    const ground = ancestors
      .map((each) => getComputedStyle(each).backgroundColor)
      .find((each) => rgbaOf(each)[3] === 255);
    const [text, behind] = [luminanceOf(style.color), luminanceOf(ground ?? "white")];
    const contrast = (Math.max(text, behind) + 0.05) / (Math.min(text, behind) + 0.05);
    const middle = (top + bottom) / 2;
    // A transparent link may cover its whole card.
    const isClear = (each: Element) =>
      rgbaOf(getComputedStyle(each).backgroundColor)[3] === 0 && !each.matches("img, canvas, video, svg, svg *");
    const isOnTop = [left + 4, (left + right) / 2, right - 4].every((x) => {
      const stack = document.elementsFromPoint(x, middle);
      const own = stack.findIndex((each) => element.contains(each));
      return own !== -1 && stack.slice(0, own).every(isClear);
    });
    return {
      isLarge: Number.parseFloat(style.fontSize) >= 14 && width >= 40 && height >= 14,
      isInWindow: left >= 0 && top >= 0 && right <= window.innerWidth && bottom <= window.innerHeight,
      isOnTop,
      isOpaque: ancestors.every((each) => getComputedStyle(each).opacity === "1"),
      // WCAG 2.2, 1.4.3: text of ordinary size.
      hasContrast: contrast >= 4.5,
    };
  }
}

/** Whether an element is within the width of the window. */
export const isInSight = (element: Locator) =>
  element.evaluate((node) => {
    const { left, right, width, height } = node.getBoundingClientRect();
    return width > 0 && height > 0 && left >= 0 && Math.ceil(right) <= window.innerWidth;
  });
