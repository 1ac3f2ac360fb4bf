import { randomUUID } from "node:crypto";
import { beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { usingApi } from "../../../test/api.ts";
import { join, makeMember, makeOrganization, makeQuest } from "../../../test/factories.ts";

const api = usingApi();
let organizationId: number;
let otherId: number;
let questId: number;
let people: string[];

beforeAll(async () => {
  organizationId = await makeOrganization(api, "River Keepers");
  otherId = await makeOrganization(api, "Institute of Moss");
  await makeMember(api, organizationId, "coordinator", "coordinator");
  await makeMember(api, organizationId, "reviewer", "reviewer");
  await makeMember(api, otherId, "other", "owner");
});

beforeEach(async () => {
  await api.database.db
    .updateTable("news")
    .set({ reported_at: null, dismissed_at: null, dismissed_by: null })
    .execute();
  questId = (await makeQuest(api, organizationId, { quest_name: "The river" })).id;
  people = [1, 2, 3].map(() => `v-${randomUUID().slice(0, 8)}`);
  for (const name of people) await join(api, name, questId);
});

const reports = async (query = "", as = "coordinator") =>
  (await api.call("GET", `/admin/reports${query}`, { as })).body;
const waiting = async (as = "coordinator") => (await api.call("GET", "/admin/waiting", { as })).body;
const dismiss = (json: object, as = "coordinator") => api.call("POST", "/admin/reports/dismissals", { as, json });
const newsOf = async (as: string) => (await api.call("GET", "/account/news", { as })).body;

async function announce(title: string): Promise<number> {
  const json = { title, text: "Until Monday.", to: "all" };
  const { body } = await api.call("POST", `/quests/${questId}/announcements`, { as: "coordinator", json });
  await vi.waitFor(async () => {
    for (const name of people) expect(await newsOf(name)).toContainEqual(expect.objectContaining({ title }));
  }, 10_000);
  return body.id;
}

async function report(as: string, title: string): Promise<void> {
  const { id } = (await newsOf(as)).find((entry: { title: string }) => entry.title === title);
  expect((await api.call("POST", `/account/news/${id}/report`, { as })).status).toBe(204);
}

describe("reported messages", () => {
  it("[CALL-45] are one entry each, with how many people reported it, but not who", async () => {
    const [ann = "", ben = "", cid = ""] = people;
    const id = await announce("The river is closed");
    await announce("Nobody minds this");
    const { body: question } = await api.call("POST", `/quests/${questId}/questions`, {
      as: cid,
      json: { text: "How far?" },
    });
    const answered = { as: "coordinator", json: { text: "Go away." } };
    await api.call("POST", `/questions/${question.id}/answers`, answered);
    for (const name of [ann, ben]) await report(name, "The river is closed");
    await report(cid, "How far?");
    const common = {
      quest_id: questId,
      quest_name: "The river",
      organization_name: "River Keepers",
      written_by: "coordinator",
      written_at: expect.any(String),
      reported_at: expect.any(String),
      dismissed_by: null,
      dismissed_at: null,
    };
    const closed = { title: "The river is closed", text: "Until Monday.", question: null };
    const asked = { title: "How far?", text: "Go away.", question: "How far?" };
    const listed = [
      { ...common, ...asked, kind: "question", id: question.id, reports: 1 },
      { ...common, ...closed, kind: "announcement", id, reports: 2 },
    ];
    expect(await reports()).toEqual(listed);
    expect(await reports(`?organization_id=${organizationId}`, "admin")).toEqual(listed);
    expect(await waiting()).toMatchObject({ reports: 2 });
    expect(JSON.stringify(await reports())).not.toContain(ann);
  });

  it("[CALL-45] come in parts", async () => {
    const titles = ["One", "Two", "Three"];
    for (const title of titles) await announce(title);
    for (const title of titles) await report(people[0] ?? "", title);
    const seen: string[] = [];
    let path: string | undefined = "/admin/reports?limit=2";
    while (path) {
      const { body, headers } = await api.call("GET", path, { as: "coordinator" });
      seen.push(...body.map(({ title }: { title: string }) => title));
      path = /<\/api(.+)>/.exec(headers.get("link") ?? "")?.[1];
    }
    expect(seen).toEqual(["Three", "Two", "One"]);
    const { status, body } = await api.call("GET", "/admin/reports?after=x", { as: "coordinator" });
    expect([status, body.info[0].path]).toEqual([422, "query.after"]);
  });

  it("[CALL-45] are dismissed, which keeps who did; a later report is open again", async () => {
    const [ann = "", ben = ""] = people;
    const id = await announce("The river is closed");
    await report(ann, "The river is closed");
    const message = { kind: "announcement", id };
    expect((await dismiss(message)).status).toBe(204);
    expect((await dismiss(message, "admin")).status).toBe(204);
    expect([await reports(), (await waiting()).reports]).toEqual([[], 0]);
    const dismissed = { ...message, reports: 1, dismissed_by: "coordinator", dismissed_at: expect.any(String) };
    expect(await reports("?dismissed=only")).toMatchObject([dismissed]);
    await report(ann, "The river is closed");
    expect(await reports()).toEqual([]);
    await report(ben, "The river is closed");
    expect(await reports()).toMatchObject([{ ...message, reports: 1, dismissed_by: null }]);
    expect(await reports("?dismissed=only")).toMatchObject([dismissed]);
  });

  it("[CALL-45] are for coordinators of the quest's organization and administrators", async () => {
    const id = await announce("The river is closed");
    await report(people[0] ?? "", "The river is closed");
    const message = { kind: "announcement", id };
    for (const as of ["reviewer", "tester", people[0] ?? ""]) {
      expect((await api.call("GET", "/admin/reports", { as })).status, as).toBe(403);
      expect((await dismiss(message, as)).status, as).toBe(403);
    }
    expect([await reports("", "other"), (await waiting("other")).reports]).toEqual([[], 0]);
    expect(await reports(`?organization_id=${organizationId}`, "other")).toEqual([]);
    expect((await dismiss(message, "other")).status).toBe(403);
    expect(await reports(`?organization_id=${otherId}`, "admin")).toEqual([]);
    expect(await reports()).toHaveLength(1);
    expect((await dismiss({ ...message, id: 2_000_000_000 })).body.code).toBe("not_found");
  });
});

it("[CALL-45] open questions are counted for the team, and its table shows only quests that have one", async () => {
  const before = (await waiting()).open_questions;
  const { body } = await api.call("POST", `/quests/${questId}/questions`, {
    as: people[0] ?? "",
    json: { text: "How far?" },
  });
  const listed = async () => {
    const query = `organization_id=${organizationId}&questions=open`;
    return (await api.call("GET", `/admin/quests/summaries?${query}`, { as: "coordinator" })).body;
  };
  expect(await listed()).toMatchObject([{ id: questId, open_question_count: 1 }]);
  expect((await waiting()).open_questions).toBe(before + 1);
  expect((await waiting("other")).open_questions).toBe(0);
  await api.call("POST", `/questions/${body.id}/answers`, { as: "coordinator", json: { text: "Ten meters." } });
  expect(await listed()).toEqual([]);
  expect((await waiting()).open_questions).toBe(before);
});
