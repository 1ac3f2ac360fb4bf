import type { Browser, BrowserContext, Page } from "@playwright/test";
import { test as base, type DemoUser, storageOf } from "./harness.ts";

/** No screen signs out, so that people sign in once for all of them. */
const sessions = new Map<DemoUser, ReturnType<typeof storageOf>>();

function sessionOf(user: DemoUser, url: string) {
  const session = sessions.get(user) ?? storageOf(user, url);
  sessions.set(user, session);
  return session;
}

let kept: Page | undefined;

/** Scripts that a screen adds to the page end with it. */
const scripts: { dispose: () => Promise<void> }[] = [];

async function openPage(browser: Browser): Promise<Page> {
  const page = await (await browser.newContext()).newPage();
  const add = page.addInitScript.bind(page);
  page.addInitScript = async (...given: Parameters<typeof add>) => {
    const script = await add(...given);
    scripts.push(script);
    return script;
  };
  return page;
}

/** Leaves the screen before, and nothing of it. */
async function clear(page: Page, origin: string): Promise<void> {
  const context = page.context();
  for (const script of scripts.splice(0)) await script.dispose();
  for (const other of context.pages()) if (other !== page) await other.close();
  page.removeAllListeners("response");
  // An address of the app's origin that is no page of the app.
  await page.goto(`${origin}/api/health/live`);
  await page.evaluate(() => {
    localStorage.clear();
    sessionStorage.clear();
  });
  const devtools = await context.newCDPSession(page);
  await devtools.send("Storage.clearDataForOrigin", { origin, storageTypes: "all" });
  await devtools.detach();
  await context.clearCookies();
}

/**
 * Playwright's `test` with one page for all tests of a process, as if each had a new browser: a new one would fetch and
 * compile the app anew, which takes longer than to look at it.
 */
export const test = base.extend({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from it
  storageState: async ({}, use) => use(undefined),
  context: async ({ browser, as, baseURL: origin = "", viewport, geolocation, permissions }, use) => {
    kept ??= await openPage(browser);
    const context: BrowserContext = kept.context();
    await clear(kept, origin);
    await context.clearPermissions();
    await context.grantPermissions(permissions ?? []);
    await context.setGeolocation(geolocation ?? null);
    if (viewport) await kept.setViewportSize(viewport);
    await kept.emulateMedia({ colorScheme: "light", reducedMotion: "reduce", forcedColors: "none" });
    if (as) {
      const { cookies, origins } = await sessionOf(as, origin);
      await context.addCookies(cookies);
      await kept.evaluate(
        (stored) => {
          for (const { name, value } of stored) localStorage.setItem(name, value);
        },
        origins.flatMap(({ localStorage }) => localStorage),
      );
    }
    await use(context);
  },
  page: async ({ context }, use) => {
    const [page] = context.pages();
    if (!page) throw new Error("The page was closed.");
    await use(page);
  },
});
