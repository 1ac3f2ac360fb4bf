// biome-ignore-all lint/suspicious/noTemplateCurlyInString: expressions refer to answers with them
import { writeFile } from "node:fs/promises";
import { Agent, request } from "node:http";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { gzipSync } from "node:zlib";
import { tileId } from "../src/server/map-file/map-file.ts";
import { awaitedLater } from "../test/awaited-later.ts";
import { joinMapFile, writeDirectory } from "../test/make-map-file.ts";
import { makeWorkbook, packWorkbook, workbookParts } from "../test/make-workbook.ts";
import { cpuMsOf, mainThreadCpuMsOf } from "./process-figures.ts";
import { type CairnServer, inOwnPlace, joinQuest, root, startCairn } from "./servers.ts";
import { printRow } from "./spread.ts";
import { makeTwoMegabytePhoto } from "./two-megabyte-photo.ts";

/**
 * Longest gap in answers of `/api/health/live` while one client sends each kind of hostile request, compared with
 * ordinary uploads and an idle server. BENCH_TIMES (per kind) and BENCH_SECONDS (maximum per kind) set the sizes;
 * BENCH_KINDS is a pattern for the names of the kinds to send, and BENCH_SHARE makes the largest files smaller. The processor is that of the server, the checks of its health included.
 */
const times = Number(process.env.BENCH_TIMES ?? 10);
const secondsMax = Number(process.env.BENCH_SECONDS ?? 30);
const only = new RegExp(process.env.BENCH_KINDS ?? "");
const share = Number(process.env.BENCH_SHARE ?? 1);
const everyMs = 5;

type Sent = {
  method: string;
  path: string;
  token?: string;
  type?: string;
  body?: Buffer;
  headers?: Record<string, string>;
};
type Kind = { name: string; makeNext: (turn: number) => Sent };

async function measure(server: CairnServer, { name, makeNext }: Kind): Promise<string[]> {
  const agent = new Agent({ keepAlive: true });
  const health = watchHealth(server);
  const answers = new Map<number, number>();
  const endAtMs = performance.now() + secondsMax * 1000;
  let longestMs = 0;
  let bytes = 0;
  let turn = 0;
  const cpuBeforeMs = cpuMsOf(server.pid);
  const mainBeforeMs = mainThreadCpuMsOf(server.pid);
  for (; turn < times && performance.now() < endAtMs; turn++) {
    const next = makeNext(turn);
    bytes = Math.max(bytes, next.body?.length ?? 0);
    const sentAtMs = performance.now();
    const status = await send(server, agent, next);
    longestMs = Math.max(longestMs, performance.now() - sentAtMs);
    if (status === 0 || status >= 500) throw new Error(`${name}: the server answered ${status}`);
    answers.set(status, (answers.get(status) ?? 0) + 1);
  }
  const cpuMs = (cpuMsOf(server.pid) - cpuBeforeMs) / Math.max(turn, 1);
  const mainMs = (mainThreadCpuMsOf(server.pid) - mainBeforeMs) / Math.max(turn, 1);
  await wait(200);
  agent.destroy();
  const silenceMs = await health.end();
  const said = [...answers].map(([status, count]) => `${status}: ${count}`).join(", ");
  return [
    name,
    String(turn),
    bytes.toLocaleString("en"),
    said,
    silenceMs.toFixed(0),
    cpuMs.toFixed(0),
    mainMs.toFixed(0),
    longestMs.toFixed(0),
  ];
}

/** Checks the server's health continuously; `end` returns the longest time between two answers. */
function watchHealth(server: CairnServer): { end: () => Promise<number> } {
  const agent = new Agent({ keepAlive: true });
  let isEnding = false;
  const watch = async () => {
    let longestMs = 0;
    let answeredAtMs = performance.now();
    while (!isEnding) {
      const status = await send(server, agent, { method: "GET", path: "/health/live" });
      if (status !== 200) throw new Error(`the health was answered ${status}`);
      longestMs = Math.max(longestMs, performance.now() - answeredAtMs);
      answeredAtMs = performance.now();
      await wait(everyMs);
    }
    return longestMs;
  };
  const watching = awaitedLater(watch());
  return {
    end: () => {
      isEnding = true;
      return watching.finally(() => agent.destroy());
    },
  };
}

