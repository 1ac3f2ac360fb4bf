// biome-ignore-all lint/suspicious/noTemplateCurlyInString: names of entries refer to answers with them
import type { Locator, Page } from "@playwright/test";
import { makePhoto } from "../test/make-photo.ts";
import { expect, expectAccessible, signIn, test } from "./harness.ts";
import { speciesList } from "./newer-kinds.ts";
import { joinQuest } from "./protocol-quests.ts";

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

/** The form of a new quest, filled in up to its protocol. */
async function beginQuest(page: Page, name: string): Promise<Locator> {
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
  await partOf(page)
    .getByRole("radio", { name: /Custom/ })
    .check();
  return dialog;
}

test("a coordinator writes a form from a template, by keyboard, in two languages", async ({ page }) => {
  const name = `Clear to the ground ${Date.now()}`;
  const dialog = await beginQuest(page, name);
  const part = partOf(page);
  await part.getByRole("button", { name: /^A template/ }).click();
  await part.getByRole("button", { name: "Use the template Secchi depth and water temperature" }).click();
  const before = await rows(part).allTextContents();

  // Questions are moved with the handle's arrow keys, and with the buttons.
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

  await part.getByRole("button", { name: "Add a question" }).click();
  await part.getByRole("button", { name: /^Count/ }).click();
  const field = part.getByRole("group", { name: /^Question 8/ });
  await field.getByLabel("Question", { exact: false }).first().fill("Boats in sight");
  const unit = field.getByRole("combobox", { name: "Unit" });
  await unit.fill("metre");
  const units = part.getByRole("listbox", { name: "Units" });
  await expect(units).toBeVisible();
  await unit.press("Enter");
  await expect(units).toBeHidden();
  await expect(unit).toHaveValue("m");
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
  const preview = part.getByRole("region", { name: "Preview on a phone" }).first();
  await preview.getByLabel("Preview language").selectOption("de");
  await expect(preview.getByText("Boote in Sicht")).toBeVisible();
  const phone = preview.getByRole("region", { name: "Form preview" });
  const asked = preview.getByText("Boote in Sicht");
  await phone.evaluate((element) => element.scrollTo(0, 0));
  await expect(asked).not.toBeInViewport();
  await part.getByRole("button", { name: /^Edit question 1:/ }).click();
  await part.getByRole("button", { name: /^Edit question 8:/ }).click();
  await expect(asked).toBeInViewport();

  await dialog.getByRole("button", { name: "Create quest" }).click();
  await expect(dialog.getByText("Quest created successfully")).toBeVisible();
  await expect(dialog.getByText("Not saved yet")).toBeHidden();
  const download = page.waitForEvent("download");
  await part.getByRole("button", { name: "Download as XLSForm" }).click();
  expect((await download).suggestedFilename()).toMatch(/\.xlsx$/);
});

