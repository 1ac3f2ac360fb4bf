import { expect, type Page, test } from "@playwright/test";
import { startCognitoShaped } from "../../test/foreign-providers/cognito-shaped.ts";
import { foreignPasswords } from "../../test/foreign-providers/hosted-provider.ts";
import { startServer } from "../cairn-server.ts";
import { joinWithForeignAccounts, letTokenRunOut, signOutThere } from "../foreign-journey.ts";
import { expectSignedIn, openAccountMenu } from "../harness.ts";

async function signInAtProvider(page: Page, username: string): Promise<void> {
  await page.getByLabel("User").fill(username);
  await page.getByLabel("Password", { exact: true }).fill(foreignPasswords[username] ?? "");
  await page.getByRole("button", { name: "Sign in there" }).click();
}

/** Survives navigations in the meantime. */
const untilTokenIsNot = (page: Page, before: string | null) =>
  page.waitForFunction((old) => ![old, null].includes(localStorage.getItem("jwt")), before);
const untilNoToken = (page: Page) => page.waitForFunction(() => localStorage.getItem("jwt") === null);

test("[IDENT-13] a provider shaped like Cognito works by settings alone, also its sign-out and new keys", async ({
  browser,
}) => {
  test.setTimeout(240_000);
  const provider = await startCognitoShaped();
  const cairn = await startServer(
    {
      DEMO: "0",
      OIDC_ISSUER: provider.issuer,
      OIDC_CLIENT_ID: provider.clientId,
      OIDC_LOGOUT_STYLE: "cognito",
    },
    "server-cognito",
  );
  provider.allowApp(cairn.url);
  try {
    const people = { volunteer: "fern", admin: "warden" };
    const { phone, desk } = await joinWithForeignAccounts(browser, cairn.url, people, signInAtProvider);

    await test.step("a token that runs out is renewed, through a rotation of the provider's keys", async () => {
      const before = await phone.evaluate(() => localStorage.getItem("jwt"));
      await provider.rotateKey();
      await letTokenRunOut(phone);
      await untilTokenIsNot(phone, before);
      await expect(phone.getByRole("heading", { name: "Upload New Data Point" })).toBeVisible();
    });

    await test.step("signing out ends the session at the provider too", async () => {
      await signOutThere(desk);
      await expect(desk).toHaveURL(`${cairn.url}/`);
      await untilNoToken(desk);
      await desk.getByRole("button", { name: "Account" }).click();
      await desk.getByRole("button", { name: "Log In" }).click();
      await expect(desk.getByLabel("Password", { exact: true })).toBeVisible();
    });

    const typeSignIn = async () => {
      // So that it is no mere change of the hash.
      await desk.goto("about:blank");
      await desk.goto(`${cairn.url}/#sign-in`);
    };
    const isSignOut = /\/logout\?/;
    const noToken = () => desk.evaluate(() => localStorage.getItem("jwt") === null);

    await test.step("[IDENT-24] after a sign-out that the provider didn't hear of, a typed sign-in asks for a password", async () => {
      await signInAtProvider(desk, people.admin);
      await expectSignedIn(desk);
      await desk.context().route(isSignOut, (route) => route.fulfill({ status: 503, body: "Come back later" }));
      await openAccountMenu(desk);
      await desk.getByRole("button", { name: "Sign out" }).click();
      await desk.waitForURL(isSignOut);
      await typeSignIn();
      await expect(desk.getByLabel("Password", { exact: true })).toBeVisible();
    });

    await test.step("[IDENT-24] a provider that asks for none lets nobody in until its session has ended", async () => {
      provider.ignorePrompts(true);
      await typeSignIn();
      await desk.waitForURL(isSignOut);
      await desk.context().unroute(isSignOut);
      await desk.goto(`${cairn.url}/`);
      expect(await noToken()).toBe(true);
      await typeSignIn();
      await expect(desk.getByText(/^You're signed out on this phone/)).toBeVisible();
      expect(await noToken()).toBe(true);
      await typeSignIn();
      await signInAtProvider(desk, people.admin);
      await expectSignedIn(desk);
      provider.ignorePrompts(false);
    });

    await test.step("a session that the provider ended ends here", async () => {
      provider.endAllSessions();
      await letTokenRunOut(phone);
      await untilNoToken(phone);
    });
  } finally {
    await Promise.all(browser.contexts().map((context) => context.close()));
    await cairn.stop();
    await provider.close();
  }
});
