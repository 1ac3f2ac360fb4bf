import { connect } from "node:net";
import { text } from "node:stream/consumers";
import fc from "fast-check";
import { beforeAll, describe, expect, it, vi } from "vitest";
import * as z from "zod";
import { type ApiAnswer, usingApi } from "../../../test/api.ts";
import { join, makeOrganization, makeQuest, questPayload, uploadForm } from "../../../test/factories.ts";
import { makePhoto } from "../../../test/make-photo.ts";
import { recordingWith } from "../../../test/recordings.ts";
import { calls } from "../../contract/all-calls.ts";
import type { Call } from "../../contract/call.ts";
import type { QuestFormInput } from "../../contract/quests.ts";

const api = usingApi();
let questId: number;
let dataPointId: string;
let photo: Buffer;
let token: string;
let pictureId: string;
let soundId: string;
/** A valid request for every call with a body, to be broken in one place. */
let goodBodies: Record<string, unknown>;

beforeAll(async () => {
  token = await api.mintToken({ username: "alice", groups: ["admins", "feature_testers"], expiresInSeconds: 7200 });
  const organizationId = await makeOrganization(api);
  const quest = await makeQuest(api, organizationId);
  questId = quest.id;
  await join(api, "alice", questId);
  photo = await makePhoto({ width: 160, height: 120 });
  dataPointId = (await api.upload("alice", questId, uploadForm(photo))).body.id;
  const form = new FormData();
  form.append("file", new Blob([new Uint8Array(photo)]), "leaf.jpg");
  pictureId = (await api.call("POST", `/organizations/${organizationId}/pictures`, { as: "admin", form })).body.id;
  const recording = new FormData();
  recording.append(
    "file",
    new Blob([new Uint8Array(recordingWith("ogg", { words: "told", at: new Date(0) }))]),
    "song.ogg",
  );
  soundId = (await api.call("POST", `/organizations/${organizationId}/sounds`, { as: "admin", form: recording })).body
    .id;
  const points = api.database.db.selectFrom("quest_data").select("evidence_rules");
  // From here on, only tests write.
  await vi.waitFor(async () => expect((await points.executeTakeFirst())?.evidence_rules).not.toBeNull(), 20_000);
  const full = questPayload(organizationId, {
    study_motivation: "why",
    training_requirement: "none",
    safety: "helmet",
    equipment: "GPS",
    quest_deadline: "2031-01-01",
    adventurer_limit: 5,
    protocol: everyKindOfField(),
    results: { visibility: "public", positions: 0.01 },
  });
  goodBodies = {
    createQuest: full,
    updateQuest: { ...full, locations: quest.locations, seen_revision: 2_000_000_000 },
    deleteQuestLocations: [2_000_000_000],
    updateAdventurerQuest: { status: "completed", quest_id: questId },
    reviewSample: { decision: "accepted", comment: "good" },
    reviewSamples: { ids: [dataPointId], decision: "accepted", comment: "good", revisions: { [dataPointId]: 1 } },
    undoReviews: { ids: [dataPointId] },
    claimSamples: { ids: [dataPointId] },
    reportPoorGps: {
      coordinates: [1, 2],
      highAccuracySolved: false,
      sameAsNative: true,
      location: "at the ford",
      details: "off by 300 m",
    },
    editDataPoint: {
      measurements: { tree_width: 90 },
      position: { latitude: 21.97, longitude: -159.37, accuracy: 5, position_source: "map" },
    },
    writeMessage: { text: "Look again.", id: "0190a1b2-7c3d-4e5f-8a6b-000000000001" },
    sendAnnouncement: { title: "The river is closed", text: "Until Monday.", to: "not_started", id: dataPointId },
    askQuestion: { text: "How far from the bank?", id: dataPointId },
    answerQuestion: { text: "Ten meters." },
    dismissReports: { kind: "announcement", id: 2_000_000_000 },
    subscribeToPush: {
      endpoint: "https://push.example.org/1",
      expirationTime: null,
      keys: {
        p256dh: "BIPUL12DLfytvTajnryr2PRdAgXS3HGKiLqndGcJGabyhHheJYlNGCeXl1dn18gSJ1WAkAPIxr4gK0_dQds4yiI",
        auth: "FPssNDTKnInHVndSTdbKFw",
      },
    },
    endPush: { endpoint: "https://push.example.org/1" },
    muteQuest: { muted: true },
    setCredit: { credit: "name", name: "Alice of the Trees" },
    seeNews: { until: "2031-01-01T00:00:00Z", ids: [7] },
    seeContributions: { until: "2031-01-01T00:00:00Z", ids: [dataPointId] },
    publishRelease: {
      licence: "CC0-1.0",
      notes: "Measured with tapes.",
      authors: [{ name: "Ana Silva", orcid: "0000-0002-1825-0097" }],
    },
    setLesson: {
      seen_version: 0,
      asked: "after_denied",
      denied_count: 3,
      cards: [
        {
          key: "width",
          text: "Where is the bark measured?",
          picture: { id: pictureId, alt: "Bark", width: 160, height: 120 },
          choice: {
            options: [
              { text: "Above", is_right: true, reason: "Yes." },
              { text: "Below", is_right: false },
            ],
          },
          value: { unit: "cm", reference: 12.5, tolerance: 0.5, reason: "To the bark." },
          example: { is_good: false, reason: "Blurred." },
        },
      ],
    },
    deleteLesson: { seen_version: 1 },
    sendLessonAttempt: {
      id: dataPointId,
      version: 1,
      started_at: "2026-05-01T10:00:00Z",
      ended_at: "2026-05-01T10:03:00Z",
      answers: { width: [12.5, [0]] },
    },
    createStation: { code: "F-1", name: "Ford", latitude: 21.97, longitude: -159.37, description: "Below the bridge." },
    changeStation: {
      code: "F-1",
      name: "Ford",
      latitude: 21.97,
      longitude: -159.37,
      description: null,
      retired: true,
    },
    setStationRepeat: { repeat_days: 30 },
    withdrawRelease: { reason: "Wrong units." },
    setReleaseDoi: { doi: "10.5281/zenodo.1234" },
    createWebhook: { address: "https://lab.example.org/hook", events: ["point.accepted"] },
    changeWebhook: { address: "https://lab.example.org/hook", events: ["point.accepted"], on: true },
    createPersonalToken: { name: "My script", scope: "read", expires_at: "2031-01-01T00:00:00Z" },
    eraseAdventurer: { username: "alice", deletes_unaccepted: false },
    setMailSettings: { digest: false },
    setOwnLanguage: { language: "en" },
    createInvitation: { email: "nova@example.org", role: "reviewer", anyone: true },
    createOrganization: { organization_name: "Institute", organization_email: "a@example.org" },
    recheckSample: { decision: "denied", comment: "Not this tree." },
    setReviewReasons: [{ decision: "denied", text: "This is another tree." }],
    assignReviewers: { reviewers: ["rita"] },
    updateOrganization: {
      organization_name: "Institute",
      organization_email: "a@example.org",
      about: "Bark.",
      web_site: "https://bark.example/",
      contact: "hello@bark.example",
      logo: null,
    },
    takeQuestStep: { step: "publish", seen: "INACTIVE" },
    requestOrganization: { organization_name: "Board", organization_email: "a@example.org", reason: "Bark." },
    decideOrganizationRequest: { state: "declined", comment: "It exists." },
    addMember: { username: "alice", role: "viewer" },
    setMember: { role: "viewer" },
  };
});

