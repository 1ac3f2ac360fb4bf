import { expect, type Page } from "@playwright/test";

/** Waits until the service worker has cached the app and controls this page. */
export async function appIsKept(page: Page): Promise<void> {
  await expect
    .poll(() => page.evaluate(() => navigator.serviceWorker.controller?.state), { timeout: 30_000 })
    .toBe("activated");
}
