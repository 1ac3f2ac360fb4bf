import pLimit from "p-limit";
import { afterAll, beforeAll, expect, it } from "vitest";
import { startTestApi, type TestApi } from "../../../test/api.ts";
import { join, makeOrganization, makeQuest, uploadForm } from "../../../test/factories.ts";
import { type FakePlantnet, startFakePlantnet } from "../../../test/fake-plantnet.ts";
import { type FakeTileServer, startFakeTileServer } from "../../../test/fake-tile-server.ts";
import { makePhoto } from "../../../test/make-photo.ts";
import { packWorkbook } from "../../../test/make-workbook.ts";

/** Sends the worst 100 kB to every call of the OpenAPI document, as those who may: no answer may be a server error. */
const bytes = 100_000;

type Schema = {
  $ref?: string;
  type?: string;
  format?: string;
  enum?: unknown[];
  const?: unknown;
  minimum?: number;
  minLength?: number;
  minItems?: number;
  anyOf?: Schema[];
  oneOf?: Schema[];
  items?: Schema;
  prefixItems?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
};
type Operation = {
  operationId: string;
  parameters: { name: string; in: "path" | "query"; schema: Schema }[];
  requestBody?: { content: Record<string, { schema: Schema }> };
};
type Document = {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema> };
};
type Call = Operation & { method: string; path: string; people: readonly string[] };
type Sent = { path?: string; query?: string; headers?: Record<string, string>; body?: string | Uint8Array };

let api: TestApi;
let plantnet: FakePlantnet;
let tiles: FakeTileServer;
let document: Document;
let calls: Call[];
let known: Record<string, string>;
let photo: Buffer;
const tokens = new Map<string, string>();

beforeAll(async () => {
  [plantnet, tiles] = await Promise.all([startFakePlantnet("key"), startFakeTileServer()]);
  api = await startTestApi({
    PLANTNET_API_KEY: "key",
    PLANTNET_URL: plantnet.url,
    TILE_URL: tiles.template,
    RATE_LIMIT_PER_MINUTE: "1000000",
  });
  photo = await makePhoto({ width: 160, height: 120 });
  const organizationId = await makeOrganization(api);
  const { id: questId } = await makeQuest(api, organizationId);
  await join(api, "alice", questId);
  const { body } = await api.upload("alice", questId, uploadForm(photo));
  known = { username: "alice", id: String(questId), uuid: body.id, version: "1", variant: "display", token: "x" };
  const groups = { alice: [], rita: [`reviewers:${organizationId}`], admin: ["admins"], tester: ["feature_testers"] };
  for (const [username, each] of Object.entries(groups)) {
    tokens.set(username, await api.mintToken({ username, groups: each, expiresInSeconds: 7200 }));
  }
  document = (await api.call("GET", "/openapi.json")).body;
  const written = Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, each]) => ({ ...each, method: method.toUpperCase(), path, people: [] })),
  );
  calls = await Promise.all(written.map(async (call) => ({ ...call, people: await findPeople(call) })));
});
afterAll(async () => {
  await api.close();
  await Promise.all([plantnet.close(), tiles.close()]);
});

const people = ["visitor", "alice", "rita", "admin", "tester"] as const;

/** A path with existing values. */
const pathOf = ({ path, parameters }: Call, changed: Record<string, string> = {}) =>
  path.replace(/\{(\w+)\}/g, (_all, name: string) => {
    const isUuid = parameters.find((each) => each.name === name)?.schema.format === "uuid";
    return changed[name] ?? (isUuid ? known.uuid : known[name]) ?? "1";
  });

async function send(call: Call, person: string, { path = pathOf(call), query = "", headers = {}, body }: Sent) {
  const token = tokens.get(person);
  const response = await fetch(`${api.origin}/api${path}${query}`, {
    method: call.method,
    redirect: "manual",
    headers: { ...(token && { authorization: `Bearer ${token}` }), ...headers },
    ...(body === undefined || call.method === "GET" ? {} : { body: body as string }),
  });
  await response.arrayBuffer();
  return response.status;
}

/**
 * Everyone who may make this call: `access.test.ts` shows that the others are refused before anything is read. A tester
 * is a volunteer like alice. With a signed address, nobody needs to sign in.
 */
