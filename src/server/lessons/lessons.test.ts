import { randomUUID } from "node:crypto";
import sharp from "sharp";
import { beforeAll, describe, expect, it } from "vitest";
import { usingApi } from "../../../test/api.ts";
import { join, makeMember, makeOrganization, makeQuest, questPayload, uploadForm } from "../../../test/factories.ts";
import { makePhoto } from "../../../test/make-photo.ts";
import type { LessonAnswers, LessonCard, LessonPayload } from "../../contract/lessons.ts";

const api = usingApi();
let organizationId: number;
let pictureId: string;

beforeAll(async () => {
  organizationId = await makeOrganization(api);
  await makeMember(api, organizationId, "cora", "coordinator");
  await makeMember(api, organizationId, "rita", "reviewer");
  pictureId = await uploadPicture(organizationId);
});

async function uploadPicture(organization: number): Promise<string> {
  const form = new FormData();
  const photo = await makePhoto({ uniqueSeed: randomUUID(), width: 400, height: 300 });
  form.append("file", new Blob([new Uint8Array(photo)]), "bark.jpg");
  return (await api.call("POST", `/organizations/${organization}/pictures`, { as: "admin", form })).body.id;
}

const intro: LessonCard = { key: "intro", text: "Bark is measured at **breast height**." };
const bark: LessonCard = {
  key: "bark",
  text: "Which photo shows the bark?",
  choice: {
    options: [
      { text: "The trunk from near", is_right: true, reason: "Every crack is seen." },
      { text: "The whole tree", is_right: false, reason: "Too far away." },
      { text: "The trunk with a scale", is_right: true },
    ],
  },
};
const width: LessonCard = {
  key: "width",
  text: "How wide is the trunk?",
  value: { unit: "cm", reference: 10, tolerance: 0.3 },
};
const blurred: LessonCard = { key: "blurred", text: "Blurred", example: { is_good: false, reason: "Hold still." } };
const cards = [intro, bark, width, blurred];
const payload = (changes: Partial<LessonPayload> = {}): LessonPayload => ({
  cards,
  asked: "never",
  seen_version: 0,
  ...changes,
});

const save = (questId: number, json: unknown, as = "cora") =>
  api.call("PUT", `/quests/${questId}/lesson`, { as, json });
const read = (questId: number) => api.call("GET", `/quests/${questId}/lesson`);

async function questWithLesson(changes: Partial<LessonPayload> = {}, joiners: string[] = ["alice"]): Promise<number> {
  const { id } = await makeQuest(api, organizationId);
  expect((await save(id, payload(changes))).status).toBe(200);
  for (const username of joiners) await join(api, username, id);
  return id;
}

const right: LessonAnswers = { bark: [[0, 2]], width: [10.3] };
const attemptOf = (changes: object = {}) => ({
  id: randomUUID(),
  version: 1,
  started_at: "2026-05-01T10:00:00.000Z",
  ended_at: "2026-05-01T10:03:00.000Z",
  answers: right,
  ...changes,
});
const attempt = (questId: number, json: unknown, username = "alice", as = username) =>
  api.call("POST", `/adventurers/${username}/quests/${questId}/lesson/attempts`, { as, json });
const stateOf = async (questId: number, as = "alice") =>
  (await api.call("GET", `/adventurers/${as}/quests/${questId}`, { as })).body.lesson;
const faultsOf = ({ status, body }: Awaited<ReturnType<typeof save>>) => [
  status,
  ...(body.info ?? []).map(({ path, message }: { path: string; message: string }) => `${path}: ${message}`),
];

