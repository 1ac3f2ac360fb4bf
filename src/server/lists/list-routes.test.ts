import { beforeAll, describe, expect, it } from "vitest";
import { usingApi } from "../../../test/api.ts";
import { join, makeMember, makeOrganization, makeQuest, questPayload } from "../../../test/factories.ts";
import type { QuestFormInput } from "../../contract/quests.ts";

const api = usingApi();
let organizationId = 0;
beforeAll(async () => {
  organizationId = await makeOrganization(api);
});

function formOf(csv: string | Buffer, { name, fileName = "trees.csv" }: { name?: string; fileName?: string } = {}) {
  const form = new FormData();
  if (name !== undefined) form.append("name", name);
  form.append("file", new Blob([typeof csv === "string" ? csv : new Uint8Array(csv)]), fileName);
  return form;
}
const create = (csv: string | Buffer, options?: Parameters<typeof formOf>[1], as = "admin") =>
  api.call("POST", `/organizations/${organizationId}/lists`, { as, form: formOf(csv, options) });
const get = (id: number, query = "", as = "admin") => api.call("GET", `/lists/${id}${query}`, { as });
/** A quest whose only question is a choice from a list. */
const choosingFrom = (list: number, changes: Partial<QuestFormInput> = {}) => ({
  protocol: {
    photo: { required: false },
    fields: [{ key: "nest", kind: "choice", label: "Nest", list: { id: list } }],
  } as unknown as QuestFormInput["protocol"],
  ...changes,
});
const messagesOf = async (csv: string | Buffer) => {
  const { status, body } = await create(csv);
  return [status, body.code, ...(body.info ?? []).map(({ message }: { message: string }) => message)];
};

const trees = [
  "taxonID,scientificName,taxonRank,vernacularName,vernacularName::de,synonyms,region",
  "gbif:1,Quercus robur,species,English oak,Stieleiche,Pedunculate oak|Common oak,north",
  "gbif:2,Quercus petraea,species,Sessile oak,Traubeneiche,,south",
  "gbif:3,Salix alba,species,White willow,Silberweide,,north",
].join("\r\n");

