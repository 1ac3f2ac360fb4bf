import { readFile } from "node:fs/promises";
import { readZip } from "../test/read-zip.ts";
import { demoPassword } from "./cairn-server.ts";
import { createAccount, expect, openAccountMenu, signIn, test } from "./harness.ts";

test("a volunteer downloads their data and deletes their account, and the app says so", async ({ page }) => {
  const username = await createAccount();
  await signIn(page, username);
  await page.goto("/profile");
  await openAccountMenu(page);
  await page.getByRole("banner").getByRole("link", { name: "Your account" }).click();
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download my data" }).click();
  const file = await download;
  expect(file.suggestedFilename()).toBe("cairn-my-data.zip");
  const files = await readZip(await readFile(await file.path()));
  expect(JSON.parse(String(files["account.json"]))).toMatchObject({ email: `${username}@volunteers.example` });

  await page.getByRole("link", { name: "Delete my account" }).click();
  await expect(page.getByText("Accepted data points stay in the datasets of their quests")).toBeVisible();
  await page.getByLabel("Current password").fill(demoPassword);
  await page.getByRole("button", { name: "Delete account" }).click();
  await expect(page.getByRole("heading", { name: "Account deleted" })).toBeVisible();

  const origin = new URL(page.url()).origin;
  await page.goto("/");
  const dialog = page.getByRole("dialog", { name: "This account was deleted" });
  await expect(dialog.getByText("Nothing was waiting on this phone")).toBeVisible();
  await dialog.getByRole("button", { name: "OK" }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole("article").first(), "what visitors see is still there").toBeVisible();
  expect(new URL(page.url()).origin).toBe(origin);
  expect(new URL(page.url()).pathname).toBe("/");
  await openAccountMenu(page);
  await expect(page.getByRole("button", { name: "Log In" })).toBeVisible();
});
