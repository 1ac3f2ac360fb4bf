import { gzipSync } from "node:zlib";
import { expect, test } from "./harness.ts";

const scriptBytesMax = 120_000;
const styleBytesMax = 20_000;

test("what a phone loads for / fits the budget, whatever pulls it in", async ({ page }) => {
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
  expect(await gzippedBytesOf("script")).toBeGreaterThan(0);
  expect(await gzippedBytesOf("script")).toBeLessThanOrEqual(scriptBytesMax);
  expect(await gzippedBytesOf("stylesheet")).toBeLessThanOrEqual(styleBytesMax);
});