async function findPeople(call: Call): Promise<string[]> {
  const allowed: string[] = [];
  for (const person of people) {
    if (person === "tester" && allowed.includes("alice")) continue;
    const isRefused = [401, 403].includes(await send(call, person, { headers: asJson, body: "[" }));
    if (!isRefused) allowed.push(person);
  }
  return allowed.length > 0 ? allowed : ["visitor"];
}

/** One of `count` parts of a list: all calls share a reader, so each call gets a part, and all parts reach some call. */
const partOf = <T>(all: readonly T[], part: number, count: number): T[] =>
  all.filter((_each, at) => (at + part) % count === 0);

/** Sends the requests of `makeAll` to every call, as those who may make it by turns, and names the failures. */
async function findFailures(
  makeAll: (call: Call, index: number) => Iterable<[what: string, sent: Sent]>,
): Promise<string[]> {
  const failures: string[] = [];
  // One person may have this many files waiting.
  const few = pLimit(5);
  const requests = calls.flatMap((call, index) =>
    [...makeAll(call, index)].map(([what, sent], at) =>
      few(async () => {
        const person = call.people[at % call.people.length] as string;
        const status = await send(call, person, sent);
        if (status >= 500) failures.push(`${status} ${call.operationId} as ${person}: ${what}`);
      }),
    ),
  );
  await Promise.all(requests);
  expect(requests.length).toBeGreaterThan(calls.length);
  return failures;
}

const repeated = (unit: string) => unit.repeat(Math.floor(bytes / unit.length));
const listOf = (unit: string) => `[${repeated(`${unit},`).slice(0, -1)}]`;
const wideObject = () => {
  const names: string[] = [];
  for (let at = 0, length = 0; length < bytes - 20; at++) length += names.push(`"${at.toString(36)}":0`) && 8;
  return `{${names.join(",")}}`;
};

/** Texts of JSON, each the worst of its kind. */
const worstJson: Record<string, string> = {
  "nested lists": "[".repeat(bytes / 2) + "]".repeat(bytes / 2),
  "nested objects": `${'{"a":'.repeat(bytes / 6)}0${"}".repeat(bytes / 6)}`,
  "as deep as may be": `${"[".repeat(15)}0${"]".repeat(15)}`,
  "brackets that never close": "[{".repeat(bytes / 4),
  "a wide list": listOf("0"),
  "a list of empty objects": listOf("{}"),
  "a wide object": wideObject(),
  "a long text": JSON.stringify(repeated("a")),
  "a long number": `1${repeated("0")}`,
  NUL: JSON.stringify("a\u0000b"),
  "many NUL": `"${repeated("\\u0000")}"`,
  "half of a pair": '"\\ud800"',
  "the other half": '"a\\udc00"',
  "a number beyond all": "1e999",
  "names of a prototype": '{"__proto__":{"a":1},"constructor":{"prototype":{"a":1}}}',
};

const resolve = (schema: Schema): Schema =>
  schema.$ref ? (document.components.schemas[schema.$ref.split("/").at(-1) ?? ""] ?? {}) : schema;

/** A valid value with all of its properties. */
function exampleOf(written: Schema): unknown {
  const schema = resolve(written);
  const [choice] = schema.anyOf ?? schema.oneOf ?? [];
  if (choice) return exampleOf(choice);
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  if (schema.prefixItems) return schema.prefixItems.map(exampleOf);
  switch (schema.type) {
    case "object":
      return Object.fromEntries(Object.entries(schema.properties ?? {}).map(([name, each]) => [name, exampleOf(each)]));
    case "array":
      return schema.items ? [exampleOf(schema.items)] : [];
    case "integer":
    case "number":
      return Math.max(schema.minimum ?? 1, 1);
    case "boolean":
      return false;
    case "string":
      if (schema.format === "uuid") return known.uuid;
      if (schema.format === "date") return "2031-01-01";
      return schema.format === "date-time" ? "2026-01-01T00:00:00Z" : "a".repeat(Math.max(schema.minLength ?? 1, 1));
    default:
      return null;
  }
}

