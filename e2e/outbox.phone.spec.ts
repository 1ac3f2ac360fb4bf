import type { APIRequestContext, Page } from "@playwright/test";
import type { QuestDataPoint } from "../src/contract/data-points.ts";
import type { Quest } from "../src/contract/quests.ts";
import { expect, makeNewcomer, openAccountMenu, signUp, test } from "./harness.ts";
import { inOutbox, serveOutbox } from "./outbox-page.ts";
import { joinQuest } from "./protocol-quests.ts";

const questName = "Bark and Girth of the Blue Ridge";

test.beforeEach(async ({ context }) => serveOutbox(context));

/** Somebody new who has joined the quest of trees, on Home. */
async function joinAsNewcomer(page: Page, request: APIRequestContext) {
  const newcomer = makeNewcomer();
  await page.goto("/");
  await openAccountMenu(page);
  await page.getByRole("button", { name: "Log In" }).click();
  await page.getByRole("link", { name: "Create an account" }).click();
  await signUp(page, newcomer);
  const quests = (await (await request.get("/api/quests")).json()) as Quest[];
  const quest = quests.find(({ quest_name }) => quest_name === questName);
  if (!quest) throw new Error("no quest");
  await joinQuest(page, request, newcomer.username, quest.id);
  return {
    account: newcomer.username,
    quest: { id: quest.id, name: quest.quest_name, protocolVersion: quest.protocol_version ?? 0 },
  };
}

async function listArrived(page: Page, request: APIRequestContext, account: string, questId: number) {
  const token = await page.evaluate(() => localStorage.getItem("jwt"));
  const response = await request.get(`/api/adventurers/${account}/quests/${questId}/data`, {
    headers: { authorization: `Bearer ${token}` },
  });
  return (await response.json()) as QuestDataPoint[];
}

test("what is saved is sent, the oldest first, and its photos go with the receipt", async ({ page, request }) => {
  const { account, quest } = await joinAsNewcomer(page, request);
  const saved = await inOutbox(
    page,
    (outbox, { account, quest }) => outbox.savePoints(account, quest, { count: 3, photoBytes: 100_000 }),
    { account, quest },
  );
  await expect
    .poll(async () => (await listArrived(page, request, account, quest.id)).map(({ id, sha256 }) => ({ id, sha256 })))
    .toEqual(saved.map(({ id, sha256 }) => ({ id, sha256 })));
  const kept = () =>
    inOutbox(page, async (outbox, account) => (await outbox.listRecords(account)).map(({ state }) => state), account);
  await expect.poll(kept).toEqual(["delivered", "delivered", "delivered"]);
});
