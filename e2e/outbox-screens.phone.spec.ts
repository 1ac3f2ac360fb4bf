import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { type RescueManifest, rescueManifestSchema } from "../src/contract/rescue.ts";
import { languageCookie, pseudoLanguage } from "../src/texts/languages.ts";
import { toPseudo } from "../src/texts/pseudo.ts";
import { openZip } from "../src/web/features/rescue/zip.ts";
import { expect, openAccountMenu, openDesk, signIn, signInByHand, test } from "./harness.ts";
import { fillOutbox } from "./outbox.ts";
import { findClipped } from "./plain-english.ts";

const rows = (page: Page) =>
  page
    .getByRole("main")
    .getByRole("listitem")
    .filter({ has: page.getByRole("heading") });

type Filling = Parameters<typeof fillOutbox> extends [Page, string, unknown, ...infer Rest] ? Rest : never;

async function pack(page: Page): Promise<{ path: string; name: string; bytes: Buffer; manifest: RescueManifest }> {
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export data points" }).click();
  const file = await download;
  const path = await file.path();
  const bytes = await readFile(path);
  const zip = await openZip(new Blob([new Uint8Array(bytes)]));
  const manifest = rescueManifestSchema.parse(JSON.parse(await (await zip.read("manifest.json", 1e6)).text()));
  for (const photo of manifest.points.flatMap(({ photos }) => photos)) {
    const content = Buffer.from(await (await zip.read(photo.file, 1e8)).arrayBuffer());
    expect(createHash("sha256").update(content).digest("hex")).toBe(photo.sha256);
  }
  return { path, name: file.suggestedFilename(), bytes, manifest };
}

