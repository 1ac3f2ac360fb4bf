import { beforeAll, describe, expect, it } from "vitest";
import { usingApi } from "../../../test/api.ts";
import { makeMember, makeOrganization, makeQuest, placeInKauai, questPayload } from "../../../test/factories.ts";
import { makePhoto } from "../../../test/make-photo.ts";
import type { QuestHistoryEntry } from "../../contract/quest-history.ts";
import type { QuestFormInput } from "../../contract/quests.ts";
import { renameAdventurer } from "../adventurers/adventurer-queries.ts";
import { transaction } from "../database/transaction.ts";

const api = usingApi();
let organizationId: number;
const description = questPayload(0).quest_description as string;

beforeAll(async () => {
  organizationId = await makeOrganization(api);
  await makeMember(api, organizationId, "carla", "coordinator");
  await makeMember(api, organizationId, "victor", "viewer");
});

const make = (changes: Partial<QuestFormInput> = {}) => makeQuest(api, organizationId, changes);
async function put({ id, locations }: Awaited<ReturnType<typeof make>>, changes: Partial<QuestFormInput> = {}) {
  const json = questPayload(organizationId, { locations, ...changes });
  const { status, body } = await api.call("PUT", `/quests/${id}`, { as: "carla", json });
  expect([status, body]).toMatchObject([200, {}]);
}
async function history(id: number): Promise<QuestHistoryEntry[]> {
  const { status, body } = await api.call("GET", `/quests/${id}/history`, { as: "victor" });
  expect(status).toBe(200);
  return body;
}
/** Without ids and times. */
const told = async (id: number) => (await history(id)).map(({ id: _, at: __, ...entry }) => entry);
const created = { person: "admin", kind: "created", changes: [], locations: null };
const changed = (changes: QuestHistoryEntry["changes"], person = "carla") => ({
  person,
  kind: "changed",
  changes,
  locations: null,
});

describe("a quest that two people edit", () => {
  const save = (id: number, json: object) => api.call("PUT", `/quests/${id}`, { as: "carla", json });

  it("[CALL-38] is saved by one of them, and never overwritten unseen", async () => {
    const { id, locations } = await make();
    const { revision } = (await api.call("GET", `/quests/${id}`)).body;
    const typed = (safety: string, given?: number) =>
      questPayload(organizationId, { locations, safety, ...(given !== undefined && { seen_revision: given }) });
    const answers = await Promise.all(["Bees.", "Wasps.", "Ants."].map((text) => save(id, typed(text, revision))));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    expect(answers.find(({ status }) => status === 409)?.body.code).toBe("quest_changed");
    const saved = answers.find(({ status }) => status === 200)?.body;
    expect((await api.call("GET", `/quests/${id}`)).body).toMatchObject({ safety: saved.safety });
    const [newest] = await history(id);
    expect(saved.revision).toBe(newest?.id);
    expect(await save(id, typed("Bears.", saved.revision))).toMatchObject({ status: 200 });
    expect(await save(id, typed("Older apps send none."))).toMatchObject({ status: 200 });
  });

  it("[CALL-38] is as it was for whoever saves the same, also where it has no history yet", async () => {
    const { id, locations } = await make();
    await api.database.db.deleteFrom("quest_history").where("quest_id", "=", id).execute();
    const same = questPayload(organizationId, { locations, seen_revision: 0 });
    for (const _ of [1, 2]) expect(await save(id, same)).toMatchObject({ status: 200, body: { revision: 0 } });
  });
});