describe("a lesson", () => {
  it("[CALL-60] is saved by coordinators of the quest, and everybody reads it with the sizes of its pictures", async () => {
    const { id } = await makeQuest(api, organizationId);
    expect((await read(id)).body.code).toBe("lesson_not_found");
    expect((await read(2_000_000_000)).body.code).toBe("quest_not_found");
    for (const as of ["alice", "rita", "visitor"]) expect((await save(id, payload(), as)).status).not.toBe(200);
    const picture = { id: pictureId.toUpperCase(), alt: "Bark" };
    const saved = await save(id, payload({ cards: [{ ...intro, picture }, bark] }));
    const stored = { id: pictureId, alt: "Bark", width: 400, height: 300 };
    expect([saved.status, saved.body]).toEqual([
      200,
      { version: 1, asked: "never", cards: [{ ...intro, picture: stored }, bark] },
    ]);
    expect((await read(id)).body).toEqual(saved.body);
  });

  it("[CALL-60] is a new version with each change, and never saved over somebody else's", async () => {
    const id = await questWithLesson();
    expect((await save(id, payload())).body.version).toBe(1);
    const changed = { asked: "after_denied", denied_count: 3 } as const;
    expect((await save(id, payload({ ...changed, seen_version: 1 }))).body).toMatchObject({ version: 2, ...changed });
    const late = await save(id, payload({ cards: [bark], seen_version: 1 }));
    expect([late.status, late.body.code]).toEqual([409, "lesson_changed"]);
    const texts = Array.from({ length: 8 }, (_each, index) => ({ ...bark, text: `Text ${index}` }));
    const atOnce = await Promise.all(texts.map((card) => save(id, payload({ cards: [card], seen_version: 2 }))));
    expect(atOnce.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(409)]);
    expect((await read(id)).body.version).toBe(3);
  });

  it("[CALL-60] keeps its pictures when its quest moves to another organization, and takes no others", async () => {
    const picture = { id: pictureId, alt: "Bark" };
    const id = await questWithLesson({ cards: [{ ...bark, picture }] });
    const other = await makeOrganization(api, "Institute of Moss");
    await api.database.db.updateTable("quests").set({ organization_id: other }).where("id", "=", id).execute();
    const moved = payload({ cards: [{ ...bark, picture: { id: pictureId, alt: "Its bark" } }], seen_version: 1 });
    expect((await save(id, moved, "admin")).body.version).toBe(2);
    const strange = { id: await uploadPicture(organizationId), alt: "Bark" };
    const unknown = { id: randomUUID(), alt: "Bark" };
    const refused = payload({ cards: [bark, { ...intro, picture: strange }, { ...width, picture: unknown }] });
    expect(faultsOf(await save(id, { ...refused, seen_version: 2 }, "admin"))).toEqual([
      422,
      "cards.1.picture.id: This organization has no such picture. Upload it again.",
      "cards.2.picture.id: This organization has no such picture. Upload it again.",
    ]);
  });

  it("[CALL-60] is refused if it teaches nothing that can be asked, and says where", async () => {
    const id = await questWithLesson();
    const noneRight = {
      ...bark,
      choice: { options: bark.choice?.options.map((each) => ({ ...each, is_right: false })) },
    };
    const many = Array.from({ length: 31 }, (_each, index) => ({ ...width, key: `k${index}` }));
    const value = { unit: "cm", reference: 10, tolerance: 0.3 };
    const refused = async (changes: object) =>
      faultsOf(await save(id, { ...payload({ seen_version: 1 }), ...changes }));
    expect(await refused({ cards: [intro, blurred] })).toEqual([422, "cards: A lesson needs at least one question."]);
    expect(await refused({ cards: [noneRight] })).toEqual([
      422,
      "cards.0.choice.options: Mark at least one option as right.",
    ]);
    expect(await refused({ cards: [width, { ...width, choice: bark.choice }] })).toEqual([
      422,
      "cards.1.key: Another card has this key.",
      "cards.1: A card has a choice, a value or an example, not several of them.",
    ]);
    expect((await refused({ cards: many }))[1]).toMatch(/^cards: List must contain at most 30/);
    expect((await refused({ cards: [{ ...width, value: { ...value, tolerance: -1 } }] }))[1]).toMatch(/tolerance/);
    // NaN has no JSON.
    expect((await refused({ cards: [{ ...width, value: { ...value, reference: Number.NaN } }] }))[1]).toMatch(
      /reference/,
    );
    const denied =
      "denied_count: Give the number of denied data points if the lesson is asked for after them, and only then.";
    expect(await refused({ asked: "after_denied" })).toEqual([422, denied]);
    expect(await refused({ denied_count: 3 })).toEqual([422, denied]);
    expect((await read(id)).body.version).toBe(1);
  });
});

