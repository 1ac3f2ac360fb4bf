import sharp from "sharp";
import { expect, test } from "./harness.ts";
import { appIsKept } from "./service-worker.ts";

test.use({ serviceWorkers: "allow" });

test.describe("not kept yet", () => {
  test.use({ serviceWorkers: "block" });

  test("the app can be installed: manifest, icons and worker have the right types", async ({ page, request }) => {
    const served = await request.get("/manifest.webmanifest");
    expect(served.headers()["content-type"]).toContain("application/manifest+json");
    const manifest = await served.json();
    expect(manifest).toMatchObject({ name: "Cairn", start_url: "/", scope: "/", display: "standalone" });
    const icons: { src: string; sizes: string; purpose?: string }[] = manifest.icons;
    expect(icons.map(({ sizes, purpose }) => `${sizes} ${purpose ?? "any"}`)).toEqual(
      expect.arrayContaining(["192x192 any", "512x512 any", "512x512 maskable"]),
    );
    for (const { src, sizes } of icons.filter((icon) => icon.src.endsWith(".png"))) {
      const picture = await (await request.get(src)).body();
      // A PNG's first chunk has its size.
      expect(`${picture.readUInt32BE(16)}x${picture.readUInt32BE(20)}`, src).toBe(sizes);
    }
    const screenshots: { src: string; sizes: string; type: string; form_factor: string }[] = manifest.screenshots;
    expect(new Set(screenshots.map(({ form_factor: form }) => form))).toEqual(new Set(["narrow", "wide"]));
    for (const { src, sizes, type } of screenshots) {
      const picture = await request.get(src);
      expect(picture.headers()["content-type"], src).toBe(type);
      const { width, height } = await sharp(await picture.body()).metadata();
      expect(`${width}x${height}`, src).toBe(sizes);
    }
    const shortcuts: { name: string; url: string }[] = manifest.shortcuts;
    expect(shortcuts.map(({ name }) => name)).toEqual(["Find a quest", "My quests", "Waiting to upload"]);
    for (const { url } of shortcuts) {
      expect((await page.goto(url))?.status(), url).toBe(200);
      await expect(page.locator("h1").first()).toBeVisible();
      await expect(page.getByText("404: No such page here!"), url).toHaveCount(0);
    }
    expect(manifest.share_target).toMatchObject({ action: "/share", method: "POST" });
    const shared = await request.post("/share", { multipart: { photos: "bytes" }, maxRedirects: 0 });
    expect([shared.status(), shared.headers().location]).toEqual([303, "/share?unkept"]);
    expect(await (await request.get("/icons/apple-touch-icon.png")).body()).not.toHaveLength(0);
    for (const path of ["/", "/quests/1", "/quests/1/data"]) {
      expect(await (await request.get(path)).text(), path).toContain(
        '<link rel="manifest" href="/manifest.webmanifest"',
      );
    }
    const worker = await request.get("/service-worker.js");
    expect(worker.headers()).toMatchObject({
      "cache-control": "no-cache",
      "content-type": expect.stringContaining("javascript"),
      "content-security-policy": expect.stringContaining("worker-src 'self'"),
    });
  });
});

test.describe("a new version", () => {
  test.use({ as: "bob" });

  test("waits while a data point is being written in any tab, and updates when the user says so; then the app opens offline in a new page, while hosted pages, the API and files are the server's alone", async ({
    page,
    context,
    request,
  }) => {
    const script = await (await request.get("/service-worker.js")).text();
    let version = 1;
    await context.route("**/service-worker.js", (route) =>
      route.fulfill({ body: `${script}\n// ${version}`, contentType: "text/javascript" }),
    );
    const quests: { quest_id: number; quest: { quest_name: string } }[] = [];
    await page.goto("/");
    const token = await page.evaluate(() => localStorage.getItem("jwt"));
    const answer = await request.get("/api/adventurers/bob/quests", { headers: { Authorization: `Bearer ${token}` } });
    quests.push(...(await answer.json()));
    // Other journeys join quests with other forms.
    const joined = quests.find(({ quest }) => quest.quest_name === "Bark and Girth of the Blue Ridge");
    await appIsKept(page);
    const bar = page.getByText("A new version is ready.", { exact: true });
    await expect(bar).toBeHidden();

    const other = await context.newPage();
    await other.goto(`/quests/${joined?.quest_id}/data`);
    await other.locator('form input[inputmode="decimal"]:visible, form textarea:visible').first().fill("12");

    version = 2;
    await page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.update());
    await expect(bar).toBeVisible();
    await page.getByRole("button", { name: "Update now" }).click();
    await expect(page.getByText(/unsaved data point in another tab/)).toBeVisible();
    await expect(other.getByText(/new version/)).toHaveCount(0);
    expect(await page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.waiting?.state)).toBe(
      "installed",
    );

    await other.close();
    // The browser ends a closed tab's lock a moment later.
    const heldLocks = () => page.evaluate(async () => (await navigator.locks.query()).held?.map(({ name }) => name));
    await expect.poll(heldLocks).not.toContain("cairn.begun-form");
    const reloaded = page.waitForEvent("load");
    await page.getByRole("button", { name: "Update now" }).click();
    await reloaded;
    await appIsKept(page);
    expect(await page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.waiting)).toBeNull();

    // Visitors have no answers that are kept.
    await page.evaluate(() => localStorage.clear());
    await context.clearCookies();
    for (const path of ["/signin/unknown", "/api/openapi.json", "/.well-known/openid-configuration"]) {
      const fromServer = await request.get(path);
      const response = await page.goto(path);
      expect(response?.fromServiceWorker(), path).toBe(false);
      expect(response?.status(), path).toBe(fromServer.status());
    }
    await page.goto("/account");
    await expect(page).toHaveURL(/\/signin\//);
    const title = await page.title();

    await context.setOffline(true);
    await page.goto("/account");
    await expect(page.getByRole("heading", { name: "This page isn't available offline" })).toBeVisible();
    await expect(page.getByText(/Your data points are safe on this phone\./)).toBeVisible();
    const cold = await context.newPage();
    await cold.goto("/");
    await expect(cold.getByRole("heading", { name: "Find a Quest" })).toBeVisible();
    await expect(cold.getByText(/You're offline/)).toBeVisible();
    await cold.goto("/quests/1/data");
    await expect(cold.getByRole("link", { name: "Cairn, home" })).toBeVisible();
    expect((await cold.goto("/profile"))?.fromServiceWorker()).toBe(true);
    await expect(cold.goto("/signin/unknown")).rejects.toThrow("ERR_INTERNET_DISCONNECTED");

    await context.setOffline(false);
    await page.getByRole("link", { name: "Try again" }).click();
    await expect(page).toHaveTitle(title);
  });
});
