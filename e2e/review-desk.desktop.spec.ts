import type { Page } from "@playwright/test";
import { demoPassword } from "./cairn-server.ts";
import {
  type DemoUser,
  expect,
  expectAccessible,
  makeNewcomer,
  openAccountMenu,
  openDesk,
  signIn,
  signUp,
  test,
} from "./harness.ts";
import { countDecisions, makeAdmin, seedWaiting } from "./review-seed.ts";

const pendingTable = (page: Page) => page.getByRole("table", { name: "Pending Review" });
const overview = (page: Page) => page.getByRole("region", { name: /^Sample Overview - ID / });
const shownId = async (page: Page) => /samples\/([0-9a-f-]{36})/.exec(page.url())?.[1];

test.describe("one reviewer", () => {
  test.use({ as: "admin" });

  test("decides 500 samples by keys in one sitting, and each as it was shown", async ({ page }) => {
    // A minute on a machine of its own.
    test.setTimeout(360_000);
    const count = 500;
    const { questId } = await seedWaiting(`Five hundred girths ${Date.now()}`, count);
    await page.goto(`/admin_dashboard/samples?quest=${questId}`);
    await expect(page.getByRole("link", { name: `Pending ${count}` })).toBeVisible();
    await page.keyboard.press("j");

    // As fast as the screen shows the next one, in the page itself: what is pressed too early decides nothing.
    const decided = await page.evaluate(
      async ({ count }) => {
        const titleOf = () => document.getElementById("sample-title")?.textContent ?? undefined;
        const seen = new Set<string>();
        const press = (key: string) =>
          document.body.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
        const startedMs = performance.now();
        let rowsOutOfSight = 0;
        while (seen.size < count && performance.now() - startedMs < 300_000) {
          const title = titleOf();
          if (title === undefined || seen.has(title)) {
            await new Promise((resolve) => setTimeout(resolve, 5));
            continue;
          }
          seen.add(title);
          if (seen.size % 50 === 0) {
            await new Promise((resolve) => setTimeout(resolve, 100));
            const row = document.querySelector("[aria-current=true][id^=sample-]")?.getBoundingClientRect();
            if (!row || row.top < 0 || row.bottom > window.innerHeight) rowsOutOfSight++;
          }
          press("a");
        }
        return { seen: seen.size, rowsOutOfSight };
      },
      { count },
    );
    expect(decided).toEqual({ seen: count, rowsOutOfSight: 0 });
    await expect(page.getByText("Nothing waits for review.")).toBeVisible();
    await expect(page.getByRole("link", { name: `Accepted ${count}` })).toBeVisible();
    await expect.poll(() => countDecisions(questId)).toEqual({ "admin accepted": count });

    await page.keyboard.press("u");
    await expect(overview(page)).toContainText("Waiting for review");
    await expect.poll(() => countDecisions(questId)).toEqual({ "admin accepted": count - 1 });
  });

  test("decides on many at once, and takes all of it back", async ({ page }) => {
    const { questId } = await seedWaiting(`Forty girths ${Date.now()}`, 40);
    await page.goto(`/admin_dashboard/samples?quest=${questId}`);
    await page
      .getByRole("checkbox", { name: /^Select / })
      .first()
      .check();
    await page
      .getByRole("checkbox", { name: /^Select / })
      .nth(29)
      .click({ modifiers: ["Shift"] });
    await expect(page.getByText("30 selected")).toBeVisible();
    await page.keyboard.press("d");
    await page.getByLabel("Why is it denied?").fill("Not a tree.");
    await expectAccessible(page);
    await page.getByRole("button", { name: "Deny 30 samples" }).click();
    await expect(pendingTable(page).getByRole("row")).toHaveCount(11);
    expect(await countDecisions(questId)).toEqual({ "admin denied": 30 });
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(pendingTable(page).getByRole("row")).toHaveCount(41);
    expect(await countDecisions(questId)).toEqual({});
  });
});

test("two reviewers at once see each other's samples and decisions, and overwrite nothing they have not seen", async ({
  browser,
}) => {
  const { questId } = await seedWaiting(`Girths for two ${Date.now()}`, 6);
  const newcomer = { ...makeNewcomer(), password: demoPassword };
  const start = await openDesk(browser);
  await start.page.goto("/");
  await openAccountMenu(start.page);
  await start.page
    .getByRole("button", { name: "Sign Up" })
    .or(start.page.getByRole("link", { name: "Sign Up" }))
    .click();
  await signUp(start.page, newcomer);
  await makeAdmin(newcomer.username);
  await start.context.close();

  const [one, two] = [await openDesk(browser), await openDesk(browser)];
  await signIn(one.page, "admin");
  await signIn(two.page, newcomer.username as DemoUser);
  const address = `/admin_dashboard/samples?quest=${questId}`;
  await one.page.goto(address);
  await pendingTable(one.page).getByRole("link", { name: "Click For Info" }).first().click();
  await expect(overview(one.page)).toBeVisible();
  const id = await shownId(one.page);
  if (!id) throw new Error("no sample is open");

  await test.step("what one has open is marked for the other, whose J passes it by", async () => {
    await expect(async () => {
      await two.page.goto(address);
      await expect(pendingTable(two.page).getByText("admin has it open").first()).toBeVisible({ timeout: 2_000 });
    }).toPass();
    await two.page.keyboard.press("j");
    await expect(overview(two.page)).toBeVisible();
    expect(await shownId(two.page)).not.toBe(id);
  });

  await test.step("the other opens it all the same and decides first: the one is told who and what", async () => {
    await two.page.goto(`/admin_dashboard/samples/${id}?quest=${questId}`);
    await two.page.getByRole("button", { name: /^Deny/ }).click();
    await two.page.getByLabel("Why is it denied?").fill("Dark.");
    const saved = two.page.waitForResponse((response) => response.url().endsWith("/review"));
    await two.page.getByRole("button", { name: "Deny sample" }).click();
    expect((await saved).status()).toBe(200);

    const refused = one.page.waitForResponse((response) => response.url().endsWith("/review"));
    await one.page.keyboard.press("a");
    expect((await refused).status()).toBe(409);
    const alert = one.page.getByRole("alert").filter({ hasText: "The decision was not saved." });
    await expect(alert).toContainText(newcomer.username);
    await expect(alert).toContainText(/denied/i);
    await expectAccessible(one.page);
    await alert.getByRole("link", { name: "Open it" }).click();
    await expect(overview(one.page)).toContainText("Denied");
    expect(await countDecisions(questId)).toEqual({ [`${newcomer.username} denied`]: 1 });
  });

  await test.step("what the other decides leaves the list of the one by itself", async () => {
    await one.page.goto(address);
    const rows = pendingTable(one.page).getByRole("row");
    await expect(rows).toHaveCount(6);
    await two.page.goto(address);
    await two.page
      .getByRole("checkbox", { name: /^Select / })
      .last()
      .check();
    await two.page
      .getByRole("region", { name: "Decide on the selection" })
      .getByRole("button", { name: "Accept" })
      .click();
    await expect(pendingTable(two.page).getByRole("row")).toHaveCount(5);
    await expect(rows).toHaveCount(5, { timeout: 25_000 });
  });
  await one.context.close();
  await two.context.close();
});