/** The answer's status, after reading its body. 0 if the connection ended before. */
function send(
  { origin }: CairnServer,
  agent: Agent,
  { method, path, token, type, body, headers = {} }: Sent,
): Promise<number> {
  return new Promise((resolve) => {
    const given = {
      ...headers,
      ...(token && { authorization: token }),
      ...(type && { "content-type": type }),
      ...(body && { "content-length": String(body.length) }),
    };
    const asked = request(`${origin}/api${path}`, { method, agent, headers: given }, (answer) => {
      answer.on("end", () => resolve(answer.statusCode ?? 0));
      answer.on("error", () => resolve(0));
      answer.resume();
    });
    asked.on("error", () => resolve(0));
    asked.end(body);
  });
}

async function makeKinds(server: CairnServer): Promise<Kind[]> {
  const bob = `Bearer ${await server.signIn("bob")}`;
  const admin = `Bearer ${await server.signIn("admin")}`;
  const questId = await joinQuest(server, "bob", bob.slice("Bearer ".length));
  const photo = await makeTwoMegabytePhoto();
  const photoOf = (turn: number) => Buffer.concat([photo, Buffer.from(`${turn}`)]);
  const json = (
    name: string,
    text: string,
    method = "POST",
    path = "/adventurers/bob/contributions/seen",
    token = bob,
  ): Kind => {
    const body = Buffer.from(text);
    return { name, makeNext: () => ({ method, path, token, type: "application/json", body }) };
  };
  const quest = (name: string, text: string) => json(name, text, "POST", "/quests", admin);
  const upload = (measurements: string | undefined, content: Buffer): Sent => ({
    method: "POST",
    path: `/adventurers/bob/quests/${questId}/data/uploads?data_type=image`,
    token: bob,
    ...formOf(
      { latitude: "21.97", longitude: "-159.37", ...(measurements ? { measurements } : { tree_width: "87.5" }) },
      content,
    ),
  });
  const measured = (name: string, text: string): Kind => {
    const sent = upload(text, photo);
    return { name, makeNext: () => sent };
  };
  const file = (name: string, path: string, token: string, content: Buffer): Kind => {
    const form = formOf({}, content);
    return { name, makeNext: () => ({ method: "POST", path, token, ...form }) };
  };
  const form = async (name: string, survey: string) => {
    const sheet = `<worksheet><sheetData>${survey}</sheetData></worksheet>`;
    const parts = { ...workbookParts({ survey: [["type"]] }), "xl/worksheets/sheet1.xml": sheet };
    return file(`an XLSForm: ${name}`, "/protocols/xlsform", admin, await packWorkbook(parts));
  };
  const list = (name: string, content: Buffer | string) =>
    file(name, "/organizations/1/lists", admin, Buffer.from(content));
  const bundle = async (name: string, points: string) => {
    const manifest = `{"version":1,"account":"bob","points":[${points}]}`;
    return file(name, "/rescue", bob, await packWorkbook({ "manifest.json": manifest }));
  };
  const place =
    '{"locality":"Lihue","administrative_area":"Hawaii","postal_code":"96766","country":"US","coordinates":[1,2]}';
  const questWith = (fields: string) =>
    `{"quest_name":"Hostile","locations":[${place}],"organization":{"organization_id":1},"protocol":{"fields":[${fields}]}}`;
  const choices = (count: number, option: string) =>
    Array.from(
      { length: count },
      (_, at) =>
        `{"key":"f${at}","kind":"choice","label":"a","options":[${listOf(option, 9_000 * (option.length + 1))}]}`,
    ).join(",");
  return [
    { name: "no value", makeNext: () => ({ method: "GET", path: "/health/live" }) },
    { name: "uploads of a photo of 2 MB", makeNext: (turn) => upload(undefined, photoOf(turn)) },
    json("JSON: brackets, 100 kB", "[".repeat(100_000)),
    json("JSON: a wide object, 100 kB", wideObject(100_000)),
    json("JSON: a list of objects, 100 kB", `[${listOf("{}", 100_000)}]`),
    json("JSON: brackets, 0.8 MB", "[".repeat(800_000)),
    json("JSON: a wide object, 1 MB", wideObject(999_000)),
    quest("a quest: a wide object, 8 MB", wideObject(7_900_000)),
    quest("a quest: 90,000 empty options", questWith(choices(10, "{}"))),
    quest("a quest: 80,000 equal options", questWith(choices(8, '{"value":"a","label":"b"}'))),
    ...formsOf100kB().map(([name, fields]) => quest(`a quest of 100 kB: ${name}`, questWith(fields))),
    quest("a quest: a pattern", questWith('{"key":"a","kind":"text","label":"a","pattern":"(?:a?){300}b"}')),
    measured("measurements: brackets, 1.9 MB", "[".repeat(1_900_000)),
    measured("measurements: 130,000 unknown keys", wideObject(1_300_000)),
    ...costlyForms().map(([name, fields]) => quest(`a quest: ${name}`, questWith(JSON.stringify(fields).slice(1, -1)))),
    measured("measurements: a wide object, 190 kB", wideObject(190_000)),
    await bundle("a bundle: brackets, 20 MB unpacked", "[".repeat(part(19_900_000))),
    await bundle("a bundle: a point of 900,000 values", `{"id":"a","values":[${listOf("[0]", part(3_600_000))}]}`),
    await bundle(
      "a bundle: 2,000 points that are none",
      listOf('{"id":"a","fixes":[0,0,0,0],"values":{"a":[[[[]]]]}}', 2_000 * 52),
    ),
    file(
      "an XLSForm: 49,000 nested groups",
      "/protocols/xlsform",
      admin,
      await makeWorkbook({ survey: nestedGroups(part(49_000)), choices: [], settings: [] }),
    ),
    file(
      "an XLSForm: 200 questions on a list of 9,900",
      "/protocols/xlsform",
      admin,
      await makeWorkbook(longLists(200, part(9_900))),
    ),
    await form(
      "61 rows of 16,384 cells with a format",
      rowsOf(
        part(61),
        columnNames()
          .map((name) => `<c r="${name}@" s="1"/>`)
          .join(""),
      ),
    ),
    await form("1,048,576 rows with a format", rowsOf(part(1_048_576), "")),
    await form("40,000 rows of 100 cells with a format", rowsOf(part(40_000), '<c s="1"/>'.repeat(100))),
    await form("60 MB of tags", `<row><c>${"<v/>".repeat(part(15_000_000))}</c></row>`),
    await form("60 MB of entities", `<row><c><v>${"&amp;".repeat(part(12_000_000))}</v></c></row>`),
    await form("60 MB of comments", "<!---->".repeat(part(8_500_000))),
    list("a list: GeoJSON, 10,000 levels", geoJsonOf(`${"[".repeat(10_000)}0${"]".repeat(10_000)}`)),
    list("a list: GeoJSON, a million positions in one", geoJsonOf(`[${listOf("[1,2]", part(6_000_000))}]`)),
    list("a list: GeoJSON, 19 MB of positions", geoJsonOf(`[${listOf("[1.5,2.5]", part(19_000_000))}]`)),
    list("a list: GeoJSON, 49,999 points of 20 properties", manyPoints()),
    list("a list: GeoJSON, a point of a million properties", geoJsonOf("[1,2]", wideObject(part(9_000_000)))),
    {
      name: "a query of 1,900 keys",
      makeNext: () => ({
        method: "GET",
        path: `/quests?${Array.from({ length: 1_900 }, (_, at) => `a${at}=1`).join("&")}`,
      }),
    },
    {
      name: "a query with one key 3,000 times",
      makeNext: () => ({ method: "GET", path: `/quests?${"bbox=&".repeat(2_600)}` }),
    },
    {
      name: "1,300 headers",
      makeNext: () => ({
        method: "GET",
        path: "/quests?limit=1",
        headers: Object.fromEntries(Array.from({ length: 1_300 }, (_, at) => [`a${at}`, "1"])),
      }),
    },
    {
      name: "a form of 100,000 parts",
      makeNext: () => ({ method: "POST", path: "/organizations/1/lists", token: admin, ...manyParts }),
    },
    {
      name: "a form of 100,000 parts, as a data point",
      makeNext: () => ({ ...upload(undefined, photo), ...manyParts }),
    },
    {
      name: "a form with a part of 1,900 headers",
      makeNext: () => ({ ...upload(undefined, photo), ...partOfManyHeaders }),
    },
    mapKind("a tile that unpacks to 200 MB", () => "0/0/0"),
    mapKind("a directory within itself", () => "5/0/0"),
    mapKind("directories of 249,000 tiles by turns", (turn) => `${10 + (turn % 3)}/0/0`),
    list("a list: 95 kB of line breaks", `code,label\n${"\n".repeat(95_000)}`),
    list("a list: 47,000 rows with a cell too few", `code,label\n${"a\n".repeat(47_000)}`),
    list("a list: 47,000 blank rows", `code,label\n${" \n".repeat(47_000)}`),
    file(
      "stations: 47,000 rows with a cell too few",
      `/quests/${questId}/stations/file`,
      admin,
      Buffer.from(`code,name,latitude,longitude\n${"a\n".repeat(47_000)}`),
    ),
    list(
      "a checklist: 2 million rows unpacked",
      await packWorkbook({
        "meta.xml": checklistOf("<field index='0' term='x/scientificName'/>"),
        T: "a\n".repeat(part(2_000_000)),
      }),
    ),
    list(
      "a checklist: a million fields",
      await packWorkbook({ "meta.xml": checklistOf("<field/>".repeat(part(1_000_000))), T: "1,a\n" }),
    ),
    {
      name: "an upload in parts: NUL",
      makeNext: () => ({
        method: "POST",
        path: "/uploads",
        token: bob,
        headers: { "tus-resumable": "1.0.0", "upload-length": "100", "upload-metadata": "x AAAA" },
      }),
    },
  ];
}