test.describe("the outbox", () => {
  test.use({ as: "bob" });

  test("lists waiting, rejected and sent data points, counts them in the header, and discards one in every tab", async ({
    page,
    context,
  }) => {
    await open(
      page,
      "bob",
      [
        { state: "waiting" },
        { state: "waiting", position: null },
        {
          state: "refused",
          problem: {
            atMs: 0,
            status: 409,
            code: "quest_closed",
            message: "This quest is closed.",
            fieldErrors: [{ path: "measurements.tree_width", message: "Too wide." }],
          },
        },
        { state: "draft" },
        { state: "delivered" },
      ],
      [{ state: "waiting" }],
    );
    await expect(page.getByRole("banner").getByRole("link", { name: "3 waiting", exact: true })).toBeVisible();
    const stateOf = (text: string | RegExp) => rows(page).filter({ hasText: text });
    await expect(stateOf("187.5 cm")).toContainText("Waiting");
    await expect(stateOf("187.5 cm")).toContainText("± 7 m, good");
    // Its photo loads once it is near the window.
    await stateOf("187.5 cm").scrollIntoViewIfNeeded();
    await expect(stateOf("187.5 cm").getByRole("img", { name: "Photo of this data point" })).toBeVisible();
    await expect(stateOf("No position yet")).toContainText("Waiting");
    await expect(stateOf("This quest is closed.")).toContainText("Rejected");
    await expect(stateOf("This quest is closed.")).toContainText(/circumference: Too wide\./i);
    await expect(stateOf("Started")).toContainText("Draft");
    await expect(stateOf("Sent")).toContainText("Sent");
    await expect(stateOf("Sent")).toContainText("Photo sent");
    await expect(stateOf("Quest completed: waiting for 3 data points")).toBeVisible();

    await test.step("discards one after confirmation", async () => {
      const other = await context.newPage();
      await other.goto("/offline");
      await expect(other.getByRole("link", { name: "3 waiting", exact: true })).toBeVisible();
      await stateOf("No position yet").getByRole("button", { name: "Discard" }).click();
      const dialog = page.getByRole("dialog", { name: "Discard this data point?" });
      await dialog.getByRole("button", { name: "Keep it" }).click();
      await expect(stateOf("No position yet")).toBeVisible();
      await stateOf("No position yet").getByRole("button", { name: "Discard" }).click();
      await dialog.getByRole("button", { name: "Discard it" }).click();
      await expect(stateOf("No position yet")).toHaveCount(0);
      await expect(other.getByRole("link", { name: "2 waiting", exact: true })).toBeVisible();
      await other.close();
    });
  });

  test("the header has room for the count on the narrowest phone, in a long right-to-left language", async ({
    page,
    context,
    baseURL,
  }) => {
    await context.addCookies([{ name: languageCookie, value: pseudoLanguage.code, url: baseURL ?? "" }]);
    await page.setViewportSize({ width: 320, height: 640 });
    await page.goto("/outbox");
    await fillOutbox(page, "bob", "Blue Ridge", [{ state: "waiting" }]);
    await page
      .getByRole("banner")
      .getByRole("button", { name: toPseudo("Got it") })
      .click();
    const badge = page.getByRole("banner").locator('a[href="/outbox"]').first();
    await expect(badge).toBeVisible();
    await expect(page.locator("html")).toHaveAttribute("dir", "rtl");
    expect(await findClipped(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
    const boxes = await page
      .getByRole("banner")
      .locator("a, button")
      .evaluateAll((elements) =>
        elements.filter((each) => each.checkVisibility()).map((each) => each.getBoundingClientRect().toJSON()),
      );
    for (const one of boxes) {
      for (const other of boxes) {
        if (one !== other) expect(one.left >= other.right - 1 || other.left >= one.right - 1).toBe(true);
      }
    }
  });

  test("exports data points, opens one for editing, and imports them in another browser of the same account, and as an administrator", async ({
    page,
    browser,
    storageState,
    baseURL,
  }) => {
    const refused = { state: "refused", answers: { tree_width: "42" } } as const;
    await open(page, "bob", [{ state: "waiting" }, refused, { state: "draft" }, { state: "delivered" }]);
    const { name, path, bytes, manifest } = await pack(page);
    expect(name).toMatch(/^cairn-rescue-.*\.zip$/);
    expect(manifest.account).toBe("bob");
    expect(manifest.points.map(({ photos }) => photos.length)).toEqual([1, 1]);
    await page.getByRole("main").locator('input[type="file"]').setInputFiles(path);
    await expect(page.getByText("No data points imported, 2 already here, none rejected.")).toBeVisible();

    await test.step("one opens for editing, and isn't sent meanwhile", async () => {
      const header = page.getByRole("banner");
      await expect(header.getByRole("link", { name: "2 waiting", exact: true })).toBeVisible();
      // The count has room in the header's row.
      expect(await header.boundingBox()).toMatchObject({ height: 56 });
      await rows(page).filter({ hasText: "Rejected" }).getByRole("button", { name: "Edit" }).click();
      await expect(page).toHaveURL(/\/quests\/\d+\/data$/);
      await expect(page.getByLabel(/circumference/i)).toHaveValue("42");
      await expect(page.getByRole("banner").getByRole("link", { name: "1 waiting", exact: true })).toBeVisible();
    });

    const context = await browser.newContext({ ...(storageState && { storageState }), ...(baseURL && { baseURL }) });
    const elsewhere = await context.newPage();
    await elsewhere.goto("/outbox");
    // Replaces one of the photos.
    const photo = manifest.points[1]?.photos[0]?.file ?? "";
    const tampered = Buffer.from(bytes);
    const nameAt = tampered.indexOf(photo);
    const contentAt = nameAt + photo.length + 400;
    tampered[contentAt] = (tampered[contentAt] ?? 0) ^ 1;
    const choose = (buffer: Buffer) =>
      elsewhere
        .getByRole("main")
        .locator('input[type="file"]')
        .setInputFiles({ name, mimeType: "application/zip", buffer });
    await choose(tampered);
    await expect(elsewhere.getByText("1 data point imported, none already here, 1 rejected.")).toBeVisible();
    await expect(elsewhere.getByText(/isn't the one that was exported/)).toBeVisible();
    await expect(rows(elsewhere)).toHaveCount(1);
    await choose(bytes);
    await expect(elsewhere.getByText("1 data point imported, 1 already here, none rejected.")).toBeVisible();
    await expect(rows(elsewhere)).toHaveCount(2);
    await context.close();

    const desk = await openDesk(browser);
    await signIn(desk.page, "admin");
    await desk.page.goto("/admin_dashboard/applications");
    const section = desk.page.getByRole("region", { name: "Import data points" });
    await section.locator('input[type="file"]').setInputFiles(path);
    await expect(section.getByText(/^(None|\d+) stored, .* rejected\.$/)).toBeVisible();
    for (const { id } of manifest.points) {
      await expect(section.getByRole("row", { name: id })).toContainText(/Stored|Already here|Rejected/);
    }
    await section
      .locator('input[type="file"]')
      .setInputFiles({ name: "notes.zip", mimeType: "application/zip", buffer: Buffer.from("no zip") });
    await expect(section.getByRole("alert")).toBeVisible();
    await desk.context.close();
  });

  test("sign-out asks first, and keeps unsent data points for the same account only", async ({ page }) => {
    await open(page, "bob", [{ state: "waiting" }, { state: "draft" }, { state: "delivered" }]);
    const signOut = async () => {
      await openAccountMenu(page);
      await page.getByRole("button", { name: "Sign out" }).click();
    };
    await signOut();
    const dialog = page.getByRole("dialog", { name: "Not everything is uploaded" });
    await expect(dialog).toContainText("1 data point isn't uploaded. 1 draft isn't finished.");
    await dialog.getByRole("button", { name: "Stay signed in" }).click();
    await expect(rows(page)).toHaveCount(3);
    await signOut();
    await dialog.getByRole("button", { name: "Sign out and keep them on this phone" }).click();
    await expect(page.getByText("High Stakes Data Collection")).toBeVisible();

    await signInByHand(page, "alice");
    await page.goto("/outbox");
    await expect(page.getByText("Nothing waiting to upload.")).toBeVisible();
    await expect(page.getByRole("banner").getByRole("link", { name: /waiting/ })).toHaveCount(0);
    await signOut();
    await expect(page.getByText("High Stakes Data Collection")).toBeVisible();

    await signInByHand(page, "bob");
    await page.goto("/outbox");
    await expect(rows(page)).toHaveCount(2);
    await expect(rows(page).filter({ hasText: "Sent" })).toHaveCount(0);
    await signOut();
    await dialog.getByRole("button", { name: "Delete them and sign out" }).click();
    await dialog.getByRole("button", { name: "Yes, delete them and sign out" }).click();
    await expect(page.getByText("High Stakes Data Collection")).toBeVisible();
    await expect.poll(() => countKept(page)).toEqual({ records: 0, photos: 0 });
  });
});

/** What this browser's outbox has, of whichever account. */
const countKept = (page: Page) =>
  page.evaluate(async () => {
    const opening = indexedDB.open("cairn");
    const database = await new Promise<IDBDatabase>((resolve, reject) => {
      opening.onsuccess = () => resolve(opening.result);
      opening.onerror = () => reject(opening.error);
    });
    const reading = database.transaction(["records", "photos"]);
    const [records, photos] = [reading.objectStore("records").count(), reading.objectStore("photos").count()];
    await new Promise((resolve) => {
      reading.oncomplete = resolve;
    });
    database.close();
    return { records: records.result, photos: photos.result };
  });

async function open(page: Page, account: string, ...filling: Filling) {
  await page.goto("/outbox");
  await expect(page.getByRole("heading", { name: "Outbox" })).toBeVisible();
  await fillOutbox(page, account, "Blue Ridge", ...filling);
  await expect(rows(page).first()).toBeVisible();
}
