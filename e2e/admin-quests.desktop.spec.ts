import { expect, test } from "./harness.ts";
import { createQuest } from "./protocol-quests.ts";

test.use({ as: "admin" });

const placeAt = (locality: string, coordinates: [number, number]) => ({
  locality,
  administrative_area: "East Sussex",
  postal_code: "TN31 7",
  country: "United Kingdom",
  coordinates,
});

test("[FORM-02][FORM-04] an administrator edits a quest and removes a location", async ({ page, request }) => {
  const name = `Moss on the Mill ${Date.now()}`;
  await createQuest(request, {
    name,
    locations: [placeAt("Rye", [50.9502, 0.7336]), placeAt("Winchelsea", [50.9247, 0.7085])],
  });
  await page.goto("/admin_dashboard");
  await page.getByRole("button", { name: `view/edit ${name}` }).click();
  const dialog = page.getByRole("dialog");
  const places = dialog.getByRole("group", { name: /^Location \d/ });
  await places.nth(1).getByRole("button", { name: "delete location" }).click();
  await dialog.getByLabel("Quest Description").fill("Count the cushions on the north wall.");
  const deleted = page.waitForResponse((response) => response.url().endsWith("/api/quests/locations") && response.ok());
  await dialog.getByRole("button", { name: "Save quest" }).click();
  await deleted;
  await expect(dialog.getByText("Quest edited successfully")).toBeVisible();

  await dialog.getByRole("button", { name: "Close", exact: true }).last().click();
  await expect(page.getByRole("row").filter({ hasText: name })).toContainText("Rye, United Kingdom");
  const hidden = await page
    .getByRole("region", { name: "Quests" })
    .evaluate((frame) => frame.scrollWidth - frame.clientWidth);
  expect(hidden, "the table's buttons are in its frame").toBe(0);
  await page.goto(`/?q=${encodeURIComponent(name)}`);
  await page.getByRole("link", { name }).click();
  await expect(page.getByText("Count the cushions on the north wall.")).toBeVisible();
  await expect(page.getByText("Winchelsea")).toHaveCount(0);
});

test("text that looks like markup is shown as text", async ({ page, request }) => {
  const markup = `<img src=x onerror="window.ran=true"> ${Date.now()}`;
  await createQuest(request, {
    name: markup,
    quest_description: `<script>window.ran=true</script>${markup}`,
    locations: [placeAt(markup, [50.95, 0.73])],
  });
  const expectText = async () => {
    await expect(page.getByText(markup).first()).toBeVisible();
    expect(await page.evaluate(() => "ran" in window)).toBe(false);
  };
  await page.goto("/");
  await expectText();
  await page.getByRole("link", { name: markup }).first().click();
  await expect(page.getByRole("heading", { name: markup, level: 1 })).toBeVisible();
  await expectText();
  await page.goto("/admin_dashboard");
  await expectText();
});