const part = (count: number) => Math.ceil(count * share);

/** Forms that may be saved, and take long to check. */
function formsOf100kB(): [string, string][] {
  const fields = (count: number, make: (at: number) => object) =>
    JSON.stringify(Array.from({ length: count }, (_, at) => make(at))).slice(1, -1);
  const text = (at: number) => ({ key: `t${at}`, kind: "text", label: "a" });
  const calculated = (at: number, expression: string) => ({
    key: `c${at}`,
    kind: "calculated",
    label: "a",
    expression,
  });
  return [
    ["marks", fields(48, (at) => ({ ...text(at), label: "*_[`<".repeat(400) }))],
    ["expressions", fields(48, (at) => calculated(at, `${"pi()+".repeat(160)}${at}`))],
    ["options", fields(8, (at) => ({ key: `o${at}`, kind: "choice", label: "a", options: optionsOf(370) }))],
    ["a chain", fields(900, (at) => calculated(at, at === 0 ? "1" : `\${c${at - 1}}+1`))],
    ["braces", fields(48, (at) => ({ ...text(at), label: "${".repeat(1_000) }))],
  ];
}

const optionsOf = (count: number) => Array.from({ length: count }, (_, at) => ({ value: `v${at}`, label: "b" }));

/** Forms whose evaluation would take seconds; they are refused when they are saved. */
function costlyForms(): [string, object[]][] {
  const calculated = (count: number, expression: string) =>
    Array.from({ length: count }, (_, at) => ({ key: `c${at}`, kind: "calculated", label: "a", expression }));
  const sumOf = (count: number, term: string) => Array(count).fill(term).join("+");
  const group = (fields: object[]) => ({ key: "g", kind: "group", label: "a", repeat: { max: 200 }, fields });
  const number = { key: "n", kind: "number", label: "a" };
  const text = { key: "a", kind: "text", label: "a" };
  return [
    ["300 times 15 areas", [{ ...text, kind: "area" }, ...calculated(300, sumOf(15, "area(${a})"))]],
    ["100 times 20 sums in 200 rows", [group([number, ...calculated(100, sumOf(20, "sum(${n})"))])]],
    ["500 times 12 sums of 200 rows", [group([number]), ...calculated(500, sumOf(12, "sum(${n})"))]],
    ["400 texts of 80", [text, ...calculated(400, `concat(${Array(80).fill("${a}").join(",")})`)]],
    ["2,400 patterns", [text, ...calculated(200, sumOf(12, "if(regex(${a},'(?:[a-z]?[b-z]?){49}'),1,0)"))]],
  ];
}

