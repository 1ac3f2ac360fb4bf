import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "@playwright/test";
import getPort from "get-port";
import { demoPassword, startServer } from "../cairn-server.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));

test("[CALL-17] an app built for an API at another origin browses, signs in and out, and reads private data", async ({
  browser,
}) => {
  test.setTimeout(300_000);
  const [apiPort, appPort] = [await getPort({ host: "127.0.0.1" }), await getPort({ host: "127.0.0.1" })];
  const [apiUrl, appUrl] = [`http://localhost:${apiPort}`, `http://localhost:${appPort}`];
  const dist = "test-results/other-origin";
  const built = spawnSync(process.execPath, ["--import", "tsx", "scripts/build.ts", "--out", dist, "--uncompressed"], {
    cwd: root,
    env: { ...process.env, VITE_API_BASE: `${apiUrl}/api` },
    encoding: "utf8",
  });
  expect(built.status, built.stderr).toBe(0);
  const api = await startServer(
    { PORT: String(apiPort), PUBLIC_URL: apiUrl, APP_ORIGINS: appUrl, DEMO: "1", DEMO_PASSWORD: demoPassword },
    "server-of-the-api",
  );
  const app = await startServer(
    { PORT: String(appPort), PUBLIC_URL: appUrl, DEMO: "0" },
    "server-of-the-app",
    join(root, dist, "server", "main.js"),
  );
  try {
    const page = await browser.newPage({ baseURL: appUrl, viewport: { width: 1440, height: 900 } });
    const calls: string[] = [];
    const refused: string[] = [];
    page.on("request", (request) => {
      const url = new URL(request.url());
      if (url.pathname.startsWith("/api/")) calls.push(url.origin);
    });
    page.on("console", (message) => {
      if (/Content Security Policy|CORS/.test(message.text()) && !/tile/.test(message.text()))
        refused.push(message.text());
    });
    await page.goto("/");
    await expect(page.getByText("High Stakes Data Collection")).toBeVisible();
    await expect(page.getByRole("link", { name: "Lichens Don't Lie" }).first()).toBeVisible();
    const cover = page.getByRole("article").locator("img").first();
    await expect.poll(() => cover.evaluate((each: HTMLImageElement) => each.naturalWidth)).toBeGreaterThan(0);
    await expect(page.getByRole("contentinfo").locator('a[href$="/openapi.json"]')).toHaveAttribute(
      "href",
      `${apiUrl}/api/openapi.json`,
    );

    await page.getByRole("button", { name: "Account" }).click();
    await page.getByRole("button", { name: "Log In" }).click();
    await expect(page).toHaveURL(new RegExp(`^${apiUrl}/signin/`));
    await page.getByLabel("Username or email").fill("alice");
    await page.getByLabel("Password").first().fill(demoPassword);
    await page.getByRole("button", { name: "Sign in" }).click();
    await expect(page).toHaveURL(`${appUrl}/`);
    await expect(page.getByText("Welcome back.")).toBeVisible();

    // A write, which needs a CORS preflight, and an image from the API.
    await page.goto("/profile");
    await expect(page.getByRole("heading", { name: "My Quests" })).toBeVisible();
    const picture = await page.evaluate(
      (address) =>
        new Promise<number>((resolve) => {
          const image = new Image();
          image.onload = () => resolve(image.naturalWidth);
          image.onerror = () => resolve(0);
          image.src = address;
        }),
      `${apiUrl}/api/static_map?coordinates=1,2`,
    );
    expect(picture).toBe(400);

    await page.getByRole("button", { name: "Account" }).click();
    await page.getByRole("button", { name: "Sign out" }).click();
    // Through the provider, which returns to the app's first page.
    await expect(page).toHaveURL(`${appUrl}/`);
    await expect(page.getByText("High Stakes Data Collection")).toBeVisible();
    await expect.poll(() => page.evaluate(() => localStorage.getItem("jwt")).catch(() => "leaving")).toBeNull();
    expect([...new Set(calls)]).toEqual([apiUrl]);
    expect(refused).toEqual([]);
  } finally {
    await Promise.all(browser.contexts().map((context) => context.close()));
    await Promise.all([api.stop(), app.stop()]);
  }
});
