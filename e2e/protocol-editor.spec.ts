import type { APIRequestContext, Locator, Page } from "@playwright/test";
import type { Quest } from "../src/contract/quests.ts";
import { makePhoto } from "../test/make-photo.ts";
import { expect, expectAccessible, test } from "./harness.ts";

test.use({ as: "admin" });

const rows = (part: Locator) => part.getByRole("button", { name: /^(Edit|Close) question \d/ });
const partOf = (page: Page) => page.getByRole("dialog").getByRole("region", { name: "Data collection form" });

const place = {
  locality: "Rye",
  administrative_area: "East Sussex",
  postal_code: "TN31 7",
  country: "United Kingdom",
  coordinates: [50.95, 0.73],
};

async function createMeasuredQuest(name: string, page: Page, request: APIRequestContext): Promise<Quest> {
  await page.goto("/admin_dashboard");
  const headers = { authorization: `Bearer ${await page.evaluate(() => localStorage.getItem("jwt"))}` };
  const created = await request.post("/api/quests", {
    headers,
    data: {
      quest_name: name,
      quest_type: "WATER",
      quest_status: "ACCEPTING_APPLICATIONS",
      organization: { organization_id: 1 },
      locations: [place],
      protocol: {
        fields: [
          { key: "depth", kind: "number", label: "Depth", unit: "cm", min: 0, max: 500, required: true },
          { key: "remarks", kind: "text", label: "Remarks" },
        ],
      },
    },
  });
  expect(created.status()).toBe(201);
  const quest: Quest = await created.json();
  const record = `/api/adventurers/admin/quests/${quest.id}`;
  expect((await request.post(`${record}/sign-up`, { headers })).status()).toBe(200);
  const uploaded = await request.post(`${record}/data/uploads`, {
    headers,
    multipart: {
      measurements: JSON.stringify({ depth: 140 }),
      latitude: "50.95",
      longitude: "0.73",
      file: { name: "water.jpg", mimeType: "image/jpeg", buffer: await makePhoto({ uniqueSeed: name }) },
    },
  });
  expect(uploaded.status()).toBe(201);
  return quest;
}

