import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join as joinPath } from "node:path";
import { promisify } from "node:util";
import { parse } from "csv-parse/sync";
import { parquetReadObjects } from "hyparquet";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { usingApi } from "../../../test/api.ts";
import { pathOf, whyNo } from "../../../test/debian-programs.ts";
import { join, makeOrganization, makeQuest, uploadForm } from "../../../test/factories.ts";
import { readZip } from "../../../test/read-zip.ts";
import type { QuestFormInput } from "../../contract/quests.ts";

const api = usingApi();
let folder: string;
let points: Point[];
/** By format; those of the archives by their names in them. */
let files: Record<string, Buffer>;
let packaged: Record<string, Buffer>;
let archived: Record<string, Buffer>;

const birds = [
  "taxonID,scientificName,taxonRank,vernacularName",
  "gbif:9513,Strix aluco,species,Tawny owl",
  "gbif:2490719,Turdus merula,species,Blackbird",
  "gbif:2490384,Turdus,genus,Thrush",
].join("\n");

const protocolOf = (list: { id: number }) => ({
  photo: { required: false },
  fields: [
    { key: "depth", kind: "number", label: "Depth", unit: "cm" },
    { key: "bird", kind: "choice", label: "Bird", list },
    { key: "others", kind: "choices", label: "Others", list },
    { key: "alive", kind: "yes_no", label: "Alive?" },
    { key: "last_rain", kind: "date", label: "Last rain" },
    { key: "note", kind: "text", label: "Note", public: true },
    {
      key: "nests",
      kind: "group",
      label: "Nests",
      repeat: { min: 0, max: 5 },
      fields: [
        { key: "owner", kind: "choice", label: "Owner", list },
        { key: "eggs", kind: "integer", label: "Eggs" },
      ],
    },
  ],
});

const sent = [
  {
    position: { latitude: "21.9701", longitude: "-159.3702" },
    measurements: {
      depth: 3.5,
      bird: "gbif:9513",
      others: ["gbif:2490719", "gbif:2490384"],
      alive: true,
      last_rain: "2026-05-04",
      note: 'Käuzchen 🦉, "laut"\nund\tnah; 007',
      nests: [{ owner: "gbif:2490384", eggs: 4 }, { eggs: 0 }],
    },
  },
  {
    position: { latitude: "-17.713456", longitude: "179.987654" },
    measurements: { depth: 0.1, alive: false, note: "007", nests: [{ owner: "gbif:9513" }] },
  },
  { position: { latitude: "0", longitude: "0" }, measurements: { bird: "gbif:2490719", note: "2026-05-04" } },
];

type Taxon = { id: string; scientific_name: string; rank: string };
type Items = Record<string, Record<string, { label: string; taxon: Taxon }>>;
type Nest = { owner?: string; eggs?: number };
type Point = {
  id: string;
  latitude: number;
  longitude: number;
  measured_at: string;
  /** The time by the clock of the place, with its offset. */
  measured_there: string;
  additional_data: {
    depth?: number;
    bird?: string;
    others?: string[];
    alive?: boolean;
    last_rain?: string;
    note: string;
    nests?: Nest[];
    list_items?: Items;
  };
};

beforeAll(async () => {
  folder = await mkdtemp(joinPath(tmpdir(), "cairn-release-"));
  const organizationId = await makeOrganization(api);
  const form = new FormData();
  form.append("file", new Blob([birds]), "birds.csv");
  const list = await api.call("POST", `/organizations/${organizationId}/lists`, { as: "admin", form });
  const { id: questId } = await makeQuest(api, organizationId, {
    protocol: protocolOf({ id: list.body.id }) as unknown as QuestFormInput["protocol"],
    results: { visibility: "public", positions: "exact" },
  });
  await join(api, "alice", questId);
  for (const { position, measurements } of sent) {
    const changes = { ...position, measurements: JSON.stringify(measurements), tree_width: undefined };
    const { status, body } = await api.upload("alice", questId, uploadForm(undefined, changes));
    expect([status, body]).toEqual([201, expect.anything()]);
    await api.call("PUT", `/quest_data/${body.id}/review`, {
      as: "admin",
      json: { decision: "accepted", comment: "" },
    });
  }
  const json = { licence: "CC0-1.0", notes: "Bell: \u0007, last: \ufffe.", authors: [{ name: "Ana Silva" }] };
  await api.call("POST", `/quests/${questId}/releases`, { as: "admin", json });
  const made = await vi.waitFor(async () => {
    const { body } = await api.call("GET", `/quests/${questId}/releases/1`);
    expect(body.state).toBe("published");
    return body.files as { format: string; name: string; address: string }[];
  });
  const download = async ({ address }: { address: string }) =>
    Buffer.from(await (await fetch(api.origin + new URL(address).pathname)).arrayBuffer());
  files = {};
  for (const file of made) {
    const bytes = await download(file);
    files[file.name.replace(/^quest-\d+-release-1/, "")] = bytes;
    await writeFile(joinPath(folder, file.name.replace(/^quest-\d+-release-1/, "release")), bytes);
  }
  packaged = await readZip(files["-data-package.zip"] as Buffer);
  archived = await readZip(files["-darwin-core.zip"] as Buffer);
  const { rows } = await api.database.pool.query(
    `SELECT id, latitude, longitude, additional_data,
      to_char(at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS measured_at,
      to_char(at AT TIME ZONE zone, 'YYYY-MM-DD"T"HH24:MI:SS.MS') || ahead AS measured_there
    FROM (SELECT *, coalesce(captured_at, created_at) AS at FROM quest_data) d
    JOIN (VALUES (-159, 'Pacific/Honolulu', '-10:00'), (180, 'Pacific/Fiji', '+12:00'), (0, 'UTC', '+00:00'))
      AS zones (degrees, zone, ahead) ON degrees = round(longitude)
    WHERE quest_id = $1 ORDER BY id`,
    [questId],
  );
  points = rows;
});

