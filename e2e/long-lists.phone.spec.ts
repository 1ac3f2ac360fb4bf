import type { Locator, Page } from "@playwright/test";
import { expect, expectAccessible, signIn, test } from "./harness.ts";
import { fillOutbox } from "./outbox.ts";
import { seedOwnPoints } from "./review-seed.ts";

const elementsMax = 5_000;
const elementsIn = (page: Page) => page.locator("*").count();

/** Extends a list with copies of its first row, in parts if the call is paged. */
async function lengthen(page: Page, path: string, count: number, rename: (row: never, number: number) => unknown) {
  await page.route(
    ({ pathname }) => pathname === `/api${path}`,
    async (route) => {
      const url = new URL(route.request().url());
      const real = await route.fetch({
        url: `${url.origin}${url.pathname}${url.pathname === "/api/quests" ? "?limit=1" : ""}`,
      });
      const [row] = (await real.json()) as never[];
      const from = Number(url.searchParams.get("after") ?? 0);
      const limit = Number(url.searchParams.get("limit") ?? count);
      const to = Math.min(count, from + limit);
      const json = Array.from({ length: to - from }, (_, index) => rename(row as never, from + index + 1));
      const headers = to < count ? { link: `<${url.pathname}?limit=${limit}&after=${to}>; rel="next"` } : {};
      await route.fulfill({ json, headers });
    },
  );
}

const isInSight = (element: Locator) =>
  element.evaluate((node) => {
    const { top, bottom } = node.getBoundingClientRect();
    return bottom > 0 && top < window.innerHeight;
  });

test("Home after many parts keeps few cards in the page, says each one's position, and keeps its place when you go back", async ({
  page,
}) => {
  await lengthen(page, "/quests", 144, (quest: object, number) => ({
    ...quest,
    id: number,
    quest_name: `Quest ${number}${" of the long ridge".repeat(number % 7)}`,
  }));
  await page.goto("/");
  const list = page.getByRole("region", { name: "Quests", exact: true }).getByRole("list").first();
  const more = page.getByRole("button", { name: "Show more" });
  for (let parts = 1; parts < 6; parts++) {
    await expect(page.getByText(new RegExp(`^${parts * 24}\\D`)).first()).toBeAttached();
    await more.press("Enter");
  }
  await expect(more).toHaveCount(0);
  await expect(async () => {
    await page.keyboard.press("End");
    await expect(list.locator("> li[aria-posinset='144'][aria-setsize='144']")).toBeInViewport({ timeout: 1_000 });
  }).toPass();
  expect(await elementsIn(page)).toBeLessThan(elementsMax);
  expect(await list.locator("> li").count()).toBeLessThan(60);
  await expectAccessible(page);

  // Only the keyboard is used: each card must be rendered before it gets focus.
  const last = list.locator("> li[aria-posinset='144']").getByRole("link").first();
  await last.focus();
  for (let back = 0; back < 40; back++) await page.keyboard.press("Shift+Tab");
  const reached = list.locator("> li:focus-within");
  const place = Number(await reached.getAttribute("aria-posinset"));
  expect(place).toBeGreaterThan(94);
  expect(place).toBeLessThan(139);
  expect(await isInSight(reached)).toBe(true);
  // Focus stays after scrolling away.
  await page.evaluate(() => window.scrollTo(0, 0));
  await expect(list.locator("> li[aria-posinset='1']")).toBeInViewport();
  expect(Number(await list.locator("> li:focus-within").getAttribute("aria-posinset"))).toBe(place);

  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight / 2));
  await expect(list.locator("> li[aria-posinset='1']")).not.toBeInViewport();
  const seen = await firstInSight(list);
  await list.locator(`> li[aria-posinset='${seen}']`).getByRole("link").first().press("Enter");
  await expect(list).toHaveCount(0);
  await page.goBack();
  await expect(list.locator(`> li[aria-posinset='${seen}']`)).toBeInViewport();
});

/** Position of the first item that is completely in the window. */
const firstInSight = (list: Locator) =>
  list.evaluate((node) => {
    const isWhole = (item: Element) => {
      const { top, bottom } = item.getBoundingClientRect();
      return top >= 200 && bottom <= window.innerHeight;
    };
    return [...node.children].find(isWhole)?.getAttribute("aria-posinset");
  });

