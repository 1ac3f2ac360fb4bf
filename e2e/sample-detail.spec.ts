import type { CDPSession, Locator, Page } from "@playwright/test";
import { expect, test } from "./harness.ts";
import { showEvidence } from "./sample-states.ts";
import { expectSeen } from "./seen.ts";

test.use({ as: "admin" });

async function openFirst(page: Page): Promise<Locator> {
  await showEvidence(page);
  await page.goto("/admin_dashboard/samples");
  await page.getByRole("link", { name: "Click For Info" }).first().click();
  const overview = page.getByRole("region", { name: /^Sample Overview - ID / });
  await expect(overview.getByText("High weight")).toBeVisible();
  // The photo itself must load, not only its frame.
  const image = photoOf(overview);
  await expect.poll(() => image.evaluate((each: HTMLImageElement) => each.naturalWidth)).toBeGreaterThan(0);
  return overview;
}

const frameOf = (overview: Locator) => overview.getByRole("region", { name: "Sample photo, zoomable" });
const photoOf = (overview: Locator) => frameOf(overview).getByRole("img");

async function boxOf(found: Locator) {
  const box = await found.boundingBox();
  if (!box) throw new Error(`${found} has no box`);
  return { ...box, bottom: box.y + box.height };
}

async function expectDecidedWithoutScrolling(page: Page, overview: Locator, isPhone: boolean): Promise<void> {
  const height = page.viewportSize()?.height ?? 0;
  expect(await page.evaluate(() => window.scrollY)).toBe(0);

  const photo = await boxOf(frameOf(overview));
  expect(photo.height).toBeGreaterThanOrEqual(200);
  expect(photo.bottom).toBeLessThanOrEqual(height);

  const measurement = overview.locator("dl").first().locator("div").first();
  await expectSeen(measurement);
  for (const name of [/^Accept/, /^Deny/, /^Request Change/]) {
    await expectSeen(overview.getByRole("button", { name }));
  }
  if (isPhone) {
    // Within reach of the thumb, and not covering anything that matters for the decision.
    const accept = await boxOf(overview.getByRole("button", { name: /^Accept/ }));
    expect(accept.y).toBeGreaterThan(height - 120);
    expect((await boxOf(measurement)).bottom).toBeLessThan(accept.y);
    expect(photo.bottom).toBeLessThan(accept.y);
  } else {
    for (const item of await overview.getByRole("region", { name: "Findings" }).getByRole("listitem").all())
      await expectSeen(item);
    const map = await boxOf(overview.getByRole("region", { name: "Map of the device's position" }));
    expect(height - map.y, "most of the map is in the window").toBeGreaterThan(120);
  }
}

/** While writing a comment, the photo stays visible. */
async function expectPhotoBesideComment(page: Page, overview: Locator): Promise<void> {
  const height = page.viewportSize()?.height ?? 0;
  await overview.getByRole("button", { name: /^Request Change/ }).click();
  const field = overview.getByRole("textbox", { name: "What should change?" });
  await expect(field).toBeFocused();
  await expect(overview.getByRole("button", { name: "Send request" })).toBeInViewport({ ratio: 0.9 });
  // What is nearby comes later and moves what is below it.
  await expect(async () => {
    const [seen, form] = [await boxOf(frameOf(overview)), await boxOf(field)];
    const isBeside = form.x >= seen.x + seen.width;
    expect(isBeside || form.y >= seen.bottom, "the comment stands beside the photo or below it").toBe(true);
    expect(Math.min(seen.bottom, height) - Math.max(seen.y, 0), "the photo is in sight").toBeGreaterThanOrEqual(200);
  }).toPass({ timeout: 15_000 });
}

/** The photo's zoom factor. */
const scaleOf = (photo: Locator) => photo.evaluate((each) => new DOMMatrix(getComputedStyle(each).transform).a);

/** Where a window position lies on the photo, as shares of its width and height. */
async function shareAt(photo: Locator, at: { x: number; y: number }) {
  const { x, y, width, height } = await boxOf(photo);
  return [(at.x - x) / width, (at.y - y) / height] as const;
}