describe("the history of a quest", () => {
  it("[CALL-38] has what each update changed, newest first, and nothing for an update that changes nothing", async () => {
    const quest = await make({ safety: "Mind the bees." });
    await put(quest, { safety: "Mind the bees." });
    expect(await told(quest.id)).toEqual([created]);
    await put(quest, {
      quest_description: "Measure the trunk.",
      safety: null,
      adventurer_limit: 5,
      quest_deadline: "2030-05-01",
    });
    await put(quest, {
      quest_description: "Measure the trunk.",
      adventurer_limit: 5,
      quest_deadline: "2030-05-01",
      protocol: { fields: [{ kind: "yes_no", key: "wet", label: { en: "Wet?" } }] },
      quest_status: "IN_PROGRESS",
    });
    expect(await told(quest.id)).toEqual([
      changed([
        { field: "quest_status", before: "ACCEPTING_APPLICATIONS", after: "IN_PROGRESS" },
        { field: "protocol_version", before: null, after: 1 },
      ]),
      changed([
        { field: "quest_description", before: description, after: "Measure the trunk." },
        { field: "safety", before: "Mind the bees.", after: null },
        { field: "quest_deadline", before: null, after: "2030-05-01" },
        { field: "adventurer_limit", before: null, after: 5 },
      ]),
      created,
    ]);
    expect(Date.parse((await history(quest.id))[0]?.at ?? "")).toBeGreaterThan(Date.now() - 60_000);
  });

  it("tells of locations by number and name, also of deleted ones", async () => {
    const quest = await make();
    const hilo = { ...placeInKauai, locality: "Hilo" };
    await put(quest, { locations: [{ ...placeInKauai, id: quest.location_id, postal_code: "96767" }, hilo] });
    await api.call("DELETE", "/quests/locations", { as: "carla", json: [quest.location_id] });
    const locations = (await told(quest.id)).map((entry) => [entry.person, entry.changes, entry.locations]);
    expect(locations).toEqual([
      ["carla", [], { added: 0, changed: 0, removed: 1, names: ["Lihue"] }],
      ["carla", [], { added: 1, changed: 1, removed: 0, names: ["Hilo", "Lihue"] }],
      ["admin", [], null],
    ]);
  });

  it("has steps, and covers also when one replaces another; refused steps leave nothing", async () => {
    const { id } = await make();
    const step = (name: string) => api.call("POST", `/quests/${id}/steps`, { as: "carla", json: { step: name } });
    await step("close");
    await step("close");
    expect((await step("pause")).status).toBe(409);
    await step("archive");
    for (const uniqueSeed of ["first", "second"]) {
      const form = new FormData();
      form.append("file", new Blob([new Uint8Array(await makePhoto({ uniqueSeed }))]), "cover.jpg");
      expect((await api.call("PUT", `/quests/${id}/image`, { as: "carla", form })).status).toBe(200);
    }
    await api.call("DELETE", `/quests/${id}/image`, { as: "admin" });
    expect(await told(id)).toEqual([
      changed([{ field: "quest_image", before: true, after: false }], "admin"),
      changed([{ field: "quest_image", before: true, after: true }]),
      changed([{ field: "quest_image", before: false, after: true }]),
      changed([{ field: "archived", before: false, after: true }]),
      changed([{ field: "quest_status", before: "ACCEPTING_APPLICATIONS", after: "COMPLETED" }]),
      created,
    ]);
  });

  it("[CALL-38] has what ends when a quest moves to another organization: foreign reviewers and webhooks", async () => {
    const quest = await make({ quest_name: "Moving" });
    const elsewhere = await makeOrganization(api, "Institute of Elsewhere");
    for (const place of [organizationId, elsewhere]) await makeMember(api, place, "ruth", "reviewer");
    await makeMember(api, organizationId, "rob", "reviewer");
    await api.call("PUT", `/quests/${quest.id}/reviewers`, {
      as: "carla",
      json: { reviewers: ["rob", "ruth", "carla"] },
    });
    const hook = { address: "https://hooks.example/", events: ["point.accepted"] };
    expect((await api.call("POST", `/quests/${quest.id}/webhooks`, { as: "carla", json: hook })).status).toBe(201);
    const move = (to: number) =>
      api.call("PUT", `/quests/${quest.id}`, {
        as: "admin",
        json: questPayload(to, { quest_name: "Moving", locations: quest.locations }),
      });
    expect((await move(organizationId)).status).toBe(200);
    expect((await api.call("GET", `/quests/${quest.id}/webhooks`, { as: "carla" })).body).toHaveLength(1);
    expect((await move(elsewhere)).status).toBe(200);
    const [moved] = (await api.call("GET", `/quests/${quest.id}/history`, { as: "admin" })).body;
    expect(moved.changes).toEqual([
      { field: "organization", before: expect.any(String), after: "Institute of Elsewhere" },
      { field: "reviewers", before: 3, after: 1 },
      { field: "webhooks", before: 1, after: 0 },
    ]);
    expect((await api.call("GET", `/quests/${quest.id}/webhooks`, { as: "admin" })).body).toEqual([]);
    const rows = (await api.call("GET", "/admin/assignments?q=moving", { as: "admin" })).body;
    expect(rows).toMatchObject([{ quest_id: quest.id, reviewers: ["ruth"] }]);
  });

  it("of two updates at once has both, the later one after the earlier one", async () => {
    const quest = await make();
    await Promise.all([put(quest, { quest_description: "One." }), put(quest, { quest_description: "Two." })]);
    const [last, first, ...rest] = await told(quest.id);
    expect(rest).toEqual([created]);
    expect(first?.changes).toMatchObject([{ before: description, after: expect.stringMatching(/^(One|Two)\.$/) }]);
    expect(last?.changes).toMatchObject([{ before: first?.changes[0]?.after }]);
    const { body } = await api.call("GET", `/quests/${quest.id}`);
    expect(last?.changes[0]?.after).toBe(body.quest_description);
  });

  it("is not written if the update is refused", async () => {
    const quest = await make();
    const json = questPayload(organizationId, { quest_name: "Lost", locations: [{ ...placeInKauai, id: 1_000_000 }] });
    expect((await api.call("PUT", `/quests/${quest.id}`, { as: "carla", json })).status).toBe(404);
    expect(await told(quest.id)).toEqual([created]);
  });

  it("comes in parts, and keeps the newest entries only", async () => {
    const [other, quest] = [await make(), await make()];
    await api.database.db
      .insertInto("quest_history")
      .values(
        Array.from(
          { length: 510 },
          () => ({ quest_id: quest.id, person: "carla", kind: "changed", changes: "[]" }) as const,
        ),
      )
      .execute();
    await put(quest, { quest_description: "The newest." });
    const { count } = await api.database.db
      .selectFrom("quest_history")
      .select((rows) => rows.fn.countAll<number>().as("count"))
      .where("quest_id", "=", quest.id)
      .executeTakeFirstOrThrow();
    expect(Number(count)).toBe(500);
    expect(await told(other.id)).toEqual([created]);
    const first = await api.call("GET", `/quests/${quest.id}/history?limit=2`, { as: "victor" });
    expect(first.body).toMatchObject([{ changes: [{ after: "The newest." }] }, { changes: [] }]);
    const next = /<\/api(.+)>; rel="next"/.exec(first.headers.get("link") ?? "")?.[1] ?? "";
    const second = await api.call("GET", next, { as: "victor" });
    expect(second.body[0].id).toBeLessThan(first.body[1].id);
    for (const query of ["after=x", "limit=21"]) {
      expect((await api.call("GET", `/quests/${quest.id}/history?${query}`, { as: "victor" })).status).toBe(422);
    }
  });

  it("follows a person's new name, and goes with the quest", async () => {
    const quest = await make({ quest_status: "INACTIVE" });
    await put(quest, { quest_status: "INACTIVE", quest_name: "Bark and roots" });
    await transaction(api.database.db, (tx) => renameAdventurer(tx, "carla", "former-volunteer-1"));
    expect((await told(quest.id))[0]).toMatchObject({ person: "former-volunteer-1" });
    expect((await api.call("DELETE", `/quests/${quest.id}`, { as: "admin" })).status).toBe(204);
    const rows = await api.database.db.selectFrom("quest_history").where("quest_id", "=", quest.id).execute();
    expect(rows).toEqual([]);
  });
});
