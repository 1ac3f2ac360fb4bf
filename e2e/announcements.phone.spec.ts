import { accessTokenOf, expect, openDesk, signIn, test } from "./harness.ts";

test.use({ as: "bob" });

test("[CALL-40][CALL-41] a team writes to the volunteers of a quest; one reads it, also offline", async ({
  page,
  context,
  browser,
  request,
}) => {
  const authorization = `Bearer ${await accessTokenOf("bob")}`;
  const quests = await (await request.get("/api/quests")).json();
  // Not the first one: other journeys count their news.
  const quest = quests.findLast(
    ({ quest_status: status }: { quest_status: string }) => status === "ACCEPTING_APPLICATIONS",
  );
  const joined = await request.post(`/api/adventurers/bob/quests/${quest.id}/sign-up`, { headers: { authorization } });
  expect(joined.ok()).toBe(true);
  const title = `Closed until ${Date.now()}`;

  await test.step("the team writes", async () => {
    const { context: desk, page: admin } = await openDesk(browser);
    await signIn(admin, "admin");
    await admin.goto(`/admin_dashboard?q=${encodeURIComponent(quest.quest_name)}`);
    await admin.getByRole("button", { name: `write to the volunteers of ${quest.quest_name}` }).click();
    const dialog = admin.getByRole("dialog");
    await dialog.getByRole("button", { name: /^Send to \d+ p/ }).click();
    await expect(dialog.getByText("Enter a title.")).toBeVisible();
    await dialog.getByLabel("Title").fill(title);
    await dialog.getByRole("textbox", { name: "Text" }).fill("The bridge is <b>broken</b>.");
    await expect(dialog.getByRole("article")).toContainText(title);
    await dialog.getByRole("button", { name: /^Send to \d+ p/ }).click();
    await expect(dialog.getByRole("listitem").filter({ hasText: title })).toContainText(/Delivered to \d+ p/);
    await desk.close();
  });

  await test.step("the volunteer reads it", async () => {
    await page.goto("/");
    await page.getByRole("link", { name: /^News: \d+ unread$/ }).click();
    const entry = page.getByRole("article").filter({ hasText: title });
    await expect(entry).toContainText("The bridge is <b>broken</b>.");
    await expect(entry).toContainText("New");
    await expect(page.getByRole("link", { name: "News", exact: true })).toBeVisible();
    await entry.getByRole("button", { name: "Mute this quest" }).click();
    await expect(entry).toContainText("You no longer get announcements of this quest.");
    await entry.getByRole("button", { name: "Unmute this quest" }).click();
    await entry.getByRole("button", { name: "Report" }).click();
    await expect(entry.getByRole("button", { name: "Reported" })).toBeDisabled();
  });

  await test.step("and again without a connection", async () => {
    await page.getByRole("link", { name: "Cairn, home" }).click();
    await expect(page.getByRole("heading", { name: "Find a Quest" })).toBeVisible();
    await context.setOffline(true);
    await page.getByRole("link", { name: "News", exact: true }).click();
    await expect(page.getByRole("article").filter({ hasText: title })).toBeVisible();
  });
});
