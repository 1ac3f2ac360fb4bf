import { beforeAll, describe, expect, it } from "vitest";
import { usingApi } from "../../../test/api.ts";
import { join, makeOrganization, makeQuest, questPayload, uploadForm } from "../../../test/factories.ts";
import { makePhoto } from "../../../test/make-photo.ts";
import type { QuestFormInput } from "../../contract/quests.ts";

const api = usingApi();
let organizationId: number;

beforeAll(async () => {
  organizationId = await makeOrganization(api);
});

const make = async (changes: Partial<QuestFormInput> = {}) => (await makeQuest(api, organizationId, changes)).id;
const makeDraft = (changes: Partial<QuestFormInput> = {}) => make({ quest_status: "INACTIVE", ...changes });
const step = (id: number, name: string, seen?: string) =>
  api.call("POST", `/quests/${id}/steps`, { as: "admin", json: { step: name, ...(seen && { seen }) } });
const life = async (id: number) => (await api.call("GET", `/quests/${id}/life`, { as: "admin" })).body;
const remove = (id: number, as = "admin") => api.call("DELETE", `/quests/${id}`, { as });
const isPublic = async (id: number) =>
  (await api.call("GET", "/quests")).body.some((quest: { id: number }) => quest.id === id);
const tableOf = async (query = "") =>
  (await api.call("GET", `/admin/quests/summaries?limit=100${query}`, { as: "admin" })).body as { id: number }[];
const isInTable = async (id: number, query = "") => (await tableOf(query)).some((quest) => quest.id === id);
const codeOf = ({ status, body }: { status: number; body: { code?: string } | undefined }) => [status, body?.code];

describe("publishing a quest", () => {
  it("[CALL-38] opens a draft to volunteers, and says since when", async () => {
    const id = await makeDraft();
    expect(await life(id)).toEqual({
      quest_status: "INACTIVE",
      published_at: null,
      archived_at: null,
      adventurer_count: 0,
      sample_count: 0,
    });
    const { status, body } = await step(id, "publish", "INACTIVE");
    expect([status, body.quest_status]).toEqual([200, "ACCEPTING_APPLICATIONS"]);
    expect(Date.parse(body.published_at)).toBeGreaterThan(0);
    expect(await isPublic(id)).toBe(true);
    await join(api, "alice", id);
    expect((await tableOf()).find((quest) => quest.id === id)).toMatchObject({ published_at: body.published_at });
  });

  it("is refused with what is missing, and changes nothing", async () => {
    const id = await makeDraft({ quest_description: "  ", quest_deadline: "2020-01-01" });
    await api.database.db.deleteFrom("quest_locations").where("quest_id", "=", id).execute();
    const { status, body } = await step(id, "publish");
    expect([status, body.code]).toEqual([409, "quest_not_publishable"]);
    expect(body.info.map(({ path }: { path: string }) => path)).toEqual([
      "locations",
      "quest_description",
      "quest_deadline",
    ]);
    expect(await life(id)).toMatchObject({ quest_status: "INACTIVE", published_at: null });
  });

  it("is harmless twice and at once; a step after another one that the caller hasn't seen is refused", async () => {
    const id = await makeDraft();
    const both = await Promise.all([step(id, "publish", "INACTIVE"), step(id, "publish", "INACTIVE")]);
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    const changes = await api.database.db
      .selectFrom("quest_status_changes")
      .select("quest_status")
      .where("quest_id", "=", id)
      .execute();
    expect(changes).toHaveLength(2);
    const outcomes = await Promise.all([
      step(id, "pause", "ACCEPTING_APPLICATIONS"),
      step(id, "close", "ACCEPTING_APPLICATIONS"),
    ]);
    expect(outcomes.map(codeOf).sort()).toEqual([
      [200, undefined],
      [409, "quest_step_refused"],
    ]);
  });
});

describe("pausing and closing", () => {
  it("[CALL-38] pausing lets nobody else join, and those who joined go on measuring", async () => {
    const id = await makeDraft();
    expect(codeOf(await step(id, "pause"))).toEqual([409, "quest_step_refused"]);
    await step(id, "publish");
    await join(api, "bob", id);
    expect((await step(id, "pause")).body.quest_status).toBe("IN_PROGRESS");
    const late = await api.call("POST", `/adventurers/alice/quests/${id}/sign-up`, { as: "alice" });
    expect(codeOf(late)).toEqual([409, "quest_not_accepting"]);
    const sent = await api.call("POST", `/adventurers/bob/quests/${id}/data/uploads`, {
      as: "bob",
      form: uploadForm(await makePhoto({ uniqueSeed: "paused" })),
    });
    expect(sent.status).toBe(201);
    expect(await life(id)).toMatchObject({ adventurer_count: 1, sample_count: 1 });
    expect((await step(id, "publish")).body.quest_status).toBe("ACCEPTING_APPLICATIONS");
    expect((await step(id, "close")).body.quest_status).toBe("COMPLETED");
  });
});

