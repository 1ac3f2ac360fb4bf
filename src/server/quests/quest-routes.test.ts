import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { usingApi } from "../../../test/api.ts";
import { join, makeOrganization, makeQuest, placeInKauai, questPayload, uploadForm } from "../../../test/factories.ts";
import { makePhoto } from "../../../test/make-photo.ts";

const api = usingApi();
/** Where no job runs. */
const idle = usingApi({}, { hasWorker: false });
let organizationId: number;

beforeAll(async () => {
  organizationId = await makeOrganization(api);
});

/** Every field of the form, none with its default. */
const everyField = {
  quest_name: "Lichens on north walls",
  quest_description: "Look for them after rain.",
  quest_difficulty: 4,
  study_motivation: "They grow where the air is clean.",
  training_requirement: "Know three kinds.",
  safety: "Do not climb.",
  equipment: "Phone with GPS\nA hand lens",
  quest_deadline: "2031-05-01",
  adventurer_limit: 12,
  quest_status: "IN_PROGRESS",
  quest_type: "AIR",
} as const;
/** What can be none. */
const clearable = [
  "quest_description",
  "study_motivation",
  "training_requirement",
  "safety",
  "equipment",
  "quest_deadline",
  "adventurer_limit",
  "target_total",
] as const;
const fullPlace = { ...placeInKauai, address_line1: "4303 Rice Street", address_line2: "Back yard" };

describe("creating a quest", () => {
  it("[CALL-12][FORM-03] stores every field and returns it", async () => {
    const { status, body } = await api.call("POST", "/quests/", {
      as: "admin",
      json: { ...everyField, locations: [fullPlace], organization: { organization_id: organizationId } },
    });
    expect(status).toBe(201);
    const [location_id] = body.locations.map(({ id }: { id: number }) => id);
    expect(body).toEqual({
      ...everyField,
      language: "en",
      translations: {},
      id: expect.any(Number),
      quest_image: null,
      organization_id: organizationId,
      location_id,
      locations: [{ ...fullPlace, id: location_id, quest_id: body.id }],
      organization: { id: organizationId, organization_name: "Department of Forest Ecology" },
      quest_data: [],
      adventurer_count: 0,
      active_adventurer_count: 0,
      protocol: null,
      protocol_version: null,
      target_count: null,
      target_total: null,
      accepted_total: null,
      results: { visibility: "hidden", positions: "hidden" },
      revision: expect.any(Number),
    });
    expect((await api.call("GET", `/quests/${body.id}`)).body).toEqual(body);
  });

  it("[CALL-12] returns the quest, its locations and its organization", async () => {
    const { status, body } = await api.call("POST", "/quests/", {
      as: "admin",
      json: questPayload(organizationId, { quest_deadline: "2031-05-01", adventurer_limit: 12 }),
    });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      quest_name: "Bark of the mango trees",
      quest_image: null,
      organization_id: organizationId,
      location_id: body.locations[0].id,
      quest_deadline: "2031-05-01",
      adventurer_limit: 12,
      study_motivation: null,
      organization: { id: organizationId, organization_name: "Department of Forest Ecology" },
      quest_data: [],
    });
    expect(body.locations).toEqual([
      { ...placeInKauai, id: expect.any(Number), quest_id: body.id, address_line1: null, address_line2: null },
    ]);
  });

  it("[ENT-02][ENT-03][VALID-05] defaults status, type and difficulty", async () => {
    const { organization, locations } = questPayload(organizationId);
    const { body } = await api.call("POST", "/quests", {
      as: "admin",
      json: { quest_name: "Nothing said", organization, locations },
    });
    expect(body).toMatchObject({ quest_status: "INACTIVE", quest_type: "UNCATEGORIZED", quest_difficulty: 1 });
  });

  it.each([
    ["quest_name", { quest_name: "ab" }, "String must contain at least 3 character(s)"],
    ["quest_name", { quest_name: "a".repeat(121) }, "String must contain at most 120 character(s)"],
    ["quest_name", { quest_name: undefined }, "Required"],
    ["quest_name", { quest_name: "nul \u0000 inside" }, "Must not contain NUL"],
    ["quest_difficulty", { quest_difficulty: 6 }, "Number must be less than or equal to 5"],
    ["quest_difficulty", { quest_difficulty: 0 }, "Number must be greater than or equal to 1"],
    ["quest_deadline", { quest_deadline: "2031-02-30" }, "Invalid format"],
    ["adventurer_limit", { adventurer_limit: 1.5 }, "Expected int"],
    ["locations", { locations: [] }, "List must contain at least 1 item(s)"],
    [
      "locations.0.locality",
      { locations: [{ ...placeInKauai, locality: "x" }] },
      "String must contain at least 2 character(s)",
    ],
    [
      "locations.0.postal_code",
      { locations: [{ ...placeInKauai, postal_code: "12" }] },
      "String must contain at least 3 character(s)",
    ],
    [
      "locations.0.country",
      { locations: [{ ...placeInKauai, country: "c".repeat(121) }] },
      "String must contain at most 120 character(s)",
    ],
  ])("[VALID-12][VALID-11] rejects a wrong %s and names it (%j)", async (path, change, message) => {
    const before = await countQuests();
    const { status, body } = await api.call("POST", "/quests", {
      as: "admin",
      json: { ...questPayload(organizationId), ...change },
    });
    expect(status).toBe(422);
    expect(body).toMatchObject({ code: "validation_failed", detail: expect.any(String) });
    expect(body.info).toContainEqual({ path, message });
    expect(await countQuests()).toBe(before);
  });

  it("[VALID-03] needs exactly two coordinates", async () => {
    for (const coordinates of [[1], [1, 2, 3], ["1", "2"]]) {
      const { status, body } = await api.call("POST", "/quests", {
        as: "admin",
        json: { ...questPayload(organizationId), locations: [{ ...placeInKauai, coordinates }] },
      });
      expect(status).toBe(422);
      expect(body.info[0].path).toMatch(/^locations\.0\.coordinates/);
    }
  });

  it("[VALID-04] rejects a quest without an organization, with its own code", async () => {
    const { status, body } = await api.call("POST", "/quests", {
      as: "admin",
      json: { ...questPayload(organizationId), organization: {} },
    });
    expect([status, body.code]).toEqual([422, "organization_null"]);
    const unknown = await api.call("POST", "/quests", { as: "admin", json: questPayload(2_000_000_000) });
    expect([unknown.status, unknown.body.code]).toEqual([404, "organization_not_found"]);
  });

  it("rejects invalid JSON", async () => {
    const response = await fetch(`${api.origin}/api/quests`, {
      method: "POST",
      headers: { "content-type": "text/plain", authorization: `Bearer ${await api.mintToken({ username: "admin" })}` },
      body: "quest_name=x",
    });
    expect(response.status).toBe(415);
    expect(await response.json()).toMatchObject({ code: "unsupported_media_type" });
  });
});

