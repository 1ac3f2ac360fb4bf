import type { Page } from "@playwright/test";
import type { Evidence, SampleRow } from "../src/contract/samples.ts";
import { createAccount, expect, openDesk, signIn, test } from "./harness.ts";
import { countDecisions, makeAdmin, seedWaiting } from "./review-seed.ts";
import { changeSample } from "./sample-states.ts";
import { expectSeen } from "./seen.ts";

const pendingTable = (page: Page) => page.getByRole("table", { name: "Pending Review" });
const overview = (page: Page) => page.getByRole("region", { name: /^Sample Overview - ID / });
const shownId = async (page: Page) => /samples\/([0-9a-f-]{36})/.exec(page.url())?.[1];

test.describe("one reviewer", () => {
  test.use({ as: "admin" });

  test("decides on many at once, undoes it, and decides each by keys as it was shown", async ({ page }) => {
    // More than fit in the window.
    const count = 12;
    const { questId } = await seedWaiting(`Many girths ${Date.now()}`, count);
    await page.goto(`/admin_dashboard/samples?quest=${questId}`);
    await expect(page.getByRole("link", { name: `Pending ${count}` })).toBeVisible();

    await test.step("many at once, and all of it is undone", async () => {
      const boxes = page.getByRole("checkbox", { name: /^Select / });
      await boxes.first().check();
      await boxes.nth(4).click({ modifiers: ["Shift"] });
      await expect(page.getByText("5 selected")).toBeVisible();
      await page.keyboard.press("d");
      await page.getByLabel("Why deny it?").fill("Not a tree.");
      await page.getByRole("button", { name: "Deny 5 samples" }).click();
      await expect(pendingTable(page).getByRole("row")).toHaveCount(1 + count - 5);
      expect(await countDecisions(questId)).toEqual({ "admin denied": 5 });
      await page.getByRole("button", { name: "Undo" }).click();
      await expect(pendingTable(page).getByRole("row")).toHaveCount(1 + count);
      expect(await countDecisions(questId)).toEqual({});
    });

    await test.step("the list follows the sample that keys open", async () => {
      // Runs in the page: whose row is the open sample's, and which of these rows aren't whole in the list's frame.
      const look = (wanted: number[]) =>
        page.evaluate((wanted) => {
          const rows = [...document.querySelectorAll("[id^=sample-]:not(#sample-title)")];
          const isSeen = (row: Element | undefined) => {
            const { left, top, bottom } = row?.getBoundingClientRect() ?? new DOMRect();
            return [top + 2, bottom - 2].every((y) => row?.contains(document.elementFromPoint(left + 20, y)));
          };
          const open = rows.findIndex((row) => row.ariaCurrent === "true");
          return { open, unseen: wanted.filter((index) => !isSeen(rows[index])) };
        }, wanted);
      const indices = Array.from({ length: count }, (_, index) => index);
      const down = indices.map((index) => ["j", index] as const);
      const up = indices.slice(0, -1).map((index) => ["k", index] as const);
      for (const [key, index] of [...down, ...up.reverse()]) {
        await page.keyboard.press(key);
        const isAmongOthers = index > 2 && index < count - 4;
        const wanted = isAmongOthers ? [index - 1, index, index + 1] : [index];
        await expect.poll(() => look(wanted)).toEqual({ open: index, unseen: [] });
      }
    });

    await test.step("each by keys", async () => {
      // Runs in the page, as fast as it shows the next sample; a key pressed too early decides nothing.
      const decided = await page.evaluate(
        async ({ count }) => {
          const titleOf = () => document.getElementById("sample-title")?.textContent ?? undefined;
          const seen = new Set<string>();
          while (seen.size < count) {
            const title = titleOf();
            if (title === undefined || seen.has(title)) {
              await new Promise((resolve) => setTimeout(resolve, 5));
              continue;
            }
            seen.add(title);
            document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "a", bubbles: true }));
          }
          return seen.size;
        },
        { count },
      );
      expect(decided).toBe(count);
      await expect(page.getByText("Nothing waiting for review.")).toBeVisible();
      await expect(page.getByRole("link", { name: `Accepted ${count}` })).toBeVisible();
      await expect.poll(() => countDecisions(questId)).toEqual({ "admin accepted": count });

      await page.keyboard.press("u");
      await expect(overview(page)).toContainText("Waiting for review");
      await expect.poll(() => countDecisions(questId)).toEqual({ "admin accepted": count - 1 });
    });
  });
});