const columnNames = () => Array.from({ length: 16_384 }, (_, at) => columnName(at + 1));

/** 27 → `AA` */
const columnName = (number: number): string =>
  number === 0 ? "" : columnName(Math.floor((number - 1) / 26)) + String.fromCharCode(65 + ((number - 1) % 26));

const rowsOf = (count: number, cells: string) =>
  Array.from({ length: count }, (_, at) => `<row r="${at + 1}" s="1">${cells.replaceAll("@", `${at + 1}`)}</row>`).join(
    "",
  );

const geoJsonOf = (coordinates: string, properties = '{"id":"a","title":"b"}') =>
  `{"type":"FeatureCollection","features":[{"type":"Feature","properties":${properties},"geometry":{"type":"Point","coordinates":${coordinates}}}]}`;

const manyPoints = () => {
  const others = Array.from({ length: 18 }, (_, at) => `,"p${at}":${at}`).join("");
  const points = Array.from(
    { length: part(49_999) },
    (_, at) =>
      `{"type":"Feature","properties":{"id":"a${at}","title":"b"${others}},"geometry":{"type":"Point","coordinates":[1,2]}}`,
  );
  return `{"type":"FeatureCollection","features":[${points.join(",")}]}`;
};

const partHead = '--hostile\r\nContent-Disposition: form-data; name="a"\r\n';
const ofParts = (parts: string) => ({
  type: "multipart/form-data; boundary=hostile",
  body: Buffer.from(`${parts}--hostile--\r\n`),
});
const manyParts = ofParts(`${partHead}\r\n1\r\n`.repeat(100_000));
const partOfManyHeaders = ofParts(
  `${partHead}${Array.from({ length: 1_900 }, (_, at) => `a${at}: 1\r\n`).join("")}\r\n1\r\n`,
);

