import { beforeAll, describe, expect, it } from "vitest";
import { usingApi } from "../../../test/api.ts";
import { join, makeOrganization, makeQuest, uploadForm } from "../../../test/factories.ts";
import { makePhoto } from "../../../test/make-photo.ts";

const api = usingApi();
let questId: number;
let photo: Buffer;

beforeAll(async () => {
  questId = (await makeQuest(api, await makeOrganization(api))).id;
  await join(api, "alice", questId);
  photo = await makePhoto({ width: 320, height: 240, gps: { latitude: 21.9702, longitude: -159.3703 } });
});

const sample = async (): Promise<string> => (await api.upload("alice", questId, uploadForm(photo))).body.id;
const review = (id: string, json: unknown) => api.call("PUT", `/quest_data/${id}/review`, { as: "admin", json });
const pending = async (): Promise<string[]> =>
  (await api.call("GET", "/admin/samples?limit=200", { as: "admin" })).body.map((row: { id: string }) => row.id);

describe("a sample", () => {
  it("[CALL-16] has quest, volunteer, coordinates, measurements and photo", async () => {
    const id = await sample();
    const { status, body } = await api.call("GET", `/quest_data/${id}`, { as: "admin" });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      id,
      quest: { id: questId, quest_name: "Bark of the mango trees" },
      adventurer_quest: {
        adventurer_id: "alice",
        quest_id: questId,
        status: "in_progress",
        adventurer: { id: "alice", bio: null, profile_picture_url: null },
      },
      coordinates: "21.9701,-159.3702",
      additional_data: { tree_width: 87.5 },
      image_data_presigned_url: expect.stringContaining("/api/photos/"),
      reviews: [],
      review: null,
    });
    const [latitude, longitude] = body.exif_coordinates.split(",").map(Number);
    expect(latitude).toBeCloseTo(21.9702, 4);
    expect(longitude).toBeCloseTo(-159.3703, 4);
  });

  it("[SAMPLE-04] has the volunteer's stored bio and picture", async () => {
    const id = await sample();
    const picture = "https://pictures.example/alice.jpg";
    const describe = (values: { bio: string | null; profile_picture_url: string | null }) =>
      api.database.db.updateTable("adventurers").set(values).where("id", "=", "alice").execute();
    await describe({ bio: "Retired forester", profile_picture_url: picture });
    const { body } = await api.call("GET", `/quest_data/${id}`, { as: "admin" });
    expect(body.adventurer_quest.adventurer).toEqual({
      id: "alice",
      bio: "Retired forester",
      profile_picture_url: picture,
    });
    await describe({ bio: null, profile_picture_url: null });
  });

  it("[CALL-23][CALL-24] has its origin, and its states before the volunteer's changes", async () => {
    const fix = { latitude: 21.97, longitude: -159.37, accuracy: 8, fixed_at: "2026-05-01T07:59:58.000Z" };
    const form = uploadForm(photo, {
      captured_at: "2026-05-01T08:00:00Z",
      clock_offset: "61",
      fixes: JSON.stringify([{ ...fix, source: "device" }]),
      spacing_reason: "Two trunks of one root.",
    });
    const { id } = (await api.upload("alice", questId, form)).body;
    const path = `/adventurers/alice/quests/${questId}/data/${id}`;
    for (const tree_width of [88, 89]) {
      expect((await api.call("PUT", path, { as: "alice", json: { measurements: { tree_width } } })).status).toBe(200);
    }
    const unseen = await review(id, { decision: "accepted", edited_at: null });
    expect([unseen.status, unseen.body]).toEqual([
      409,
      {
        code: "data_point_changed",
        detail: "The volunteer has edited this data point since you opened it. Look at it again, then decide.",
      },
    ]);
    const seen = (await api.call("GET", `/quest_data/${id}`, { as: "admin" })).body;
    const { body } = await review(id, { decision: "accepted", edited_at: seen.edited_at });
    expect(body).toMatchObject({ captured_at: "2026-05-01T08:01:01.000Z", additional_data: { tree_width: 89 } });
    expect(body.capture).toEqual({
      fixes: [{ ...fix, source: "device" }],
      captured_at_device: "2026-05-01T08:00:00.000Z",
      // On Kauai.
      captured_at_place: "2026-04-30T22:01-10:00",
      clock_offset: 61,
      spacing_reason: "Two trunks of one root.",
      ended_at: null,
    });
    const before = {
      changed_at: expect.any(String),
      coordinates: "21.9701,-159.3702",
      accuracy: null,
      position_source: "device",
    };
    expect(body.changes).toEqual([
      { ...before, additional_data: { tree_width: 88 } },
      { ...before, additional_data: { tree_width: 87.5 } },
    ]);
  });

  it("that doesn't exist gives 404", async () => {
    const { status, body } = await api.call("GET", "/quest_data/00000000-0000-4000-8000-000000000000", { as: "admin" });
    expect([status, body.code]).toEqual([404, "data_point_not_found"]);
    expect((await api.call("GET", "/quest_data/17", { as: "admin" })).status).toBe(404);
  });
});

