import { randomBytes } from "node:crypto";
import type { APIRequestContext, Page } from "@playwright/test";
import type { Organization } from "../src/contract/organizations.ts";
import type { TeamRole } from "../src/contract/roles.ts";
import { makePhoto } from "../test/make-photo.ts";
import {
  accessTokenOf,
  createAccount,
  expect,
  makeNewcomer,
  openDesk,
  signIn,
  signUp,
  test,
  untilDecided,
} from "./harness.ts";
import { joinQuest } from "./protocol-quests.ts";

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

/** A new person with an account accepts an invitation. */
async function acceptAsNewcomer(request: APIRequestContext, address: string): Promise<string> {
  const username = await createAccount();
  const token = address.slice(address.lastIndexOf("/") + 1);
  const headers = { authorization: `Bearer ${await accessTokenOf(username)}` };
  const response = await request.post(`/api/invitations/${token}/accept`, { headers });
  expect(response.ok(), await response.text()).toBe(true);
  return username;
}

/** A new person opens an invitation, creates an account and accepts. */
async function acceptByHand(page: Page, address: string, organization: Organization): Promise<void> {
  await page.goto(address);
  await expect(page.getByRole("heading", { level: 1 })).toContainText(organization.organization_name);
  await page.getByRole("button", { name: "Sign up", exact: true }).click();
  await signUp(page, makeNewcomer());
  await page.getByRole("button", { name: "Accept" }).click();
  await expect(page.getByRole("link", { name: "Open the team's pages" })).toBeVisible();
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

test("two organizations work side by side: the people of one see nothing of the other", async ({
  page: owner,
  request,
  browser,
}) => {
  test.slow();
  const newts = await makeOrganization(request, `Newt Society ${tag}`);
  const toads = await makeOrganization(request, `Toad Trust ${tag}`);
  await acceptByHand(owner, await invite(request, newts, "owner"), newts);
  await owner.getByRole("link", { name: "Open the team's pages" }).click();
  await expect(owner.getByRole("heading", { name: "Team", level: 1 })).toBeVisible();
  const link = await inviteByHand(owner, "Reviewer");
  const reviewer = await acceptAsNewcomer(request, link);
  const coordinator = await acceptAsNewcomer(request, await invite(request, newts, "coordinator"));
  const otherOwner = await acceptAsNewcomer(request, await invite(request, toads, "owner"));
  await owner.goto(link);
  await expect(owner.getByRole("heading", { level: 1 })).toContainText("used");

  const as = async (username: string) => ({ authorization: `Bearer ${await accessTokenOf(username)}` });
  let questId = 0;
  await test.step("the coordinator creates a quest of the own organization only", async () => {
    const headers = await as(coordinator);
    const data = {
      quest_name: questName,
      quest_status: "ACCEPTING_APPLICATIONS",
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
    expect((await request.post("/api/quests", { headers, data: others })).status()).toBe(403);
    const created = await request.post("/api/quests", { headers, data });
    expect(created.status()).toBe(201);
    questId = (await created.json()).id;
  });

  await test.step("a volunteer joins and measures", async () => {
    const headers = await as("bob");
    await joinQuest(request, "bob", questId);
    const buffer = await makePhoto({ uniqueSeed: questName });
    const file = { name: "newt.jpg", mimeType: "image/jpeg", buffer };
    const multipart = { tree_width: "12", latitude: "-41.4332", longitude: "147.1441", file };
    const path = `/api/adventurers/bob/quests/${questId}/data/uploads`;
    expect((await request.post(path, { headers, multipart })).status()).toBe(201);
  });

  const { context, page: desk } = await openDesk(browser);
  let sample = "";
  await test.step("the reviewer sees and accepts it, and nobody of the other organization sees it", async () => {
    const answer = await request.get("/api/admin/samples", { headers: await as(reviewer) });
    const [point, ...others] = await answer.json();
    expect([point.quest_name, others]).toEqual([questName, []]);
    sample = `/admin_dashboard/samples/${point.id}`;
    await signIn(desk, otherOwner);
    await desk.goto("/admin_dashboard");
    await expect(desk.getByRole("heading", { level: 1 })).toBeVisible();
    await expect(desk.getByText(questName)).toHaveCount(0);
    await desk.goto(sample);
    await expect(desk.getByText("There was an error while attempting to fetch quest details.")).toBeVisible();
    await expect(desk.getByRole("button", { name: /^Accept/ })).toHaveCount(0);
    await signIn(desk, reviewer);
    await desk.goto(sample);
    const saved = untilDecided(desk);
    await desk.getByRole("button", { name: /^Accept/ }).click();
    await saved;
  });

  await test.step("who leaves the team has no way back", async () => {
    await desk.goto(`/admin_dashboard/team?organization=${newts.id}`);
    await desk.getByRole("button", { name: "Leave" }).click();
    await desk.getByRole("dialog").getByRole("button", { name: "Leave" }).click();
    await expect(desk.getByRole("dialog")).toBeHidden();
    await desk.goto(sample);
    await expect(desk.getByText("You're not authorized to view this page.")).toBeVisible();
  });
  await context.close();
});