/** A JSON text with each of its values replaced in turn by the texts that `textsFor` gives for it. */
function* withEachValue(value: unknown, textsFor: (value: unknown) => string[]): Generator<string> {
  yield* textsFor(value);
  if (typeof value !== "object" || value === null) return;
  const entries = Object.entries(value);
  for (const [name, inner] of entries) {
    for (const changed of withEachValue(inner, textsFor)) {
      const parts = entries.map(([other, each]) => [other, other === name ? changed : JSON.stringify(each)]);
      yield Array.isArray(value)
        ? `[${parts.map(([, part]) => part).join(",")}]`
        : `{${parts.map(([key, part]) => `${JSON.stringify(key)}:${part}`).join(",")}}`;
    }
  }
}

const asJson = { "content-type": "application/json" };
const bodyOf = (call: Call, type: string) => call.requestBody?.content[type]?.schema;

it("no JSON body of 100 kB causes an error, in any call", { timeout: 300_000 }, async () => {
  const failures = await findFailures(function* (call, index) {
    if (call.method === "GET") return;
    for (const [what, body] of partOf(Object.entries(worstJson), index, 5)) yield [what, { headers: asJson, body }];
  });
  expect(failures).toEqual([]);
});

it("no value in a JSON body causes an error", { timeout: 300_000 }, async () => {
  const texts = ["NUL", "half of a pair"];
  const others = ["a wide object", "a number beyond all", "as deep as may be"];
  let place = 0;
  /** All where the schema could let them through. What it refuses for its type takes turns. */
  const textsFor = (value: unknown) => {
    const isOpen = value === null || JSON.stringify(value) === "{}";
    const ofType = isOpen || typeof value === "string" ? texts : [];
    return [...ofType, ...(isOpen ? others : partOf(others, place++, 6))].map((what) => worstJson[what] ?? "");
  };
  const failures = await findFailures(function* (call) {
    const schema = bodyOf(call, "application/json");
    if (!schema) return;
    for (const body of withEachValue(exampleOf(schema), textsFor))
      yield [body.slice(0, 200), { headers: asJson, body }];
  });
  expect(failures).toEqual([]);
});

it("no form causes an error, whatever its fields and files contain", { timeout: 300_000 }, async () => {
  const good = { latitude: "1", longitude: "2", tree_width: "3" };
  const files: Record<string, Uint8Array> = {
    zeros: Buffer.alloc(bytes),
    "a photo with zeros": Buffer.concat([photo, Buffer.alloc(bytes)]),
    "half a photo": photo.subarray(0, photo.length / 2),
    "a bundle of brackets": await bundleOf("[".repeat(900_000)),
    "a bundle of wide points": await bundleOf([...Object.values(worstJson), ...worstPoints()].join(",")),
  };
  const failures = await findFailures(function* (call) {
    const properties = bodyOf(call, "multipart/form-data")?.properties;
    if (!properties) return;
    const file = Object.keys(properties).find((name) => properties[name]?.format === "binary") ?? "file";
    for (const name of Object.keys(properties)) {
      for (const [what, value] of name === "measurements" ? worstMeasurements() : worstTexts) {
        yield [`${what} in ${name}`, formOf({ ...good, [name]: value }, [file, photo])];
      }
    }
    for (const [what, content] of Object.entries(files)) yield [what, formOf(good, [file, content])];
    const many = Object.fromEntries(Array.from({ length: 1_000 }, (_, at) => [`a${at}`, "b"]));
    yield ["a thousand fields", formOf(many, [file, photo])];
    yield ["strange names", formOf({ "a\u0000": "b", constructor: "c", [repeated("n")]: "d" }, [file, photo])];
    yield ["strange names of files", formOf(good, ["photo:\u0000", photo])];
    const { headers = {} } = formOf({}, [file, photo]);
    yield ["no end", { headers, body: '--boundary\r\nContent-Disposition: form-data; name="a"\r\n\r\n' }];
    yield ["nothing but beginnings", { headers, body: repeated("--boundary\r\n") }];
  });
  expect(failures).toEqual([]);
});