describe("a decision", () => {
  it.each(["accepted", "denied", "change_requested"] as const)(
    "[SAMPLE-08] %s is stored with author, time and comment, leaves the pending list, and reaches the volunteer",
    async (decision) => {
      const id = await sample();
      expect(await pending()).toContain(id);
      const { status, body } = await review(id, { decision, comment: "  The trunk is blurred. " });
      expect(status).toBe(200);
      const word = {
        decision,
        comment: "The trunk is blurred.",
        reviewed_by: "admin",
        reviewed_at: expect.any(String),
      };
      expect(body).toMatchObject({ review: word, reviews: [word] });
      expect(Math.abs(Date.parse(body.review.reviewed_at) - Date.now())).toBeLessThan(60_000);
      expect(await pending()).not.toContain(id);
      const decided = await api.call("GET", `/admin/samples?state=${decision}&quest_id=${questId}`, { as: "admin" });
      expect(decided.body.map((row: { id: string }) => row.id)).toContain(id);
      const own = await api.call("GET", `/adventurers/alice/quests/${questId}/data`, { as: "alice" });
      expect(own.body.find((point: { id: string }) => point.id === id).review).toMatchObject(word);
    },
  );

  it("can be changed: the newest counts, the others stay", async () => {
    const id = await sample();
    await review(id, { decision: "denied" });
    const { body } = await review(id, { decision: "accepted", comment: "On second thoughts" });
    expect(body.review.decision).toBe("accepted");
    expect(body.reviews.map((each: { decision: string }) => each.decision)).toEqual(["accepted", "denied"]);
  });

  it("needs a comment for a change request, and must be a known one", async () => {
    const id = await sample();
    for (const comment of [undefined, null, "  "]) {
      const { status, body } = await review(id, { decision: "change_requested", comment });
      expect([status, body.code]).toEqual([422, "comment_required"]);
    }
    for (const wrong of [{ decision: "maybe" }, { decision: "denied", comment: "x".repeat(2001) }, {}]) {
      expect((await review(id, wrong)).status).toBe(422);
    }
    expect(await pending()).toContain(id);
    const { status } = await review("00000000-0000-4000-8000-000000000000", { decision: "accepted" });
    expect(status).toBe(404);
  });
});

describe("the list of samples", () => {
  it("[SAMPLE-01] has quest, coordinates and id, oldest first, in parts", async () => {
    for (let count = 0; count < 3; count++) await sample();
    const whole = await pending();
    const collected: string[] = [];
    let path: string | undefined = "/admin/samples?limit=2";
    while (path) {
      const { body, headers } = await api.call("GET", path, { as: "admin" });
      expect(body[0]).toMatchObject({
        quest_name: "Bark of the mango trees",
        coordinates: "21.9701,-159.3702",
        state: "pending",
      });
      collected.push(...body.map((row: { id: string }) => row.id));
      path = /<\/api([^>]+)>; rel="next"/.exec(headers.get("link") ?? "")?.[1];
    }
    expect(collected).toEqual(whole);
    const wrong = await api.call("GET", "/admin/samples?after=17_x", { as: "admin" });
    expect(wrong.status).toBe(422);
  });
});
