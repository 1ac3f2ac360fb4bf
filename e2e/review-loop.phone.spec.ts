import type { Page } from "@playwright/test";
import { makePhoto } from "../test/make-photo.ts";
import {
  accessTokenOf,
  createAccount,
  expect,
  expectAccessible,
  openDesk,
  signIn,
  test,
  untilDecided,
} from "./harness.ts";
import { joinQuest } from "./protocol-quests.ts";
import { findQuestId } from "./quests-on-home.ts";
import { appIsKept } from "./service-worker.ts";

test.use({ serviceWorkers: "allow" });

const quest = "Bark and Girth of the Blue Ridge";
const request = "The bark is not in sight. Please step closer, and measure once more.";

const photoOf = async (seed: string) => ({
  name: `${seed}.jpg`,
  mimeType: "image/jpeg",
  buffer: await makePhoto({ uniqueSeed: `${seed} ${Math.random()}` }),
});

/** A new volunteer's data point; returns its id. */
async function measure(page: Page, username: string): Promise<string> {
  const questId = await findQuestId(page, quest);
  await joinQuest(page.request, username, questId);
  const headers = { authorization: `Bearer ${await accessTokenOf(username)}` };
  const multipart = { tree_width: "187.5", latitude: "38.51834", longitude: "-78.43701", file: await photoOf("far") };
  const path = `/api/adventurers/${username}/quests/${questId}/data/uploads`;
  const answer = await page.request.post(path, { headers, multipart });
  expect(answer.status(), await answer.text()).toBe(201);
  return (await answer.json()).id;
}

test("a reviewer requests a change, and the volunteer answers it offline", async ({ page, context, browser }) => {
  test.slow();
  const volunteer = await createAccount();
  const id = await measure(page, volunteer);
  await signIn(page, volunteer);
  const desk = await openDesk(browser);
  const reviewer = desk.page;

  await test.step("a reviewer asks for a change", async () => {
    await signIn(reviewer, "admin");
    await reviewer.goto(`/admin_dashboard/samples/${id}`);
    await reviewer.getByRole("button", { name: /^Request Change/ }).click();
    await reviewer.getByLabel("What should change?").fill(request);
    const saved = untilDecided(reviewer);
    await reviewer.getByRole("button", { name: "Send request" }).click();
    await expect(reviewer.getByText("Change requested:").first()).toBeVisible();
    await saved;
  });

  await test.step("the volunteer sees it, and opens the point", async () => {
    await page.goto("/");
    await expect(page.getByRole("link", { name: "1 of your data points needs an answer." })).toBeVisible();
    await appIsKept(page);
    await page.getByRole("link", { name: "News: 1 unread" }).click();
    await expect(page.getByRole("heading", { name: "News" })).toBeVisible();
    await page.getByRole("link", { name: "Answer it" }).click();
    const row = page.getByRole("listitem").filter({ hasText: request });
    await expect(row).toContainText("187.5 cm");
    await row.getByRole("link", { name: /^Answer/ }).click();
    await expect(page.getByRole("heading", { name: "A reviewer requested a change" })).toBeVisible();
    await expect(page.getByText(request).first()).toBeVisible();
    await expect(page.getByRole("button", { name: "Send answer" })).toBeVisible();
    // It is now marked as seen.
    await expect(page.getByRole("link", { name: "News: 1 unread" })).toBeHidden();
    await context.setGeolocation({ latitude: 38.51924, longitude: -78.43701, accuracy: 7 });
    await page.getByRole("button", { name: "Walk me there" }).click();
    await expect(page.getByText("100 m to the south")).toBeVisible();
    await context.setGeolocation({ latitude: 38.51836, longitude: -78.43701, accuracy: 7 });
    await expect(page.getByText("You're there: within 10 m.")).toBeVisible();
  });

  await test.step("the answer is written and saved without a connection, and outlives a reload", async () => {
    await context.setOffline(true);
    await page.locator('input[name="file"]').setInputFiles(await photoOf("near"));
    await page.getByLabel(/tree circumference/i).fill("188.2");
    await page.getByLabel("Message to the reviewer").fill("I stood on the other side.");
    await expect(page.getByText("Position of the new photo")).toBeVisible();
    await page.reload();
    await expect(page.getByLabel("Message to the reviewer")).toHaveValue("I stood on the other side.");
    await expect(page.getByLabel(/tree circumference/i)).toHaveValue("188.2");
    await expect(page.getByAltText("Selected photo")).toBeVisible();
    await page.getByRole("button", { name: "Send answer" }).click();
    await expect(page.getByText("Saved on this phone.").first()).toBeVisible();
    await page.getByRole("link", { name: "1 waiting" }).click();
    await expect(page.getByText("Answer to the reviewers")).toBeVisible();
    await expect(page.getByText("1 answer or message to reviewers isn't exported.")).toBeVisible();
    await page.goBack();
  });

  await test.step("it arrives as the second revision when there is a connection", async () => {
    await context.setOffline(false);
    await expect(page.getByText("Sent. The reviewer has your answer.")).toBeVisible({ timeout: 30_000 });
    await expect(page.getByRole("article", { name: "Now (revision 2)" })).toContainText("188.2 cm");
    await expect(page.getByRole("article", { name: "Revision 1" })).toContainText("187.5 cm");
    await expect(page.getByText("I stood on the other side.")).toBeVisible();
    await expectAccessible(page);
  });

  await test.step("the reviewer sees both revisions and accepts", async () => {
    await reviewer.goto(`/admin_dashboard/samples/${id}`);
    const revisions = reviewer.getByRole("region", { name: /^Revision 2 next to revision 1/ });
    await expect(revisions).toContainText("187.5");
    await expect(revisions).toContainText("188.2");
    const saved = untilDecided(reviewer);
    await reviewer
      .getByRole("button", { name: /^Accept/ })
      .first()
      .click();
    await expect(reviewer.getByText("Accepted").first()).toBeVisible();
    await saved;
    await desk.context.close();
  });

  await test.step("the volunteer sees it accepted", async () => {
    await page.goto("/contributions");
    const row = page.getByRole("listitem").filter({ hasText: "188.2 cm" });
    await expect(row).toContainText("Accepted");
    await expect(row).toContainText("New");
    await expect(row).toContainText("Revision 2");
  });
});