describe("an attempt", () => {
  it("[CALL-61] is judged, stored once, and shows in one's own state", async () => {
    const id = await questWithLesson();
    expect(await stateOf(id)).toEqual({ version: 1, cards: 4 });
    const sent = attemptOf({ answers: { bark: [[0], [0, 1, 2], [0, 2]], width: [12, 10] } });
    const first = await attempt(id, sent);
    expect([first.status, first.body]).toEqual([201, { passed: true, wrong: ["bark", "width"] }]);
    const again = await attempt(id, { ...sent, id: sent.id.toUpperCase(), answers: right });
    expect(again.body).toEqual(first.body);
    expect(await stateOf(id)).toEqual({ version: 1, cards: 4, passed_at: "2026-05-01T10:03:00.000Z" });
    const both = attemptOf();
    expect((await Promise.all([attempt(id, both), attempt(id, both)])).map(({ status }) => status)).toEqual([201, 201]);
    const stored = await api.database.db
      .selectFrom("lesson_attempts")
      .select("id")
      .where("quest_id", "=", id)
      .execute();
    expect(stored).toHaveLength(2);
  });

  it("[CALL-61] that ends with a wrong answer isn't passed", async () => {
    const id = await questWithLesson();
    const { body } = await attempt(id, attemptOf({ answers: { bark: [[0, 2], [1]], width: [10.31] } }));
    expect(body).toEqual({ passed: false, wrong: ["width"] });
    const tooMany = await attempt(id, attemptOf({ answers: { bark: [[0, 1, 2]], width: [10] } }));
    expect(tooMany.body).toEqual({ passed: false, wrong: ["bark"] });
    expect((await stateOf(id)).passed_at).toBeUndefined();
  });

  it("[CALL-61] at an older version is judged by that one", async () => {
    const id = await questWithLesson();
    const stricter = { ...width, value: { unit: "cm", reference: 11, tolerance: 0.3 } };
    await save(id, payload({ cards: [stricter], seen_version: 1 }));
    expect((await attempt(id, attemptOf())).body).toEqual({ passed: true, wrong: [] });
    expect((await attempt(id, attemptOf({ version: 2, answers: { width: [10.3] } }))).body.passed).toBe(false);
  });

  it("[CALL-61] is refused with answers that don't fit, and stores nothing", async () => {
    const id = await questWithLesson();
    const refused = async (changes: object) => faultsOf(await attempt(id, attemptOf(changes)));
    expect(await refused({ answers: { ...right, moss: [[0]], intro: [[0]] } })).toEqual([
      422,
      "answers.moss: This version of the lesson has no such question.",
      "answers.intro: This version of the lesson has no such question.",
    ]);
    expect(await refused({ answers: { bark: [[0, 2]] } })).toEqual([422, "answers.width: Required"]);
    const unfit = "This answer doesn't fit the question.";
    expect(await refused({ answers: { bark: [[0], 3, [3]], width: [[0]] } })).toEqual([
      422,
      `answers.bark.1: ${unfit}`,
      `answers.bark.2: ${unfit}`,
      `answers.width.0: ${unfit}`,
    ]);
    expect(await refused({ version: 2 })).toEqual([422, "version: The lesson has no such version."]);
    expect((await refused({ answers: { ...right, width: [Number.NaN] } }))[0]).toBe(422);
    const stored = await api.database.db
      .selectFrom("lesson_attempts")
      .select("id")
      .where("quest_id", "=", id)
      .execute();
    expect(stored).toEqual([]);
  });

  it("[CALL-61] is one's own, in a quest that one joined and that has a lesson", async () => {
    const id = await questWithLesson();
    expect((await attempt(id, attemptOf(), "alice", "bob")).status).toBe(403);
    expect((await attempt(id, attemptOf(), "bob")).body.code).toBe("not_joined");
    const { id: without } = await makeQuest(api, organizationId);
    expect((await attempt(without, attemptOf())).body.code).toBe("lesson_not_found");
    expect((await attempt(2_000_000_000, attemptOf())).body.code).toBe("quest_not_found");
  });
});