type FieldInput = NonNullable<QuestFormInput["protocol"]>["fields"][number];

/** A protocol with a field of each kind and all options, after one that they depend on. */
function everyKindOfField(): NonNullable<QuestFormInput["protocol"]> {
  return {
    fields: everyKind(0) as FieldInput[],
    target_count: 3,
    spacing_meters: 10,
    photo: { required: true, hint: "From the north." },
    plant_id: true,
    pages: true,
  };
}

/** Groups have fields of each kind as well. */
function everyKind(depth: number): object[] {
  const picture = { id: pictureId, alt: "A leaf", width: 640, height: 480 };
  // A form has at most 50 of them, and a larger body would only be checked up to its first fault.
  const sound = depth === 0 && { sound: { id: soundId, alt: "A rustle", format: "ogg", seconds: 2 } };
  const common = (key: string) => ({
    key: `${key}_${depth}`,
    label: "What?",
    hint: "Like this.",
    picture,
    heading: "Here",
    folded: true,
    same_page: true,
    required: false,
    shown_when: { field: `first_${depth}`, op: ">" as const, value: 1 },
    term: "http://example.org/term",
  });
  const numeric = { unit: "cm", min: 0, max: 100, step: 1, expected_min: 10, expected_max: 90 };
  const options = [{ value: "a", label: "A", picture, ...sound }];
  const { required: _, ...calculated } = common("calculated");
  const { required: __, ...group } = common("group");
  const { required: ___, term: ____, ...note } = common("note");
  const repeat = { min: 1, max: 3 };
  const again = { same_as_last: true };
  return [
    { key: `first_${depth}`, kind: "number", label: "How many?" },
    { ...common("number"), ...sound, ...again, kind: "number", ...numeric },
    { ...common("integer"), ...again, kind: "integer", ...numeric, counter: true },
    { ...common("choice"), ...again, kind: "choice", options, quick: true },
    { ...common("choices"), ...again, kind: "choices", options },
    { ...common("rank"), ...again, kind: "rank", options: [...options, { value: "b", label: "B" }] },
    { ...common("yes_no"), ...again, kind: "yes_no", quick: true },
    { ...common("text"), ...again, kind: "text", pattern: "[a-z]+", public: true },
    { ...common("date"), ...again, kind: "date", min: "2020-01-01", max: "2030-01-01" },
    { ...common("time"), ...again, kind: "time", min: "08:00", max: "18:00" },
    {
      ...common("datetime"),
      ...again,
      kind: "datetime",
      min: "2020-01-01T08:00",
      max: "2030-01-01T18:00",
    },
    { ...common("barcode"), ...again, kind: "barcode", public: true },
    // A form asks for ten at most.
    ...(depth < 3
      ? [
          { ...common("photo"), kind: "photo" as const, public: true, outline: true, scale: true },
          { ...common("audio"), kind: "audio" as const, public: true },
          { ...common("file"), kind: "file" as const, public: true },
        ]
      : []),
    { ...common("point"), kind: "point" },
    { ...common("line"), kind: "line" },
    { ...common("area"), kind: "area" },
    { ...calculated, kind: "calculated", expression: "1 + 1" },
    { ...note, kind: "note" },
    ...(depth < 3 ? [{ ...group, kind: "group", repeat, row_label: "One", fields: everyKind(depth + 1) }] : []),
  ];
}