describe("reading quests", () => {
  it("[CALL-01][HOME-17] lists quests at both addresses, without drafts, which open by address", async () => {
    const open = await makeQuest(api, organizationId, { quest_name: "Listed quest" });
    const draft = await makeQuest(api, organizationId, { quest_name: "Draft quest", quest_status: "INACTIVE" });
    for (const path of ["/quests", "/quests/"]) {
      const { status, body } = await api.call("GET", path);
      const ids = body.map((quest: { id: number }) => quest.id);
      expect(status).toBe(200);
      expect(ids).toContain(open.id);
      expect(ids).not.toContain(draft.id);
    }
    expect((await api.call("GET", `/quests/${draft.id}`)).body.quest_name).toBe("Draft quest");
  });

  it("[CALL-03] shows one quest to visitors, or 404", async () => {
    const quest = await makeQuest(api, organizationId, { quest_name: "One quest" });
    expect((await api.call("GET", `/quests/${quest.id}`)).body).toEqual(quest);
    for (const id of ["2000000000", "0", "abc", "99999999999999999999"]) {
      const { status, body } = await api.call("GET", `/quests/${id}`);
      expect(status).toBe(404);
      expect(body).toMatchObject({ code: expect.stringMatching(/not_found$/), detail: expect.any(String) });
    }
  });

  it("[CALL-02] gives administrators drafts too, with data points", async () => {
    const draft = await makeQuest(api, organizationId, { quest_name: "Draft for admins", quest_status: "INACTIVE" });
    const measured = await makeQuest(api, organizationId, { quest_name: "Measured quest" });
    await join(api, "alice", measured.id);
    const photo = await makePhoto({ width: 160, height: 120 });
    const point = (await api.upload("alice", measured.id, uploadForm(photo))).body;
    const { body } = await api.call("GET", "/admin/quests/", { as: "admin" });
    const found = (id: number) => body.find((quest: { id: number }) => quest.id === id);
    expect(found(draft.id)).toMatchObject({ quest_status: "INACTIVE", quest_data: [] });
    expect(found(measured.id).quest_data).toMatchObject([
      { id: point.id, adventurer_id: "alice", coordinates: "21.9701,-159.3702", additional_data: { tree_width: 87.5 } },
    ]);
    // Others don't see them.
    expect((await api.call("GET", `/quests/${measured.id}`)).body.quest_data).toEqual([]);
  });

  it("[HOME-13] searches name, description, organization and location, ignoring case and accents", async () => {
    const institute = await makeOrganization(api, "Institut für Gewässer");
    const quest = await makeQuest(api, institute, {
      quest_name: "Clear lakes",
      quest_description: "Measure visibility",
      quest_type: "WATER",
      locations: [{ ...placeInKauai, locality: "São Paulo", country: "Brasil" }],
    });
    for (const q of ["CLEAR", "visibility", "gewasser", "sao paulo", "Brasil", "lakes clear", "SÃO"]) {
      const { body } = await api.call("GET", `/quests?q=${encodeURIComponent(q)}`);
      expect(
        body.map((found: { id: number }) => found.id),
        q,
      ).toEqual([quest.id]);
    }
    for (const q of ["%", "_", "\\", "clear nowhere"]) {
      expect((await api.call("GET", `/quests?q=${encodeURIComponent(q)}`)).body, q).toEqual([]);
    }
    expect((await api.call("GET", "/quests?q=clear&type=TREES")).body).toEqual([]);
  });

  it("filters by box, also across the antimeridian, and sorts by distance", async () => {
    const at = (locality: string, coordinates: [number, number]) =>
      makeQuest(api, organizationId, {
        quest_name: `Boxed ${locality}`,
        locations: [{ ...placeInKauai, locality, coordinates }],
      });
    const suva = await at("Suva", [-18.14, 178.44]);
    const apia = await at("Apia", [-13.83, -171.77]);
    const names = async (query: string) =>
      (await api.call("GET", `/quests?q=boxed&${query}`)).body.map((quest: { id: number }) => quest.id);
    expect(new Set(await names("bbox=170,-25,-165,-10"))).toEqual(new Set([suva.id, apia.id]));
    expect(await names("bbox=170,-25,179,-10")).toEqual([suva.id]);
    expect(await names("near=-13,-171")).toEqual([apia.id, suva.id]);
    expect(await names("near=-18,178")).toEqual([suva.id, apia.id]);
  });

  it("[HOME-17] lists joinable quests first, whole and in parts; the others stay", async () => {
    const yesterdayEverywhere = new Date(Date.now() - 2 * 86_400_000).toISOString().slice(0, 10);
    const make = (name: string, changes: Parameters<typeof makeQuest>[2]) =>
      makeQuest(api, organizationId, { quest_name: `Ordered ${name}`, ...changes });
    const open = await make("open", { adventurer_limit: 2 });
    const full = await make("full", { adventurer_limit: 1 });
    const late = await make("late", { quest_deadline: yesterdayEverywhere });
    const over = await make("over", { quest_status: "COMPLETED" });
    const newest = await make("newest", { quest_deadline: "2031-05-09" });
    for (const quest of [open, full]) await join(api, "gill", quest.id);
    const idsOf = (body: { id: number }[]) => body.map(({ id }) => id);
    const expected = [newest, open, over, late, full].map(({ id }) => id);
    expect(idsOf((await api.call("GET", "/quests?q=ordered")).body)).toEqual(expected);
    expect(idsOf((await api.call("GET", "/quests?q=ordered&limit=4")).body)).toEqual(expected.slice(0, 4));
    // All are at one place, so that only ids order them within a group.
    for (const query of ["near=10,20", "near=10,20&limit=5"]) {
      expect(idsOf((await api.call("GET", `/quests?q=ordered&${query}`)).body)).toEqual(expected);
    }
    const all = (await api.call("GET", "/quests")).body as { id: number }[];
    expect(expected.every((id) => idsOf(all).includes(id))).toBe(true);
  });

  it("returns the list in parts with links", async () => {
    for (const query of [
      "limit=1&q=ordered",
      "limit=2&q=ordered",
      "limit=3",
      "limit=3&near=10,20",
      "limit=1&q=ordered&near=10,20",
    ]) {
      const whole = (await api.call("GET", `/quests?${query.replace(/limit=\d/, "limit=200")}`)).body;
      const collected: number[] = [];
      let path: string | undefined = `/quests?${query}`;
      for (let parts = 0; path && parts < 30; parts++) {
        const { body, headers } = await api.call("GET", path);
        expect(body.length).toBeLessThanOrEqual(3);
        collected.push(...body.map((quest: { id: number }) => quest.id));
        path = /<\/api([^>]+)>; rel="next"/.exec(headers.get("link") ?? "")?.[1];
      }
      expect(collected).toEqual(whole.map((quest: { id: number }) => quest.id));
    }
  });

  it.each([
    "limit=0",
    "limit=1000",
    "type=FISH",
    "bbox=1,2,3",
    "near=a,b",
    "near=99,0",
    "after=x",
    "after=open_9999999999",
    "near=1,2&after=open_7",
    "after=open_1.5_7",
    "bbox=,,,",
  ])("rejects %s", async (query) => {
    const { status, body } = await api.call("GET", `/quests?${query}`);
    expect([status, body.code]).toEqual([422, "validation_failed"]);
    expect(body.info[0].path).toMatch(/^query\./);
  });
});

