import type { Locator, Page } from "@playwright/test";
import { expect, test } from "./harness.ts";
import { expectSeen } from "./seen.ts";

const boxOf = async (locator: Locator) => {
  const box = await locator.boundingBox();
  if (!box) throw new Error(`${locator} has no box`);
  return box;
};

async function openMap(page: Page): Promise<Locator> {
  await page.getByRole("searchbox").waitFor();
  const mapSwitch = page.getByRole("button", { name: "Map", exact: true });
  if (await mapSwitch.isVisible()) await mapSwitch.click();
  const map = page.getByRole("region", { name: "Map of quests" });
  await map.scrollIntoViewIfNeeded();
  return map;
}

/** Waits until an element stays in place for some frames; returns its position. */
async function restOf(locator: Locator) {
  let last = "";
  await expect
    .poll(async () => {
      // While it is redrawn, it is briefly missing.
      const now = await boxOf(locator).then(JSON.stringify, () => "");
      const isAtRest = now !== "" && now === last;
      last = now;
      return isAtRest;
    })
    .toBe(true);
  return boxOf(locator);
}

/** The visible part of the map. */
async function sightOf(map: Locator) {
  const { y, height } = await boxOf(map);
  const windowHeight = await map.evaluate(() => window.innerHeight);
  return { top: Math.max(0, y), bottom: Math.min(windowHeight, y + height) };
}

test("[ROUTE-01][HOME-15][HOME-16] a cluster opens to all its quests, a popup is fully visible, and Back restores all", async ({
  page,
}, { project }) => {
  await page.goto("/?status=ACCEPTING_APPLICATIONS");
  await expect(page.getByRole("heading", { name: "Find a Quest", level: 1 })).toBeVisible();
  await expect(page.getByText("High Stakes Data Collection")).toBeVisible();
  await expect(page.getByRole("article").first()).toBeVisible();
  const map = await openMap(page);
  const cluster = map.getByRole("button", { name: /quests here/ }).first();
  const count = Number(await cluster.innerText());
  await cluster.click();
  const markers = map.locator("button[aria-expanded]");
  const { top, bottom } = await sightOf(map);
  const { x: left, width } = await boxOf(map);
  // Markers change while the map moves, so all are measured together until it rests.
  const clusters = map.getByRole("button", { name: /quests here/ });
  const countInSight = async () => {
    const boxesOf = (found: Locator) =>
      found.evaluateAll((buttons) =>
        buttons.map((button) => ({
          quests: Number(button.textContent) || 1,
          ...button.getBoundingClientRect().toJSON(),
        })),
      );
    const boxes = [...(await boxesOf(markers)), ...(await boxesOf(clusters))];
    return boxes
      .filter((box) => box.top >= top && box.bottom <= bottom && box.left >= left && box.right <= left + width)
      .reduce((sum, { quests }) => sum + quests, 0);
  };
  await expect.poll(countInSight).toBeGreaterThanOrEqual(count);

  await restOf(markers.first());
  // The lowest has the least space below it.
  const heights = await Promise.all((await markers.all()).map(async (marker) => (await boxOf(marker)).y));
  const marker = markers.nth(heights.indexOf(Math.max(...heights)));
  const name = ((await marker.getAttribute("aria-label")) ?? "").replace(/, [^,]*$/, "");
  await marker.click();
  const popup = map.getByRole("region", { name });
  await expect(popup.getByText(/^(Due |Deadline: )/)).toBeVisible();
  const box = await restOf(popup);
  const sight = await sightOf(map);
  const mapBox = await boxOf(map);
  expect(box.y).toBeGreaterThanOrEqual(sight.top);
  expect(box.y + box.height).toBeLessThanOrEqual(sight.bottom);
  expect(box.x).toBeGreaterThanOrEqual(mapBox.x);
  expect(box.x + box.width).toBeLessThanOrEqual(mapBox.x + mapBox.width);
  await expectSeen(popup.getByRole("link", { name: /more detail/ }));
  await expectSeen(popup.getByRole("heading", { name }));

  const scrolledTo = await page.evaluate(() => window.scrollY);
  await popup.getByRole("link", { name: /more detail/ }).click();
  await expect(page.getByRole("heading", { name, level: 1 })).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL(/\?status=ACCEPTING_APPLICATIONS$/);
  const again = await restOf(page.getByRole("region", { name: "Map of quests" }).getByRole("region", { name }));
  expect(Math.abs(again.x - box.x) + Math.abs(again.y - box.y)).toBeLessThan(3);
  expect(Math.abs((await page.evaluate(() => window.scrollY)) - scrolledTo)).toBeLessThan(3);
  if (project.name === "phone")
    await expect(page.getByRole("button", { name: "Map", exact: true })).toHaveAttribute("aria-pressed", "true");
});

test("[CONST-03] two taps within 300 ms zoom in by one level around them, and a slower pair does not", async ({
  page,
}, { project }) => {
  test.skip(project.name !== "phone", "fingers are of a phone");
  // Simulates a browser that sends no click for the second tap.
  await page.addInitScript(() => {
    const silence = (event: Event) => event.stopImmediatePropagation();
    for (const type of ["mousedown", "mouseup", "click"]) {
      window.addEventListener(type, (event) => (event.target as Element).closest("[data-map]") && silence(event), true);
    }
  });
  await page.goto("/");
  const map = await openMap(page);
  const box = await restOf(map);
  const viewNow = () => page.evaluate(() => history.state?.usr?.home?.map as { center: number[]; zoom: number });
  const touch = await page.context().newCDPSession(page);
  const [x, y] = [box.x + box.width / 4, box.y + box.height / 2];
  const tapTwice = async (pauseMs: number) => {
    // Uses event timestamps, independent of the machine's speed.
    const startsAt = Date.now() / 1000;
    for (const timestamp of [startsAt, startsAt + pauseMs / 1000]) {
      await touch.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: [{ x, y }], timestamp });
      await touch.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [], timestamp });
    }
    // Longer than the zoom animation, and than the delay before the view is saved.
    await page.waitForTimeout(1_000);
  };
  await tapTwice(100);
  await expect.poll(async () => (await viewNow()).zoom).toBe(3);
  const { center } = await viewNow();
  // A quarter of the width from the centre at zoom 2 becomes half as far at zoom 3.
  expect(center[1]).toBeCloseTo((-box.width / 8 / 1024) * 360, 0);
  expect(center[0]).toBeCloseTo(20, 0);
  await tapTwice(400);
  expect((await viewNow()).zoom).toBe(3);
});