test("contributions and the outbox keep few rows in the page, however many there are", async ({ page }) => {
  const questName = `Hundreds of girths ${Date.now()}`;
  // Other journeys that run beside this one measure a lot as the other accounts.
  await seedOwnPoints(questName, "tester", 150);
  await signIn(page, "tester");
  await page.goto("/contributions");
  const ofQuest = page.getByRole("list", { name: questName });
  await expect(ofQuest.getByRole("listitem")).toHaveCount(5);
  const rows = page.getByRole("main").locator("li[aria-posinset]");
  const more = page.getByRole("button", { name: "Show more" });
  for (let parts = 1; parts < 4; parts++) {
    await expect(more).toBeEnabled();
    const came = page.waitForResponse(/contributions\?.*after=/);
    await more.press("Enter");
    await came;
  }
  await expect(rows.first()).toBeAttached();
  await expect.poll(() => rows.count()).toBeLessThan(60);
  await expect(async () => {
    // The list gets longer once the last part is rendered.
    await ofQuest.evaluate((list) => list.scrollIntoView({ block: "end" }));
    await expect(ofQuest.locator("li[aria-posinset='150']")).toBeAttached({ timeout: 1_000 });
  }).toPass();

  await page.goto("/outbox");
  await fillOutbox(page, "tester", "Blue Ridge", Array(110).fill({ state: "waiting" }));
  await expect(page.getByRole("heading", { name: /110$/ })).toBeVisible();
  await expect.poll(() => rows.count()).toBeLessThan(40);
  expect(await elementsIn(page)).toBeLessThan(elementsMax);
  const discard = rows.filter({ visible: true }).getByRole("button").last();
  await discard.focus();
  const place = Number(await page.locator("li:focus-within").getAttribute("aria-posinset"));
  for (let step = 0; step < 30; step++) {
    // Waits for the rows of this step; people press keys more slowly than this.
    await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
    await page.keyboard.press("Tab");
  }
  expect(Number(await page.locator("li:focus-within").getAttribute("aria-posinset"))).toBeGreaterThan(place + 5);
  await expectAccessible(page);
});

test.describe("for administrators", () => {
  test.use({ as: "admin" });

  test("a long table keeps few rows in the page, numbered, with columns of constant width", async ({ page }) => {
    await lengthen(page, "/organizations", 600, (organization: object, number) => ({
      ...organization,
      id: number,
      organization_name: `Institute ${number}${" of forests".repeat(number % 9)}`,
    }));
    await page.goto("/admin_dashboard/settings");
    const table = page.getByRole("table", { name: "Organizations" });
    await expect(table).toHaveAttribute("aria-rowcount", "601");
    await expect(table.getByRole("rowheader", { name: /^Institute 1 / })).toBeVisible();
    await expect.poll(() => elementsIn(page)).toBeLessThan(elementsMax);
    const widths = () =>
      table
        .getByRole("columnheader")
        .evaluateAll((all) => all.map((each) => Math.round(each.getBoundingClientRect().width)));
    const before = await widths();
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight / 2));
    await expect(table.getByRole("rowheader", { name: /^Institute 1 / })).toHaveCount(0);
    expect(await widths()).toEqual(before);
    expect(await elementsIn(page)).toBeLessThan(elementsMax);
    await expectAccessible(page);

    const edit = table.getByRole("row").filter({ visible: true }).getByRole("button", { name: /^Edit/ }).nth(8);
    await edit.focus();
    const start = Number(await table.locator("tr:focus-within").getAttribute("aria-rowindex"));
    for (let row = 0; row < 30; row++) await page.keyboard.press("Tab");
    expect(Number(await table.locator("tr:focus-within").getAttribute("aria-rowindex"))).toBe(start + 10);
    await page.keyboard.press("Enter");
    await expect(page.getByRole("dialog")).toBeVisible();
    await page.keyboard.press("Escape");
    expect(Number(await table.locator("tr:focus-within").getAttribute("aria-rowindex"))).toBe(start + 10);
  });
});