describe("a lesson that was deleted", () => {
  const remove = (id: number, seen_version: number, as = "cora") =>
    api.call("DELETE", `/quests/${id}/lesson`, { as, json: { seen_version } });

  it("[CALL-68] is gone for everybody, is no longer asked for, and can be made anew", async () => {
    const id = await questWithLesson({ asked: "before_first" });
    for (const as of ["visitor", "alice", "rita"]) expect((await remove(id, 1, as)).status, as).not.toBe(204);
    expect((await remove(id, 2)).body.code).toBe("lesson_changed");
    expect((await stateOf(id)).asked).toBe("before_first");
    expect((await remove(id, 1)).status).toBe(204);
    expect((await read(id)).body.code).toBe("lesson_not_found");
    expect(await stateOf(id)).toBeUndefined();
    expect((await remove(id, 1)).body.code).toBe("lesson_not_found");
    // Who was changing it meanwhile learns of it.
    expect((await save(id, payload({ seen_version: 1 }))).body.code).toBe("lesson_changed");
    expect((await save(id, payload())).body.version).toBe(3);
    expect(await stateOf(id)).toMatchObject({ version: 3 });
  });

  it("[CALL-68] leaves what was learned: those who are in it can end it, and reviewers see who passed", async () => {
    const id = await questWithLesson({}, ["alice", "bob"]);
    const { body: point } = await api.upload("alice", id, uploadForm(await makePhoto({ uniqueSeed: randomUUID() })));
    const { body: other } = await api.upload("bob", id, uploadForm(await makePhoto({ uniqueSeed: randomUUID() })));
    await remove(id, 1);
    expect((await attempt(id, attemptOf({ answers: { bark: [[0, 2]], width: [11, 10] } }))).body.passed).toBe(true);
    expect((await attempt(id, attemptOf({ version: 2, answers: {} }))).status).toBe(422);
    const learned = async ({ id: sample }: { id: string }) =>
      (await api.call("GET", `/quest_data/${sample}`, { as: "rita" })).body.lesson;
    expect(await learned(point)).toMatchObject({ passed: { version: 1 }, calibrations: [{ count: 1, bias: 1 }] });
    expect(await learned(other)).toBeUndefined();
  });

  it("[CALL-68] and every change of it are in the quest's history, and change nothing of the quest's form", async () => {
    const id = await questWithLesson();
    const { revision } = (await api.call("GET", `/quests/${id}`)).body;
    await save(id, payload({ seen_version: 1 }));
    await save(id, payload({ cards: [bark], seen_version: 1 }));
    await remove(id, 2);
    const { body } = await api.call("GET", `/quests/${id}/history`, { as: "rita" });
    const told = body.map(({ person, changes }: { person: string; changes: object[] }) => [person, ...changes]);
    const change = (before: number | null, after: number | null) => [
      "cora",
      { field: "lesson_version", before, after },
    ];
    expect(told).toEqual([change(2, null), change(1, 2), change(null, 1), ["admin"]]);
    expect((await api.call("GET", `/quests/${id}`)).body.revision).toBe(revision);
    const { body: quest } = await api.call("GET", `/quests/${id}`);
    const form = questPayload(organizationId, { locations: quest.locations, seen_revision: revision, safety: "Bees." });
    expect((await api.call("PUT", `/quests/${id}`, { as: "cora", json: form })).status).toBe(200);
  });
});