/** The wheel zooms towards the pointer and doesn't block page scrolling; keys zoom too. */
async function zoomByWheel(page: Page, overview: Locator): Promise<void> {
  const photo = photoOf(overview);
  const scrolled = () => page.evaluate(() => window.scrollY);
  const { x, y, width, height } = await boxOf(frameOf(overview));
  const at = { x: x + width * 0.3, y: y + height * 0.45 };

  await page.mouse.move(at.x + 20, at.y);
  await page.mouse.move(at.x, at.y);
  const before = await shareAt(photo, at);
  await page.mouse.wheel(0, -300);
  await expect.poll(() => scaleOf(photo)).toBeGreaterThan(1.5);
  const after = await shareAt(photo, at);
  expect(after[0]).toBeCloseTo(before[0], 2);
  expect(await scrolled()).toBe(0);

  // It follows dragging.
  await page.mouse.down();
  await page.mouse.move(at.x + 25, at.y, { steps: 4 });
  await page.mouse.up();
  expect((await shareAt(photo, { ...at, x: at.x + 25 }))[0]).toBeCloseTo(before[0], 2);

  // Zoomed out completely; the next wheel turn scrolls the page.
  await page.mouse.wheel(0, 2000);
  await page.mouse.wheel(0, 2000);
  await expect.poll(() => scaleOf(photo)).toBe(1);
  await page.waitForTimeout(400);
  await page.mouse.wheel(0, 500);
  await expect.poll(scrolled).toBeGreaterThan(100);

  // And back: the photo moves under the resting pointer, and the page still scrolls.
  await page.mouse.wheel(0, 1500);
  await page.mouse.move(at.x, 700);
  for (let turn = 0; turn < 12; turn += 1) await page.mouse.wheel(0, -200);
  await expect.poll(scrolled).toBe(0);
  expect(await scaleOf(photo)).toBe(1);

  // The keyboard, with focus; and full screen.
  await frameOf(overview).focus();
  await page.keyboard.press("+");
  await expect.poll(() => scaleOf(photo)).toBe(1.5);
  await page.keyboard.press("0");
  await expect.poll(() => scaleOf(photo)).toBe(1);
  await overview.getByRole("button", { name: "Show the photo in the full window" }).first().click();
  const full = await boxOf(page.getByRole("dialog").getByRole("region", { name: "Sample photo, zoomable" }));
  expect(full.width).toBeGreaterThan(1300);
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toBeHidden();
}

/** Two fingers zoom, one drags, a double tap zooms in and out, and a swipe over the whole photo scrolls the page. */
async function zoomByTouch(page: Page, overview: Locator): Promise<void> {
  const photo = photoOf(overview);
  const hand = await page.context().newCDPSession(page);
  const { x, y, width, height } = await boxOf(frameOf(overview));
  const middle = { x: x + width / 2, y: y + height / 2 };

  await touch(hand, [[around(middle, 30), around(middle, 50), around(middle, 70), around(middle, 90)]]);
  await expect.poll(() => scaleOf(photo)).toBeCloseTo(3, 1);
  const before = await shareAt(photo, middle);
  const drag = [0, 12, 24, 40].map((by) => [{ x: middle.x + by, y: middle.y + by / 2 }]);
  await touch(hand, [drag]);
  const after = await shareAt(photo, { x: middle.x + 40, y: middle.y + 20 });
  expect(after[0]).toBeCloseTo(before[0], 2);
  expect(after[1]).toBeCloseTo(before[1], 2);
  expect(await page.evaluate(() => window.scrollY), "the page stays while the photo is dragged").toBe(0);

  await touch(hand, [[[middle]], [[middle]]]);
  await expect.poll(() => scaleOf(photo)).toBe(1);
  await touch(hand, [[[middle]], [[middle]]]);
  await expect.poll(() => scaleOf(photo)).toBe(2.5);
  await touch(hand, [[[middle]], [[middle]]]);
  await expect.poll(() => scaleOf(photo)).toBe(1);

  // The finger rests at the end: a page that rolls on would take the comment's field out of sight later.
  const resting = Array<number>(30).fill(160);
  await touch(hand, [[0, 20, 60, 110, 160, ...resting].map((by) => [{ x: middle.x, y: middle.y - by }])]);
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(50);
  await hand.detach();
}

type Finger = { x: number; y: number };
/** Two fingers side by side, at this distance from their centre. */
const around = ({ x, y }: Finger, by: number): Finger[] => [
  { x: x - by, y },
  { x: x + by, y },
];

/**
 * Performs touches one after the other: each from its start, through its positions, to its end. Each event says that it
 * is 10 ms after the one before: a busy machine would make two taps of a double tap.
 */
async function touch(hand: CDPSession, touches: readonly (readonly Finger[])[][]): Promise<void> {
  let timestamp = Date.now() / 1000;
  const dispatch = (type: "touchStart" | "touchMove" | "touchEnd", fingers: readonly Finger[]) => {
    timestamp += 0.01;
    return hand.send("Input.dispatchTouchEvent", {
      type,
      touchPoints: fingers.map((finger, id) => ({ ...finger, id })),
      timestamp,
    });
  };
  for (const way of touches) {
    for (const [index, fingers] of way.entries()) await dispatch(index === 0 ? "touchStart" : "touchMove", fingers);
    await dispatch("touchEnd", []);
  }
}

test("photo, measurement and decision are visible together, without scrolling; the photo zooms and lets the page scroll", async ({
  page,
}, { project }) => {
  const isPhone = project.name === "phone";
  const overview = await openFirst(page);
  await expectDecidedWithoutScrolling(page, overview, isPhone);
  await (isPhone ? zoomByTouch : zoomByWheel)(page, overview);
  await page.evaluate(() => window.scrollTo({ top: 0, behavior: "instant" }));
  await expectPhotoBesideComment(page, overview);
});
