import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Frame, Page } from "@playwright/test";
import { comeToRest, expect, test } from "../harness.ts";
import { publishResults, seedWaiting } from "../review-seed.ts";
import { appIsKept } from "../service-worker.ts";

/** A page of another organization at an origin of its own, with that frame. */
async function withSite(frameAddress: string, run: (site: string) => Promise<void>, host = "127.0.0.1"): Promise<void> {
  const site = createServer((_request, response) => {
    response.setHeader("content-type", "text/html");
    response.end(`<!doctype html><html lang="en"><head><title>Our own site</title></head>
      <body><h1>Our trees</h1><iframe src="${frameAddress}" title="Results" width="100%" height="720"></iframe></body></html>`);
  });
  await new Promise<void>((resolve) => site.listen(0, host, resolve));
  try {
    await run(`http://${host}:${(site.address() as AddressInfo).port}/`);
  } finally {
    site.close();
  }
}

test.use({ serviceWorkers: "allow" });

const server = () => process.env.CAIRN_E2E_URL ?? "";
const frameOf = (page: Page): Frame => page.frames().find((frame) => frame !== page.mainFrame()) as Frame;

test("results in a frame on another site load nothing from others, keep nothing, and lead to the whole page", async ({
  page,
  context,
}) => {
  const { questId } = await seedWaiting("Trees beside the river", 30);
  await publishResults(questId);
  const others: string[] = [];
  const problems: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error") problems.push(message.text());
  });
  // Some people block what frames of other sites store. Browsers also refuse to say which workers are registered there.
  await page.addInitScript(() => {
    if (window === window.top) return;
    const registered: unknown[] = [];
    Object.assign(window, { registered });
    const { register } = ServiceWorkerContainer.prototype;
    ServiceWorkerContainer.prototype.register = function (...given) {
      registered.push(given[0]);
      return register.apply(this, given);
    };
    for (const name of ["localStorage", "sessionStorage", "indexedDB"]) {
      Object.defineProperty(window, name, {
        get() {
          throw new DOMException("Blocked", "SecurityError");
        },
      });
    }
  });
  const address = `${server()}/quests/${questId}/results/embed?chart=tree_width`;
  await withSite(address, async (site) => {
    page.on("request", (request) => {
      const { origin } = new URL(request.url());
      if (origin !== server() && origin !== new URL(site).origin && request.url().startsWith("http"))
        others.push(request.url());
    });
    await page.goto(site);
    const frame = page.frameLocator("iframe");
    for (const width of [1024, 340]) {
      await page.setViewportSize({ width, height: 800 });
      await expect(frame.getByRole("heading", { name: "Trees beside the river", level: 1 })).toBeVisible();
      await expect(frame.getByRole("region", { name: "Where the data points were measured" })).toBeVisible();
      await expect(frame.getByRole("button", { name: /data points? here/ }).first()).toBeVisible();
      await expect(frame.getByRole("heading", { name: "Tree circumference" })).toBeVisible();
      await comeToRest(page);
      const { wide, own } = await frameOf(page).evaluate(() => ({
        wide: document.documentElement.scrollWidth,
        own: window.innerWidth,
      }));
      expect(wide, `at ${width}`).toBeLessThanOrEqual(own);
      if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/embed-${width}.png`, fullPage: true });
    }
    await frame
      .getByRole("button", { name: /data points? here/ })
      .first()
      .click();
    await expect(frame.getByRole("button", { name: /Data point at|data points? here/ }).first()).toBeVisible();
    const whole = frame.getByRole("link", { name: "See all results (new tab)" });
    await expect(whole).toHaveAttribute("target", "_blank");
    expect(await whole.evaluate((link: HTMLAnchorElement) => link.href)).toBe(`${server()}/quests/${questId}/results`);
    const registered = await frameOf(page).evaluate(() => (window as unknown as { registered: unknown[] }).registered);
    expect(registered).toEqual([]);
  });
  await page.setViewportSize({ width: 320, height: 720 });
  await page.goto(address);
  await expect(page.getByRole("button", { name: /data points? here/ }).first()).toBeVisible();
  expect(await context.cookies()).toEqual([]);
  expect(others).toEqual([]);
  expect(problems).toEqual([]);
});

test("a frame comes from the server where the app is kept for offline use, even on the same site", async ({ page }) => {
  const { questId } = await seedWaiting("Trees behind the app", 2);
  await publishResults(questId);
  await page.goto("/");
  await appIsKept(page);
  // Browsers keep service workers apart by site, which has no port.
  const { hostname } = new URL(server());
  await withSite(
    `${server()}/quests/${questId}/results/embed`,
    async (site) => {
      const framed = page.waitForResponse(/\/results\/embed$/);
      await page.goto(site);
      expect((await framed).fromServiceWorker()).toBe(false);
      await expect(page.frameLocator("iframe").getByRole("heading", { name: "Trees behind the app" })).toBeVisible();
    },
    hostname,
  );
});