describe("changing a quest", () => {
  it("[CALL-13][FORM-02] sets every field, and clears those that are null", async () => {
    const quest = await makeQuest(api, organizationId, { quest_name: "Before" });
    const other = await makeOrganization(api, "Institute of Bryology");
    const put = async (json: unknown) =>
      (await api.call("PUT", `/quests/${quest.id}`, { as: "admin", json })).body as Record<string, unknown>;
    const place = { ...fullPlace, id: quest.locations[0]?.id };
    const full = await put({ ...everyField, locations: [place], organization: { organization_id: other } });
    expect(full).toEqual({
      ...quest,
      ...everyField,
      // No longer a tree quest.
      target_count: null,
      target_total: null,
      accepted_total: null,
      organization_id: other,
      organization: { id: other, organization_name: "Institute of Bryology" },
      locations: [{ ...place, quest_id: quest.id }],
      revision: expect.any(Number),
    });
    expect((await api.call("GET", `/quests/${quest.id}`)).body).toEqual(full);
    const cleared = Object.fromEntries(clearable.map((name) => [name, null]));
    const bare = await put({
      ...{ ...everyField, ...cleared, organization: { organization_id: other } },
      locations: [{ ...placeInKauai, id: place.id, address_line1: null, address_line2: null }],
    });
    expect(bare).toEqual({
      ...{ ...full, ...cleared, revision: expect.any(Number) },
      locations: [{ ...placeInKauai, id: place.id, quest_id: quest.id, address_line1: null, address_line2: null }],
    });
  });

  it("[CALL-13] says nothing of what is left out, which stays", async () => {
    const quest = await makeQuest(api, organizationId, { ...everyField, target_total: 40, locations: [fullPlace] });
    const [saved] = quest.locations;
    const fields = [...clearable, "quest_difficulty", "quest_status", "quest_type"] as const;
    const some = <Name extends string>(of: object, names: readonly Name[]) =>
      fc
        .subarray([...names])
        .map((chosen) => Object.fromEntries(Object.entries(of).filter(([name]) => chosen.includes(name as Name))));
    await fc.assert(
      fc.asyncProperty(
        some(quest, fields),
        some(fullPlace, ["address_line1", "address_line2"]),
        async (given, addresses) => {
          const { status, body } = await api.call("PUT", `/quests/${quest.id}`, {
            as: "admin",
            json: {
              ...{ ...given, quest_name: quest.quest_name, organization: { organization_id: organizationId } },
              locations: [{ ...placeInKauai, ...addresses, id: saved?.id }],
            },
          });
          expect([status, body]).toEqual([200, quest]);
        },
      ),
      { numRuns: 15 },
    );
  });

  it("[ENT-02] any status can be set from any other", async () => {
    const quest = await makeQuest(api, organizationId);
    const statuses = ["INACTIVE", "ACCEPTING_APPLICATIONS", "IN_PROGRESS", "DATA_PROCESSING", "COMPLETED"];
    for (const before of statuses) {
      for (const after of statuses) {
        for (const quest_status of [before, after]) {
          const json = { ...questPayload(organizationId), quest_status, locations: quest.locations };
          const { body } = await api.call("PUT", `/quests/${quest.id}`, { as: "admin", json });
          expect(body.quest_status).toBe(quest_status);
        }
      }
    }
    const json = { ...questPayload(organizationId), quest_status: "PAUSED", locations: quest.locations };
    expect((await api.call("PUT", `/quests/${quest.id}`, { as: "admin", json })).status).toBe(422);
  });

  it.each(["UNCATEGORIZED", "TREES", "WATER", "SOIL", "AIR", "HIKING", "DIVING", "PADDLING", "BOATING"])(
    "[ENT-03] accepts the type %s, and only the nine",
    async (quest_type) => {
      const json = { ...questPayload(organizationId), quest_type };
      expect((await api.call("POST", "/quests", { as: "admin", json })).body.quest_type).toBe(quest_type);
      const unknown = await api.call("POST", "/quests", {
        as: "admin",
        json: { ...json, quest_type: quest_type.toLowerCase() },
      });
      expect(unknown.status).toBe(422);
    },
  );

  it("[CALL-13] changes and adds locations, and returns the quest", async () => {
    const quest = await makeQuest(api, organizationId, { quest_name: "Before" });
    const { status, body } = await api.call("PUT", `/quests/${quest.id}`, {
      as: "admin",
      json: questPayload(organizationId, {
        quest_name: "After",
        quest_status: "COMPLETED",
        locations: [
          { ...placeInKauai, id: quest.locations[0]?.id, locality: "Hanalei" },
          { ...placeInKauai, id: null, locality: "Waimea" },
        ],
      }),
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({ id: quest.id, quest_name: "After", quest_status: "COMPLETED" });
    expect(body.locations.map((place: { locality: string }) => place.locality)).toEqual(["Hanalei", "Waimea"]);
    expect(body.locations[0].id).toBe(quest.locations[0]?.id);
    expect((await api.call("GET", `/quests/${quest.id}`)).body).toEqual(body);
    expect((await api.call("GET", "/quests?q=waimea")).body).toHaveLength(1);
  });

  it("has its data points checked anew if its places changed, and only then", async () => {
    const { id, locations } = await makeQuest(idle, await makeOrganization(idle));
    const change = (changes: object) =>
      idle.call("PUT", `/quests/${id}`, { as: "admin", json: { ...payload, locations: [{ ...place, ...changes }] } });
    const payload = questPayload((await idle.call("GET", `/quests/${id}`)).body.organization.id);
    const place = { ...placeInKauai, id: locations[0]?.id };
    const checks = async () =>
      (await idle.database.pool.query("SELECT FROM jobs WHERE kind = 'look-again' AND payload ? 'questId'")).rowCount;
    expect([(await change({ postal_code: "96767" })).status, await checks()]).toEqual([200, 0]);
    expect([(await change({ coordinates: [20.8, -156.3] })).status, await checks()]).toEqual([200, 1]);
  });

  it("[CALL-13] rejects another quest's location and changes nothing", async () => {
    const mine = await makeQuest(api, organizationId, { quest_name: "Mine" });
    const other = await makeQuest(api, organizationId, { quest_name: "Other" });
    const { status, body } = await api.call("PUT", `/quests/${mine.id}`, {
      as: "admin",
      json: questPayload(organizationId, {
        quest_name: "Stolen",
        locations: [{ ...placeInKauai, id: other.locations[0]?.id }],
      }),
    });
    expect([status, body.code]).toEqual([404, "location_not_found"]);
    expect(body.info).toEqual([{ path: "locations.0.id", message: expect.any(String) }]);
    expect((await api.call("GET", `/quests/${mine.id}`)).body).toEqual(mine);
    expect(
      (await api.call("PUT", "/quests/2000000000", { as: "admin", json: questPayload(organizationId) })).status,
    ).toBe(404);
  });

  it("[CALL-14] deletes locations by ids, never a quest's last", async () => {
    const quest = await makeQuest(api, organizationId, {
      quest_name: "Two places",
      locations: [placeInKauai, { ...placeInKauai, locality: "Koloa" }],
    });
    const [first, second] = quest.locations.map((place) => place.id);
    const deleted = await api.call("DELETE", "/quests/locations", { as: "admin", json: [second] });
    expect(deleted.status).toBe(204);
    expect(
      (await api.call("GET", `/quests/${quest.id}`)).body.locations.map((place: { id: number }) => place.id),
    ).toEqual([first]);
    expect((await api.call("DELETE", "/quests/locations", { as: "admin", json: [second] })).status).toBe(204);
    const last = await api.call("DELETE", "/quests/locations", { as: "admin", json: [first] });
    expect([last.status, last.body.code]).toEqual([409, "quest_needs_location"]);
    expect((await api.call("GET", `/quests/${quest.id}`)).body.locations).toHaveLength(1);
  });
});

async function countQuests(): Promise<number> {
  return (await api.database.db.selectFrom("quests").select("id").execute()).length;
}
