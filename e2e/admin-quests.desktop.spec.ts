import { expect, test } from "./harness.ts";
import { createQuest } from "./protocol-quests.ts";

test.use({ as: "admin" });

test("[FORM-02][FORM-03][FORM-04] an administrator creates a quest, edits it and removes a location", async ({
  page,
}) => {
  const name = `Moss on the Mill ${Date.now()}`;
  await page.goto("/admin_dashboard");
  await page.getByRole("button", { name: "Create New Quest" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Create quest" }).click();
  await expect(dialog.getByText(/fields? needs? attention/)).toBeVisible();

  await dialog.getByLabel("Quest Name").fill(name);
  await dialog.getByLabel("Quest Type").selectOption("WATER");
  await dialog.getByRole("radio", { name: "Accepting applications" }).check();
  await dialog.getByLabel("Organization").selectOption({ label: "Clear Rivers Network" });
  await dialog.getByRole("button", { name: "add location" }).click();
  const places = dialog.getByRole("group", { name: /^Location \d/ });
  const count = await places.count();
  if (count === 1) await dialog.getByRole("button", { name: "add location" }).click();
  for (const [index, [locality, coordinates]] of [
    ["Rye", "50.9502, 0.7336"],
    ["Winchelsea", "50.9247, 0.7085"],
  ].entries()) {
    const place = places.nth(index);
    await place.getByLabel("Locality").fill(locality ?? "");
    await place.getByLabel("Administrative area").fill("East Sussex");
    await place.getByLabel("Postal code").fill("TN31 7");
    await place.getByLabel("Country").fill("United Kingdom");
    await place.getByLabel("Coordinates").fill(coordinates ?? "");
  }
  await dialog.getByRole("button", { name: "Create quest" }).click();
  await expect(dialog.getByText("Quest created successfully")).toBeVisible();

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
    locations: [
      {
        locality: markup,
        administrative_area: "Kent",
        postal_code: "TN31 7",
        country: "United Kingdom",
        coordinates: [50.95, 0.73],
      },
    ],
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
