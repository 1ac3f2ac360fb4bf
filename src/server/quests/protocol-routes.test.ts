// biome-ignore-all lint/suspicious/noTemplateCurlyInString: expressions refer to answers with them
import { beforeAll, describe, expect, it } from "vitest";
import { usingApi } from "../../../test/api.ts";
import { makeOrganization, makeQuest, questPayload } from "../../../test/factories.ts";

const api = usingApi();
let organizationId: number;

beforeAll(async () => {
  organizationId = await makeOrganization(api);
});

const depth = { key: "depth", kind: "number", label: "Depth", unit: "m", required: true, min: 0, max: 50 } as const;
const colour = {
  key: "colour",
  kind: "choice",
  label: { "pt-BR": "Cor", en: "Colour" },
  options: [
    { value: "green", label: "Green" },
    { value: "brown", label: { en: "Brown", de: "Braun" } },
  ],
} as const;
const bank = { key: "bank", kind: "photo", label: "The bank" } as const;
const water = { fields: [depth, colour, bank], target_count: 3, spacing_meters: 20, photo: { required: false } };

const payload = (changes: object = {}) => ({ ...questPayload(organizationId), ...changes });
const create = (protocol: unknown) => api.call("POST", "/quests", { as: "admin", json: payload({ protocol }) });
async function update(id: number, changes: object) {
  const { body: quest } = await api.call("GET", `/quests/${id}`);
  const json = { ...payload(changes), locations: quest.locations };
  return api.call("PUT", `/quests/${id}`, { as: "admin", json });
}
const versionsOf = (questId: number) =>
  api.database.db
    .selectFrom("protocol_versions")
    .select(["version", "protocol"])
    .where("quest_id", "=", questId)
    .orderBy("version")
    .execute();
const counts = async () => {
  const { rows } = await api.database.pool.query(
    "SELECT (SELECT count(*)::int FROM quests) AS quests, (SELECT count(*)::int FROM protocol_versions) AS versions",
  );
  return rows[0];
};

