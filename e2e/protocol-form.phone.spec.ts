import type { Page } from "@playwright/test";
import type { QuestDataPoint } from "../src/contract/data-points.ts";
import { makePhoto } from "../test/make-photo.ts";
import { expect, expectAccessible, savedWords, signIn, test } from "./harness.ts";
import { quickForm } from "./newer-kinds.ts";
import { createQuest, everyKind, joinQuest } from "./protocol-quests.ts";
import { walk } from "./walk.ts";

async function openForm(page: Page, questId: number) {
  await page.goto(`/quests/${questId}/data`);
  await expect(page.getByRole("heading", { name: "Upload New Data Point" })).toBeVisible();
}

/** Touch targets lower than 48 px. */
const findSmallTargets = (page: Page) =>
  page
    .getByRole("form", { name: "Upload New Data Point" })
    .locator('[data-field] :is(button, input, textarea):not(details *), button[type="submit"]')
    .evaluateAll((targets) =>
      targets.filter((each) => each.getBoundingClientRect().height < 48).map((each) => each.outerHTML.slice(0, 120)),
    );

const photo = async (name: string) => ({
  name: `${name}.jpg`,
  mimeType: "image/jpeg",
  buffer: await makePhoto({ uniqueSeed: `${name} ${Date.now()}` }),
});

test("a volunteer answers a form with every kind of field", async ({ page, request }) => {
  // All fields, one after the other.
  test.slow();
  const quest = await createQuest(request, { name: `Stoneflies ${Date.now()}`, protocol: everyKind });
  await signIn(page, "bob");
  await joinQuest(request, "bob", quest.id);
  await openForm(page, quest.id);
  expect(await findSmallTargets(page)).toEqual([]);

  // Submitting leads to the first missing field.
  const add = page.getByRole("button", { name: "Add Data Point" });
  await expect(add).toBeInViewport();
  await add.click();
  await expect(page.locator('input[name="file"]')).toBeFocused();
  await expect(page.getByText("image upload required")).toBeVisible();

  await page.locator('input[name="file"]').setInputFiles(await photo("stretch"));
  await page.locator('input[name="photo:upstream"]').setInputFiles(await photo("upstream"));

  // A decimal comma, an unexpected value, and an ambiguous one.
  const temperature = page.getByLabel("Water temperature");
  await temperature.fill("31,5");
  await page.getByLabel("Discharge").fill("1.234");
  await page.getByRole("button", { name: "Yes, it's 31.5 °C" }).click();
  await page.getByLabel("Stonefly larvae").fill("3");
  await expect(page.getByText("This could be two different numbers")).toBeVisible();
  await page.getByRole("button", { name: "1234 L/s" }).click();
  await expect(page.getByLabel("Discharge")).toHaveValue("1234");

  const larvae = page.getByRole("spinbutton", { name: "Stonefly larvae" });
  await page.getByRole("button", { name: "One more" }).click();
  await expect(larvae).toHaveValue("4");
  await page.getByRole("radio", { name: "Slowly" }).check();
  await page.getByRole("checkbox", { name: "Gravel" }).check();
  await page.getByRole("checkbox", { name: "Sand" }).check();

  const search = page.getByRole("combobox", { name: "Which stoneflies?" });
  await search.fill("MICROCE");
  await expect(page.getByRole("listbox").getByRole("option")).toHaveCount(1);
  await page.getByRole("option", { name: "Perlodes microcéphalus" }).click();
  await search.fill("number 39");
  await page.getByRole("option", { name: "Stonefly number 399" }).click();
  await search.press("Escape");
  await page.getByRole("button", { name: "Remove Stonefly number 399" }).click();

  await page.getByRole("radio", { name: "Yes" }).check();
  await page.getByLabel("What did the fish do?").fill("They stood in the shade.");

  await page.getByLabel("Site code").fill("va-12");
  await page.getByRole("button", { name: "Today" }).click();
  await page.getByRole("button", { name: "Now" }).click();
  await expect(page.getByText("doesn't have the required format: [A-Z]{2}-\\d{3}")).toBeVisible();

  const entry = page.locator('[data-field="entry"]');
  await entry.getByRole("button", { name: "Use my position" }).click();
  await expect(entry.getByText("± 7 m · the device's position")).toBeVisible();

  // A walk is kept while it is going on.
  const reach = page.locator('[data-field="reach"]');
  await reach.getByRole("button", { name: "Walk the line" }).click();
  await walk(page, [
    [0, 0],
    [20, 0],
    [40, 1],
  ]);
  await expect(reach.getByText("40 m")).toBeVisible();
  // The draft has it within two seconds.
  await page.waitForTimeout(2_100);

  // A reload loses nothing, including photos.
  await page.reload();
  await expect(reach.getByText("Paused.")).toBeVisible();
  await reach.getByRole("button", { name: "Continue" }).click();
  await walk(page, [
    [40, 1],
    [40, 31],
  ]);
  await reach.getByRole("button", { name: "Finish" }).click();
  await expect(reach.getByText("70 m")).toBeVisible();
  await expect(temperature).toHaveValue("31,5");
  await expect(page.getByRole("img", { name: "Selected photo" })).toHaveCount(2);
  await page.getByLabel("Site code").fill("VA-012");

  await page.getByRole("button", { name: /answered/ }).click();
  await expectAccessible(page);
  await page
    .getByRole("dialog")
    .getByRole("button", { name: /Photo of the gauge/ })
    .click();
  await expect(page.locator('input[name="photo:gauge"]')).toBeFocused();

  const sent = page.waitForResponse((response) => response.url().includes("/data/uploads"));
  await add.click();
  const dataPoint: QuestDataPoint = await (await sent).json();
  expect(dataPoint.protocol_version).toBe(1);
  expect(dataPoint.additional_data).toMatchObject({
    water_temperature: 31.5,
    discharge: 1234,
    larvae: 4,
    flow: "slow",
    bed: ["gravel", "sand"],
    species: ["species_250"],
    fish: true,
    fish_notes: "They stood in the shade.",
    site: "VA-012",
    entry: { type: "Point", coordinates: [-78.43701, 38.51834], accuracies: [7], method: "located" },
    reach: { type: "LineString", method: "walked", accuracies: [7, 4, 5] },
  });
  expect(dataPoint.photos.map(({ key }) => key)).toEqual(["file", "upstream"]);
  await expect(page.getByText(savedWords)).toBeVisible();
  // The next data point can begin immediately.
  await expect(page.locator('input[name="file"]')).toBeFocused();
  await expect(temperature).toHaveValue("");
  await page.getByRole("button", { name: "Data point 1", exact: true }).click();
  const own = page.locator("dl > div", { hasText: "Where you went into the water" }).last();
  await expect(own).toContainText("38.51834, -78.43701");
  await expect(own).toContainText("the device's position · within ± 7 m");
  const sevenMetersInDegrees = 7 / 111_320;
  await page.context().setGeolocation({ latitude: 38.51834 + sevenMetersInDegrees, longitude: -78.43701, accuracy: 7 });
  await expect(page.getByText("7 m from your data point 1; this quest asks for 10 m.")).toBeVisible();
});

