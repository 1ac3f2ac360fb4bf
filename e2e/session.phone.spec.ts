import { expect, expectSignedIn, openAccountMenu, signInByHand, signOut, test } from "./harness.ts";
import { findQuestId } from "./quests-on-home.ts";

test("[IDENT-01][HEAD-05] signs in on the hosted page and out again, and leaves no token behind", async ({ page }) => {
  await signInByHand(page, "bob");
  await expect(page).toHaveURL(/\/$/);
  await expect(page.getByText("Welcome back.")).toBeVisible();
  await signOut(page);
  await expect(page.getByText("High Stakes Data Collection")).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem("jwt"))).toBeNull();
  await openAccountMenu(page);
  await page.getByRole("button", { name: "Log In" }).click();
  await expect(page.getByLabel("Password", { exact: true }), "the provider's session is over too").toBeVisible();
});

test("[IDENT-04] a sign-in response that this browser did not request is rejected", async ({ page }) => {
  const logged: string[] = [];
  page.on("console", (message) => logged.push(message.text()));
  await page.goto("/?code=a-code-from-elsewhere&state=a-state-from-elsewhere");
  await expect(page.getByText("High Stakes Data Collection")).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem("jwt"))).toBeNull();
  await expect.poll(() => logged.join("\n")).toContain("Error signing in");
});

test.describe("a token that the API rejects", () => {
  test.use({ as: "alice" });

  test("[IDENT-05] is renewed in the background, and nothing on the screen is lost", async ({ page }) => {
    await page.goto(`/quests/${await findQuestId(page, "Bark and Girth of the Blue Ridge")}/data`);
    await page.getByLabel(/tree circumference/i).fill("123.45");
    await expect(page.getByRole("list", { name: "Data Points" }).getByRole("listitem").first()).toBeVisible();
    const before = await page.evaluate(() => {
      const token = localStorage.getItem("jwt");
      localStorage.setItem("jwt", `${token}x`);
      return token;
    });
    await page.evaluate(() => window.dispatchEvent(new Event("focus")));
    await page.reload();
    await expectSignedIn(page);
    await expect.poll(() => page.evaluate(() => localStorage.getItem("jwt"))).not.toBe(`${before}x`);
    await expect(page.getByRole("list", { name: "Data Points" }).getByRole("listitem").first()).toBeVisible();
    await expect(page.getByLabel(/tree circumference/i)).toHaveValue("123.45");
  });
});
