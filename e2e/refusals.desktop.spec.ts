import { expect, openAccountMenu, test } from "./harness.ts";

const notAuthorized = "You're not authorized to view this page.";
const adminPages = ["", "/applications", "/datasets", "/samples", "/settings", "/feature-testing"].map(
  (area) => `/admin_dashboard${area}`,
);
const testPages = ["/test_gps", "/test_web_app_phone_and_plant_id"];

test.describe("a visitor", () => {
  test("[ROUTE-15] sees no admin screen", async ({ page }) => {
    for (const path of adminPages) {
      await page.goto(path);
      await expect(page.getByText(notAuthorized)).toBeVisible();
    }
    await expect(page.getByRole("navigation", { name: "Admin" })).toHaveCount(0);
  });

  test("[ROUTE-05][ROUTE-06] is redirected home from the test pages", async ({ page }) => {
    for (const path of testPages) {
      await page.goto(path);
      await expect(page).toHaveURL(/\/$/);
    }
  });

  test("[ROLE-01] gets no answer from calls for signed-in people", async ({ request }) => {
    for (const path of [
      "admin/quests",
      "organizations",
      "adventurers/alice/quests",
      "adventurers/alice/quests/1/data",
    ]) {
      const response = await request.get(`/api/${path}`);
      expect([path, response.status(), (await response.json()).code]).toEqual([path, 401, "unauthenticated"]);
    }
  });
});

test.describe("an adventurer", () => {
  test.use({ as: "bob" });

  test("[ROUTE-15][HEAD-04] sees no admin screen and no link to one", async ({ page }) => {
    for (const path of adminPages) {
      await page.goto(path);
      await expect(page.getByText(notAuthorized)).toBeVisible();
    }
    await openAccountMenu(page);
    await expect(page.getByRole("button", { name: "Sign out" })).toBeVisible();
    await expect(page.getByRole("link", { name: "Admin", exact: true })).toHaveCount(0);
  });

  test("[ROUTE-05][ROUTE-06][HEAD-03] is redirected home from the test pages", async ({ page }) => {
    for (const path of testPages) {
      await page.goto(path);
      await expect(page).toHaveURL(/\/$/);
    }
    await expect(page.getByRole("button", { name: "Test pages" })).toHaveCount(0);
  });

  test("[ROLE-02][ROLE-03] gets no access to other people's data or admin calls", async ({ page, request }) => {
    await page.goto("/");
    const token = await page.evaluate(() => localStorage.getItem("jwt"));
    const headers = { authorization: `Bearer ${token}` };
    expect((await request.get("/api/adventurers/bob/quests", { headers })).status()).toBe(200);
    for (const path of ["adventurers/alice/quests", "admin/quests", "organizations"]) {
      const response = await request.get(`/api/${path}`, { headers });
      expect([path, response.status(), (await response.json()).code]).toEqual([path, 403, "forbidden"]);
    }
  });
});

test.describe("a feature tester", () => {
  test.use({ as: "tester" });

  test("[ROUTE-05][ROUTE-06][HEAD-03] sees the test pages in the header", async ({ page }) => {
    await page.goto("/");
    for (const [name, path] of [
      ["GPS test", "/test_gps"],
      ["Plant ID test", "/test_web_app_phone_and_plant_id"],
    ] as const) {
      await page.getByRole("button", { name: "Test pages" }).click();
      await page.getByRole("link", { name }).click();
      await expect(page).toHaveURL(new RegExp(`${path}$`));
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    }
  });
});