describe("the archive", () => {
  it("[CALL-38] takes a closed quest out of the team's table until a filter asks for it", async () => {
    const id = await make();
    expect(codeOf(await step(id, "archive"))).toEqual([409, "quest_step_refused"]);
    await step(id, "close");
    expect((await step(id, "archive")).body.archived_at).not.toBeNull();
    expect([await isInTable(id), await isInTable(id, "&archived=only")]).toEqual([false, true]);
    const { found } = (await api.call("GET", "/admin/quests/counts", { as: "admin" })).body;
    expect(found).toBe((await tableOf()).length);
    expect((await step(id, "unarchive")).body.archived_at).toBeNull();
    expect(await isInTable(id)).toBe(true);
  });

  it("is left when the form opens the quest, and kept when the form changes its text", async () => {
    const id = await makeDraft();
    await step(id, "archive");
    const put = (changes: Partial<QuestFormInput>) =>
      api.call("PUT", `/quests/${id}`, { as: "admin", json: questPayload(organizationId, changes) });
    await put({ quest_status: "INACTIVE", quest_name: "Another name" });
    expect((await life(id)).archived_at).not.toBeNull();
    await put({ quest_status: "IN_PROGRESS" });
    expect((await life(id)).archived_at).toBeNull();
  });
});

describe("deleting a quest", () => {
  it("deletes one that nobody joined, with its cover, form and locations; a second time finds none", async () => {
    const id = await makeDraft({ protocol: { fields: [{ kind: "yes_no", key: "wet", label: { en: "Wet?" } }] } });
    const cover = new FormData();
    cover.append("file", new Blob([new Uint8Array(await makePhoto({ uniqueSeed: "deleted" }))]), "cover.jpg");
    await api.call("PUT", `/quests/${id}/image`, { as: "admin", form: cover });
    await api.call("PUT", `/quests/${id}/reviewers`, { as: "admin", json: { reviewers: ["admin"] } });
    await api.call("POST", `/quests/${id}/announcements`, {
      as: "admin",
      json: { title: "Soon", text: "It begins soon.", to: "all" },
    });
    const outcomes = await Promise.all([remove(id), remove(id)]);
    expect(outcomes.map(codeOf).sort()).toEqual([
      [204, undefined],
      [404, "quest_not_found"],
    ]);
    expect(codeOf(await api.call("GET", `/quests/${id}`))).toEqual([404, "quest_not_found"]);
    for await (const { key } of api.services.photoStore.list("")) expect(key).not.toMatch(/^cover/);
    for (const table of [
      "quest_locations",
      "protocol_versions",
      "quest_status_changes",
      "review_assignments",
    ] as const) {
      const rows = await api.database.db.selectFrom(table).select("quest_id").where("quest_id", "=", id).execute();
      expect(rows, table).toEqual([]);
    }
    expect(codeOf(await step(id, "publish"))).toEqual([404, "quest_not_found"]);
  });

  it("is refused as soon as somebody joined, also at the same moment", async () => {
    const id = await make();
    const [joined, deleted] = await Promise.all([
      api.call("POST", `/adventurers/alice/quests/${id}/sign-up`, { as: "alice" }),
      remove(id),
    ]);
    expect([
      [200, 409],
      [404, 204],
    ]).toContainEqual([joined.status, deleted.status]);
    const other = await make();
    await join(api, "alice", other);
    expect(codeOf(await remove(other))).toEqual([409, "quest_has_volunteers"]);
    expect(codeOf(await remove(other, "alice"))).toEqual([403, "forbidden"]);
    expect(await life(other)).toMatchObject({ adventurer_count: 1 });
  });
});

describe("a target for the whole quest", () => {
  it("is compared with what is accepted, stays if a form omits it, and can be removed", async () => {
    const id = await make({ target_total: 3 });
    await join(api, "alice", id);
    const sent = await api.call("POST", `/adventurers/alice/quests/${id}/data/uploads`, {
      as: "alice",
      form: uploadForm(await makePhoto({ uniqueSeed: "target" })),
    });
    const read = async () => (await api.call("GET", `/quests/${id}`)).body;
    expect(await read()).toMatchObject({ target_total: 3, accepted_total: 0 });
    await api.call("PUT", `/quest_data/${sent.body.id}/review`, { as: "admin", json: { decision: "accepted" } });
    expect(await read()).toMatchObject({ target_total: 3, accepted_total: 1 });
    const put = (json: object) => api.call("PUT", `/quests/${id}`, { as: "admin", json });
    await put(questPayload(organizationId));
    expect(await read()).toMatchObject({ target_total: 3 });
    expect((await tableOf()).find((quest) => quest.id === id)).toMatchObject({ target_total: 3, accepted_count: 1 });
    expect((await put({ ...questPayload(organizationId), target_total: 0 })).status).toBe(422);
    expect((await put({ ...questPayload(organizationId), target_total: null })).body).toMatchObject({
      target_total: null,
      accepted_total: null,
    });
  });
});