const tooClose: Evidence = {
  code: "too_close",
  weight: 4,
  sentence: "It is 3 m from data point 0b1c2d3e of another volunteer; the quest asks for 9 m between them.",
};

const viewports = [
  { width: 1024, height: 768 },
  { width: 1440, height: 900 },
];

async function showTenRows(page: Page): Promise<void> {
  await page.route(/\/api\/admin\/samples\?/, async (route) => {
    const [row] = (await (await route.fetch()).json()) as SampleRow[];
    if (!row) throw new Error("no sample waits");
    const rows = Array.from({ length: 10 }, (_, index) => ({
      ...row,
      id: index === 0 ? row.id : `0b0e7c1e-9f5e-4b57-8d3e-0b2f6f3a9a${10 + index}`,
      coordinates: "51.507350912345678,-0.127758312345678",
      evidence: [tooClose, { ...tooClose, code: "blurred" }],
    }));
    await route.fulfill({ json: rows });
  });
}

/** Where the decision buttons stand, which are completely in the window. */
async function buttonTops(page: Page, windowHeight: number): Promise<number[]> {
  const tops = [];
  for (const name of [/^Accept/, /^Deny/, /^Request Change/]) {
    const box = await overview(page).getByRole("button", { name }).boundingBox();
    if (!box) throw new Error(`${name} has no box`);
    expect(box.y).toBeGreaterThanOrEqual(0);
    expect(box.y + box.height).toBeLessThanOrEqual(windowHeight);
    tops.push(Math.round(box.y));
  }
  return tops;
}

test.describe("at the desk", () => {
  test.use({ as: "admin" });

  test("many rows are visible while filters are open, and the decision buttons stay in place", async ({ page }) => {
    await showTenRows(page);
    let findings = 0;
    await changeSample(page, () => ({ evidence: Array<Evidence>(findings).fill(tooClose), score: 4 * findings }));
    await page.goto("/admin_dashboard/samples");
    const rows = pendingTable(page)
      .getByRole("row")
      .filter({ has: page.getByRole("link", { name: "Click For Info" }) });
    await expect(rows).toHaveCount(10);
    // The text as it is drawn: spaces are elements of their own.
    await expect(page.getByRole("link", { name: /^Accepted/ })).toHaveText(/^Accepted \d/, { useInnerText: true });
    const bottoms = () => rows.evaluateAll((all) => all.map((row) => row.getBoundingClientRect().bottom));
    const inSight = async () =>
      (await bottoms()).filter((bottom) => bottom <= (page.viewportSize()?.height ?? 0)).length;

    for (const viewport of viewports) {
      await page.setViewportSize(viewport);
      const least = viewport.height >= 900 ? 6 : 3;
      await expect.poll(inSight).toBeGreaterThanOrEqual(least);
      await rows.first().getByRole("link", { name: "Click For Info" }).click();
      await expect(overview(page)).toBeVisible();
      await expect(rows.first()).toContainText("51.50735, -0.12776");
      expect(await inSight()).toBeGreaterThanOrEqual(least);

      const before = await bottoms();
      const filtersButton = page.getByRole("button", { name: /^Filters/ });
      await filtersButton.click();
      const filters = page.getByRole("group", { name: "Filters" });
      await expectSeen(filters.getByLabel("Volunteer"));
      expect(await bottoms()).toEqual(before);
      for (const row of (await rows.all()).slice(0, least)) {
        await expectSeen(row.getByRole("link", { name: "Click For Info" }));
      }
      await filtersButton.click();
      await expect(filters).toBeHidden();
      await page.getByRole("link", { name: /^Pending/ }).click();
      await expect(overview(page)).toBeHidden();
    }

    await rows.first().getByRole("link", { name: "Click For Info" }).click();
    const places = new Map(viewports.map((viewport) => [viewport, new Set<string>()]));
    for (findings of [0, 8]) {
      if (findings > 0) await page.reload();
      await expect(overview(page).getByText("3 m from data point")).toHaveCount(findings);
      for (const viewport of viewports) {
        await page.setViewportSize(viewport);
        places.get(viewport)?.add((await buttonTops(page, viewport.height)).join());
      }
    }
    for (const [{ width }, tops] of places) expect(tops.size, `${width}: ${[...tops].join(" and ")}`).toBe(1);
  });
});

