import type { APIRequestContext } from "@playwright/test";
import type { Quest } from "../src/contract/quests.ts";
import { makePhoto } from "../test/make-photo.ts";
import { accessTokenOf, expect, test } from "./harness.ts";
import { createQuest, joinQuest } from "./protocol-quests.ts";

test.use({ as: "admin" });

async function createMeasuredQuest(name: string, request: APIRequestContext): Promise<Quest> {
  const headers = { authorization: `Bearer ${await accessTokenOf("admin")}` };
  const quest = await createQuest(request, {
    name,
    protocol: {
      fields: [
        { key: "depth", kind: "number", label: "Depth", unit: "cm", min: 0, max: 500, required: true },
        { key: "remarks", kind: "text", label: "Remarks" },
      ],
    },
  });
  await joinQuest(request, "admin", quest.id);
  const uploaded = await request.post(`/api/adventurers/admin/quests/${quest.id}/data/uploads`, {
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

test("an edit says what it means for existing data points, and becomes version 2", async ({ page, request }) => {
  const name = `Depth of the moat ${Date.now()}`;
  const { id } = await createMeasuredQuest(name, request);
  await page.goto("/admin_dashboard");
  await page.getByRole("button", { name: `view/edit ${name}` }).click();
  const dialog = page.getByRole("dialog");
  const part = dialog.getByRole("region", { name: "Data collection form" });
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
  await dialog.getByRole("button", { name: "Save quest" }).click();
  await expect(dialog.getByText("Quest edited successfully")).toBeVisible();
  const saved: Quest = await (await request.get(`/api/quests/${id}`)).json();
  expect(saved.protocol).toMatchObject({ version: 2, fields: [{ key: "depth", unit: "m" }] });
  await dialog.getByRole("button", { name: "Save quest" }).click();
  await expect(dialog.getByText("Quest edited successfully")).toBeVisible();
  expect((await (await request.get(`/api/quests/${id}`)).json()).protocol_version).toBe(2);
});
