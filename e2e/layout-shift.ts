import { createHash } from "node:crypto";
import type { Page } from "@playwright/test";

export type Shift = { value: number; atMs: number; moved: string[] };

/** Runs in the page before its scripts: notes what moves without a press or a key. */
function noteShifts(): void {
  const shifts: Shift[] = [];
  Object.assign(window, { shifts });
  const nameOf = (node: Node | null) => {
    const element = node instanceof Element ? node : node?.parentElement;
    if (!element) return "gone";
    return `${element.tagName} .${element.className} ${element.textContent?.replace(/\s+/g, " ").slice(0, 30)}`;
  };
  type Entry = PerformanceEntry & {
    value: number;
    hadRecentInput: boolean;
    sources: { node: Node | null; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }[];
  };
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput, startTime, sources } of list.getEntries() as Entry[]) {
      if (hadRecentInput) continue;
      const moved = sources.map(
        ({ node, previousRect: from, currentRect: to }) =>
          `${Math.round(from.x)},${Math.round(from.y)} to ${Math.round(to.x)},${Math.round(to.y)}: ${nameOf(node)}`,
      );
      shifts.push({ value, atMs: Math.round(startTime), moved });
    }
  }).observe({ type: "layout-shift", buffered: true });
}

export const shiftsOf = (page: Page): Promise<Shift[]> =>
  page.evaluate(() => (window as unknown as { shifts: Shift[] }).shifts);

/** All that moved since the page began: more than the session windows of Cumulative Layout Shift can have. */
export const sumOf = (shifts: readonly Shift[]): number => shifts.reduce((sum, { value }) => sum + value, 0);

/** Those that are seen, with what they move and from where. */
export const describeShifts = (shifts: readonly Shift[]): string =>
  shifts
    .filter(({ value }) => value >= 0.003)
    .flatMap(({ value, atMs, moved }) => [
      `\n${value.toFixed(4)} after ${atMs} ms`,
      ...moved.map((each) => `\n  ${each}`),
    ])
    .join("");

/** The same address always takes as long. */
function delayMsOf(address: string, [least, most]: readonly [number, number]): number {
  const share = createHash("sha256").update(address).digest().readUInt32BE() / 2 ** 32;
  return least + share * (most - least);
}

/** What comes later by itself has come by then. */
const laterMs = 4_500;
const quietMs = 800;

/**
 * Notes shifts from now on, on a line where calls, pictures, fonts and parts of the app come one after the other.
 * @returns waits until nothing is on its way any more
 */
export async function noteShiftsOnSlowLine(page: Page): Promise<() => Promise<void>> {
  await page.addInitScript(noteShifts);
  let onTheirWay = 0;
  let changedAtMs = 0;
  const count = (more: number) => {
    onTheirWay += more;
    changedAtMs = performance.now();
  };
  page.on("request", () => count(1));
  for (const end of ["requestfinished", "requestfailed"] as const) page.on(end as "requestfinished", () => count(-1));
  await page.route("**/*", async (route) => {
    const request = route.request();
    const { pathname } = new URL(request.url());
    const type = request.resourceType();
    // The document, its two scripts and its style come at once: nothing can move before.
    const isFirst = type === "document" || type === "stylesheet" || /\/(index|libraries)-/.test(pathname);
    const range = type === "script" ? ([50, 250] as const) : ([300, 800] as const);
    if (!isFirst) await new Promise((resolve) => setTimeout(resolve, delayMsOf(pathname, range)));
    await route.continue().catch(() => undefined);
  });
  return async () => {
    await page.waitForFunction((laterMs) => performance.now() > laterMs, laterMs);
    while (onTheirWay > 0 || performance.now() - changedAtMs < quietMs) await page.waitForTimeout(100);
  };
}