const everyCall = (Object.entries(calls) as [string, Call][]).map(([name, call]) => ({ name, ...call }));
const jsonCalls = everyCall.filter((call) => call.body && !call.multipart);

async function send(call: Call, parts: { body?: unknown; query?: string; id?: string }): Promise<ApiAnswer> {
  const isUuid = /^\/(quest_data|photos|covers|pictures|sounds)/.test(call.path);
  const path = call.path
    .replace("{username}", "alice")
    .replace("{id}", parts.id ?? (isUuid ? dataPointId : String(questId)))
    .replace("{data_point_id}", dataPointId)
    .replace("{version}", "1")
    .replace("{number}", "1")
    .replace("{point_id}", dataPointId)
    .replace("{photo_id}", dataPointId)
    .replace("{name}", "data.csv")
    .replace("{webhook}", "1")
    .replace("{station}", "1")
    .replace("{delivery}", "1")
    .replace("{variant}", "display");
  return api.call(call.method, path + (parts.query ?? ""), {
    token,
    ...("body" in parts ? { json: parts.body } : {}),
  });
}

function expectRefusal({ status, body }: ApiAnswer, note: string): void {
  expect(status, note).toBeGreaterThanOrEqual(400);
  expect(status, note).toBeLessThan(500);
  expect(body, note).toMatchObject({ code: expect.any(String), detail: expect.any(String) });
}

type JsonSchema = {
  type?: string;
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  properties?: Record<string, JsonSchema>;
  required?: string[];
  items?: JsonSchema;
  prefixItems?: JsonSchema[];
  enum?: unknown[];
  const?: unknown;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
  format?: string;
};
type Path = (string | number)[];

type Spoiled = { path: Path; value: unknown };
type Outside = Generator<Spoiled>;