it("no parameter of a URL causes an error", { timeout: 300_000 }, async () => {
  const worst = [
    "%00",
    "a%00b",
    "%ED%A0%80",
    "%ff",
    "%",
    "..%2f..%2f",
    "x".repeat(380),
    "1e999",
    "-1",
    "%F0%9F%8C%B2",
    "__proto__",
  ];
  let turn = 0;
  const failures = await findFailures(function* (call, index) {
    for (const { name, in: place } of call.parameters) {
      // Calls share the schemas of what is in paths.
      if (place === "path") {
        for (const value of partOf(worst, index, 3))
          yield [`${name}=${value}`, { path: pathOf(call, { [name]: value }) }];
        continue;
      }
      const queries = [
        ...worst.map((value) => [`${name}=${value}`, `?${name}=${value}`] as const),
        [`long ${name}`, `?${name}=${"9".repeat(12_000)}`] as const,
        [`${name} many times`, `?${`${name}=1&`.repeat(1_000)}`] as const,
      ];
      // Calls share most of these as well.
      for (const [what, query] of partOf(queries, turn++, 2)) yield [what, { query }];
    }
  });
  expect(failures).toEqual([]);
});

const tus = { "tus-resumable": "1.0.0", "upload-length": "100" };

/** Headers that only resumable uploads read. */
function* headersOfUploads(): Generator<[what: string, sent: Sent]> {
  for (const metadata of ["x AAAA", "x", "x AAAA,x AAAA", "__proto__ AAAA", "x 7aCA", `x ${"A".repeat(8_000)}`, ","]) {
    yield [`upload-metadata: ${metadata.slice(0, 20)}`, { headers: { ...tus, "upload-metadata": metadata } }];
  }
  for (const length of ["-1", "1e9", "99999999999999999999", "NaN"]) {
    yield [`upload-length: ${length}`, { headers: { ...tus, "upload-length": length, "upload-offset": length } }];
  }
}

it("no header or other kind of body causes an error", { timeout: 300_000 }, async () => {
  const failures = await findFailures(function* (call) {
    if (call.path.startsWith("/uploads")) yield* headersOfUploads();
    const long = "a,".repeat(4_000);
    yield ["long headers", { headers: { "accept-language": long, "if-none-match": "*" } }];
    yield ["a range", { headers: { range: `bytes=${"0-1,".repeat(1_000)}`, cookie: "language=%00" } }];
    yield ["a long token", { headers: { authorization: `Bearer ${"e30.".repeat(3_000)}` } }];
    if (call.method === "GET") return;
    for (const type of [
      "text/plain",
      "application/x-www-form-urlencoded",
      "application/offset+octet-stream",
      "a/b",
      "multipart/form-data",
    ]) {
      yield [type, { headers: { ...tus, "upload-offset": "0", "content-type": type }, body: repeated("a[b]=\u0000&") }];
    }
  });
  expect(failures).toEqual([]);
});

/** A form made by hand, so that nothing corrects it. */
function formOf(fields: Record<string, string>, [name, content]: [string, Uint8Array]): Sent {
  const headOf = (each: string) => `--boundary\r\nContent-Disposition: form-data; name="${each}"`;
  const texts = Object.entries(fields).map(([each, value]) => `${headOf(each)}\r\n\r\n${value}\r\n`);
  const file = `${headOf(name)}; filename="a.jpg"\r\nContent-Type: image/jpeg\r\n\r\n`;
  return {
    headers: { "content-type": "multipart/form-data; boundary=boundary" },
    body: Buffer.concat([Buffer.from(texts.join("") + file), content, Buffer.from("\r\n--boundary--\r\n")]),
  };
}

/** A rescue bundle with these points. */
const bundleOf = (points: string) =>
  packWorkbook({ "manifest.json": `{"version":1,"account":"alice","points":[${points}]}` });

/** Points that are valid except for their values. */
const worstPoints = () =>
  Object.values(worstJson).map((value) => {
    const point = { id: known.uuid, quest_id: Number(known.id), protocol_version: 0, captured_at: null };
    return `${JSON.stringify({ ...point, fixes: [], photos: [] }).slice(0, -1)},"values":{"tree_width":${value}}}`;
  });

const worstMeasurements = (): [string, string][] =>
  Object.entries(worstJson).flatMap(([what, value]): [string, string][] => [
    [what, value],
    [`${what}, named`, `{"tree_width":${value}}`],
  ]);

const worstTexts: [string, string][] = [
  ["NUL", "a\u0000b"],
  ["a JSON text with NUL", worstJson.NUL ?? ""],
  ["a long text", repeated("a")],
  ["a list", listOf("[]").slice(0, 9_000)],
];
