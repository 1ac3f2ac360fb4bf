import { readFile } from "node:fs/promises";
import { expect, test } from "./harness.ts";
import { publishResults, seedWaiting } from "./review-seed.ts";

test.use({ as: "admin" });

test("a team publishes a release, a visitor finds and saves its files on a phone, and the team withdraws it", async ({
  browser,
  page: desk,
  baseURL,
}) => {
  const { questId } = await seedWaiting("Trees along the ridge", 12);
  await publishResults(questId);
  await desk.goto(`/admin_dashboard/quests/${questId}`);
  await desk.getByRole("button", { name: "Publish a release" }).click();
  await desk.getByLabel("Name of author 1").fill("Ana Silva");
  await desk.getByLabel("ORCID iD of author 1").fill("https://orcid.org/0000-0002-1825-0097");
  await desk.getByRole("button", { name: "Publish", exact: true }).click();
  const row = desk.getByRole("row").filter({ hasText: "Open release 1" });
  await expect(row.getByText("Published")).toBeVisible({ timeout: 60_000 });

  const visitor = await browser.newPage({
    baseURL: baseURL ?? "",
    viewport: { width: 390, height: 844 },
    locale: "en-US",
  });
  await visitor.goto(`/quests/${questId}/results`);
  await visitor.getByRole("link", { name: "Files, licence and citation of release 1" }).click();
  await expect(visitor.getByText(/^Ana Silva\. \(20\d\d\)\. Trees along the ridge, release 1/)).toBeVisible();
  const saving = visitor.waitForEvent("download");
  await visitor.getByRole("link", { name: `quest-${questId}-release-1.csv` }).click();
  const saved = await readFile(await (await saving).path(), "utf8");
  expect(saved.trim().split("\r\n")).toHaveLength(13);

  await row.getByRole("button", { name: "Withdraw release 1" }).click();
  await desk.getByLabel("Reason, for everyone to read").fill("The tape was wrong.");
  await desk.getByRole("dialog").getByRole("button", { name: "Withdraw" }).click();
  await expect(row.getByText("The tape was wrong.")).toBeVisible();
  await visitor.reload();
  await expect(visitor.getByText(/Its files are no longer available\. Reason: The tape was wrong\./)).toBeVisible();
  await expect(visitor.getByRole("link", { name: /\.csv$/ })).toHaveCount(0);
  await visitor.close();
});