test("two reviewers see each other's samples and decisions, and overwrite nothing they haven't seen", async ({
  browser,
}) => {
  const { questId } = await seedWaiting(`Girths for two ${Date.now()}`, 6);
  const newcomer = await createAccount();
  await makeAdmin(newcomer);

  const [one, two] = [await openDesk(browser), await openDesk(browser)];
  await signIn(one.page, "admin");
  await signIn(two.page, newcomer);
  const address = `/admin_dashboard/samples?quest=${questId}`;
  await one.page.clock.install();
  await one.page.goto(address);
  await pendingTable(one.page).getByRole("link", { name: "Click For Info" }).first().click();
  await expect(overview(one.page)).toBeVisible();
  const id = await shownId(one.page);
  if (!id) throw new Error("no sample is open");

  await test.step("what one has open is marked for the other, whose J passes it by", async () => {
    await expect(async () => {
      await two.page.goto(address);
      await expect(pendingTable(two.page).getByText("Open by admin").first()).toBeVisible({ timeout: 2_000 });
    }).toPass();
    await two.page.keyboard.press("j");
    await expect(overview(two.page)).toBeVisible();
    expect(await shownId(two.page)).not.toBe(id);
  });

  await test.step("the other opens it all the same and decides first: the one is told who and what", async () => {
    await pendingTable(two.page).locator(`a[href*="${id}"]`).first().click();
    await expect.poll(() => shownId(two.page)).toBe(id);
    await two.page.getByRole("button", { name: /^Deny/ }).click();
    await two.page.getByLabel("Why deny it?").fill("Dark.");
    const saved = two.page.waitForResponse((response) => response.url().endsWith("/review"));
    await two.page.getByRole("button", { name: "Deny sample" }).click();
    expect((await saved).status()).toBe(200);

    const refused = one.page.waitForResponse((response) => response.url().endsWith("/review"));
    await one.page.keyboard.press("a");
    expect((await refused).status()).toBe(409);
    const alert = one.page.getByRole("alert").filter({ hasText: "The decision wasn't saved." });
    await expect(alert).toContainText(newcomer);
    await expect(alert).toContainText(/denied/i);
    await alert.getByRole("link", { name: "Open" }).click();
    await expect(overview(one.page)).toContainText("Denied");
    expect(await countDecisions(questId)).toEqual({ [`${newcomer} denied`]: 1 });
  });

  await test.step("what the other decides leaves the list of the one by itself", async () => {
    await one.page.getByRole("link", { name: /^Pending/ }).click();
    const rows = pendingTable(one.page).getByRole("row");
    await expect(rows).toHaveCount(6);
    await two.page
      .getByRole("checkbox", { name: /^Select / })
      .last()
      .check();
    await two.page.getByRole("region", { name: "Decide on selection" }).getByRole("button", { name: "Accept" }).click();
    await expect(pendingTable(two.page).getByRole("row")).toHaveCount(5);
    await one.page.clock.fastForward(15_000);
    await expect(rows).toHaveCount(5);
  });
  await one.context.close();
  await two.context.close();
});
