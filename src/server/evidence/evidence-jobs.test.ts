import { randomUUID } from "node:crypto";
import sharp from "sharp";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { usingApi } from "../../../test/api.ts";
import { drawFinger } from "../../../test/draw-finger.ts";
import { join, makeOrganization, makeQuest, placeInKauai, uploadForm } from "../../../test/factories.ts";
import { makePhoto } from "../../../test/make-photo.ts";
import type { EvidenceCode } from "../../contract/desk-enums.ts";
import { evidenceWeights } from "../../contract/evidence-scale.ts";
import { metersBetween } from "../../protocol/distance.ts";
import type { FoundEvidence } from "../database/column-types.ts";
import { enqueueOutdatedEvidence } from "./evidence-jobs.ts";
import { rulesVersion } from "./evidence-rules.ts";

const api = usingApi({ JOB_POLL_SECONDS: "1" });
let organization: number;

beforeAll(async () => {
  organization = await makeOrganization(api);
});

/** A separate quest that asks for a photo and a depth. */
async function questOf(...usernames: string[]) {
  const field = { key: "depth", kind: "number", label: "Depth", unit: "cm", expected_max: 200 } as const;
  const protocol = { fields: [field], spacing_meters: 10, photo: { required: false } };
  const { id } = await makeQuest(api, organization, { quest_type: "WATER", protocol });
  for (const username of usernames) await join(api, username, id);
  return id;
}

let sent = 0;
/** A data point without evidence, a hundred metres and a day from the others. */
async function send(
  username: string,
  questId: number,
  { photo, depth = 50, ...fields }: { photo?: Buffer; depth?: number; [field: string]: unknown } = {},
): Promise<string> {
  sent += 1;
  const form = uploadForm(photo, {
    tree_width: undefined,
    measurements: JSON.stringify({ depth }),
    accuracy: "5",
    position_source: "device",
    latitude: String(21.97 + sent * 0.001),
    longitude: "-159.37",
    captured_at: new Date(Date.now() - (200 - sent) * 86_400_000).toISOString(),
    ...(fields as Record<string, string>),
  });
  const { status, body } = await api.upload(username, questId, form);
  expect([status, body]).toEqual([201, expect.anything()]);
  return body.id;
}

const find = (id: string) =>
  api.database.db
    .selectFrom("quest_data")
    .select(["evidence", "evidence_codes", "evidence_score", "evidence_rules"])
    .where("id", "=", id)
    .executeTakeFirstOrThrow();

const untilCodes = (id: string, codes: EvidenceCode[]) =>
  vi.waitFor(
    async () => {
      const row = await find(id);
      expect([row.evidence_rules, [...row.evidence_codes].sort()]).toEqual([rulesVersion, [...codes].sort()]);
      return row;
    },
    { timeout: 20_000, interval: 50 },
  );

const factsOf = ({ evidence }: { evidence: FoundEvidence[] }, code: EvidenceCode) =>
  evidence.find((each) => each.code === code)?.facts;

