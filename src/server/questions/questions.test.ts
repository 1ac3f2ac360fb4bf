import { randomUUID } from "node:crypto";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { usingApi } from "../../../test/api.ts";
import { join, makeMember, makeOrganization, makeQuest } from "../../../test/factories.ts";

const api = usingApi();
let organizationId: number;
let questId: number;
/** Who joined the quest. */
let ann: string;

beforeAll(async () => {
  organizationId = await makeOrganization(api, "River Keepers");
  const other = await makeOrganization(api, "Institute of Moss");
  for (const role of ["viewer", "reviewer", "coordinator"] as const) await makeMember(api, organizationId, role, role);
  await makeMember(api, other, "other", "owner");
});

beforeEach(async () => {
  questId = (await makeQuest(api, organizationId, { quest_name: "The river" })).id;
  ann = newcomer();
  await join(api, ann, questId);
});

const newcomer = () => `v-${randomUUID().slice(0, 8)}`;
const ask = (text: string, as = ann, id?: string) =>
  api.call("POST", `/quests/${questId}/questions`, { as, json: { text, ...(id && { id }) } });
const listed = async (query = "", as = "viewer") =>
  (await api.call("GET", `/quests/${questId}/questions${query}`, { as })).body;
const answer = (id: number, text = "Ten meters from it.", as = "coordinator") =>
  api.call("POST", `/questions/${id}/answers`, { as, json: { text } });
const newsOf = async (as: string) => (await api.call("GET", "/account/news", { as })).body;
const unseenOf = async (as: string) => (await api.call("GET", "/account/news/summary", { as })).body.messages;

