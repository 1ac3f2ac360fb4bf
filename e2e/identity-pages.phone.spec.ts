import { join } from "node:path";
import type { Page } from "@playwright/test";
import { TOTP } from "otpauth";
import { readNewestCode, readOutbox } from "../test/sign-in-journey.ts";
import { demoPassword } from "./cairn-server.ts";
import {
  createAccount,
  expect,
  expectAccessible,
  expectSignedIn,
  fillSignIn,
  makeNewcomer,
  signIn,
  test,
} from "./harness.ts";

const outbox = () => join(process.env.CAIRN_E2E_DATA ?? "", "outbox");

async function openSignIn(page: Page): Promise<void> {
  await page.goto("/#sign-in");
  await expect(page.getByRole("heading", { name: "Sign in" })).toBeVisible();
}

test("[IDENT-15] the waiting page continues when the link is opened on another device", async ({ page, browser }) => {
  const newcomer = makeNewcomer();
  await page.goto("/#sign-up");
  await page.getByLabel("Username").fill(newcomer.username);
  await page.getByLabel("Email").fill(newcomer.email);
  await page.getByLabel("Password", { exact: true }).fill(newcomer.password);
  await page.getByRole("button", { name: "Create account" }).click();
  await expectAccessible(page);
  await page.getByLabel("Confirmation code").fill("12");

  const mail = () => readOutbox(outbox(), newcomer.email).then((mails) => mails.at(-1)?.text ?? "");
  await expect.poll(mail).toContain("confirm-link");
  const link = /http\S+confirm-link\S+/.exec(await mail())?.[0] ?? "";
  const elsewhere = await browser.newContext();
  const other = await elsewhere.newPage();
  await other.goto(link);
  await other.getByRole("button", { name: "Yes, confirm it" }).click();
  await expect(other.getByText("Your email is confirmed")).toBeVisible();
  await elsewhere.close();

  await expectSignedIn(page);
});

test("Back returns to the form after a mistyped code, and one invalid field keeps the others", async ({ page }) => {
  const newcomer = makeNewcomer();
  await page.goto("/#sign-up");
  await page.getByLabel("Username").fill("no spaces");
  await page.getByLabel("Email").fill(newcomer.email);
  await page.getByLabel("Password").fill(newcomer.password);
  await page.getByRole("button", { name: "Create account" }).click();
  await expect(page.getByText("Use 3 to 40 letters")).toBeVisible();
  await expect(page.getByLabel("Email")).toHaveValue(newcomer.email);
  await expect(page.getByText("Password already entered")).toBeVisible();
  await expectAccessible(page);
  await page.getByText("Choose another password").click();
  await expect(page.getByLabel("New password")).toBeVisible();
  await page.getByLabel("Username").fill(newcomer.username);
  await page.getByRole("button", { name: "Create account" }).click();

  await page.getByLabel("Confirmation code").fill("12");
  await page.getByRole("button", { name: "Confirm" }).click();
  await expect(page.getByText("Incorrect code. Check the newest email.")).toBeVisible();
  await page.getByRole("link", { name: "Change email address" }).click();
  await expect(page.getByRole("heading", { name: "Sign up" })).toBeVisible();
  await page.goBack();
  await expect(page.getByText("Incorrect code. Check the newest email.")).toBeVisible();
  await page.reload();
  await expect(page.getByLabel("Confirmation code")).toBeVisible();
  await page.getByLabel("Confirmation code").fill(await readNewestCode(outbox(), newcomer.email));
  await page.getByRole("button", { name: "Confirm" }).click();
  await expectSignedIn(page);
});

test("[IDENT-09] the hosted pages name missing fields, and a button shows and hides the password, which is submitted as a password field", async ({
  page,
}) => {
  await openSignIn(page);
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page.getByText("Username cannot be empty")).toBeVisible();
  await expect(page.getByText("Password cannot be empty")).toBeVisible();
  await page.getByRole("link", { name: "Forgot password?" }).click();
  await page.getByRole("link", { name: "Back to sign-in" }).click();

  const password = page.getByLabel("Password");
  const button = page.getByRole("button", { name: "Show password" });
  await password.fill("a wrong one");
  await expect(password).toHaveAttribute("type", "password");
  await expect(button).toHaveAttribute("aria-pressed", "false");
  await password.press("Tab");
  await expect(button).toBeFocused();
  await page.keyboard.press("Space");
  await expect(password).toHaveAttribute("type", "text");
  await expect(button).toHaveAttribute("aria-pressed", "true");
  await expect(password).toHaveValue("a wrong one");
  await button.click();
  await expect(password).toHaveAttribute("type", "password");
  await button.click();
  await page.evaluate(() =>
    document.forms[0]?.addEventListener("submit", (event) => {
      event.preventDefault();
    }),
  );
  await password.press("Enter");
  await expect(password).toHaveAttribute("type", "password");

  await page.getByRole("link", { name: "Create an account" }).click();
  await page.getByRole("button", { name: "Create account" }).click();
  await expect(page.getByLabel("Username")).toBeFocused();
});

test("[IDENT-07] an authenticator app is set up on the account page and required at the next sign-in", async ({
  page,
}) => {
  const username = await createAccount();
  await signIn(page, username);
  await page.goto("/account");
  await page.getByRole("link", { name: "Set up an authenticator app" }).click();
  await expect(page.getByRole("img", { name: "QR code" })).toBeVisible();
  const secret = (await page.locator("code").innerText()).replaceAll(" ", "");
  await page.getByLabel("Code from the app").fill(new TOTP({ secret }).generate());
  await page.getByRole("button", { name: "Set up app" }).click();
  const recoveryCode = await page.getByRole("listitem").first().innerText();
  await expectAccessible(page);

  await page.goto("/logout");
  await page.getByRole("button", { name: "Sign out" }).click();
  await page.evaluate(() => localStorage.clear());
  await openSignIn(page);
  await fillSignIn(page, username, demoPassword);
  await expect(page.getByRole("heading", { name: "Second step" })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByText("Challenge response cannot be empty")).toBeVisible();
  await page.getByRole("link", { name: "Use a recovery code" }).click();
  await page.getByLabel("Recovery code").fill(recoveryCode);
  await page.getByRole("button", { name: "Continue" }).click();
  await expectSignedIn(page);
});

test.describe("in another time zone", () => {
  test.use({ as: "bob", timezoneId: "Asia/Tokyo" });

  test("the device list shows times in the reader's time zone, with its name", async ({ page }) => {
    await page.goto("/account/devices");
    const moment = page.locator("time").first();
    await expect(moment).toContainText("GMT+9");
    const written = await moment.getAttribute("datetime");
    const hour = new Date(new Date(written ?? "").getTime() + 9 * 60 * 60_000).getUTCHours();
    await expect(moment).toContainText(new RegExp(`\\b${hour % 12 || 12}:\\d\\d`));
  });
});