test("a coordinator uploads species for a bird count, and a volunteer finds them in each entry", async ({
  page,
  request,
}) => {
  test.slow();
  const name = `Birds of the dunes ${Date.now()}`;
  const shoot = async (what: string) => {
    if (process.env.SCREENS) await page.screenshot({ path: `screens/bird-count-${what}.png` });
  };
  const dialog = await beginQuest(page, name);
  const part = partOf(page);
  const question = (number: number) => part.getByRole("group", { name: new RegExp(`^Question ${number}:`) });
  const write = (number: number, words: string) =>
    question(number)
      .getByRole("textbox", { name: /^Question/ })
      .fill(words);
  const addInside = async (kind: RegExp) => {
    await part.getByRole("button", { name: "Add a question to this group" }).click();
    await part.getByRole("button", { name: kind }).last().click();
  };
  const openGroup = () => part.getByRole("button", { name: "Edit question 1: Bird" }).click();

  await test.step("a group that repeats, with a list of species", async () => {
    await part.getByRole("button", { name: /^Empty form/ }).click();
    await part.getByRole("button", { name: /^Repeated group/ }).click();
    await write(1, "Bird");
    await addInside(/^Single choice/);
    await write(2, "Species");
    const chooser = question(2).getByRole("combobox", { name: "Choices" });
    await expect(chooser).toHaveValue("");
    const file = question(2).locator('input[accept*=".csv"]');
    await file.setInputFiles(csv("twice.csv", `${speciesList}\ngbif:1,Sterna hirundo,species,Tern,`));
    await expect(question(2).getByText(/gbif:1/)).toBeVisible();
    await question(2)
      .getByText(/gbif:1/)
      .first()
      .scrollIntoViewIfNeeded();
    await shoot("fault");
    await file.setInputFiles(csv("dune birds.csv", speciesList));
    await expect(chooser.locator("option:checked")).toHaveText("dune birds (3 rows)");
    await chooser.scrollIntoViewIfNeeded();
    await shoot("list");
    await question(2).getByText("Answer required").click();
    const tern = { name: "tern.jpg", mimeType: "image/jpeg", buffer: await makePhoto({ uniqueSeed: "tern" }) };
    await question(2).locator('input[accept="image/*"]').setInputFiles(tern);
    await question(2).getByLabel("What the picture shows").fill("A tern in flight");

    await openGroup();
    await addInside(/^Count/);
    await write(3, "How many?");
    await openGroup();
    await addInside(/^Position/);
    await write(4, "Where did it sit?");
    await openGroup();
    await question(1)
      .getByRole("textbox", { name: /^Name of an entry/ })
      .fill("${how_many} × ${species}");
    await shoot("group");
  });

  await test.step("the preview offers the species, and the quest is published", async () => {
    const preview = part.getByRole("region", { name: "Form preview" });
    await preview.getByRole("button", { name: "Add Bird" }).click();
    await preview.getByRole("combobox", { name: "Species" }).fill("swallow");
    await expect(preview.getByRole("option", { name: /Common tern/ })).toBeVisible();
    await shoot("preview");
    await dialog.getByRole("radio", { name: "Accepting applications" }).check();
    await dialog.getByRole("button", { name: "Create quest" }).click();
    await expect(dialog.getByText("Quest created successfully")).toBeVisible();
  });

  const quests: { id: number }[] = await (await request.get(`/api/quests?q=${encodeURIComponent(name)}`)).json();
  const id = quests[0]?.id ?? 0;

  await test.step("a volunteer counts two birds", async () => {
    await signIn(page, "bob");
    await joinQuest(request, "bob", id);
    await page.goto(`/quests/${id}/data`);
    await page.getByRole("button", { name: "Add Bird" }).click();
    await expect(page.getByRole("img", { name: "A tern in flight" })).toBeVisible();
    const species = page.getByRole("combobox", { name: "Species" });
    await species.fill("sternula");
    await page.getByRole("option", { name: "Little tern Sternula albifrons · species" }).click();
    await page.getByRole("spinbutton", { name: /^How many/ }).fill("2");
    await page.getByRole("button", { name: "Use my position" }).click();
    await expect(page.getByText(/the device's position/)).toBeVisible();
    await shoot("row");
    await page.getByRole("button", { name: "Add another" }).click();
    await species.fill("black");
    await page.getByRole("option", { name: /Black tern/ }).click();
    await page.getByRole("spinbutton", { name: /^How many/ }).fill("5");
    await page.getByRole("button", { name: "Done" }).click();
    await expect(page.getByText("2 × Little tern")).toBeVisible();
    await expect(page.getByText("5 × Black tern")).toBeVisible();
    await shoot("rows");
    const buffer = await makePhoto({ uniqueSeed: name });
    await page.locator('input[name="file"]').setInputFiles({ name: "dune.jpg", mimeType: "image/jpeg", buffer });
    const sent = page.waitForResponse((response) => response.url().includes("/data/uploads"));
    await page.getByRole("button", { name: "Add Data Point" }).click();
    expect((await sent).status()).toBe(201);
  });

  await test.step("a reviewer sees both, and where the first one sat", async () => {
    await signIn(page, "admin");
    await page.goto(`/admin_dashboard/samples?quest=${id}`);
    await page.getByRole("link", { name: "Click For Info" }).click();
    const detail = page.getByRole("region", { name: /^Sample Overview/ });
    await expect(detail.getByText("5 × Black tern")).toBeVisible();
    await expect(detail.getByText("38.51834, -78.43701the device's position · within ± 7 m")).toBeVisible();
    await detail.getByText("5 × Black tern").scrollIntoViewIfNeeded();
    await expectAccessible(page);
    await shoot("review");
  });
});

const csv = (name: string, text: string) => ({ name, mimeType: "text/csv", buffer: Buffer.from(text) });