describe("a new data point", () => {
  it("is checked after the commit, and reviewers see the evidence with its values", async () => {
    const quest = await questOf("alice", "bob");
    const photo = await makePhoto({ uniqueSeed: "first" });
    const first = await send("alice", quest, { photo });
    await untilCodes(first, []);
    const second = await send("bob", quest, { photo, depth: 310, accuracy: "48", position_source: "map" });
    const row = await untilCodes(second, ["same_photo", "out_of_range", "poor_accuracy", "no_device_position"]);
    expect(factsOf(row, "same_photo")).toMatchObject({ other: first, person: "another", others: 0 });
    const weights = (["same_photo", "out_of_range", "poor_accuracy", "no_device_position"] as const).map(
      (code) => evidenceWeights[code],
    );
    expect(row.evidence_score).toBe(weights.reduce((sum, weight) => sum + weight));
    // The similar one is pending too, and is rechecked.
    expect(factsOf(await untilCodes(first, ["same_photo"]), "same_photo")).toMatchObject({ other: second });

    const { body } = await api.call("GET", `/quest_data/${second}`, { as: "admin" });
    expect(body.score).toBe(row.evidence_score);
    expect(body.evidence.map(({ code }: FoundEvidence) => code)).toEqual(row.evidence.map(({ code }) => code));
    expect(body.evidence).toContainEqual({
      code: "out_of_range",
      weight: 4,
      sentence: "Depth: 310 cm. Expected: at most 200 cm.",
    });
    const list = await api.call("GET", `/admin/samples?quest_id=${quest}&sort=evidence`, { as: "admin" });
    expect(list.body.map(({ id }: { id: string }) => id)).toEqual([second, first]);
    expect(list.body[0].evidence[0].sentence).toContain("The same photo file came with data point");
  });

  it("matches another with a similar, dark, white or blurred photo, or one with a finger, but never by an empty photo", async () => {
    const quest = await questOf("alice");
    const photo = await makePhoto({ uniqueSeed: "near duplicate", width: 1200, height: 900 });
    const first = await send("alice", quest, { photo });
    await untilCodes(first, []);
    const smaller = await sharp(photo).resize(640).modulate({ brightness: 1.1 }).jpeg({ quality: 60 }).toBuffer();
    const second = await send("alice", quest, { photo: smaller });
    const row = await untilCodes(second, ["similar_photo"]);
    expect(factsOf(row, "similar_photo")).toMatchObject({ other: first, person: "same" });
    await untilCodes(first, ["similar_photo"]);
    const soft = await sharp(await makePhoto({ uniqueSeed: "soft", width: 1200, height: 900 }))
      .blur(12)
      .jpeg()
      .toBuffer();
    await untilCodes(await send("alice", quest, { photo: soft }), ["blurred"]);
    const night = await sharp(await makePhoto({ uniqueSeed: "night" }))
      .linear(0.12, 0)
      .jpeg()
      .toBuffer();
    await untilCodes(await send("alice", quest, { photo: night }), ["dark"]);
    const flash = await sharp(await makePhoto({ uniqueSeed: "flash" }))
      .linear(6, 0)
      .jpeg()
      .toBuffer();
    await untilCodes(await send("alice", quest, { photo: flash }), ["glare"]);
    const hidden = await drawFinger(await makePhoto({ uniqueSeed: "hidden" }), { share: 0.3, soft: 0.03, which: 1 });
    await untilCodes(await send("alice", quest, { photo: await hidden.jpeg().toBuffer() }), ["finger"]);
    const plain = (background: string) =>
      sharp({ create: { width: 300, height: 300, channels: 3, background } })
        .jpeg()
        .toBuffer();
    await untilCodes(await send("alice", quest, { photo: await plain("#888888") }), ["blurred"]);
    await untilCodes(await send("alice", quest, { photo: await plain("#999999") }), ["blurred"]);
  });

  it("is too far from its volunteer's last one on another quest; both say so", async () => {
    const [one, another] = [await questOf("carol"), await questOf("carol")];
    const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();
    const first = await send("carol", one, { latitude: "21.97", captured_at: minutesAgo(10) });
    await untilCodes(first, []);
    const second = await send("carol", another, { latitude: "22.15", captured_at: minutesAgo(9) });
    const row = await untilCodes(second, ["impossible_travel"]);
    expect(factsOf(row, "impossible_travel")).toMatchObject({ other: first, order: "after", distance: 20015 });
    const back = await untilCodes(first, ["impossible_travel"]);
    expect(factsOf(back, "impossible_travel")).toMatchObject({ other: second, order: "before" });
  });

  it("is too close to another until its volunteer corrects the position; then both are clean", async () => {
    const quest = await questOf("alice", "bob");
    const at = { latitude: "21.9", longitude: "-159.4" };
    const first = await send("alice", quest, at);
    const second = await send("bob", quest, { ...at, longitude: "-159.40003" });
    const facts = factsOf(await untilCodes(second, ["too_close"]), "too_close");
    expect(facts).toMatchObject({ other: first, person: "another", spacing: 10, accuracy: 5, otherAccuracy: 5 });
    expect(facts?.distance).toBeCloseTo(
      metersBetween({ latitude: 21.9, longitude: -159.4 }, { latitude: 21.9, longitude: -159.40003 }),
      0,
    );
    await untilCodes(first, ["too_close"]);
    const position = { latitude: 21.91, longitude: -159.4, accuracy: 5, position_source: "device" };
    const path = `/adventurers/bob/quests/${quest}/data/${second}`;
    expect((await api.call("PUT", path, { as: "bob", json: { position } })).status).toBe(200);
    await untilCodes(second, []);
    await untilCodes(first, []);
  });

  it("counts against another until it is deleted", async () => {
    const quest = await questOf("alice", "bob");
    const at = { latitude: "21.8", longitude: "-159.5" };
    const first = await send("alice", quest, at);
    const second = await send("bob", quest, at);
    await untilCodes(second, ["too_close"]);
    await untilCodes(first, ["too_close"]);
    const path = `/adventurers/bob/quests/${quest}/data/${second}`;
    expect((await api.call("DELETE", path, { as: "bob" })).status).toBe(204);
    await untilCodes(first, []);
  });

  it("is part of a burst on a tree quest, where one takes five minutes", async () => {
    const { id: quest } = await makeQuest(api, organization);
    await join(api, "alice", quest);
    const photo = () => makePhoto({ uniqueSeed: randomUUID() });
    const startMs = Date.now();
    const minutesAgo = (minutes: number) => new Date(startMs - minutes * 60_000).toISOString();
    const tree = async (minutes: number) =>
      send("alice", quest, {
        photo: await photo(),
        measurements: undefined,
        tree_width: "90",
        captured_at: minutesAgo(minutes),
      });
    const first = await tree(30);
    const second = await tree(22);
    await untilCodes(first, []);
    await untilCodes(second, []);
    const third = await tree(21);
    expect(factsOf(await untilCodes(third, ["burst"]), "burst")).toEqual({
      other: second,
      gap: expect.closeTo(60, 0),
      order: "after",
      minutes: 5,
    });
    expect(factsOf(await untilCodes(second, ["burst"]), "burst")).toMatchObject({ other: third, order: "before" });
    expect((await find(first)).evidence_codes).toEqual([]);
  });

  it("loses no evidence if its photo is unreadable", async () => {
    const quest = await questOf("alice");
    const sign = vi.spyOn(api.services.photoDerivatives, "sign").mockRejectedValueOnce(new Error("the disk is tired"));
    const id = await send("alice", quest, { photo: await makePhoto({ uniqueSeed: "tired" }), accuracy: "80" });
    // First without the photo, and again when it can be read.
    await untilCodes(id, ["poor_accuracy"]);
    const signatures = () =>
      api.database.db
        .selectFrom("photo_signatures as s")
        .innerJoin("quest_data as d", "d.photo_key", "s.photo_key")
        .select("s.sharpness")
        .where("d.id", "=", id)
        .execute();
    await api.database.db
      .updateTable("jobs")
      .set({ run_at: new Date(0) })
      .where("kind", "=", "find-evidence")
      .execute();
    await vi.waitFor(async () => expect(await signatures()).toHaveLength(1), { timeout: 20_000 });
    sign.mockRestore();
  });
});