test("a volunteer answers one question a screen, leaves the app, and begins the next with the last answers", async ({
  page,
  context,
  request,
}) => {
  const quest = await createQuest(request, { name: `Gulls ${Date.now()}`, protocol: quickForm });
  await signIn(page, "bob");
  await joinQuest(request, "bob", quest.id);
  await openForm(page, quest.id);
  const at = (progress: string, of: Page = page) =>
    expect(of.getByRole("heading", { name: new RegExp(`^${progress}:`) })).toBeVisible();
  const next = (of: Page = page) => of.getByRole("button", { name: "Next" }).click();
  await at("1 of 6");
  await next();
  await at("2 of 6");
  await expect(page.getByRole("heading", { name: "2 of 6: Which stretch?" })).toBeFocused();

  // A page is checked before the next.
  await next();
  const site = page.getByLabel("Which stretch?");
  await expect(site).toBeFocused();
  await site.fill("North of the pier");
  await next();

  await at("3 of 6");
  await page.getByRole("button", { name: "One more" }).dblclick();
  await expect(page.getByRole("spinbutton")).toHaveValue("2");
  expect(await findSmallTargets(page)).toEqual([]);
  await next();

  // A tap on an option leads on; the answer adds a page.
  await page.getByRole("radio", { name: "Rain" }).click();
  await at("5 of 7");
  await page.goBack();
  await at("4 of 7");
  await page.getByRole("radio", { name: "Clouds" }).click();
  await at("5 of 6");
  await page.getByRole("button", { name: "Back" }).click();
  await at("4 of 6");
  await page.getByRole("button", { name: "Next" }).click();
  await page.getByLabel("Width of the beach").fill("12");
  await page.getByLabel("Slope of the beach").fill("95");

  // The app is closed, and opened again.
  const later = await context.newPage();
  await page.close();
  await openForm(later, quest.id);
  await at("5 of 6", later);
  await expect(later.getByLabel("Width of the beach")).toHaveValue("12");
  await later.getByRole("button", { name: "Next" }).click();
  await expect(later.getByLabel("Slope of the beach")).toBeFocused();
  await later.getByLabel("Slope of the beach").fill("9");
  await next(later);
  await at("6 of 6", later);

  const sent = later.waitForResponse((response) => response.url().includes("/data/uploads"));
  await later.getByRole("button", { name: "Add Data Point" }).click();
  const dataPoint: QuestDataPoint = await (await sent).json();
  const values = { site: "North of the pier", gulls: 2, weather: "cloud", width: 12, slope: 9 };
  expect(dataPoint.additional_data).toEqual(values);
  await at("1 of 6", later);
  await next(later);
  await expect(later.getByLabel("Which stretch?")).toHaveValue("North of the pier");
  await expect(later.getByText("Same as last time", { exact: true })).toBeVisible();
  await expectAccessible(later);
  await later.getByRole("button", { name: "Undo" }).click();
  await expect(later.getByLabel("Which stretch?")).toHaveValue("");
});
