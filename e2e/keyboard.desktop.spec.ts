import type { Locator, Page } from "@playwright/test";
import { expect, expectSignedIn, findTreePhotos, makeNewcomer, readMailedCode, test } from "./harness.ts";

const quest = "Bark and Girth of the Blue Ridge";
const tabsMax = 120;

/** Presses Tab until the target has focus, and checks that the focus is visible. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible();
  for (let presses = 0; presses < tabsMax; presses++) {
    if (await target.evaluate((node) => node === document.activeElement)) {
      const isMarked = await target.evaluate((node) => node.matches(":focus-visible"));
      expect(isMarked, "the focus shows").toBe(true);
      return;
    }
    await page.keyboard.press("Tab");
  }
  throw new Error(`${target} is not reached with ${tabsMax} tabs`);
}

async function press(page: Page, target: Locator): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press("Enter");
}

async function type(page: Page, target: Locator, text: string): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.type(text);
}

test("a keyboard alone leads from the map to the completed quest", async ({ page }) => {
  const newcomer = makeNewcomer();
  await page.goto("/");
  await type(page, page.getByRole("searchbox"), "bark and girth");
  await press(page, page.getByRole("button", { name: quest }));
  await press(page, page.getByRole("link", { name: "more detail" }));
  await press(page, page.getByRole("link", { name: "Sign up to go on an adventure!" }));

  await page.waitForURL(/\/sign-up$/);
  await type(page, page.getByLabel("Username"), newcomer.username);
  await type(page, page.getByLabel("Email"), newcomer.email);
  await type(page, page.getByLabel("Password", { exact: true }), newcomer.password);
  await page.keyboard.press("Enter");
  await page.waitForURL(/\/confirm$/);
  await type(page, page.getByLabel("Confirmation code"), await readMailedCode(newcomer.email));
  await page.keyboard.press("Enter");
  await expectSignedIn(page);

  await expect(page.getByText(`You have successfully signed up for the quest: ${quest}!`)).toBeVisible();

  const [photo] = await findTreePhotos(1);
  if (!photo) throw new Error("no photo");
  // Starts early, because the browser must intercept the dialog before the key is pressed.
  const chooser = page.waitForEvent("filechooser");
  await tabTo(page, page.locator('input[name="file"]'));
  await page.keyboard.press("Enter");
  await (await chooser).setFiles(photo);
  await type(page, page.getByLabel(/circumference/i), "88.5");
  await press(page, page.getByRole("button", { name: "Add Data Point" }));
  const points = page.getByRole("list", { name: "Data Points" }).getByRole("listitem");
  await expect(points).toHaveCount(1);

  await press(page, points.getByRole("button", { name: /Enlarge/ }));
  await expect(page.getByRole("dialog")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toBeHidden();

  await press(page, page.getByRole("button", { name: "Complete Quest" }));
  await press(page, page.getByRole("dialog").getByRole("button", { name: "Submit Data" }));
  await expect(page.getByRole("region", { name: "Quest Status" })).toContainText("Congratulations!");
});