describe("a quest's protocol", () => {
  it("is returned as written, with its version; the specification's form is null", async () => {
    const { status, body } = await create(water);
    expect(status).toBe(201);
    expect([body.protocol, body.protocol_version]).toEqual([{ ...water, version: 1 }, 1]);
    // The first language is the fallback for others.
    expect(Object.keys(body.protocol.fields[1].label)).toEqual(["pt-BR", "en"]);
    expect((await api.call("GET", `/quests/${body.id}`)).body).toEqual(body);
    for (const none of [null, undefined]) {
      const quest = (await create(none)).body;
      expect([quest.protocol, quest.protocol_version]).toEqual([null, null]);
    }
  });

  it("is returned when joining, and with the volunteer's participation", async () => {
    const { id } = (await create(water)).body;
    for (const [method, path] of [
      ["POST", `/adventurers/alice/quests/${id}/sign-up`],
      ["GET", `/adventurers/alice/quests/${id}`],
    ] as const) {
      const { body } = await api.call(method, path, { as: "alice" });
      expect(body.quest.protocol, path).toEqual({ ...water, version: 1 });
    }
    const { body: own } = await api.call("GET", "/adventurers/alice/quests", { as: "alice" });
    expect(own[0].quest.protocol_version).toBe(1);
    expect(own[0].quest).not.toHaveProperty("protocol");
  });

  it("is left out of lists, which have its version and target count", async () => {
    const { body } = await create(water);
    for (const path of ["/quests", "/admin/quests"]) {
      const { body: list } = await api.call("GET", path, { as: "admin" });
      const listed = list.find(({ id }: { id: number }) => id === body.id);
      expect([listed.protocol_version, listed.target_count], path).toEqual([1, 3]);
      expect(listed, path).not.toHaveProperty("protocol");
    }
  });

  it("says how many data points a quest wants, also in lists; tree quests want 20 by default", async () => {
    const { target_count: _, ...uncounted } = water;
    for (const [quest_type, protocol, wanted] of [
      ["TREES", null, 20],
      ["WATER", null, null],
      ["TREES", { ...water, target_count: 7 }, 7],
      ["TREES", uncounted, null],
      ["WATER", water, 3],
    ] as const) {
      const json = payload({ quest_type, protocol });
      const { body } = await api.call("POST", "/quests", { as: "admin", json });
      const { body: quest } = await api.call("GET", `/quests/${body.id}`);
      const { body: list } = await api.call("GET", "/quests");
      const listed = list.find(({ id }: { id: number }) => id === body.id);
      const counts = [body, quest, listed].map(({ target_count: count }) => count);
      expect(counts, `${quest_type} ${JSON.stringify(protocol)}`).toEqual([wanted, wanted, wanted]);
    }
  });

  it("stays if a change leaves it out, and gets no new version if equal", async () => {
    const { id } = (await create(water)).body;
    const renamed = await update(id, { quest_name: "Another name" });
    expect([renamed.body.quest_name, renamed.body.protocol]).toEqual(["Another name", { ...water, version: 1 }]);
    const { photo, ...rest } = water;
    const reordered = { version: 77, photo, ...rest, fields: [{ ...depth, min: -0 }, colour, bank] };
    expect((await update(id, { protocol: reordered })).body.protocol_version).toBe(1);
    expect((await update(id, { protocol: renamed.body.protocol })).body.protocol_version).toBe(1);
    expect(await versionsOf(id)).toHaveLength(1);
  });

  it("gets the next number when it changes, also after the specification's form; earlier versions stay", async () => {
    const { id } = (await create(water)).body;
    const metres = { fields: [{ ...depth, max: 60 }] };
    expect((await update(id, { protocol: metres })).body.protocol).toEqual({ ...metres, version: 2 });
    const none = (await update(id, { protocol: null })).body;
    expect([none.protocol, none.protocol_version]).toEqual([null, null]);
    expect((await update(id, { protocol: water })).body.protocol_version).toBe(3);
    expect((await versionsOf(id)).map(({ version }) => version)).toEqual([1, 2, 3]);
    for (const [version, protocol] of [water, metres, water].entries()) {
      const answer = await api.call("GET", `/quests/${id}/protocols/${version + 1}`);
      expect([answer.status, answer.body]).toEqual([200, { ...protocol, version: version + 1 }]);
    }
  });

  it("never changes under its number, and may be cached", async () => {
    const { id } = (await create(water)).body;
    const change = "UPDATE protocol_versions SET protocol = '{}' WHERE quest_id = $1";
    await expect(api.database.pool.query(change, [id])).rejects.toMatchObject({
      constraint: "protocol_versions_never_change",
    });
    const { headers } = await api.call("GET", `/quests/${id}/protocols/1`);
    expect(headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
  });

  it("is visible like its quest, also for drafts; unknown versions give 404", async () => {
    const { id } = await makeQuest(api, organizationId, { quest_status: "INACTIVE", protocol: { fields: [depth] } });
    expect((await api.call("GET", `/quests/${id}/protocols/1`)).status).toBe(200);
    for (const version of ["2", "0", "-1", "01", "1.0", "latest", "1000000"]) {
      const { status, body, headers } = await api.call("GET", `/quests/${id}/protocols/${version}`);
      expect([status, body.code, headers.get("cache-control")], version).toEqual([404, "not_found", "no-store"]);
    }
    const { status, body } = await api.call("GET", "/quests/2000000000/protocols/1");
    expect([status, body.code]).toEqual([404, "quest_not_found"]);
  });

  it("gets one version per change, also in parallel", async () => {
    const { id } = (await create(water)).body;
    const changes = [...Array(6).keys()].map((n) => ({ fields: [{ ...depth, max: 100 + (n % 3) }] }));
    const answers = await Promise.all(changes.map((protocol) => update(id, { protocol })));
    expect(answers.map(({ status }) => status)).toEqual(changes.map(() => 200));
    const versions = await versionsOf(id);
    expect(versions.map(({ version }) => version)).toEqual(versions.map((_, index) => index + 1));
    // Setting the same protocol again makes no version.
    for (const [index, { protocol }] of versions.entries()) expect(protocol).not.toEqual(versions[index - 1]?.protocol);
    const { body } = await api.call("GET", `/quests/${id}`);
    expect(body.protocol_version).toBe(versions.length);
  });
});

describe("the size of a protocol", () => {
  const numbered = (count: number) =>
    [...Array(count).keys()].map((n) => ({ key: `f${n}`, kind: "yes_no", label: "?" }));
  const options = (count: number) =>
    [...Array(count).keys()].map((n) => ({ value: `o${n}`, label: { en: "x".repeat(190), "pt-BR": "é".repeat(90) } }));

  it("may be 1,000 fields, and 10,000 options of one", async () => {
    const fields = { fields: numbered(1_000) };
    expect((await create(fields)).body.protocol).toEqual({ ...fields, version: 1 });
    const long = { fields: [{ key: "species", kind: "choice", label: "Species", options: options(10_000) }] };
    const { status, body } = await create(long);
    expect([status, body.protocol]).toEqual([201, { ...long, version: 1 }]);
  });

  it.each([
    [{ fields: numbered(1_001) }, "protocol.fields"],
    [{ fields: [{ key: "s", kind: "choices", label: "?", options: options(10_001) }] }, "protocol.fields.0.options"],
  ])("may not be larger", async (protocol, path) => {
    const before = await counts();
    const { status, body } = await create(protocol);
    expect([status, body.code]).toEqual([422, "validation_failed"]);
    expect(body.info.map((each: { path: string }) => each.path)).toContain(path);
    expect(await counts()).toEqual(before);
  });

  it("is limited in total, on these calls only", async () => {
    const many = { fields: [...Array(4).keys()].map((n) => ({ ...colour, key: `c${n}`, options: options(9_000) })) };
    const { status, body } = await create(many);
    expect([status, body.code]).toEqual([413, "request_too_large"]);
    const json = { organization_name: "x".repeat(1_100_000), organization_email: "a@example.org" };
    expect((await api.call("POST", "/organizations", { as: "admin", json })).status).toBe(413);
  });
});

const textField = { key: "a", kind: "text", label: "Text" };
const areaField = { key: "a", kind: "area", label: "Plot" };
const sumOf = (count: number, term: string) => Array(count).fill(term).join(" + ");
const calculations = (count: number, expression: string) =>
  Array.from({ length: count }, (_, at) => ({ key: `c${at}`, kind: "calculated", label: "Sum", expression }));
const rowsOf = (...fields: object[]) => ({
  key: "g",
  kind: "group",
  label: "Rows",
  repeat: { max: 200 },
  fields: [{ key: "n", kind: "number", label: "Number" }, ...fields],
});
/** A form that takes too long to evaluate, and the field to name. */
const costly = (fields: object[], path: string): [string, unknown, string][] => [
  [`[VALID-13] a form of ${JSON.stringify(fields.at(-1)).slice(0, 120)}`, { fields }, path],
];

describe("an invalid protocol", () => {
  const notTaken: [string, unknown, string][] = [
    ["a key that nobody knows", { fields: [], colour: "red" }, "protocol"],
    ["a key of a field that nobody knows", { fields: [{ ...depth, maximum: 3 }] }, "protocol.fields.0"],
    ["a kind that does not exist", { fields: [{ ...depth, kind: "position" }] }, "protocol.fields.0.kind"],
    ["a text for a number", { fields: [depth, { ...depth, key: "d", min: "1" }] }, "protocol.fields.1.min"],
    ["bounds the wrong way round", { fields: [{ ...depth, min: 60 }] }, "protocol.fields.0.min"],
    ["a unit that does not exist", { fields: [{ ...depth, unit: "spoons" }] }, "protocol.fields.0.unit"],
    [
      "a label with a tag that isn't shown",
      { fields: [{ ...depth, label: "<img src=x> Depth" }] },
      "protocol.fields.0.label",
    ],
    [
      "an option with markup",
      { fields: [{ ...colour, options: [{ value: "a", label: "<script>alert(1)</script>" }] }] },
      "protocol.fields.0.options.0.label",
    ],
    ["a key twice", { fields: [depth, depth] }, "protocol.fields.1.key"],
    ["a key that is taken", { fields: [{ ...depth, key: "file" }] }, "protocol.fields.0.key"],
    ["no options", { fields: [{ ...colour, options: [] }] }, "protocol.fields.0.options"],
    [
      "a condition on a later field",
      { fields: [{ ...depth, shown_when: { field: "colour", op: "=", value: "green" } }, colour] },
      "protocol.fields.0.shown_when.field",
    ],
    [
      "a condition on an option that does not exist",
      { fields: [colour, { ...depth, shown_when: { field: "colour", op: "=", value: "blue" } }] },
      "protocol.fields.1.shown_when.value",
    ],
    [
      "a pattern that takes for ever",
      { fields: [{ key: "a", kind: "text", label: "?", pattern: "(a+)+" }] },
      "protocol.fields.0.pattern",
    ],
    ...["(?:a|[ab]){201}", "(?:a|[ab]){201,}", "(?:a?){300}b"].map((pattern): (typeof notTaken)[number] => [
      `the pattern ${pattern}`,
      { fields: [{ key: "a", kind: "text", label: "?", pattern }] },
      "protocol.fields.0.pattern",
    ]),
    ...costly([areaField, ...calculations(300, sumOf(15, "area(${a})"))], "protocol.fields.1.expression"),
    ...costly([rowsOf(...calculations(100, sumOf(20, "sum(${n})")))], "protocol.fields.0.fields.1.expression"),
    ...costly([rowsOf(), ...calculations(500, sumOf(12, "sum(${n})"))], "protocol.fields.1.expression"),
    ...costly(
      [textField, ...calculations(200, sumOf(12, "if(regex(${a}, '(?:[a-z]?[b-z]?){49}'), 1, 0)"))],
      "protocol.fields.1.expression",
    ),
    ["11 photos", { fields: [...Array(11).keys()].map((n) => ({ ...bank, key: `p${n}` })) }, "protocol.fields.10.kind"],
    ["a wanted count of none", { ...water, target_count: 0 }, "protocol.target_count"],
    ["no list of fields", {}, "protocol.fields"],
    ["a text", "depth", "protocol"],
  ];

  it.each(notTaken)("is rejected for %s, and nothing is stored", async (_what, protocol, path) => {
    const { body: quest } = await create(water);
    const before = await counts();
    for (const answer of [await create(protocol), await update(quest.id, { quest_name: "Changed", protocol })]) {
      const { status, body } = answer;
      expect([status, body.code, body.detail]).toEqual([422, "validation_failed", expect.any(String)]);
      const paths = body.info.map((each: { path: string }) => each.path);
      expect(paths).toContain(path);
      for (const { message } of body.info) expect(message).toEqual(expect.any(String));
    }
    expect(await counts()).toEqual(before);
    expect((await api.call("GET", `/quests/${quest.id}`)).body).toEqual(quest);
  });
});
