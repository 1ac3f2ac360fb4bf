import { expect, signIn, test } from "./harness.ts";
import { seedOwnPoints } from "./review-seed.ts";

const count = 1_030;
const elementsMax = 3_000;
const rowHeightPx = 72;
const gapPx = 8;

test("with more than a thousand own data points, the newest show at once, the others on demand, few of them in the page", async ({
  page,
}) => {
  const { questId } = await seedOwnPoints(`A thousand girths ${Date.now()}`, "bob", count);
  await signIn(page, "bob");
  const asked: string[] = [];
  page.on("request", (request) => {
    const { pathname, search } = new URL(request.url());
    if (/^\/api\/.*\/data$/.test(pathname)) asked.push(search);
  });
  await page.goto(`/quests/${questId}/data`);
  const list = page.getByRole("list", { name: "Data Points", exact: true });
  const point = (number: number) => list.getByRole("button", { name: `Data point ${number}`, exact: true });
  await expect(point(count)).toBeAttached();
  await expect(page.getByText("1,030 trees, 20 asked")).toBeVisible();
  expect(asked).toContain("?limit=50");
  expect(asked).not.toContain("");

  await expect(list.getByRole("listitem")).toHaveCount(5);
  const [first, second] = [await point(count).boundingBox(), await point(count - 1).boundingBox()];
  expect((second?.y ?? 0) - (first?.y ?? 0)).toBe(rowHeightPx + gapPx);
  const value = list.getByRole("listitem").first().locator("dd");
  await expect(value).toHaveText("1030 cm");
  expect(await value.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
  const height = (await value.boundingBox())?.height ?? 0;
  expect(height, "the value with its unit is on one line").toBeLessThan(30);
  const seen = await value.evaluate((value) => {
    const label = value.previousElementSibling;
    const [asked, answer] = [label?.querySelector("bdi"), value.querySelector("bdi")];
    if (!label || !asked || !answer) throw new Error("a row has a label and a value");
    [asked.textContent, answer.textContent] = ["Which trunk of these is it?", "The one with the most lichens"];
    const list = value.closest("dl")?.getBoundingClientRect();
    const isSeen = (element: Element) => element.getBoundingClientRect().top < (list?.bottom ?? 0) - 1;
    return { value: isSeen(value) && value.scrollWidth <= value.clientWidth, label: isSeen(label) };
  });
  expect(seen, "the value is whole, and its label is left out where it has no room").toEqual({
    value: true,
    label: false,
  });
  await page.getByRole("button", { name: "All 1,030" }).click();
  const more = page.getByRole("button", { name: "Show more" });
  for (let shown = 30; shown <= 130; shown += 50) {
    await expect(page.getByText(`Showing ${shown} of 1,030.`)).toBeAttached();
    // Pressed with the keyboard, because rows above are still being measured and move the button.
    await more.press("Enter");
  }
  await expect(page.getByText("Showing 180 of 1,030.")).toBeAttached();
  expect(await page.locator("*").count()).toBeLessThan(elementsMax);
  await more.scrollIntoViewIfNeeded();
  await expect(point(851)).toBeAttached();
  expect(await page.locator("*").count()).toBeLessThan(elementsMax);

  await page.getByText("Map", { exact: true }).scrollIntoViewIfNeeded();
  await page.getByText("Map", { exact: true }).click();
  await expect(page.getByRole("button", { name: /data points/i }).first()).toBeVisible();
  expect(await page.locator("*").count()).toBeLessThan(elementsMax);
});
