import type { Page } from "@playwright/test";
import { expect, test } from "./harness.ts";
import { textsIn } from "./said-in.ts";

/** What base.css asks for; the first browsers that have it are the floor. */
const asked = ["selector(:has(a))", "(width:1lh)", "(color:oklch(0 0 0))"];

/** As a browser that can't read one of the conditions. */
async function lackCondition(page: Page, condition: string): Promise<void> {
  await page.route("**/assets/index-*.css", async (route) => {
    const answer = await route.fetch();
    const sheet = await answer.text();
    expect(sheet).toContain(condition);
    await route.fulfill({ response: answer, body: sheet.replace(condition, "(unheard: of)") });
  });
}

/** As a browser that can't read today's scripts. */
const lackScripts = (page: Page) =>
  page.route("**/assets/*.js", (route) => route.fulfill({ contentType: "text/javascript", body: "" }));

const words = (page: Page, code = "en") => page.getByText(textsIn(code).t("document.tooOld"));

for (const condition of asked) {
  test(`[ROUTE-19] a browser without ${condition} is told that it is too old, and gets what it can show`, async ({
    page,
  }) => {
    await lackCondition(page, condition);
    await page.goto("/");
    await expect(page.getByRole("article").first()).toBeVisible();
    await expect(words(page)).toBeVisible();
    await expect(page.getByRole("banner")).toBeVisible();
  });
}

test("[ROUTE-19] a browser of today is not told so", async ({ page }) => {
  await page.goto("/");
  await expect(page.getByRole("article").first()).toBeVisible();
  await expect(words(page)).toBeAttached();
  await expect(words(page)).toBeHidden();
});

for (const code of ["en", "de", "es", "fr", "pt-BR", "ar"]) {
  test.describe(`in ${code}`, () => {
    test.use({ locale: code });

    test("[ROUTE-19] a browser that can't run the app says so in words, not with an empty page", async ({ page }) => {
      await lackCondition(page, asked[0] ?? "");
      await lackScripts(page);
      const others = ["/quests/1", "/quests/1/data", "/admin_dashboard", "/quests/1/results/embed"];
      for (const path of ["/", ...(code === "en" ? others : [])]) {
        await page.goto(path);
        await expect(words(page, code)).toBeVisible();
        expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
      }
    });
  });
}

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("[ROUTE-19] an old browser is told, too", async ({ page }) => {
    await lackCondition(page, asked[0] ?? "");
    await page.goto("/");
    await expect(words(page)).toBeVisible();
  });
});
