import type { BrowserContext, BrowserContextOptions } from "@playwright/test";

export const phone: BrowserContextOptions = {
  viewport: { width: 390, height: 844 },
  deviceScaleFactor: 2,
  isMobile: true,
  hasTouch: true,
};
export const desktop: BrowserContextOptions = { viewport: { width: 1440, height: 900 } };

/** Signs in as a demo user, in a page that is then closed. */
export async function signInAs(context: BrowserContext, username: string, password: string): Promise<void> {
  const home = await context.newPage();
  await home.goto("/");
  await home.getByRole("button", { name: "Account" }).click();
  await home.getByRole("button", { name: "Log In" }).click();
  await home.getByLabel("Username or email").fill(username);
  await home.getByLabel("Password", { exact: true }).fill(password);
  await home.getByRole("button", { name: "Sign in" }).click();
  await home.waitForFunction(() => localStorage.getItem("jwt") !== null);
  await home.close();
}
