import { type Page, test } from "@playwright/test";
import getPort from "get-port";
import { type Glewlwyd, startGlewlwyd, whyNoGlewlwyd } from "../../test/foreign-providers/glewlwyd.ts";
import { startServer } from "../cairn-server.ts";
import { joinWithForeignAccounts, measureAndAccept } from "../foreign-journey.ts";

const missing = whyNoGlewlwyd();
if (missing) console.warn(`NOT RUN: the journey with an independent OpenID provider. ${missing}`);

/** On Glewlwyd's own page: the password, then its consent question. */
async function signInAt({ password }: Glewlwyd, page: Page, username: string): Promise<void> {
  await page.locator("#username").fill(username);
  await page.locator("#password").fill(password);
  await page.locator("#password").press("Enter");
  await page.locator("#grant-email").check();
  await page.locator("#grant-profile").check();
  await page.getByRole("button", { name: "Grant access" }).click();
  await page.getByRole("button", { name: "Continue" }).click();
}

test("[IDENT-13] the whole journey works with Debian's OpenID provider, by settings alone", async ({ browser }) => {
  test.skip(missing !== undefined, missing);
  test.setTimeout(240_000);
  const port = await getPort({ host: "127.0.0.1" });
  const provider = await startGlewlwyd(`http://localhost:${port}`);
  const cairn = await startServer(
    {
      PORT: String(port),
      PUBLIC_URL: `http://localhost:${port}`,
      DEMO: "0",
      OIDC_ISSUER: provider.issuer,
      OIDC_CLIENT_ID: provider.clientId,
      OIDC_GROUPS_CLAIM: "groups",
      OIDC_GROUPS_SEPARATOR: ",",
      OIDC_USERNAME_CLAIM: "preferred_username",
    },
    "server-glewlwyd",
  );
  try {
    const people = { volunteer: "fern", admin: "warden" };
    const pages = await joinWithForeignAccounts(browser, `http://localhost:${port}`, people, (page, username) =>
      signInAt(provider, page, username),
    );
    await measureAndAccept(pages, people.volunteer);
  } finally {
    await Promise.all(browser.contexts().map((context) => context.close()));
    await cairn.stop();
    await provider.close();
  }
});