/** Values just outside a schema's limits, with their paths. */
function* valuesOutside(schema: JsonSchema, path: Path = []): Outside {
  if (schema.anyOf) yield* valuesOutsideAnyOf(schema.anyOf, path);
  else {
    for (const value of [...wrongTypes(schema), ...beyondBounds(schema)]) yield { path, value };
    yield* valuesOutsideParts(schema, path);
  }
}

function* valuesOutsideAnyOf(options: JsonSchema[], path: Path): Outside {
  const [given] = options.filter((option) => option.type !== "null");
  const mayBeNull = options.some((option) => option.type === "null");
  for (const each of given ? valuesOutside(given, path) : []) {
    if (!(mayBeNull && each.value === null && each.path === path)) yield each;
  }
}

function* beyondBounds({
  minimum,
  maximum,
  minLength,
  maxLength,
  minItems,
  ...schema
}: JsonSchema): Generator<unknown> {
  if (minimum !== undefined) yield minimum - 1;
  if (maximum !== undefined) yield maximum + 1;
  if (minLength) yield "x".repeat(minLength - 1);
  if (maxLength !== undefined) yield "x".repeat(maxLength + 1);
  if (schema.type === "string" && !schema.enum && !schema.format) yield "nul \u0000";
  if (minItems) yield [];
}

function* valuesOutsideParts({ properties = {}, required, items, prefixItems = [] }: JsonSchema, path: Path): Outside {
  for (const [name, property] of Object.entries(properties)) {
    if (required?.includes(name)) yield { path: [...path, name], value: undefined };
    yield* valuesOutside(property, [...path, name]);
  }
  // Unions appear once as each kind, after the first.
  const kinds = items?.oneOf ?? [];
  // Groups come last, and the other kinds in them have the same schemas.
  const isInGroup = path.filter((step) => step === "fields").length > 1;
  for (const [index, kind] of withoutRepeated(kinds).entries()) {
    if (!isInGroup || index === kinds.length - 1) yield* valuesOutside(kind, [...path, index + 1]);
  }
  if (items && !items.oneOf) yield* valuesOutside(items, [...path, 0]);
  for (const [index, item] of prefixItems.entries()) yield* valuesOutside(item, [...path, index]);
}

/** Each property once: most kinds share `label`, `hint` and others, with one schema. */
function withoutRepeated(kinds: readonly JsonSchema[]): JsonSchema[] {
  const seen = new Set<string>();
  return kinds.map(({ properties = {}, ...kind }) => {
    const unseen = Object.entries(properties).filter((property) => !seen.has(JSON.stringify(property)));
    for (const property of unseen) seen.add(JSON.stringify(property));
    return { ...kind, properties: Object.fromEntries(unseen) };
  });
}

function wrongTypes(schema: JsonSchema): unknown[] {
  if (schema.enum || schema.const !== undefined) return ["NO_SUCH_VALUE", 7, {}];
  switch (schema.type) {
    case "string":
      return schema.format ? ["nonsense", 7, "2031-02-30", "‮txt.gpj"] : [7, true, {}, ["a"]];
    case "integer":
      return ["1", 1.5, 1e300, {}, true];
    case "number":
      return ["1", {}, null, true];
    case "boolean":
      return ["true", 1, null];
    case "array":
      return [{}, "a", 7];
    case "object":
      return ["a", 7, []];
    default:
      return [];
  }
}

function spoil(good: unknown, path: Path, value: unknown): unknown {
  if (path.length === 0) return value;
  const copy = structuredClone(good) as Record<string | number, unknown>;
  let at = copy;
  for (const [depth, step] of path.slice(0, -1).entries()) {
    at[step] ??= typeof path[depth + 1] === "number" ? [] : {};
    at = at[step] as Record<string | number, unknown>;
  }
  at[path.at(-1) as string] = value;
  return copy;
}

const noteOf = ({ path, value }: Spoiled) => `${path.join(".")} = ${JSON.stringify(value)?.slice(0, 60)}`;
const isWithin = (place: string, outer: string) => outer === "" || place === outer || place.startsWith(`${outer}.`);

/** A quest has over a thousand limits: several are broken at once, each in another part. */
function apart(all: readonly Spoiled[]): Spoiled[][] {
  const batches: { faults: Spoiled[]; places: string[] }[] = [];
  for (const fault of all) {
    const place = fault.path.join(".");
    const isFree = (each: string) => !isWithin(each, place) && !isWithin(place, each);
    const batch = batches.find(({ faults, places }) => faults.length < 20 && places.every(isFree));
    if (batch) {
      batch.faults.push(fault);
      batch.places.push(place);
    } else batches.push({ faults: [fault], places: [place] });
  }
  return batches.map(({ faults }) => faults);
}