afterAll(() => rm(folder, { recursive: true, force: true }));

type Value = string | number | boolean | null;
type Row = Record<string, Value>;

/** What the columns of a species list have, from the stored answer. */
function listed(name: string, codes: string[] | undefined, items: Items[string] = {}): Row {
  const each = (say: (code: string) => string | undefined) => codes?.map(say).join("; ") ?? null;
  return {
    [name]: codes?.join(";") ?? null,
    [`${name}_label`]: each((code) => items[code]?.label),
    [`${name}_taxonID`]: each((code) => items[code]?.taxon.id),
    [`${name}_scientificName`]: each((code) => items[code]?.taxon.scientific_name),
    [`${name}_taxonRank`]: each((code) => items[code]?.taxon.rank),
  };
}
const one = (code: string | undefined) => (code === undefined ? undefined : [code]);

function stored({ id, latitude, longitude, measured_at, measured_there, additional_data: data }: Point): Row {
  return {
    id,
    latitude_degrees: latitude,
    longitude_degrees: longitude,
    day: measured_there.slice(0, 10),
    measured_at,
    depth: data.depth ?? null,
    ...listed("bird", one(data.bird), data.list_items?.bird),
    ...listed("others", data.others, data.list_items?.others),
    alive: data.alive ?? null,
    last_rain: data.last_rain ?? null,
    note: data.note,
    protocol_version: 1,
  };
}
const storedNests = () =>
  points.flatMap(({ id, additional_data: { nests = [], list_items: items } }) =>
    nests.map(({ owner, eggs }, index): Row => {
      const row = { id: `${id}/${index + 1}`, parent_id: id, data_point_id: id, row: index + 1, eggs: eggs ?? null };
      return { ...row, ...listed("owner", one(owner), items?.owner) };
    }),
  );

const asText = (row: Row) =>
  Object.fromEntries(Object.entries(row).map(([name, value]) => [name, String(value ?? "")]));
const csvOf = (bytes: Buffer | undefined, options = {}): Row[] =>
  parse(String(bytes), { columns: true, bom: true, ...options });

type Feature = { id: string; geometry: { coordinates: number[] }; properties: Row };
function inOneRow({ id, geometry, properties }: Feature): Row {
  const [longitude_degrees = null, latitude_degrees = null] = geometry.coordinates;
  return { id, ...properties, longitude_degrees, latitude_degrees };
}

