import { gzipSync } from "node:zlib";
import { expect, test } from "./harness.ts";

const scriptBytesMax = 120_000;
const styleBytesMax = 20_000;

test("the scripts and styles that a phone loads for / fit the budget", async ({ page, context }) => {
  // Nobody has allowed a position before the first visit.
  await context.clearPermissions();
  const fetched: { type: string; body: Promise<Buffer> }[] = [];
  page.on("response", (response) => {
    fetched.push({ type: response.request().resourceType(), body: response.body() });
  });
  await page.goto("/");
  await expect(page.getByRole("article").first()).toBeVisible();
  await page.waitForLoadState("networkidle");
  const gzippedBytesOf = async (wanted: string) => {
    const bodies = await Promise.all(fetched.filter(({ type }) => type === wanted).map(({ body }) => body));
    return bodies.reduce((sum, body) => sum + gzipSync(body, { level: 9 }).length, 0);
  };
  // An inline script counts by how much it enlarges the page.
  const html = (await (await page.request.get("/")).body()).toString();
  const bytesOf = (text: string) => gzipSync(text, { level: 9 }).length;
  const inlineBytes = bytesOf(html) - bytesOf(html.replace(/<script>.*?<\/script>/s, ""));
  expect(inlineBytes).toBeGreaterThan(0);
  expect(await gzippedBytesOf("script")).toBeGreaterThan(0);
  expect((await gzippedBytesOf("script")) + inlineBytes).toBeLessThanOrEqual(scriptBytesMax);
  expect(await gzippedBytesOf("stylesheet")).toBeLessThanOrEqual(styleBytesMax);
});

test("both scripts of the first load are requested with the page, and not one after the other", async ({ request }) => {
  const html = await (await request.get("/")).text();
  expect(html).toMatch(/<script type="module" crossorigin src="\/assets\/index-/);
  expect(html).toMatch(/<link rel="modulepreload" crossorigin href="\/assets\/libraries-/);
});

test("a lazy page shows once its code is loaded, not 300 ms after its placeholder", async ({ page }) => {
  await page.goto("/");
  const address = await page.getByRole("article").first().getByRole("link").getAttribute("href");
  // Time only moves in the steps below, because React delays some updates by 300 ms.
  const start = new Date();
  await page.clock.install({ time: start });
  await page.clock.pauseAt(new Date(start.getTime() + 1_000));
  await page.goto(address ?? "");
  const title = page.getByRole("heading", { level: 1 });
  for (let step = 0; step < 10 && (await title.count()) === 0; step++) {
    await page.waitForLoadState("networkidle");
    await page.clock.runFor(20);
  }
  await expect(title).toBeVisible();
});