/** Directories as large as they may be, one that is within itself, and a tile that unpacks to 200 MB. */
function hostileMap(): Buffer {
  const first = (zoom: number) => tileId({ zoom, x: 0, y: 0 });
  const wide = (from: number) =>
    gzipSync(
      writeDirectory(
        Array.from({ length: part(249_000) }, (_, at) => ({ id: from + at, run: 1, offset: 0, length: 1 })),
      ),
    );
  const bomb = gzipSync(Buffer.alloc(part(200_000_000)));
  const wideZooms = [10, 11, 12];
  const leaves = wideZooms.map((zoom) => wide(first(zoom)));
  const starts = leaves.map((_, at) => leaves.slice(0, at).reduce((sum, { length }) => sum + length, 0));
  const end = leaves.reduce((sum, { length }) => sum + length, 0);
  const circleOf = (length: number) => gzipSync(writeDirectory([{ id: first(5), run: 0, offset: end, length }]));
  const circle = circleOf(circleOf(100).length);
  return joinMapFile({
    root: gzipSync(
      writeDirectory([
        { id: first(0), run: 1, offset: 0, length: bomb.length },
        { id: first(5), run: 0, offset: end, length: circle.length },
        ...wideZooms.map((zoom, at) => ({
          id: first(zoom),
          run: 0,
          offset: starts[at] ?? 0,
          length: leaves[at]?.length ?? 0,
        })),
      ]),
    ),
    metadata: gzipSync("{}"),
    leaves: Buffer.concat([...leaves, circle]),
    tiles: bomb,
    zooms: [0, 12],
    types: [2, 2, 1],
  });
}

