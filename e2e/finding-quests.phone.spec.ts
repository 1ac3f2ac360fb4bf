import { expect, test } from "./harness.ts";
import { cardsOf, findQuestId, held } from "./quests-on-home.ts";
import { expectSeen } from "./seen.ts";

test("[HOME-13][HOME-14] search and filter are in the address, and the back button undoes them", async ({ page }) => {
  await page.goto("/");
  const cards = page.getByRole("region", { name: "Quests" }).getByRole("article");
  const tree = cards.filter({ hasText: "Bark and Girth" });
  await expect(tree).toBeVisible();
  await page.getByRole("button", { name: "Water", exact: true }).click();
  await expect(tree).toHaveCount(0);
  await expect(page.getByText(/^\d+ closed quests?$/)).toBeVisible();
  await expect(cards.filter({ hasText: "Mekong" })).toHaveCount(0);
  await expect(page).toHaveURL(/type=WATER/);
  await page.getByRole("searchbox").fill("cần tho");
  await expect(cards).toHaveCount(1);
  await expect(cards).toContainText("Mekong");
  const water = page.getByRole("button", { name: "Water", exact: true });
  // The search is an entry of the history, and the filter before it is another.
  for (const pressed of ["true", "false"]) {
    await page.goBack();
    await expect(page.getByRole("searchbox")).toHaveValue("");
    await expect(water).toHaveAttribute("aria-pressed", pressed);
  }
  await expect(tree).toBeVisible();

  await page.getByRole("searchbox").fill("no such thing");
  await expect(cards).toHaveCount(0);
  await page
    .getByRole("button", { name: /clear|all quests/i })
    .last()
    .click();
  await expect(cards).not.toHaveCount(0);
});

test("[HOME-10][QUEST-13] loading states say what is loading", async ({ page }) => {
  await held(page, "**/api/quests?*");
  await page.goto("/");
  const list = page
    .getByRole("region", { name: "Quests", exact: true })
    .getByText("Loading quests...", { exact: true });
  await list.scrollIntoViewIfNeeded();
  await expectSeen(list);
  const id = await findQuestId(page, "Blue Ridge");
  await held(page, /\/api\/quests\/\d+$/);
  await page.goto(`/quests/${id}`);
  await expectSeen(page.getByRole("main").getByText("Loading...", { exact: true }));
});

test("[HOME-13] on a phone the search goes to the top, its result lies above the keyboard, and Back brings back the page as it was", async ({
  page,
}) => {
  // What the keyboard leaves of the window.
  await page.setViewportSize({ width: 390, height: 500 });
  await page.goto("/");
  const cards = cardsOf(page, "Quests");
  await expect(cards.nth(3)).toBeVisible();
  await page.evaluate(() => window.scrollTo(0, 600));
  const box = page.getByRole("searchbox");
  const leave = page.getByRole("button", { name: "Leave search" });
  for (const step of ["back", "button", "keys"] as const) {
    await box.tap();
    await expect(page.getByText("High Stakes Data Collection")).toBeHidden();
    await box.fill("bohinj");
    await expect(cards).toHaveCount(1);
    await expect(page).toHaveURL(/q=bohinj/);
    const { y = 0, height = 0 } = (await cards.boundingBox()) ?? {};
    expect([y > 0, y + height <= 500]).toEqual([true, true]);
    if (step === "back") await page.goBack();
    else if (step === "button") await leave.tap();
    else {
      await box.press("Escape");
      await expect(box).toHaveValue("");
      await box.press("Escape");
    }
    await expect(leave).toHaveCount(0);
    await expect(box).toHaveValue("");
    await expect(page).toHaveURL(/\/$/);
    await expect(cards.nth(3)).toBeVisible();
    expect(await page.evaluate(() => window.scrollY)).toBe(600);
  }
});

test("[HOME-17] quests that can be joined come first, and the others are folded and say why not", async ({ page }) => {
  await page.goto("/");
  const cards = cardsOf(page, "Quests");
  await expect(cards.first()).toBeVisible();
  // Other tests' quests come before those that can't be joined.
  const more = page.getByRole("button", { name: "Show more quests" });
  const fold = page.getByText(/^\d+\+? closed quests?$/);
  while ((await fold.count()) === 0) {
    const shown = await cards.count();
    await more.click();
    await expect.poll(() => cards.count()).toBeGreaterThan(shown);
  }
  await expect(page.getByText("Deadline passed").first()).toBeHidden();
  await fold.click();
  const closed = (await cards.allInnerTexts()).map((text) => /\n(Closed|Deadline passed|Full)\n/.exec(text)?.[1]);
  const firstClosed = closed.findIndex((words) => words !== undefined);
  expect(firstClosed).toBeGreaterThan(0);
  expect(closed.slice(firstClosed)).not.toContain(undefined);
  expect(closed).toContain("Deadline passed");
  const pill = cards.nth(firstClosed).getByText(/^(Closed|Deadline passed|Full)$/);
  await pill.scrollIntoViewIfNeeded();
  await expectSeen(pill);
  await page.evaluate(() => window.scrollTo(0, 0));
  await expectSeen(page.getByRole("combobox", { name: "Status" }));

  await cards.filter({ hasText: "Deadline passed" }).first().getByRole("link").first().click();
  const reason = page.getByText("You can't join this quest: its deadline has passed.");
  await reason.scrollIntoViewIfNeeded();
  await expectSeen(reason);
  await expect(page.getByText(/\d+ of \d+ spots left/)).toHaveCount(0);
});

test('"Near me" asks for the position only when pressed, says what to do without permission, sorts, and shows distances; where it is allowed, the nearest come first by themselves', async ({
  page,
  context,
}) => {
  await context.clearPermissions();
  await page.addInitScript(() => {
    const asked = { times: 0 };
    Object.assign(window, { asked });
    const { getCurrentPosition } = Geolocation.prototype;
    Geolocation.prototype.getCurrentPosition = function (...parameters) {
      asked.times++;
      return getCurrentPosition.apply(this, parameters);
    };
  });
  const addresses: string[] = [];
  page.on("request", (request) => addresses.push(request.url()));
  await page.goto("/");
  const cards = cardsOf(page, "Quests");
  await expect(cards.first()).toBeVisible();
  const askedTimes = () => page.evaluate(() => (window as unknown as { asked: { times: number } }).asked.times);
  expect(await askedTimes()).toBe(0);
  const nearMe = page.getByRole("button", { name: "Near me" });
  await nearMe.click();
  await expectSeen(
    page.getByText("Location access is blocked. Allow it in your browser's settings, then press “Near me” again."),
  );
  await context.grantPermissions(["geolocation"]);
  await nearMe.click();
  await expect(nearMe).toHaveAttribute("aria-pressed", "true");
  await expect(cards.first()).toContainText("Bark and Girth of the Blue Ridge");
  await expect(cards.first()).toContainText("70 m away");
  await expect(cards.nth(1)).toContainText(/[\d,]+ km away/);
  expect(await askedTimes()).toBe(2);
  const told = addresses.filter((address) => /38\.5|78\.4/.test(decodeURIComponent(address)));
  expect(told.map((address) => new URL(address).searchParams.get("near"))).toEqual(["38.518,-78.437"]);
  await cards.nth(1).getByRole("link").first().click();
  await expect(page.getByRole("heading", { name: "Overview" })).toBeVisible();
  await page.goBack();
  await expect(cards.first()).toContainText("70 m away");
  await nearMe.click();
  await expect(cards.first()).not.toContainText("away");
  await page.reload();
  await expect(cards.first()).toContainText("70 m away");
  await expect(nearMe).toHaveAttribute("aria-pressed", "true");
});