describe("a lesson that is asked for", () => {
  async function addPoint(questId: number, decision: "denied" | null): Promise<string> {
    const { db } = api.database;
    const id = randomUUID();
    const place = { latitude: 1, longitude: 2, additional_data: "{}", review_decision: decision };
    await db
      .insertInto("quest_data")
      .values({ id, adventurer_id: "alice", quest_id: questId, ...place })
      .execute();
    if (decision) await db.insertInto("reviews").values({ quest_data_id: id, decision, reviewed_by: "rita" }).execute();
    return id;
  }

  it("before the first data point: until it is passed, and not from those who have data points", async () => {
    const [id, other] = [
      await questWithLesson({ asked: "before_first" }),
      await questWithLesson({ asked: "before_first" }),
    ];
    expect((await stateOf(id)).asked).toBe("before_first");
    await attempt(id, attemptOf());
    expect((await stateOf(id)).asked).toBeUndefined();
    await addPoint(other, null);
    expect((await stateOf(other)).asked).toBeUndefined();
    const { body } = await api.call("GET", "/adventurers/alice/quests", { as: "alice" });
    const listed = body.find(({ quest_id }: { quest_id: number }) => quest_id === id);
    expect(listed.lesson).toMatchObject({ cards: 4, passed_at: "2026-05-01T10:03:00.000Z" });
  });

  it("after denied data points: once there are so many since it was last passed", async () => {
    const id = await questWithLesson({ asked: "after_denied", denied_count: 2 });
    await addPoint(id, "denied");
    await addPoint(id, null);
    expect((await stateOf(id)).asked).toBeUndefined();
    await addPoint(id, "denied");
    expect((await stateOf(id)).asked).toBe("after_denied");
    await attempt(id, attemptOf());
    expect((await stateOf(id)).asked).toBeUndefined();
    await addPoint(id, "denied");
    expect((await stateOf(id)).asked).toBeUndefined();
    const last = await addPoint(id, "denied");
    expect((await stateOf(id)).asked).toBe("after_denied");
    // A decision that was undone, or changed.
    await api.database.db.updateTable("quest_data").set({ review_decision: null }).where("id", "=", last).execute();
    expect((await stateOf(id)).asked).toBeUndefined();
  });
});

describe("reviewers", () => {
  const sampleOf = async (questId: number) => {
    const { body } = await api.upload("alice", questId, uploadForm(await makePhoto({ uniqueSeed: randomUUID() })));
    return async () => (await api.call("GET", `/quest_data/${body.id}`, { as: "rita" })).body;
  };

  it("see whether a volunteer has passed, and the calibration from first answers", async () => {
    const id = await questWithLesson({ cards: [bark, width, { ...width, key: "again" }] });
    const sample = await sampleOf(id);
    expect((await sample()).lesson).toEqual({ passed: null, calibrations: [] });
    await attempt(id, attemptOf({ answers: { bark: [[0, 2]], width: [11, 10], again: [13, 10] } }));
    // The references are known by now.
    await attempt(id, attemptOf({ answers: { bark: [[0, 2]], width: [10], again: [10] } }));
    expect((await sample()).lesson).toEqual({
      passed: { version: 1, passed_at: "2026-05-01T10:03:00.000Z" },
      calibrations: [{ unit: "cm", count: 2, bias: 2, spread: expect.closeTo(Math.SQRT2) }],
    });
    const { id: without } = await makeQuest(api, organizationId);
    await join(api, "alice", without);
    expect(await (await sampleOf(without))()).not.toHaveProperty("lesson");
  });

  it("see no time of a phone whose clock is fast", async () => {
    const id = await questWithLesson();
    const sample = await sampleOf(id);
    await attempt(id, attemptOf({ ended_at: "2131-01-01T00:00:00Z" }));
    expect(Date.parse((await sample()).lesson.passed.passed_at)).toBeLessThanOrEqual(Date.now());
    expect(Date.parse((await stateOf(id)).passed_at)).toBeLessThanOrEqual(Date.now());
  });
});