describe("pending data points are rechecked", () => {
  it("when the quest's locations change", async () => {
    const quest = await questOf("alice");
    const id = await send("alice", quest);
    await untilCodes(id, []);
    const { body } = await api.call("GET", `/quests/${quest}`, { as: "admin" });
    const [{ id: placeId }] = body.locations;
    const move = (coordinates: [number, number]) =>
      api.call("PUT", `/quests/${quest}`, {
        as: "admin",
        json: {
          ...body,
          organization: { organization_id: organization },
          locations: [{ ...placeInKauai, id: placeId, coordinates }],
        },
      });
    expect((await move([20.8, -156.3])).status).toBe(200);
    const facts = factsOf(await untilCodes(id, ["outside_places"]), "outside_places");
    expect(facts).toMatchObject({ place: "Lihue" });
    expect((await move(placeInKauai.coordinates)).status).toBe(200);
    await untilCodes(id, []);
  });

  it("when ten values reveal an outlier", async () => {
    const quest = await questOf("alice");
    const far = await send("alice", quest, { depth: 199 });
    for (const depth of [48, 50, 51, 52, 49, 47, 53, 50, 46]) await send("alice", quest, { depth });
    await untilCodes(far, []);
    const isDue = () =>
      api.database.db
        .updateTable("jobs")
        .set({ run_at: new Date(0) })
        .where("unique_key", "=", `refresh-spreads:${quest}`)
        .execute();
    await vi.waitFor(isDue, { timeout: 5_000 });
    const facts = factsOf(
      await vi.waitFor(
        async () => {
          await isDue();
          const row = await find(far);
          expect(row.evidence_codes).toEqual(["outlier"]);
          return row;
        },
        { timeout: 20_000, interval: 100 },
      ),
      "outlier",
    );
    expect(facts).toMatchObject({ value: 199, median: 50, count: 10, unit: "cm" });
  });

  it("when other rules checked them last, in batches; decided ones stay", async () => {
    const quest = await questOf("alice");
    const ids: string[] = [];
    for (let each = 0; each < 3; each++) ids.push(await send("alice", quest, { accuracy: "90" }));
    const [decided = "", ...waiting] = ids;
    for (const id of ids) await untilCodes(id, ["poor_accuracy"]);
    await api.call("PUT", `/quest_data/${decided}/review`, { as: "admin", json: { decision: "accepted" } });
    await api.database.db
      .updateTable("quest_data")
      .set({ evidence_rules: rulesVersion - 1, evidence: "[]", evidence_codes: [], evidence_score: 0 })
      .where("quest_id", "=", quest)
      .execute();
    await enqueueOutdatedEvidence(api.database.db);
    for (const id of waiting) await untilCodes(id, ["poor_accuracy"]);
    expect(await find(decided)).toMatchObject({ evidence_rules: rulesVersion - 1, evidence_codes: [] });
  });
});