describe("[CALL-57] every value of a release is the stored one", () => {
  it("in CSV", () => {
    expect(csvOf(files[".csv"])).toMatchObject(points.map((point) => asText(stored(point))));
    expect(csvOf(files["-nests.csv"])).toMatchObject(storedNests().map(asText));
  });

  it("in GeoJSON", () => {
    const { features } = JSON.parse(String(files[".geojson"]));
    expect(features.map(inOneRow)).toMatchObject(points.map(stored));
  });

  it("in the data package", () => {
    expect(csvOf(packaged["data-points.csv"])).toMatchObject(points.map((point) => asText(stored(point))));
    expect(csvOf(packaged["rows-nests.csv"])).toMatchObject(storedNests().map(asText));
    const { resources } = JSON.parse(String(packaged["datapackage.json"]));
    expect(resources[0].schema.fields).toContainEqual(
      expect.objectContaining({
        name: "bird_scientificName",
        type: "string",
        rdfType: "http://rs.tdwg.org/dwc/terms/scientificName",
      }),
    );
  });

  it("in GeoParquet", async () => {
    const file = new Uint8Array(files[".parquet"] as Buffer).buffer;
    const rows = await parquetReadObjects({ file });
    const found = rows.map(({ id, geometry, ...properties }) => inOneRow({ id, geometry, properties } as Feature));
    expect(found).toMatchObject(points.map(stored));
  });

  it("in the Darwin Core archive, species as occurrences", () => {
    const tabbed = (name: string) => csvOf(archived[name], { delimiter: "\t", quote: false });
    expect(tabbed("event.txt")).toMatchObject(
      points.map(({ id, measured_there, latitude, longitude }) =>
        asText({ eventID: id, eventDate: measured_there, decimalLatitude: latitude, decimalLongitude: longitude }),
      ),
    );
    const occurrence = (eventID: string, of: string, items: Items[string] | undefined, code: string) => {
      const taxon = items?.[code]?.taxon;
      return {
        eventID,
        occurrenceID: of,
        taxonID: taxon?.id,
        scientificName: taxon?.scientific_name,
        taxonRank: taxon?.rank,
      };
    };
    const expected = points.flatMap(({ id, additional_data: { bird, others = [], nests = [], list_items: items } }) => [
      ...(one(bird) ?? []).map((code) => occurrence(id, `${id}:bird`, items?.bird, code)),
      ...others.map((code, index) =>
        occurrence(id, `${id}:others${index ? `:${index + 1}` : ""}`, items?.others, code),
      ),
      ...nests.flatMap(({ owner }, index) =>
        (one(owner) ?? []).map((code) => occurrence(id, `${id}/${index + 1}:owner`, items?.owner, code)),
      ),
    ]);
    expect(expected).toHaveLength(6);
    const occurrences = tabbed("occurrence.txt");
    expect(occurrences).toHaveLength(6);
    for (const each of expected) expect(occurrences).toContainEqual(expect.objectContaining(each));
    const measured = tabbed("extendedmeasurementorfact.txt").map((row) => [row.measurementID, row.measurementValue]);
    const answers = points.flatMap(({ id, additional_data: { nests = [], list_items: _, note, others, ...data } }) => [
      // A group's value is how many rows it has.
      ...Object.entries({
        ...data,
        note: note.replaceAll(/[\t\n]/g, " "),
        others: others?.join(";"),
        nests: nests.length || undefined,
      })
        .filter(([, value]) => value !== undefined)
        .map(([key, value]) => [`${id}:${key}`, String(value)]),
      ...nests.flatMap((nest, index) =>
        Object.entries(nest).map(([key, value]) => [`${id}/${index + 1}:${key}`, String(value)]),
      ),
    ]);
    expect(measured.sort()).toEqual(answers.sort());
  });
});

const run = promisify(execFile);

describe.skipIf(whyNo("gdal") !== undefined)("[CALL-57] GDAL", () => {
  /** It leaves out what has no value. */
  async function readWithGdal(name: string, options: Record<string, string> = {}): Promise<Row[]> {
    const given = Object.entries(options).flatMap(([option, value]) => ["-oo", `${option}=${value}`]);
    const { stdout } = await run(pathOf("gdal"), ["-f", "GeoJSONSeq", "/vsistdout/", joinPath(folder, name), ...given]);
    const empty = Object.fromEntries(points.flatMap((point) => Object.keys(stored(point)).map((name) => [name, null])));
    const lines = stdout.trim().split("\n");
    return lines.map((line) => ({ ...empty, ...inOneRow(JSON.parse(line)) }));
  }

  it("reads every value of the GeoJSON", async () => {
    expect(await readWithGdal("release.geojson")).toMatchObject(points.map(stored));
  });

  it("reads every value of the CSV, with its types", async () => {
    const rows = await readWithGdal("release.csv", {
      X_POSSIBLE_NAMES: "longitude_degrees",
      Y_POSSIBLE_NAMES: "latitude_degrees",
      AUTODETECT_TYPE: "YES",
      EMPTY_STRING_AS_NULL: "YES",
    });
    expect(rows).toMatchObject(points.map(stored));
  });
});

it.skipIf(whyNo("xmllint") !== undefined)(
  "[CALL-57] a Darwin Core archive is described in XML, whatever the texts are",
  async () => {
    for (const name of ["meta.xml", "eml.xml"]) {
      await writeFile(joinPath(folder, name), archived[name] as Buffer);
      await run(pathOf("xmllint"), ["--nonet", "--noout", joinPath(folder, name)]);
    }
  },
);
