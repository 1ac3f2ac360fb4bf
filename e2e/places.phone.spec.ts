import { expect, test } from "./harness.ts";
import { cardsOf, findQuestId, held } from "./quests-on-home.ts";
import { expectSeen } from "./seen.ts";

test("[QUEST-07][QUEST-08] a quest shows its description on the first screen, directions, and the copied link", async ({
  page,
}) => {
  await page.addInitScript(() => Reflect.deleteProperty(Navigator.prototype, "share"));
  await page.goto(`/quests/${await findQuestId(page, "Count the Stars")}`);
  await expectSeen(page.getByRole("heading", { name: "Description" }));
  await expectSeen(page.getByText(/^Between Orion's shoulders/));
  const way = page.getByRole("link", { name: /^Directions/ }).first();
  await expect(way).toHaveAttribute("href", /^https:\/\/www\.openstreetmap\.org\/directions\?to=-4\d\.\d+,17\d\.\d+$/);
  const share = page.getByRole("button", { name: "Share" });
  // At the lower edge of the window, where a phone has its toolbar.
  await share.evaluate((element) => element.scrollIntoView({ block: "end" }));
  await share.click();
  await expectSeen(
    page
      .getByText(/^(Link copied|Copy this link: )/)
      .locator("visible=true")
      .first(),
  );
});

test.describe("signed in", () => {
  test.use({ as: "alice" });

  test("[HOME-01][HOME-02][HOME-03][HOME-04][HOME-09][HOME-10][DATA-11] the user's quests come first and lead to their forms; card images are 215 by 130", async ({
    page,
  }) => {
    await page.goto("/");
    for (const region of ["Continue Your Quests", "Quests"]) {
      const cards = cardsOf(page, region);
      await expect(cards.first()).toBeVisible();
      for (const card of (await cards.all()).slice(0, 4)) {
        const image = card.locator("> div > :first-child > :first-child");
        expect(await image.boundingBox()).toMatchObject({ width: 215, height: 130 });
      }
    }
    await expect(page.getByText("Welcome back.")).toBeVisible();
    const all = cardsOf(page, "Continue Your Quests");
    await expect(all).toHaveCount(4);
    await expect(all.filter({ hasText: "completed" })).toHaveCount(1);
    await page.getByLabel("Hide completed quests").check();
    await expect(all).toHaveCount(3);
    const own = all.filter({ hasText: "Bark and Girth" });
    await expectSeen(own.getByText(/^\d+ of 20 trees$/));
    await expect(own.getByRole("meter", { name: "Trees" })).toHaveAttribute("max", "20");
    await own.getByRole("link", { name: /^Add data/ }).click();
    await expect(page).toHaveURL(/\/quests\/\d+\/data$/);
    await expect(page.getByRole("heading", { name: "Upload New Data Point" })).toBeVisible();

    await held(page, "**/api/adventurers/alice/quests*");
    await held(page, "**/api/adventurers/alice/quests/*");
    await page.reload();
    await expectSeen(page.getByRole("main").getByText("Loading...", { exact: true }));
    await page.goto("/");
    await expectSeen(
      page.getByRole("region", { name: "Continue Your Quests" }).getByText("Loading quests...", { exact: true }),
    );
  });

  test("[QUEST-03] Apply is offered where it can succeed, and the bar leaves room on a phone in landscape", async ({
    page,
  }) => {
    await page.goto(`/quests/${await findQuestId(page, "Worn Steps")}`);
    await expect(page.getByText("You can't join this quest: its deadline has passed.")).toBeVisible();
    await expectSeen(page.getByText("Deadline passed", { exact: true }).first());
    await expect(page.getByRole("button", { name: "Apply to Quest" })).toHaveCount(0);

    await page.setViewportSize({ width: 844, height: 390 });
    await page.goto(`/quests/${await findQuestId(page, "Count the Stars")}`);
    await expectSeen(page.getByRole("button", { name: "Apply to Quest" }));
    await expectSeen(page.getByRole("heading", { level: 1 }));
    const fixed = await page.evaluate(
      () =>
        [...document.querySelectorAll("main *")].filter((each) => getComputedStyle(each).position === "fixed").length,
    );
    expect(fixed, "nothing lies over the content").toBe(0);
  });
});