describe("a list of choices", () => {
  it("is uploaded as CSV by an admin, and read by the team", async () => {
    const { status, body } = await create(trees);
    expect([status, body]).toEqual([201, { id: expect.any(Number), version: 1, rows: 3 }]);
    const answer = await get(body.id);
    expect(answer.body).toEqual({
      id: body.id,
      organization_id: organizationId,
      name: "trees",
      version: 1,
      rows: 3,
      attributes: ["region"],
      has_places: false,
      created_at: expect.any(String),
      items: [
        {
          code: "gbif:1",
          label: { en: "English oak", de: "Stieleiche" },
          synonyms: ["Pedunculate oak", "Common oak"],
          taxon: { id: "gbif:1", scientific_name: "Quercus robur", rank: "species" },
          attributes: { region: "north" },
        },
        expect.objectContaining({ code: "gbif:2" }),
        expect.objectContaining({ code: "gbif:3" }),
      ],
    });
    expect(answer.headers.get("cache-control")).toBe("private, no-cache");
  });

  it("is uploaded as GeoJSON, with the places of points", async () => {
    const features = [
      {
        type: "Feature",
        id: "f1",
        properties: { title: "Old oak", size: 3, tags: [1] },
        geometry: { type: "Point", coordinates: [8.5, 47.25] },
      },
      {
        type: "Feature",
        properties: { id: "b", title: "", alive: false },
        geometry: { type: "Point", coordinates: [8, "x"] },
      },
      { type: "Feature", properties: { id: "c" }, geometry: null },
    ];
    const { status, body } = await create(`\uFEFF ${JSON.stringify({ type: "FeatureCollection", features })}`);
    expect([status, body.rows]).toEqual([201, 3]);
    expect((await get(body.id)).body).toMatchObject({
      attributes: ["size", "tags", "geometry", "alive"],
      items: [
        { code: "f1", label: "Old oak", attributes: { size: "3", geometry: "47.25 8.5 0 0" } },
        { code: "b", label: "b", attributes: { alive: "false" } },
        { code: "c", label: "c" },
      ],
    });
  });

  it("is uploaded as XML, as forms of ODK have it", async () => {
    const xml = `<?xml version="1.0"?><root><item><name>a</name><label>Aby &amp; <![CDATA[Bly]]></label><region>n</region></item>
      <item><name>b</name><sub><name>x</name></sub></item><other><name>c</name></other></root>`;
    const { status, body } = await create(xml);
    expect([status, body.rows]).toEqual([201, 2]);
    expect((await get(body.id)).body.items).toEqual([
      { code: "a", label: "Aby & Bly", attributes: { region: "n" } },
      { code: "b", label: "b" },
    ]);
  });

  it.each([
    ["{", 422, "list_unreadable.geojson"],
    ['{"features": {}}', 422, "list_unreadable.geojson"],
    [`${'{"a":'.repeat(20_000)}`, 422, "list_unreadable.geojson"],
    ['{"features": []}', 422, "list_invalid"],
    ['{"features": [null, 3]}', 422, "list_invalid"],
    ['{"features": [{"properties": {"title": "A"}}]}', 422, "list_invalid"],
    ["<root><item>", 422, "list_unreadable.xml"],
    ['<!DOCTYPE r [<!ENTITY a "b">]><root><item><name>&a;</name></item></root>', 422, "list_unreadable.xml"],
    ["<root/>", 422, "list_invalid"],
    [`<root>${"<item/>".repeat(50_001)}</root>`, 413, "list_too_large"],
  ])("%.40s is refused", async (file, expected, code) => {
    const { status, body } = await create(file);
    expect([status, body.code]).toEqual([expected, code.split(".")[0]]);
  });

  it("is found by any of its names, those that begin with the words first", async () => {
    const { id } = (await create(trees)).body;
    const find = async (q: string, limit = 100) =>
      (await get(id, `?q=${encodeURIComponent(q)}&limit=${limit}`)).body.items.map(
        ({ code }: { code: string }) => code,
      );
    expect(await find("SESSILE")).toEqual(["gbif:2"]);
    expect(await find("oak common")).toEqual(["gbif:1"]);
    expect(await find("robur")).toEqual(["gbif:1"]);
    expect(await find("gbif:3")).toEqual(["gbif:3"]);
    expect(await find("s")).toEqual(["gbif:2", "gbif:1", "gbif:3"]);
    expect(await find("eiche", 1)).toEqual(["gbif:1"]);
    expect(await find("100%")).toEqual([]);
    expect(await find("_")).toEqual([]);
  });

  it("has versions that never change", async () => {
    const { id } = (await create("code,label\na,A\n")).body;
    const renewed = await api.call("POST", `/lists/${id}/versions`, {
      as: "admin",
      form: formOf("code;label;where\nb;B;here\n"),
    });
    expect([renewed.status, renewed.body]).toEqual([201, { id, version: 2, rows: 1 }]);
    const codes = async (query = "") => (await get(id, query)).body.items.map(({ code }: { code: string }) => code);
    expect([await codes(), await codes("?version=1"), await codes("?version=2")]).toEqual([["b"], ["a"], ["b"]]);
    expect((await get(id, "?version=1")).headers.get("cache-control")).toBe("private, no-cache");
    await makeQuest(api, organizationId, choosingFrom(id));
    expect((await get(id, "?version=1")).headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
    const missing = await get(id, "?version=3");
    expect([missing.status, missing.body.code, missing.headers.get("cache-control")]).toEqual([
      404,
      "list_not_found",
      "no-store",
    ]);
    const { body: lists } = await api.call("GET", `/organizations/${organizationId}/lists`, { as: "admin" });
    expect(lists).toContainEqual(expect.objectContaining({ id, version: 2, rows: 1, attributes: ["where"] }));
  });

  it("reads what spreadsheets write: a byte order mark, semicolons, tabs, quoted cells, blank rows and cells too many", async () => {
    for (const csv of [
      '\ufeffname;label\r\n"a b";"A; ""quoted"""\r\n;;\r\n\r\nc;C;;;\r\n',
      'name\tlabel\n"a b"\t"A; ""quoted"""\nc\tC\n',
    ]) {
      const { id } = (await create(csv, { name: "Plots" })).body;
      const { body } = await get(id);
      expect([body.name, body.items]).toEqual([
        "Plots",
        [
          { code: "a b", label: 'A; "quoted"' },
          { code: "c", label: "C" },
        ],
      ]);
    }
  });

  it("with mistakes is refused with the row of each, and nothing is kept", async () => {
    const before = (await api.call("GET", `/organizations/${organizationId}/lists`, { as: "admin" })).body.length;
    expect(await messagesOf("code,label\na,A\nb,B\na,Again\n,No code\nc  c,C\n")).toEqual([
      422,
      "list_invalid",
      "Row 4: the code “a” is already in row 2.",
      "Row 5: the code is missing, longer than 100 characters, or has two spaces in a row.",
      "Row 6: the code is missing, longer than 100 characters, or has two spaces in a row.",
    ]);
    expect(await messagesOf(`code,label\na,${"long".repeat(51)}\n`)).toEqual([
      422,
      "list_invalid",
      "Row 2, column 2: the text is longer than 200 characters.",
    ]);
    expect(await messagesOf("species,place\noak,here\n")).toEqual([
      422,
      "list_invalid",
      "The first row must name the columns, one of them “code”, “name” or “taxonID”.",
    ]);
    expect(await messagesOf("code,label,Label\na,A,B\n")).toEqual([
      422,
      "list_invalid",
      "Row 1: there are two columns “Label”.",
    ]);
    expect(await messagesOf("code,label\n")).toEqual([422, "list_invalid", "The list has no rows."]);
    expect(await messagesOf("")).toEqual([422, "list_invalid", "The list has no rows."]);
    expect(await messagesOf('code,label\na,"A\nb,B\n')).toEqual([
      422,
      "list_unreadable",
      "The file can't be read as CSV from row 2 on. Look for a quotation mark without its pair.",
    ]);
    expect(await messagesOf(Buffer.from("code,label\na,\xc4\n", "latin1"))).toEqual([
      422,
      "list_unreadable",
      "The file is in an older encoding, such as Windows-1252. Save it as “CSV UTF-8” and try again.",
    ]);
    expect(await messagesOf("code,label\na,A\u0000\n")).toEqual([
      422,
      "list_invalid",
      "Row 2, column 2: the text has characters that can't be saved.",
    ]);
    expect((await api.call("GET", `/organizations/${organizationId}/lists`, { as: "admin" })).body).toHaveLength(
      before,
    );
  });

  it("has at most 50,000 rows, all of which a phone can fetch at once", async () => {
    const rows = (count: number) =>
      `code,label\n${Array.from({ length: count }, (_each, index) => `c${index},Label ${index}`).join("\n")}\n`;
    const { status, body } = await create(rows(50_000));
    expect([status, body.rows]).toEqual([201, 50_000]);
    const whole = await get(body.id, "?version=1&limit=50000");
    expect(whole.body.items).toHaveLength(50_000);
    expect(whole.body.items[49_999]).toEqual({ code: "c49999", label: "Label 49999" });
    expect(await messagesOf(rows(50_001))).toEqual([
      413,
      "list_too_large",
      "A list can have at most 50,000 rows and 20 MB.",
    ]);
    expect(await messagesOf(Buffer.alloc(20_000_001, "a"))).toEqual([
      413,
      "list_too_large",
      "A list can have at most 50,000 rows and 20 MB.",
    ]);
  });

  it("is refused without a file, for an unknown organization or list, and to everybody but admins", async () => {
    const send = (path: string, form: FormData, as: string) => api.call("POST", path, { as, form });
    const path = `/organizations/${organizationId}/lists`;
    expect(await send(path, new FormData(), "admin")).toMatchObject({ status: 422, body: { code: "list_required" } });
    expect(await send("/organizations/999999/lists", formOf("code\na\n"), "admin")).toMatchObject({
      status: 404,
      body: { code: "organization_not_found" },
    });
    expect(await send("/lists/999999/versions", formOf("code\na\n"), "admin")).toMatchObject({
      status: 404,
      body: { code: "list_not_found" },
    });
    for (const [as, status] of [
      ["alice", 403],
      ["visitor", 401],
    ] as const) {
      expect((await send(path, formOf("code\na\n"), as)).status).toBe(status);
      expect((await send("/lists/1/versions", formOf("code\na\n"), as)).status).toBe(status);
      expect((await api.call("GET", path, { as })).status).toBe(status);
    }
  });
});

describe("who sees a list", () => {
  const nests = JSON.stringify({
    type: "FeatureCollection",
    features: [
      {
        type: "Feature",
        properties: { id: "n1", title: "Old oak", size: 3 },
        geometry: { type: "Point", coordinates: [-159.374512, 21.971234] },
      },
    ],
  });
  const hidden = { visibility: "public", positions: "hidden" } as const;
  const seen = async (id: number, as: string, query = "") => {
    const { status, body } = await get(id, query, as);
    return status === 200 ? body.items : body.code;
  };

  it("is the team alone, while no quest that is open uses it", async () => {
    const { id } = (await create(trees)).body;
    const own = await makeOrganization(api, "Institute of Ferns");
    await makeMember(api, own, "fern", "owner");
    await makeMember(api, organizationId, "vera", "viewer");
    const isSeenBy = async (as: string) => (await get(id, "", as)).status === 200;
    for (const as of ["visitor", "alice", "fern"]) expect(await seen(id, as)).toBe("list_not_found");
    expect(await isSeenBy("vera")).toBe(true);
    const quest = await makeQuest(api, organizationId, choosingFrom(id, { quest_status: "INACTIVE" }));
    expect(await seen(id, "visitor")).toBe("list_not_found");
    const open = questPayload(organizationId, choosingFrom(id));
    expect((await api.call("PUT", `/quests/${quest.id}`, { as: "admin", json: open })).status).toBe(200);
    for (const as of ["visitor", "alice", "fern"]) expect(await isSeenBy(as)).toBe(true);
  });

  it("sees its places only as a member of the team or of a quest, unless exact positions are public", async () => {
    const { id } = (await create(nests)).body;
    const { id: questId } = await makeQuest(api, organizationId, choosingFrom(id, { results: hidden }));
    await makeMember(api, organizationId, "vera", "viewer");
    await join(api, "alice", questId);
    const whole = [{ code: "n1", label: "Old oak", attributes: { size: "3", geometry: "21.971234 -159.374512 0 0" } }];
    for (const as of ["alice", "vera", "admin"]) expect(await seen(id, as)).toEqual(whole);
    for (const as of ["visitor", "bob"]) {
      for (const query of ["", "?q=oak", "?version=1"]) {
        const { body, headers } = await get(id, query, as);
        expect([body.without_places, body.items]).toEqual([
          true,
          [{ code: "n1", label: "Old oak", attributes: { size: "3" } }],
        ]);
        expect(headers.get("cache-control")).toBe("private, no-cache");
      }
    }
    const results = { visibility: "public", positions: "exact" } as const;
    const json = questPayload(organizationId, choosingFrom(id, { results }));
    await api.call("PUT", `/quests/${questId}`, { as: "admin", json });
    expect(await seen(id, "visitor")).toEqual(whole);
    // One quest that hides positions is enough.
    await makeQuest(api, organizationId, choosingFrom(id));
    expect(await seen(id, "visitor")).not.toEqual(whole);
  });

  it("sees none of it if its codes or labels are places", async () => {
    const { id } = (await create('code,label\nn1,"Nest (21.97123, -159.37451)"\nn2,Oak\n')).body;
    await makeQuest(api, organizationId, choosingFrom(id, { results: hidden }));
    expect(await seen(id, "visitor")).toEqual([]);
    expect(await seen(id, "visitor", "?q=21.97123")).toEqual([]);
    expect(await seen(id, "admin")).toHaveLength(2);
  });

  it("sees no places before somebody has looked for them", async () => {
    const { id } = (await create(nests)).body;
    await makeQuest(api, organizationId, choosingFrom(id, { results: hidden }));
    await api.database.db.updateTable("list_versions").set({ place_columns: null }).where("list_id", "=", id).execute();
    expect(await seen(id, "visitor")).toEqual([]);
  });
});
