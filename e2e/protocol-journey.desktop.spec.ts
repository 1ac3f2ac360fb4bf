import { readFile } from "node:fs/promises";
import type { Locator, Page } from "@playwright/test";
import { parse } from "csv-parse/sync";
import { makePhoto } from "../test/make-photo.ts";
import { expect, savedWords, signIn, test, untilDecided } from "./harness.ts";
import { createQuest, joinQuest } from "./protocol-quests.ts";

/** The template about Secchi depth, with a second photo. */
const protocol: Parameters<typeof createQuest>[1]["protocol"] = {
  fields: [
    { key: "disc_on_bottom", kind: "yes_no", label: "Does the disc lie on the bottom?", required: true },
    { key: "secchi_depth", kind: "number", label: "Secchi depth", unit: "m", required: true, min: 0, max: 80 },
    { key: "water_temperature", kind: "number", label: "Water temperature", unit: "Cel", min: -2, max: 45 },
    { key: "the_shore", kind: "photo", label: "The shore" },
    { key: "remarks", kind: "text", label: "Remarks" },
  ],
  photo: { required: true },
  target_count: 3,
};

async function openQuestForm(page: Page, quest: string): Promise<Locator> {
  await page.goto("/admin_dashboard");
  await page.getByRole("row").filter({ hasText: quest }).getByRole("button", { name: "view/edit" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByRole("button", { name: /^Edit question 1/ })).toBeVisible();
  return dialog;
}

type Reading = { depthLabel?: string; depth: string; temperature: string; latitude: number; withShore?: boolean };

async function addPoint(
  page: Page,
  { depthLabel = "Secchi depth", depth, temperature, latitude, withShore = false }: Reading,
): Promise<void> {
  await page.context().setGeolocation({ latitude, longitude: 13.88, accuracy: 5 });
  const photo = async (name: string) => ({
    name: `${name}.jpg`,
    mimeType: "image/jpeg",
    buffer: await makePhoto({ uniqueSeed: `${name} ${latitude} ${Date.now()}` }),
  });
  await page.locator('input[name="file"]').setInputFiles(await photo("disc"));
  await page.getByRole("radio", { name: "No", exact: true }).check();
  await page.getByLabel(depthLabel).fill(depth);
  // Three optional questions wait behind a line, two don't.
  if (withShore) await page.getByText("More about this data point (3)").click();
  await page.getByLabel("Water temperature").fill(temperature);
  if (withShore) await page.locator('input[name="photo:the_shore"]').setInputFiles(await photo("shore"));
  await page.getByRole("button", { name: "Add Data Point" }).click();
  await expect(page.getByText(savedWords)).toBeVisible();
}

test("a volunteer measures under two versions of a form, and the export contains both", async ({
  page: desk,
  browser,
  request,
  baseURL,
}) => {
  test.setTimeout(240_000);
  const quest = `Clear water ${Date.now()}`;
  const phone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };
  const field = await (
    await browser.newContext({ ...phone, permissions: ["geolocation"], ...(baseURL && { baseURL }) })
  ).newPage();
  const points = field.getByRole("list", { name: "Data Points" }).getByRole("listitem");

  const { id } = await createQuest(request, { name: quest, protocol });

  await test.step("a volunteer measures", async () => {
    await joinQuest(request, "bob", id);
    await signIn(field, "bob");
    await field.goto(`/quests/${id}/data`);
    await addPoint(field, { depth: "4,5", temperature: "12,25", latitude: 46.281, withShore: true });
    await expect(points).toHaveCount(1);
    await expect(points.last()).toContainText("Secchi depth");
    await expect(points.last()).toContainText("4.5 m");
    await points.last().getByRole("button", { name: "Data point 1", exact: true }).click();
    await expect(points.last().getByRole("button", { name: /^Enlarge/ })).toHaveCount(2);
    await expect(field.getByText(/1 of 3/)).toBeVisible();
  });

  await test.step("an edit makes version 2 and says what that means; saved again, it is still 2", async () => {
    await signIn(desk, "admin");
    const dialog = await openQuestForm(desk, quest);
    await dialog.getByRole("button", { name: /^Edit question \d+: Secchi depth/ }).click();
    await dialog.getByLabel("Largest").first().fill("60");
    await dialog.getByRole("textbox", { name: /^Question/ }).fill("Depth of the disc");
    await dialog.getByRole("button", { name: /^Edit question \d+: Remarks/ }).click();
    await dialog.getByRole("button", { name: "Remove", exact: true }).click();
    await expect(dialog.getByRole("button", { name: "Undo" })).toBeFocused();
    const changes = dialog.getByRole("list", { name: "Changes for existing data points" });
    await expect(changes).toContainText(
      "“Remarks” is removed. Its values stay with existing data points and in exports.",
    );
    await expect(changes).toContainText(/accepts fewer values/);
    await expect(dialog.getByRole("heading", { name: "This becomes version 2." })).toBeVisible();
    await expect(dialog.getByText("Becomes version 2", { exact: true })).toBeVisible();
    await dialog.getByRole("button", { name: "Save quest" }).click();
    await expect(dialog.getByText("Quest edited successfully")).toBeVisible();
    const versionNow = async () => (await (await request.get(`/api/quests/${id}`)).json()).protocol_version;
    expect(await versionNow()).toBe(2);
    const savedAgain = desk.waitForResponse(
      (response) => response.request().method() === "PUT" && response.url().endsWith(`/api/quests/${id}`),
    );
    await dialog.getByRole("button", { name: "Save quest" }).click();
    expect((await savedAgain).status()).toBe(200);
    expect(await versionNow()).toBe(2);
  });

  await test.step("a point under version 2 stands beside those of version 1", async () => {
    await field.reload();
    await field.getByLabel("Depth of the disc").fill("61");
    await field.getByRole("button", { name: "Add Data Point" }).click();
    await expect(field.getByText("Enter 0 to 60 m")).toBeVisible();
    await addPoint(field, { depthLabel: "Depth of the disc", depth: "3.75", temperature: "13", latitude: 46.282 });
    await expect(points).toHaveCount(2);
    // Newest first.
    await expect(points.nth(1)).toContainText("Secchi depth");
    await expect(points.nth(0)).toContainText("Depth of the disc");
    await expect(points.nth(0)).toContainText("3.75 m");
  });

  await test.step("the reviewer sees each under its own version, and accepts them", async () => {
    // Other tests' samples fill the first part of the list.
    await desk.goto(`/admin_dashboard/samples?quest=${id}`);
    for (const [latitude, label, depth] of [
      ["46.281", "Secchi depth", "4.5 m"],
      ["46.282", "Depth of the disc", "3.75 m"],
    ] as const) {
      await desk
        .getByRole("row")
        .filter({ hasText: quest })
        .filter({ hasText: latitude })
        .getByRole("link", { name: "Click For Info" })
        .click();
      const detail = desk.getByRole("region", { name: /^Sample Overview - ID / });
      await expect(detail).toContainText(label);
      await expect(detail).toContainText(depth);
      const saved = untilDecided(desk);
      await desk.getByRole("button", { name: /^Accept/ }).click();
      await saved;
      await expect(desk.getByRole("row").filter({ hasText: quest }).filter({ hasText: latitude })).toHaveCount(0);
    }
  });

  await test.step("the export has one column a question, over both versions, and says what it means", async () => {
    await desk.getByRole("navigation", { name: "Admin" }).getByRole("link", { name: "Datasets" }).click();
    const download = async (name: string) => {
      const saved = desk.waitForEvent("download");
      await desk.getByRole("button", { name: `${name} of ${quest}` }).click();
      return readFile(await (await saved).path(), "utf8");
    };
    const csv: Record<string, string>[] = parse(await download("CSV"), { bom: true, columns: true });
    expect(csv.map((row) => [row.secchi_depth, row.water_temperature, row.protocol_version])).toEqual([
      ["4.5", "12.25", "1"],
      ["3.75", "13", "2"],
    ]);
    expect(csv[0]?.the_shore).toMatch(/^[0-9a-f]{64}$/);
    const dictionary: Record<string, string>[] = parse(await download("Dictionary"), { bom: true, columns: true });
    expect(dictionary.find(({ key }) => key === "secchi_depth")).toMatchObject({
      label: "Depth of the disc (version 2); Secchi depth (version 1)",
      kind: "number",
      unit: "m",
    });
  });
});
