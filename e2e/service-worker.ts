import { expect, type Page } from "@playwright/test";

/** Waits until the service worker has cached the app and controls this page. */
export async function appIsKept(page: Page): Promise<void> {
  await expect
    .poll(() => page.evaluate(() => navigator.serviceWorker.controller?.state), { timeout: 60_000 })
    .toBe("activated");
}

/** Shares like the share sheet of a phone does with the installed app. */
export async function shareWithApp(page: Page, files: readonly { name: string; mimeType: string; buffer: Buffer }[]) {
  await page.evaluate(() => {
    const form = document.createElement("form");
    Object.assign(form, { id: "sheet", method: "post", action: "/share", enctype: "multipart/form-data" });
    form.innerHTML = '<input type="file" name="photos" multiple>';
    document.body.append(form);
  });
  await page.locator("#sheet input").setInputFiles([...files]);
  await page.evaluate(() => document.querySelector<HTMLFormElement>("#sheet")?.submit());
  await expect(page.getByRole("heading", { level: 1, name: "Photos from your gallery" })).toBeVisible();
}
