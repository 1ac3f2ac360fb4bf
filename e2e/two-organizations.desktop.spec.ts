import { randomBytes } from "node:crypto";
import type { APIRequestContext, Browser, Page } from "@playwright/test";
import type { Organization } from "../src/contract/organizations.ts";
import type { TeamRole } from "../src/contract/roles.ts";
import { makePhoto } from "../test/make-photo.ts";
import { accessTokenOf, expect, makeNewcomer, signUp, test, untilDecided } from "./harness.ts";

const tag = randomBytes(3).toString("hex");
const questName = `Newts of the quarry ${tag}`;

async function makeOrganization(request: APIRequestContext, name: string): Promise<Organization> {
  const headers = { authorization: `Bearer ${await accessTokenOf("admin")}` };
  const data = { organization_name: name, organization_email: "desk@newts.example" };
  const response = await request.post("/api/organizations", { headers, data });
  expect(response.status(), await response.text()).toBe(201);
  return response.json();
}

/** A link that makes its first user a member. */
async function invite(request: APIRequestContext, { id }: Organization, role: TeamRole): Promise<string> {
  const headers = { authorization: `Bearer ${await accessTokenOf("admin")}` };
  const response = await request.post(`/api/organizations/${id}/invitations`, { headers, data: { role } });
  expect(response.status(), await response.text()).toBe(201);
  return (await response.json()).address;
}

/** A new person on a device of their own opens an invitation, creates an account and accepts. */
async function acceptOn(browser: Browser, address: string, organization: Organization): Promise<Page> {
  const context = await browser.newContext({ locale: "en-US", timezoneId: "UTC", baseURL: new URL(address).origin });
  const page = await context.newPage();
  await page.goto(address);
  await expect(page.getByRole("heading", { level: 1 })).toContainText(organization.organization_name);
  await page.getByRole("button", { name: "Sign up", exact: true }).click();
  await signUp(page, makeNewcomer());
  await page.getByRole("button", { name: "Accept" }).click();
  await expect(page.getByRole("link", { name: "Open the team's pages" })).toBeVisible();
  return page;
}

/** The owner creates a link in the team's page. */
async function inviteByHand(owner: Page, role: string): Promise<string> {
  await owner.getByRole("button", { name: "Invite" }).click();
  const dialog = owner.getByRole("dialog");
  await dialog.getByLabel("By a link that you pass on").check();
  await dialog.getByLabel("Role").selectOption({ label: role });
  await dialog.getByRole("button", { name: "Create link" }).click();
  const address = await owner.getByRole("textbox", { name: "Link" }).inputValue();
  await owner.getByRole("dialog").getByRole("button", { name: "Done" }).click();
  return address;
}

const tokenIn = (page: Page) => page.evaluate(() => localStorage.getItem("jwt"));

test("two organizations work side by side: the people of one see nothing of the other", async ({ page, browser }) => {
  test.slow();
  const newts = await makeOrganization(page.request, `Newt Society ${tag}`);
  const toads = await makeOrganization(page.request, `Toad Trust ${tag}`);
  const [owner, otherOwner] = await Promise.all([
    acceptOn(browser, await invite(page.request, newts, "owner"), newts),
    acceptOn(browser, await invite(page.request, toads, "owner"), toads),
  ]);

  await owner.getByRole("link", { name: "Open the team's pages" }).click();
  await expect(owner.getByRole("heading", { name: "Team", level: 1 })).toBeVisible();
  const links = {
    coordinator: await inviteByHand(owner, "Coordinator"),
    reviewer: await inviteByHand(owner, "Reviewer"),
  };
  const [coordinator, reviewer] = await Promise.all([
    acceptOn(browser, links.coordinator, newts),
    acceptOn(browser, links.reviewer, newts),
  ]);
  await page.goto(links.reviewer);
  await expect(page.getByRole("heading", { level: 1 })).toContainText("used");

  await test.step("the coordinator publishes a quest of the own organization", async () => {
    const headers = { authorization: `Bearer ${await tokenIn(coordinator)}` };
    const data = {
      quest_name: questName,
      quest_status: "INACTIVE",
      quest_description: "Count newts after rain.",
      locations: [
        {
          locality: "Launceston",
          administrative_area: "Tasmania",
          postal_code: "7250",
          country: "Australia",
          coordinates: [-41.4332, 147.1441],
        },
      ],
      organization: { organization_id: newts.id },
    };
    const others = { ...data, organization: { organization_id: toads.id } };
    expect((await page.request.post("/api/quests", { headers, data: others })).status()).toBe(403);
    expect((await page.request.post("/api/quests", { headers, data })).status()).toBe(201);
    await coordinator.goto(`/admin_dashboard?q=${encodeURIComponent(questName)}`);
    const row = coordinator.getByRole("row").filter({ hasText: questName });
    await row.getByRole("button", { name: `publish ${questName}` }).click();
    await coordinator.getByRole("dialog").getByRole("button", { name: "Publish" }).click();
    await expect(row).toContainText("Accepting applications");
  });

  await test.step("a volunteer finds it, joins and measures", async () => {
    await page.goto(`/?q=${encodeURIComponent(questName)}`);
    await page.getByRole("link", { name: questName }).first().click();
    await page.getByRole("link", { name: "Sign up to go on an adventure!" }).click();
    await signUp(page, makeNewcomer());
    const buffer = await makePhoto({ uniqueSeed: questName });
    await page.locator('input[name="file"]').setInputFiles({ name: "newt.jpg", mimeType: "image/jpeg", buffer });
    await page.getByLabel(/circumference/i).fill("12");
    await page.getByRole("button", { name: "Add Data Point" }).click();
    await expect(page.getByRole("list", { name: "Data Points" }).getByRole("listitem")).toHaveCount(1);
  });

  let sample = "";
  await test.step("the reviewer accepts it, and nobody of the other organization sees it", async () => {
    const answer = await reviewer.request.get("/api/admin/samples", {
      headers: { authorization: `Bearer ${await tokenIn(reviewer)}` },
    });
    const [point, ...others] = await answer.json();
    expect([point.quest_name, others]).toEqual([questName, []]);
    sample = `/admin_dashboard/samples/${point.id}`;
    await reviewer.goto(sample);
    const saved = untilDecided(reviewer);
    await reviewer.getByRole("button", { name: /^Accept/ }).click();
    await saved;
    await otherOwner.goto("/admin_dashboard");
    await expect(otherOwner.getByRole("heading", { level: 1 })).toBeVisible();
    await expect(otherOwner.getByText(questName)).toHaveCount(0);
    await otherOwner.goto(sample);
    await expect(otherOwner.getByText("There was an error while attempting to fetch quest details.")).toBeVisible();
    await expect(otherOwner.getByRole("button", { name: /^Accept/ })).toHaveCount(0);
  });

  await test.step("who leaves the team has no way back", async () => {
    await reviewer.goto(`/admin_dashboard/team?organization=${newts.id}`);
    await reviewer.getByRole("button", { name: "Leave" }).click();
    await reviewer.getByRole("dialog").getByRole("button", { name: "Leave" }).click();
    await expect(reviewer.getByRole("dialog")).toBeHidden();
    await reviewer.goto(sample);
    await expect(reviewer.getByText("You're not authorized to view this page.")).toBeVisible();
  });
  for (const each of [owner, otherOwner, coordinator, reviewer]) await each.context().close();
});
