import { expect, test } from "./harness.ts";
import { createQuest } from "./protocol-quests.ts";

test.use({ as: "admin" });

test("[ENT-06] a quest is translated at the desk, found by either name, and read in one's own language", async ({
  page,
  browser,
  baseURL,
}) => {
  const stamp = Date.now();
  const name = `Reeds of the marsh ${stamp}`;
  const { id } = await createQuest(page.request, {
    name,
    quest_description: "Count the stems along the shore.",
    safety: "Wear boots.",
  });
  await page.goto(`/admin_dashboard?q=${encodeURIComponent(name)}`);
  await page.getByRole("button", { name: `view/edit ${name}` }).click();
  const dialog = page.getByRole("dialog", { name });
  for (const [language, texts] of [
    ["Finnish", { "Quest Name": `Ruovikon laskenta ${stamp}`, "Quest Description": "Laske korret rannalta." }],
    ["Arabic", { "Quest Name": `قصب المستنقع ${stamp}` }],
  ] as const) {
    await dialog.getByRole("button", { name: "Add a translation" }).click();
    await dialog.getByRole("combobox", { name: "Add a translation" }).fill(language);
    await dialog.getByRole("option", { name: language, exact: true }).click();
    for (const [label, text] of Object.entries(texts)) await dialog.getByLabel(`${label} (${language})`).fill(text);
  }
  await expect(dialog.getByRole("tab", { name: "Finnish" })).toContainText("1 text is missing");
  await expect(dialog.getByRole("tab", { name: "Arabic" })).toContainText("2 texts are missing");
  await dialog.getByRole("button", { name: "Save quest" }).click();
  await expect(dialog.getByText("Quest edited successfully")).toBeVisible();
  await dialog.getByText("History", { exact: true }).click();
  await expect(dialog.getByRole("heading", { name: "Quest Name (Finnish)" })).toBeVisible();

  const context = await browser.newContext({ baseURL: baseURL ?? "", locale: "fi-FI" });
  const reader = await context.newPage();
  await reader.goto(`/?q=${encodeURIComponent(`RUOVIKON ${stamp}`)}`);
  const link = reader.getByRole("link", { name: `Ruovikon laskenta ${stamp}`, exact: true });
  await expect(link).toHaveAttribute("lang", "fi");
  await expect(reader.getByText("In Finnish")).toBeVisible();
  await link.click();
  await expect(reader.getByRole("heading", { level: 1, name: `Ruovikon laskenta ${stamp}` })).toBeVisible();
  await expect(reader.getByText("Laske korret rannalta.")).toHaveAttribute("lang", "fi");
  await reader.getByText("Safety Information", { exact: true }).click();
  await expect(reader.getByText("Wear boots.")).toHaveAttribute("lang", "en");
  await context.close();

  await page.goto(`/quests/${id}`);
  await expect(page.getByRole("heading", { level: 1, name })).toHaveAttribute("lang", "en");
  await expect(page.getByText(/^In /)).toHaveCount(0);
});