const mapKind = (name: string, tileOf: (turn: number) => string): Kind => ({
  name: `a map file: ${name}`,
  makeNext: (turn) => ({ method: "GET", path: `/map-file/${tileOf(turn)}` }),
});

const checklistOf = (fields: string) =>
  `<archive xmlns="http://rs.tdwg.org/dwc/text/"><core rowType="http://rs.tdwg.org/dwc/terms/Taxon" fieldsTerminatedBy="," fieldsEnclosedBy=""><files><location>T</location></files><id index="0"/>${fields}</core></archive>`;

const listOf = (unit: string, bytes: number) =>
  Array<string>(Math.floor(bytes / (unit.length + 1)))
    .fill(unit)
    .join(",");

function wideObject(bytes: number): string {
  const names: string[] = [];
  for (let at = 0, length = 2; length < bytes - 20; at++) {
    const name = `"${at.toString(36)}":0`;
    names.push(name);
    length += name.length + 1;
  }
  return `{${names.join(",")}}`;
}

const nestedGroups = (count: number) => [
  ["type", "name", "label"],
  ...Array.from({ length: count / 2 }, (_, at) => ["begin group", `g${at}`, "a"]),
  ...Array.from({ length: count / 2 }, () => ["end group", "", ""]),
];

const longLists = (questions: number, options: number) => ({
  survey: [
    ["type", "name", "label"],
    ...Array.from({ length: questions }, (_, at) => ["select_one list", `q${at}`, "a"]),
  ],
  choices: [["list_name", "name", "label"], ...Array.from({ length: options }, (_, at) => ["list", `o${at}`, "a"])],
  settings: [],
});

function formOf(fields: Record<string, string>, content: Buffer): { type: string; body: Buffer } {
  const headOf = (name: string) => `--hostile\r\nContent-Disposition: form-data; name="${name}"`;
  const texts = Object.entries(fields).map(([name, value]) => `${headOf(name)}\r\n\r\n${value}\r\n`);
  const file = `${headOf("file")}; filename="a"\r\nContent-Type: application/octet-stream\r\n\r\n`;
  return {
    type: "multipart/form-data; boundary=hostile",
    body: Buffer.concat([Buffer.from(texts.join("") + file), content, Buffer.from("\r\n--hostile--\r\n")]),
  };
}

await inOwnPlace(async (place) => {
  const mapPath = join(place.folder, "hostile.pmtiles");
  await writeFile(mapPath, hostileMap());
  const server = await startCairn("hostile", root, place, { MAP_TILES_FILE: mapPath });
  const kinds = await makeKinds(server);
  printRow([
    "what is sent",
    "times",
    "bytes",
    "answers",
    "longest silence, ms",
    "processor each, ms",
    "main thread each, ms",
    "answered after, ms at most",
  ]);
  printRow(Array(8).fill("---"));
  for (const kind of kinds.filter(({ name }) => only.test(name))) printRow(await measure(server, kind));
});