const nasty = fc.oneof(
  fc.string({ unit: "binary", maxLength: 300 }),
  fc.constantFrom(
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "👩‍🌾🌲",
    "‮evil‬",
    "\u0000",
    "\ud800",
    "'; DROP TABLE quests; --",
    "{{7*7}}",
    "../../etc/passwd",
    "__proto__",
  ),
  fc.double(),
  fc.maxSafeInteger(),
  fc.constantFrom(null, true, [], {}, -0, 1e308, Number.MAX_SAFE_INTEGER),
  fc.jsonValue(),
);

const schemaOf = (call: Call) =>
  z.toJSONSchema(call.body as z.ZodType, { io: "input", unrepresentable: "any" }) as JsonSchema;

describe("every limit of every call", () => {
  it.each(jsonCalls)(
    "[VALID-12] $name rejects values just outside, and names the field",
    async (call) => {
      const [, schema = {}] = withoutRepeated([
        call.name === "updateQuest" ? schemaOf(calls.createQuest) : {},
        schemaOf(call),
      ]);
      const good = goodBodies[call.name];
      expect(good, "a request to spoil").toBeDefined();
      const before = await fingerprintOfData();
      /** Those that the answer names. */
      const sendSpoiled = async (faults: readonly Spoiled[]) => {
        const body = faults.reduce((spoiled, { path, value }) => spoil(spoiled, path, value), good);
        const note = faults.map(noteOf).join(", ");
        const answer = await send(call, { body });
        expectRefusal(answer, note);
        expect(answer.status, note).toBe(422);
        const places: string[] = answer.body.info.map((field: { path: string }) => field.path);
        const named = faults.filter(({ path }) => places.some((each) => isWithin(each, path.join("."))));
        return { places, named };
      };
      const all = [...valuesOutside(schema)].filter(({ path, value }) => value !== undefined || path.length > 0);
      for (const faults of apart(all)) {
        const { named } = await sendSpoiled(faults);
        // one fault can hide another
        for (const fault of faults.filter((each) => !named.includes(each))) {
          const alone = await sendSpoiled([fault]);
          expect(alone.named, `${noteOf(fault)}: ${alone.places}`).toEqual([fault]);
        }
      }
      expect(await fingerprintOfData()).toEqual(before);
    },
    180_000,
  );

  it.each(everyCall.filter((call) => call.query && call.access !== "signed_address"))(
    "$name never fails on a query",
    async (call) => {
      const names = Object.keys(
        (z.toJSONSchema(call.query as z.ZodType, { io: "input", unrepresentable: "any" }) as JsonSchema).properties ??
          {},
      );
      await fc.assert(
        fc.asyncProperty(
          fc.constantFrom(...names, "nonsense"),
          fc.string({ unit: "binary", maxLength: 250 }),
          async (name, value) => {
            const { status } = await send(call, {
              query: `?${encodeURIComponent(name)}=${encodeURIComponent(value.replace(/[\ud800-\udfff]/g, ""))}`,
            });
            expect(status).toBeLessThan(500);
          },
        ),
        { numRuns: 6 },
      );
    },
  );

  const badIds = ["0", "-1", "1e3", "1.0", "%00", "%F0%9F%8C%B2", "2147483648", "null", "..%2f", "%3Cb%3E"];
  const callsWithId = everyCall.filter((call) => call.path.includes("{id}"));

  it.each(callsWithId)("$name never fails on an id", async (call) => {
    // Calls share the schemas of ids: the others take turns.
    const turn = callsWithId.findIndex(({ name }) => name === call.name) % 5;
    for (const id of ["2147483648", "a".repeat(300), ...badIds.filter((_id, index) => index % 5 === turn)]) {
      const { status, body } = await send(call, {
        id,
        ...(call.body && !call.multipart ? { body: goodBodies[call.name] } : {}),
      });
      expect(status, id).toBeGreaterThanOrEqual(400);
      expect(status, id).toBeLessThan(500);
      expect(body, id).toMatchObject({ code: expect.any(String), detail: expect.any(String) });
    }
  });
});

