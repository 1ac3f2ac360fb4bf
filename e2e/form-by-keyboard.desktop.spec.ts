import type { QuestDataPoint } from "../src/contract/data-points.ts";
import { expect, signIn, test } from "./harness.ts";
import { createQuest, everyKind, joinQuest } from "./protocol-quests.ts";

test("a data point can be filled in and sent by keyboard alone", async ({ page, request }) => {
  const kinds = everyKind.fields.filter(({ key }) => ["larvae", "flow", "species", "fish"].includes(key));
  const quest = await createQuest(request, {
    name: `By keyboard ${Date.now()}`,
    protocol: { fields: kinds, photo: { required: false } },
  });
  await signIn(page, "bob");
  await joinQuest(request, "bob", quest.id);
  await page.goto(`/quests/${quest.id}/data`);
  const press = (...keys: string[]) =>
    keys.reduce((before, key) => before.then(() => page.keyboard.press(key)), Promise.resolve());

  // The search loads a separate file.
  await expect(page.getByRole("main").getByRole("combobox")).toBeVisible();
  await page.locator('input[name="file"]').focus();
  await press("Tab", "Tab", "Tab", "ArrowUp", "ArrowUp", "ArrowUp", "ArrowDown");
  await expect(page.getByRole("spinbutton")).toHaveValue("2");
  // A group of radio buttons is one tab stop.
  await press("Tab", "Tab", "Space", "ArrowDown");
  await expect(page.getByRole("radio", { name: "Slowly" })).toBeChecked();
  await press("Tab");
  await expect(page.getByRole("main").getByRole("combobox")).toBeFocused();
  await page.keyboard.type("microce");
  await expect(page.getByRole("main").getByRole("combobox")).toHaveValue("microce");
  await expect(page.getByRole("listbox").getByRole("option")).toHaveCount(1);
  await press("ArrowDown");
  // The Enter of an input method chooses a word of its own.
  await page.evaluate(() => {
    const composed = new KeyboardEvent("keydown", { key: "Enter", isComposing: true, bubbles: true, cancelable: true });
    document.activeElement?.dispatchEvent(composed);
  });
  await expect(page.getByRole("list", { name: "Chosen" })).toHaveCount(0);
  await press("Enter", "Escape");
  await expect(page.getByRole("list", { name: "Chosen" })).toContainText("Perlodes microcéphalus");
  await press("Tab", "Space");
  await expect(page.getByRole("radio", { name: "Yes" })).toBeChecked();
  await page.getByRole("button", { name: "Change the position" }).press("Enter");
  await page.locator("summary", { hasText: "second position" }).click();
  const latitude = page.locator('input[type="number"]').first();
  await latitude.focus();
  await page.keyboard.insertText("−४५");
  await expect(latitude).toHaveValue("-45");
  await latitude.fill("");
  await page.getByRole("button", { name: "Add Data Point" }).focus();
  const sent = page.waitForResponse((response) => response.url().includes("/data/uploads"));
  await press("Enter");
  const dataPoint: QuestDataPoint = await (await sent).json();
  expect(dataPoint.additional_data).toEqual({ larvae: 2, flow: "slow", species: ["species_250"], fish: true });
});
