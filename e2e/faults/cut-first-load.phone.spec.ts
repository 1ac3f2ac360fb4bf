import type { Page } from "@playwright/test";
import { expect, signIn, test } from "../harness.ts";

/** Cuts off the first `times` matching responses and counts the requests for them. */
async function cutOff(page: Page, isMeant: RegExp, times: number) {
  const asked = { times: 0 };
  await page.route(isMeant, async (route) => {
    asked.times += 1;
    if (asked.times <= times) await route.abort("connectionreset");
    else await route.continue();
  });
  return asked;
}

const questList = (page: Page) => page.getByRole("article").first();

for (const [what, isMeant] of [
  ["script", /\/assets\/index-[^/]+\.js$/],
  ["script that another one needs", /\/assets\/libraries-[^/]+\.js$/],
] as const) {
  test(`a ${what} that was cut off is requested again, and the page says so meanwhile`, async ({ page }) => {
    const asked = await cutOff(page, isMeant, 2);
    await page.goto("/");
    const late = page.getByText("The connection dropped while Cairn was loading. Retrying…");
    await expect(late).toBeVisible();
    await expect(late.getByRole("link", { name: "Try again" })).toBeVisible();
    await expect(questList(page)).toBeVisible();
    await expect(late).toBeHidden();
    expect(asked.times).toBe(3);
  });
}

test("a style sheet, a page's own script, the outbox's sender and a menu that were cut off are requested again", async ({
  page,
}) => {
  await cutOff(page, /\/assets\/index-[^/]+\.css$/, 2);
  const ofPage = await cutOff(page, /\/assets\/quest-detail-page-[^/]+\.js$/, 2);
  const sender = await cutOff(page, /\/assets\/while-signed-in-[^/]+\.js$/, 2);
  // Asked for by header and footer. A page gives up after three times; they never do.
  const menu = await cutOff(page, /\/assets\/language-menu-[^/]+\.js$/, 6);
  await signIn(page, "bob");
  await page.goto("/");
  await expect(questList(page)).toBeVisible();
  const missing = page.getByText("Part of this page hasn't loaded yet. Still trying…");
  const isTold = expect(missing).toBeVisible({ timeout: 30_000 });
  await expect(page.getByRole("banner")).not.toHaveCSS("background-color", "rgba(0, 0, 0, 0)");
  await expect.poll(() => sender.times, { timeout: 30_000 }).toBe(3);
  await questList(page).getByRole("link").first().click();
  await expect.poll(() => ofPage.times).toBe(3);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await isTold;
  await expect.poll(() => menu.times, { timeout: 30_000 }).toBeGreaterThan(6);
  await expect(missing).toBeHidden();
  await expect(page.getByRole("contentinfo").getByRole("combobox", { name: "Language" })).toBeVisible();
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
});
