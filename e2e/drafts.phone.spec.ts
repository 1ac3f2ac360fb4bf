import type { Page } from "@playwright/test";
import { makePhoto } from "../test/make-photo.ts";
import { expect, signIn, test } from "./harness.ts";
import { createQuest, joinQuest } from "./protocol-quests.ts";

const protocol: Parameters<typeof createQuest>[1]["protocol"] = {
  fields: [{ key: "girth", kind: "number", label: "Girth", unit: "cm", required: true, min: 0, max: 1000 }],
  photo: { required: false },
};

const girth = (page: Page) => page.getByLabel("Girth");

/** Blocks the outbox's database for every page, until the returned function is called or the page closes. */
async function keepDatabaseBusy(page: Page): Promise<() => Promise<void>> {
  await page.evaluate(async () => {
    const opened = indexedDB.open("cairn");
    const database = await new Promise<IDBDatabase>((resolve) => {
      opened.onsuccess = () => resolve(opened.result);
    });
    const stores = [...database.objectStoreNames];
    const transaction = database.transaction(stores, "readwrite");
    const ended = new Promise((resolve) => {
      transaction.oncomplete = resolve;
    });
    let isBusy = true;
    Object.assign(window, {
      endBusyness: async () => {
        isBusy = false;
        await ended;
        database.close();
      },
    });
    await new Promise<void>((resolve) => {
      const ask = () => {
        resolve();
        if (isBusy) transaction.objectStore("records").count().onsuccess = ask;
      };
      ask();
    });
  });
  return () => page.evaluate(() => (window as unknown as { endBusyness: () => Promise<void> }).endBusyness());
}

test("typed answers survive, even if the page closes at once and the phone is slow", async ({
  page: other,
  context,
  request,
}) => {
  test.slow();
  const quest = await createQuest(request, { name: `Drafts ${Date.now()}`, protocol });
  await signIn(other, "bob");
  await joinQuest(request, "bob", quest.id);
  await other.goto("/offline");
  let page = await context.newPage();
  const openForm = async () => {
    await page.goto(`/quests/${quest.id}/data`);
    await expect(girth(page)).toBeVisible();
  };
  await openForm();

  await test.step("reloaded, before anything of it was in the database", async () => {
    const endBusyness = await keepDatabaseBusy(other);
    await girth(page).fill("8");
    await page.reload();
    await endBusyness();
    await expect(girth(page)).toHaveValue("8");
  });

  await test.step("reloaded while the last digit is being written", async () => {
    await page.locator('input[name="file"]').setInputFiles({
      name: "elm.jpg",
      mimeType: "image/jpeg",
      buffer: await makePhoto({ uniqueSeed: "elm" }),
    });
    await expect(page.getByText("taken with the photo")).toBeVisible();
    const endBusyness = await keepDatabaseBusy(other);
    await girth(page).fill("87");
    // Lets the write begin.
    await page.waitForTimeout(500);
    await page.reload();
    await endBusyness();
    await expect(girth(page)).toHaveValue("87");
    await expect(page.getByRole("img", { name: "Selected photo" })).toBeVisible();
    await expect(page.getByText("taken with the photo")).toBeVisible();
  });

  await test.step("its tab was closed", async () => {
    const endBusyness = await keepDatabaseBusy(other);
    await girth(page).fill("876");
    await page.close();
    await endBusyness();
    page = await context.newPage();
    await openForm();
    await expect(girth(page)).toHaveValue("876");
  });

  await test.step("its process was killed", async () => {
    await keepDatabaseBusy(other);
    await girth(page).fill("765");
    const crashed = page.waitForEvent("crash");
    const devTools = await context.newCDPSession(page);
    void devTools.send("Page.crash").catch(() => {});
    await crashed;
    await other.reload();
    page = await context.newPage();
    await openForm();
    await expect(girth(page)).toHaveValue("765");
    await expect(page.getByRole("img", { name: "Selected photo" })).toBeVisible();
  });

  await test.step("the page before holds its draft a while longer than the new one takes to come", async () => {
    const name = await page.evaluate(async () => {
      const { held = [] } = await navigator.locks.query();
      return held.map((lock) => lock.name ?? "").find((each) => each.startsWith("cairn-draft/"));
    });
    if (!name) throw new Error("no lock of a draft");
    await other.evaluate((name) => {
      void navigator.locks.request(name, () => new Promise((resolve) => setTimeout(resolve, 2_000)));
    }, name);
    await page.reload();
    await expect(girth(page)).toHaveValue("765");
  });
});
