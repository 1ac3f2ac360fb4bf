import { expect, test } from "./harness.ts";

const isOfArabic = /\/assets\/(arabic|noto-sans-arabic)-/;

test.describe("in Arabic", () => {
  test.use({ locale: "ar-EG" });

  test("the page asks for its font once, with its first requests, and text stays where it is when it comes", async ({
    page,
  }) => {
    const asked: string[] = [];
    const warnings: string[] = [];
    page.on("request", (request) => asked.push(new URL(request.url()).pathname));
    page.on("console", (message) => warnings.push(message.text()));
    await page.goto("/");
    await page.getByRole("article").first().waitFor();
    await page.evaluate(() => document.fonts.ready);
    const names = asked
      .filter((path) => isOfArabic.test(path) && !path.endsWith(".js"))
      .map((path) => path.replace(/-[\w-]{7}\./, "."));
    expect(names.sort()).toEqual([
      "/assets/arabic-font.css",
      "/assets/arabic-letters-400.woff2",
      "/assets/arabic-letters-600.woff2",
    ]);
    const firstCall = asked.indexOf("/api/quests");
    expect(asked.findLastIndex((path) => /arabic-letters/.test(path))).toBeLessThan(firstCall);
    const used = await page.evaluate(
      () => [...document.fonts].filter(({ family, status }) => /Arabic/.test(family) && status === "loaded").length,
    );
    expect(used).toBe(2);
    expect(warnings.filter((text) => /preload/.test(text))).toEqual([]);
    expect(await page.evaluate(measureShift)).toBeLessThan(0.05);
  });
});

test.describe("in German", () => {
  test.use({ locale: "de-AT" });

  test("the page asks for nothing Arabic", async ({ page }) => {
    const asked: string[] = [];
    page.on("request", (request) => asked.push(new URL(request.url()).pathname));
    await page.goto("/");
    await page.getByRole("article").first().waitFor();
    expect(asked.some((path) => path.startsWith("/assets/"))).toBe(true);
    expect(asked.filter((path) => isOfArabic.test(path))).toEqual([]);
  });
});

/** Runs in the page: the sum of all layout shifts so far. */
function measureShift(): Promise<number> {
  return new Promise((resolve) => {
    const observer = new PerformanceObserver((list) => {
      observer.disconnect();
      resolve(list.getEntries().reduce((sum, entry) => sum + (entry as unknown as { value: number }).value, 0));
    });
    observer.observe({ type: "layout-shift", buffered: true });
    setTimeout(() => resolve(0), 500);
  });
}