describe("any value anywhere", () => {
  it.each(jsonCalls)("$name returns 2xx or 4xx, never 5xx", async (call) => {
    const schema = z.toJSONSchema(call.body as z.ZodType, { io: "input", unrepresentable: "any" }) as JsonSchema;
    const places = [...valuesOutside(schema)].map(({ path }) => path);
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...places), nasty, async (path, value) => {
        const answer = await send(call, { body: spoil(goodBodies[call.name], path, value) });
        expect(answer.status).toBeLessThan(500);
        if (answer.status >= 400) expectRefusal(answer, JSON.stringify(value));
      }),
      { numRuns: 8 },
    );
  });

  it("uploadDataPoint returns 2xx or 4xx for any text in any field", async () => {
    const fields = [
      "tree_width",
      "latitude",
      "longitude",
      "user_supplied_latitude",
      "id",
      "accuracy",
      "fixed_at",
      "position_source",
      "sha256",
      "measurements",
      "protocol_version",
      "captured_at",
      "clock_offset",
      "fixes",
      "spacing_reason",
      "sha256:bank",
      "__proto__",
      "file2",
    ];
    const text = fc.oneof(
      fc.string({ unit: "binary", maxLength: 100 }),
      fc.constantFrom("1e400", "0x10", "-0", "٣", "1,5", "Infinity", "\u0000", "<b>"),
    );
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...fields), text, async (field, value) => {
        const answer = await api.upload("alice", questId, uploadForm(photo, { [field]: value }));
        expect(answer.status).toBeLessThan(500);
        if (answer.status >= 400) expectRefusal(answer, `${field}=${value}`);
      }),
      { numRuns: 30 },
    );
  });

  it.each([
    ["an address that can't be decoded", "GET /% HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n"],
    ["what isn't HTTP", "GET / nonsense\r\n\r\n"],
  ])("answers %s in JSON that no page can run", async (_, sent) => {
    const socket = connect(Number(new URL(api.origin).port), "127.0.0.1");
    socket.end(sent);
    const answer = await text(socket);
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect(answer).toMatch(/content-security-policy: default-src 'none'/i);
    expect(answer).toMatch(/"code":"invalid_request"/);
  });

  it("returns text unchanged, and only as JSON", async () => {
    const text = '<script>alert("x")</script> 👩‍🌾 ‮rtl‬ \' " & \\ 日本';
    const { body } = await api.call("POST", "/quests", {
      as: "admin",
      json: { ...(goodBodies.createQuest as object), quest_name: text, quest_description: text },
    });
    const read = await api.call("GET", `/quests/${body.id}`);
    expect([read.body.quest_name, read.body.quest_description]).toEqual([text, text]);
    expect(read.headers.get("content-type")).toMatch(/^application\/json/);
    expect(read.headers.get("x-content-type-options")).toBe("nosniff");
  });

  it.each(["{", "[1,", '{"a":1}x', '{"__proto__":{"isAdmin":true}}', "\u0000", "nul"])(
    "refuses the broken JSON %j",
    async (body) => {
      const response = await fetch(`${api.origin}/api/quests`, {
        method: "POST",
        headers: {
          "content-type": "application/json",
          authorization: `Bearer ${await api.mintToken({ username: "admin" })}`,
        },
        body,
      });
      expect(response.status).toBe(400);
      expect(await response.json()).toEqual({ code: "invalid_request", detail: expect.any(String) });
    },
  );
});

async function fingerprintOfData() {
  const { db } = api.database;
  return {
    quests: await db.selectFrom("quests").selectAll().orderBy("id").execute(),
    protocols: await db.selectFrom("protocol_versions").selectAll().orderBy("quest_id").orderBy("version").execute(),
    locations: await db.selectFrom("quest_locations").selectAll().orderBy("id").execute(),
    organizations: await db.selectFrom("organizations").selectAll().orderBy("id").execute(),
    dataPoints: await db.selectFrom("quest_data").selectAll().orderBy("id").execute(),
    changes: await db.selectFrom("data_point_changes").selectAll().orderBy("id").execute(),
    reviews: await db.selectFrom("reviews").selectAll().orderBy("id").execute(),
    reports: await db.selectFrom("poor_gps_reports").selectAll().orderBy("id").execute(),
  };
}