describe("a question", () => {
  it("[CALL-44] is in the volunteer's news and the team's list, and comes back as new with its answer", async () => {
    const { status, body } = await ask(" How far from the bank? ");
    const question = { id: body.id, quest_id: questId, text: "How far from the bank?", asked_at: expect.any(String) };
    expect([status, body]).toEqual([201, question]);
    const entry = {
      id: expect.any(Number),
      kind: "question",
      quest_id: questId,
      quest_name: "The river",
      language: "en",
      translations: {},
      organization_name: "River Keepers",
      title: "How far from the bank?",
      question: "How far from the bank?",
      text: "",
      written_at: body.asked_at,
      is_new: false,
      is_muted: false,
      is_reported: false,
    };
    expect(await newsOf(ann)).toEqual([entry]);
    expect(await unseenOf(ann)).toBe(0);
    const open = { ...question, asked_by: ann, answer: null, answered_by: null, answered_at: null, is_reported: false };
    expect(await listed()).toEqual([open]);

    await ask("A later one");
    const answered = { ...open, answer: "Ten meters from it.", answered_by: "coordinator" };
    const given = await answer(body.id);
    expect([given.status, given.body]).toEqual([201, { ...answered, answered_at: expect.any(String) }]);
    const text = "Ten meters from it.";
    expect((await newsOf(ann))[0]).toEqual({ ...entry, text, written_at: given.body.answered_at, is_new: true });
    expect(await unseenOf(ann)).toBe(1);
    expect(await newsOf(newcomer())).toEqual([]);
  });

  it("[CALL-44] is listed with open ones first, in parts, and counted in the quest table", async () => {
    const ids: number[] = [];
    for (const text of ["One", "Two", "Three", "Four"]) ids.push((await ask(text)).body.id);
    for (const index of [1, 3]) await answer(ids[index] ?? 0);
    const texts: string[] = [];
    let path: string | undefined = `/quests/${questId}/questions?limit=1`;
    while (path) {
      const { body, headers } = await api.call("GET", path, { as: "viewer" });
      texts.push(...body.map(({ text }: { text: string }) => text));
      path = /<\/api(.+)>/.exec(headers.get("link") ?? "")?.[1];
    }
    expect(texts).toEqual(["Three", "One", "Four", "Two"]);
    const { body } = await api.call("GET", `/admin/quests/summaries?organization_id=${organizationId}`, {
      as: "viewer",
    });
    expect(body[0]).toMatchObject({ id: questId, open_question_count: 2 });
    const refused = await api.call("GET", `/quests/${questId}/questions?after=7`, { as: "viewer" });
    expect([refused.status, refused.body.info[0].path]).toEqual([422, "query.after"]);
  });

  it("[CALL-44] is asked by those who joined only, also in a muted quest", async () => {
    const stranger = await ask("Who are you?", newcomer());
    expect([stranger.status, stranger.body.code]).toEqual([404, "not_joined"]);
    await api.call("PUT", `/account/muted-quests/${questId}`, { as: ann, json: { muted: true } });
    const { body } = await ask("Still there?");
    await answer(body.id);
    expect(await newsOf(ann)).toMatchObject([{ question: "Still there?", is_new: true, is_muted: true }]);
    expect(await listed()).toHaveLength(1);
  });

  it("[CALL-44] is read by the quest's team, and answered by its coordinators", async () => {
    const { body } = await ask("How far?");
    for (const as of [ann, "other", "tester"]) {
      expect((await api.call("GET", `/quests/${questId}/questions`, { as })).status, as).toBe(403);
    }
    for (const as of [ann, "other", "viewer", "reviewer"]) {
      const { status } = await answer(body.id, "From here.", as);
      expect(status, as).toBe(403);
    }
    expect(await listed()).toMatchObject([{ answer: null }]);
    expect((await answer(2_000_000_000)).body.code).toBe("question_not_found");
    expect((await answer(body.id, "From here.", "admin")).status).toBe(201);
  });

  it("[CALL-44] has one answer, however many are sent at once; the same again is no second one", async () => {
    const { body } = await ask("How far?");
    const answers = await Promise.all(["Near.", "Far.", "Here."].map((text) => answer(body.id, text)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
    expect(answers.find(({ status }) => status === 409)?.body.code).toBe("question_answered");
    const [{ answer: kept }] = await listed();
    expect((await answer(body.id, kept)).status).toBe(201);
    expect((await answer(body.id, kept, "admin")).status).toBe(409);
    expect(await unseenOf(ann)).toBe(1);
  });

  it("is one, sent twice or at the same time", async () => {
    const [id, longest] = [randomUUID(), "x".repeat(2_000)];
    const answers = await Promise.all([1, 2, 3].map(() => ask(longest, ann, id)));
    expect(new Set(answers.map(({ status, body }) => `${status} ${body.id}`)).size).toBe(1);
    const [question] = await listed();
    expect(await listed()).toEqual([question]);
    expect((await answer(question.id, longest)).status).toBe(201);
  });

  it("is refused after ten in a day, even at the same time; another volunteer has their own", async () => {
    const answers = await Promise.all(Array.from({ length: 12 }, () => ask("How far?")));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(10);
    expect(answers.find(({ status }) => status === 429)?.body.detail).toMatch(/ten questions/);
    const ben = newcomer();
    await join(api, ben, questId);
    expect((await ask("How far?", ben)).status).toBe(201);
  });

  it.each([" ", "x".repeat(2_001), "a\u0000"])("is refused with what is wrong: %j; so is an answer", async (text) => {
    const id = (await ask("How far?")).body.id;
    for (const { status, body } of [await ask(text), await answer(id, text)]) {
      expect([status, body.info[0].path]).toEqual([422, "text"]);
    }
    expect(await listed()).toMatchObject([{ text: "How far?", answer: null }]);
  });

  it("[CALL-43] whose answer is reported says so to the team, with a line in the log", async () => {
    const { body } = await ask("How far?");
    await answer(body.id);
    const [{ id }] = await newsOf(ann);
    expect((await api.call("POST", `/account/news/${id}/report`, { as: ann })).status).toBe(204);
    expect(await listed()).toMatchObject([{ is_reported: true }]);
    expect(api.log.find(({ question }) => question === body.id)).toMatchObject({ msg: "a message was reported" });
  });
});