describe("a sample's photo", () => {
  it("[CALL-62] becomes a picture without metadata, for coordinators of its quest", async () => {
    const id = await questWithLesson();
    const gps = { latitude: 38.6, longitude: -78.5, accuracy: 6 };
    const photo = await makePhoto({
      uniqueSeed: "copied",
      width: 400,
      height: 300,
      gps: { ...gps, accuracyMeters: 6 },
    });
    const { body } = await api.upload("alice", id, uploadForm(photo));
    const copy = (as: string) => api.call("POST", `/quest_data/${body.id}/picture`, { as });
    const { status, body: picture } = await copy("cora");
    expect([status, picture]).toEqual([201, { id: expect.any(String), width: 400, height: 300 }]);
    const shown = await fetch(`${api.origin}/api/pictures/${picture.id}`);
    const { exif, format } = await sharp(Buffer.from(await shown.arrayBuffer())).metadata();
    expect([exif, format]).toEqual([undefined, "webp"]);
    expect(shown.headers.get("cache-control")).toBe("private, no-cache");
    const card = { ...bark, picture: { id: picture.id, alt: "Bark" } };
    expect((await save(id, payload({ cards: [card], seen_version: 1 }))).status).toBe(200);
    const other = await makeOrganization(api, "Institute of Ferns");
    await makeMember(api, other, "fern", "owner");
    for (const as of ["alice", "rita", "fern"]) expect((await copy(as)).status, as).toBe(403);
    expect((await api.call("POST", `/quest_data/${randomUUID()}/picture`, { as: "cora" })).body.code).toBe(
      "data_point_not_found",
    );
  });

  it("[CALL-62] is seen in the lesson by those who have joined and the team, and goes with the data point", async () => {
    const id = await questWithLesson();
    const { body: point } = await api.upload("alice", id, uploadForm(await makePhoto({ uniqueSeed: randomUUID() })));
    const { body: copy } = await api.call("POST", `/quest_data/${point.id}/picture`, { as: "cora" });
    const own = { id: pictureId, alt: "Bark" };
    const cards = [
      { ...bark, picture: { id: copy.id, alt: "Theirs" } },
      { ...width, picture: own },
    ];
    const sent = { ...payload({ seen_version: 1 }), cards: cards.map((card) => ({ ...card, hides_picture: true })) };
    const saved = await save(id, sent);
    expect(saved.status).toBe(200);
    const shown = async (as: string) =>
      (await api.call("GET", `/quests/${id}/lesson`, { as })).body.cards.map(
        ({ picture, hides_picture }: LessonCard) => (hides_picture ? "hidden" : picture?.alt),
      );
    for (const as of ["visitor", "bob", "fern"]) expect(await shown(as), as).toEqual(["hidden", "Bark"]);
    for (const as of ["alice", "rita", "admin"]) expect(await shown(as), as).toEqual(["Theirs", "Bark"]);
    expect((await api.call("GET", `/quests/${id}/lesson`, { as: "cora" })).body).toEqual(saved.body);

    const of = `/adventurers/alice/quests/${id}/data/${point.id}`;
    expect((await api.call("DELETE", of, { as: "alice" })).status).toBe(204);
    expect(await shown("alice")).toEqual([undefined, "Bark"]);
    await expect
      .poll(async () => (await fetch(`${api.origin}/api/pictures/${copy.id}`)).status, { timeout: 20_000 })
      .toBe(404);
  });

  it("[CALL-62] is taken by the lesson of its quest only", async () => {
    const id = await questWithLesson();
    const { body: point } = await api.upload("alice", id, uploadForm(await makePhoto({ uniqueSeed: randomUUID() })));
    const { body: copy } = await api.call("POST", `/quest_data/${point.id}/picture`, { as: "cora" });
    const picture = { id: copy.id, alt: "Bark" };
    const other = await questWithLesson();
    expect(faultsOf(await save(other, payload({ cards: [{ ...bark, picture }], seen_version: 1 })))).toEqual([
      422,
      "cards.0.picture.id: This organization has no such picture. Upload it again.",
    ]);
    const { body: quest } = await api.call("GET", `/quests/${id}`);
    const protocol = { fields: [{ key: "bank", kind: "text", label: "Bank", picture } as const] };
    const form = questPayload(organizationId, { locations: quest.locations, protocol });
    expect((await api.call("PUT", `/quests/${id}`, { as: "cora", json: form })).status).toBe(422);
  });

  it("[CALL-62] is that of a question if it has no other, and is missed if there is none", async () => {
    const protocol = { photo: { required: false }, fields: [{ key: "bank", kind: "photo", label: "Bank" } as const] };
    const { id } = await makeQuest(api, organizationId, { protocol });
    await join(api, "alice", id);
    const upload = async (bytes?: Buffer) => {
      const form = uploadForm(undefined, { tree_width: undefined, measurements: "{}", protocol_version: "1" });
      if (bytes) form.set("photo:bank", new Blob([new Uint8Array(bytes)], { type: "image/jpeg" }), "bank.jpg");
      const { status, body } = await api.upload("alice", id, form);
      expect(status, JSON.stringify(body)).toBe(201);
      return api.call("POST", `/quest_data/${body.id}/picture`, { as: "cora" });
    };
    expect((await upload(await makePhoto({ uniqueSeed: "bank", width: 320, height: 240 }))).body).toMatchObject({
      width: 320,
    });
    expect((await upload()).body.code).toBe("not_found");
  });
});