describe("a sample's neighbours", () => {
  it("are the quest's nearest with distances, and its volunteer's just before and after", async () => {
    const quest = await questOf("alice", "bob");
    const other = await questOf("alice");
    const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();
    const ofAlice: string[] = [];
    for (let each = 0; each < 8; each++) {
      const captured_at = minutesAgo(80 - each * 10);
      ofAlice.push(await send("alice", quest, { latitude: String(40 + each), captured_at }));
    }
    const centre = ofAlice[4] ?? "";
    const here = async (username: string, meters: number) =>
      send(username, quest, { latitude: String(44 + meters / 111_195), longitude: "-159.37", depth: 7 });
    const far = await here("bob", 700);
    const near = [await here("bob", 30), await here("bob", -60), await here("alice", 400)];
    await send("alice", other, { latitude: "44", longitude: "-159.37" });
    const { status, body } = await api.call("GET", `/quest_data/${centre}/neighbours`, { as: "admin" });
    expect(status).toBe(200);
    const ids = (neighbours: { id: string }[]) => neighbours.map(({ id }) => id);
    expect(ids(body.near)).toEqual(near);
    expect(ids(body.near)).not.toContain(far);
    expect(body.near.map(({ distance }: { distance: number }) => Math.round(distance))).toEqual([30, 60, 400]);
    expect(body.near[0]).toMatchObject({
      adventurer_id: "bob",
      is_same_adventurer: false,
      state: "pending",
      measurements: [{ name: "depth", label: "Depth", kind: "number", value: 7, unit: "cm" }],
      thumbnail_presigned_url: null,
    });
    expect(ids(body.before)).toEqual(ofAlice.slice(1, 4));
    expect(ids(body.after)).toEqual([...ofAlice.slice(5), near[2]].slice(0, 3));
    expect(body.after[0].is_same_adventurer).toBe(true);
  });

  it("are limited to the reviewer's organizations", async () => {
    const quest = await questOf("alice");
    const id = await send("alice", quest);
    const path = `/quest_data/${id}/neighbours`;
    const asReviewerOf = async (name: string | number) =>
      api.call("GET", path, { token: await api.mintToken({ username: "ann", groups: [`reviewers:${name}`] }) });
    expect((await asReviewerOf(organization)).status).toBe(200);
    const refused = await asReviewerOf(organization + 1000);
    expect([refused.status, refused.body.code]).toEqual([403, "forbidden"]);
    expect((await api.call("GET", `/quest_data/${randomUUID()}/neighbours`, { as: "admin" })).status).toBe(404);
  });
});