test("a coordinator writes a form from a template, by keyboard, in two languages", async ({ page }, { project }) => {
  const name = `Clear to the ground ${Date.now()}`;
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.goto("/admin_dashboard");
  await page.getByRole("button", { name: "Create New Quest" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Quest Name").fill(name);
  await dialog.getByLabel("Quest Type").selectOption("WATER");
  await dialog.getByLabel("Organization").selectOption({ label: "Clear Rivers Network" });
  await dialog.getByLabel("Locality").fill(place.locality);
  await dialog.getByLabel("Administrative area").fill(place.administrative_area);
  await dialog.getByLabel("Postal code").fill(place.postal_code);
  await dialog.getByLabel("Country").fill(place.country);
  await dialog.getByLabel("Coordinates").fill("50.95, 0.73");

  const part = partOf(page);
  await part.getByRole("radio", { name: /Custom/ }).check();
  await part.getByRole("button", { name: /^A template/ }).click();
  await expectAccessible(page);
  await part.getByRole("button", { name: "Use the template Secchi depth and water temperature" }).click();
  const before = await rows(part).allTextContents();

  // With the handle's arrow keys, and with the buttons.
  const handle = part.getByRole("button", { name: "Drag question 6" });
  await handle.focus();
  await page.keyboard.press("Space");
  await expect(part.getByText(/^Picked up/)).toBeAttached();
  await page.keyboard.press("ArrowDown");
  await expect(part.getByText(/position 7 of 7/)).toBeAttached();
  await page.keyboard.press("Space");
  await expect(part.getByText(/was dropped at position 7/)).toBeAttached();
  await part.getByRole("button", { name: "Move question 7 up" }).focus();
  await page.keyboard.press("Enter");
  await expect.poll(() => rows(part).allTextContents()).toEqual(before);
  await part.getByRole("button", { name: "Move question 5 up" }).click();

  await part.getByRole("button", { name: "Add a question" }).click();
  await part.getByRole("button", { name: /^Count/ }).click();
  const field = part.getByRole("group", { name: /^Question 8/ });
  await field.getByLabel("Question", { exact: false }).first().fill("Boats in sight");
  await field.getByLabel("Largest").fill("many");
  await dialog.getByRole("button", { name: "Create quest" }).click();
  await expect(dialog.getByText("One field needs attention.")).toBeVisible();
  await dialog.getByRole("button", { name: /Boats in sight: Accepted values: Largest/ }).click();
  await expect(field.getByLabel("Largest")).toBeFocused();
  await expectAccessible(page);
  await field.getByLabel("Largest").fill("50");
  await expect(dialog.getByText("One field needs attention.")).toBeHidden();

  await part.getByRole("button", { name: "Add a language" }).click();
  await part.getByRole("combobox", { name: "Add a language" }).fill("Germ");
  await part.getByRole("option", { name: "German", exact: true }).click();
  await field.getByLabel("German").first().fill("Boote in Sicht");
  await expect(part.getByText(/\d+ texts are missing/)).toBeVisible();
  if (project.name === "phone") await part.getByRole("button", { name: "Show the preview" }).click();
  const preview = part.getByRole("region", { name: "Preview on a phone" }).first();
  await preview.getByLabel("Preview language").selectOption("de");
  await expect(preview.getByText("Boote in Sicht")).toBeVisible();
  await preview.getByRole("radio", { name: "No", exact: true }).first().check();
  await expect(preview.getByText("Secchi depth").first()).toBeVisible();
  await expectAccessible(page);
  if (project.name === "desktop") {
    const phone = preview.getByRole("region", { name: "Form preview" });
    const asked = preview.getByText("Boote in Sicht");
    await phone.evaluate((element) => element.scrollTo(0, 0));
    await expect(asked).not.toBeInViewport();
    await part.getByRole("button", { name: /^Edit question 1:/ }).click();
    await part.getByRole("button", { name: /^Edit question 8:/ }).click();
    await expect(asked).toBeInViewport();
  }

  await dialog.getByRole("button", { name: "Create quest" }).click();
  await expect(dialog.getByText("Quest created successfully")).toBeVisible();
  await expect(dialog.getByText("Not saved yet")).toBeHidden();
  const download = page.waitForEvent("download");
  await part.getByRole("button", { name: "Download as XLSForm" }).click();
  expect((await download).suggestedFilename()).toMatch(/\.xlsx$/);

  await dialog.getByRole("button", { name: "Duplicate quest" }).click();
  await expect(dialog.getByLabel("Quest Name")).toHaveValue(`${name} (copy)`);
  await expect(rows(part)).toHaveCount(8);
});

test("an edit says what it means for existing data points, and becomes version 2", async ({ page, request }) => {
  const name = `Depth of the moat ${Date.now()}`;
  const { id } = await createMeasuredQuest(name, page, request);
  await page.reload();
  await page.getByRole("button", { name: `view/edit ${name}` }).click();
  const dialog = page.getByRole("dialog");
  const part = partOf(page);
  await part.getByRole("button", { name: "Edit question 1: Depth" }).click();
  const field = part.getByRole("group", { name: /^Question 1/ });
  const unit = field.getByRole("combobox", { name: "Unit" });
  await unit.fill("metre");
  const units = part.getByRole("listbox", { name: "Units" });
  await expect(units).toBeVisible();
  await unit.press("Enter");
  await expect(units).toBeHidden();
  await expect(unit).toHaveValue("m");
  await part.getByRole("button", { name: "Edit question 2: Remarks" }).click();
  await part.getByRole("button", { name: "Remove", exact: true }).click();
  await expect(part.getByRole("button", { name: "Undo" })).toBeFocused();
  const changes = part.getByRole("list", { name: "Changes for existing data points" });
  await expect(changes.getByRole("listitem")).toHaveText([
    "“Remarks” is removed. Its values stay with existing data points and in exports.",
    "“Depth” is measured in m instead of cm: existing values keep cm, in a separate column.",
  ]);
  await expect(part.getByRole("heading", { name: "This becomes version 2." })).toBeVisible();
  await expect(dialog.getByText("Becomes version 2", { exact: true })).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Save quest" }).click();
  await expect(dialog.getByText("Quest edited successfully")).toBeVisible();
  const saved: Quest = await (await request.get(`/api/quests/${id}`)).json();
  expect(saved.protocol).toMatchObject({ version: 2, fields: [{ key: "depth", unit: "m" }] });
  await dialog.getByRole("button", { name: "Save quest" }).click();
  await expect(dialog.getByText("Quest edited successfully")).toBeVisible();
  expect((await (await request.get(`/api/quests/${id}`)).json()).protocol_version).toBe(2);
});
