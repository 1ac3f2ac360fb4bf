import { makePhoto } from "../test/make-photo.ts";
import { expect, savedWords, test } from "./harness.ts";
import { createQuest, joinQuest } from "./protocol-quests.ts";
import { publishResults, seedWaiting } from "./review-seed.ts";

test.describe("a page that the browser translates lives", () => {
  test.describe("for a volunteer", () => {
    test.use({ as: "bob", translatedBy: "chrome" });

    test("who measures, changes an answer and saves", async ({ page, request }) => {
      const quest = await createQuest(request, {
        name: `Girths in translation ${Date.now()}`,
        protocol: {
          fields: [
            { key: "girth", kind: "number", label: "Girth", unit: "cm", required: true },
            { key: "leaves", kind: "yes_no", label: "Are there leaves?" },
            {
              key: "colour",
              kind: "text",
              label: "Which colour?",
              shown_when: { field: "leaves", op: "=", value: true },
            },
          ],
          photo: { required: true },
        },
      });
      await joinQuest(request, "bob", quest.id);
      await page.goto(`/quests/${quest.id}/data`);
      await expect(page.locator("font").first()).toBeAttached();
      for (const girth of ["120", "130"]) {
        const buffer = await makePhoto({ uniqueSeed: `translated ${girth} ${Date.now()}`, width: 640 });
        await page.locator('input[name="file"]').setInputFiles({ name: "tree.jpg", mimeType: "image/jpeg", buffer });
        await page.getByLabel("Girth").fill(girth);
        await page.getByRole("radio", { name: "Yes" }).check();
        await page.getByLabel("Which colour?").fill("green");
        await page.getByRole("button", { name: /^Are there leaves/ }).click();
        await page.getByRole("radio", { name: "No", exact: true }).check();
        await page.getByRole("button", { name: "Add Data Point" }).click();
        await expect(page.getByText(savedWords)).toBeVisible();
        await expect(page.getByLabel("Girth")).toHaveValue("");
      }
      await expect(page.getByRole("list", { name: "Data Points" }).getByRole("listitem")).toHaveCount(2);
      await page.goto("/outbox");
      await expect(page.getByText("Everything is uploaded.")).toBeVisible();
    });
  });

  test.describe("for a reviewer", () => {
    test.use({ as: "admin", translatedBy: "safari", viewport: { width: 1440, height: 900 } });

    test("who accepts by keys and takes it back", async ({ page }) => {
      const count = 3;
      const { questId } = await seedWaiting(`Trees in translation ${Date.now()}`, count);
      await page.goto(`/admin_dashboard/samples?quest=${questId}`);
      await expect(page.getByRole("link", { name: `Pending ${count}` })).toBeVisible();
      // Keys count once the list is there.
      await expect(
        page
          .getByRole("table", { name: "Pending" })
          .getByRole("checkbox")
          .nth(count - 1),
      ).toBeVisible();
      for (let left = count; left > 0; left--) {
        await page.keyboard.press("j");
        await expect(page.getByRole("region", { name: /^Sample Overview - ID / })).toBeVisible();
        await page.keyboard.press("a");
        await expect(page.getByRole("link", { name: `Accepted ${count - left + 1}` })).toBeVisible();
      }
      await page.getByRole("button", { name: "Undo" }).first().click();
      await expect(page.getByRole("link", { name: "Pending 1" })).toBeVisible();
    });

    test("who edits a quest and reads results", async ({ page, request }) => {
      const name = `Figures in translation ${Date.now()}`;
      const { questId } = await seedWaiting(name, 3);
      const other = await createQuest(request, { name: `Nests in translation ${Date.now()}` });
      await page.goto(`/admin_dashboard?q=${encodeURIComponent(other.quest_name)}`);
      await page.getByRole("button", { name: `view/edit ${other.quest_name}` }).click();
      const dialog = page.getByRole("dialog");
      await dialog.getByRole("button", { name: "add location" }).click();
      const place = dialog.getByRole("group", { name: "Location 2" });
      await dialog.getByRole("button", { name: "Save quest" }).click();
      await expect(dialog.getByText(/needs? attention/).first()).toBeVisible();
      await place.getByRole("button", { name: "delete location" }).click();
      const part = dialog.getByRole("region", { name: "Data collection form" });
      await part.getByRole("radio", { name: /Custom/ }).check();
      await part.getByRole("button", { name: /^Empty form/ }).click();
      await part.getByRole("button", { name: /^Count/ }).click();
      const field = part.getByRole("group", { name: /^Question \d+:/ });
      await field.getByLabel("Question", { exact: false }).first().fill("Nests in it");
      await expect(part.getByRole("region", { name: "Form preview" }).getByText("Nests in it")).toBeVisible();
      await dialog.getByRole("button", { name: "Save quest" }).click();
      await expect(dialog.getByText("Quest edited successfully")).toBeVisible();

      await publishResults(questId);
      await page.goto(`/quests/${questId}/results`);
      await page
        .getByRole("button", { name: /^Show the numbers/ })
        .first()
        .click();
      await page.getByRole("link", { name: "See the quest" }).first().click();
      await expect(page.getByRole("heading", { name, level: 1 })).toBeVisible();
      await page.goBack();
      await expect(page.getByRole("region", { name: "Over time" })).toBeVisible();
    });
  });
});
