import { spawnSync } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join as joinPath } from "node:path";
import { parse } from "csv-parse/sync";
import { expect, it, vi } from "vitest";
import { usingApi } from "../../../test/api.ts";
import { join, makeOrganization, makeQuest, uploadForm } from "../../../test/factories.ts";
import { readZip } from "../../../test/read-zip.ts";
import type { QuestFormInput } from "../../contract/quests.ts";

const api = usingApi();
const birds = [
  "taxonID,scientificName,taxonRank,vernacularName",
  "gbif:1,Turdus merula,species,Blackbird",
  "gbif:2,Erithacus rubecula,species,Robin",
].join("\n");

type File = { name: string; format: string; address: string };

async function makeBirdQuest(): Promise<number> {
  const organizationId = await makeOrganization(api);
  const form = new FormData();
  form.append("file", new Blob([birds]), "birds.csv");
  const { body: list } = await api.call("POST", `/organizations/${organizationId}/lists`, { as: "admin", form });
  const protocol = {
    photo: { required: false },
    fields: [
      { key: "bird", kind: "choices", label: "Birds", list: { id: list.id } },
      { key: "height", kind: "number", label: "Height", unit: "m" },
    ],
  } as unknown as QuestFormInput["protocol"];
  const results = { visibility: "public", positions: "exact" } as const;
  return (await makeQuest(api, organizationId, { protocol, results })).id;
}

async function accept(questId: number, measurements: object): Promise<string> {
  const form = uploadForm(undefined, { measurements: JSON.stringify(measurements), tree_width: undefined });
  const { body } = await api.upload("alice", questId, form);
  const json = { decision: "accepted", comment: "" };
  expect((await api.call("PUT", `/quest_data/${body.id}/review`, { as: "admin", json })).status).toBe(200);
  return body.id;
}

async function release(questId: number): Promise<Map<string, Buffer>> {
  const json = { licence: "CC0-1.0", notes: "", authors: [{ name: "Ana" }] };
  await api.call("POST", `/quests/${questId}/releases`, { as: "admin", json });
  const made = await vi.waitFor(async () => {
    const { body } = await api.call("GET", `/quests/${questId}/releases/1`, { as: "visitor" });
    expect(body.state).toBe("published");
    return body;
  });
  const files = new Map<string, Buffer>();
  for (const { format, address } of made.files as File[]) {
    const answer = await fetch(api.origin + new URL(address).pathname);
    files.set(format, Buffer.from(await answer.arrayBuffer()));
  }
  return files;
}

it("chosen species of a list are occurrences and columns with terms; GDAL reads the same", async () => {
  const questId = await makeBirdQuest();
  await join(api, "alice", questId);
  const both = await accept(questId, { bird: ["gbif:1", "gbif:2"], height: 3.5 });
  const none = await accept(questId, { height: 4 });
  const files = await release(questId);
  const zipOf = (format: string) => readZip(files.get(format) ?? Buffer.of());

  const archive = await zipOf("darwin-core");
  const table = (name: string, delimiter: string) =>
    parse(String(archive[name]), { columns: true, delimiter, quote: false }) as Record<string, string>[];
  expect(
    table("occurrence.txt", "\t").map((row) => [row.eventID, row.taxonID, row.scientificName, row.taxonRank]),
  ).toEqual([
    [both, "gbif:1", "Turdus merula", "species"],
    [both, "gbif:2", "Erithacus rubecula", "species"],
  ]);
  const facts = table("extendedmeasurementorfact.txt", "\t").map(({ eventID, measurementValue, measurementUnit }) => [
    ...[eventID, measurementValue, measurementUnit],
  ]);
  expect(facts.sort()).toEqual(
    [
      [both, "gbif:1;gbif:2", ""],
      [both, "3.5", "m"],
      [none, "4", "m"],
    ].sort(),
  );

  const described = JSON.parse(String((await zipOf("data-package"))["datapackage.json"]));
  const { fields } = described.resources[0].schema as { fields: { name: string }[] };
  expect(fields.find(({ name }) => name === "bird_taxonID")).toMatchObject({
    rdfType: "http://rs.tdwg.org/dwc/terms/taxonID",
  });

  const expected = new Map([
    [both, ["gbif:1; gbif:2", 3.5]],
    [none, [null, 4]],
  ]);
  expect(await readByGdal("points.geojson", files.get("geojson"))).toEqual(expected);
});

/** The species and heights by data point, as GDAL reads them; what is expected where it isn't installed. */
async function readByGdal(name: string, bytes: Buffer | undefined): Promise<Map<string, unknown[]>> {
  const folder = await mkdtemp(joinPath(tmpdir(), "cairn-gdal-"));
  try {
    await writeFile(joinPath(folder, name), bytes ?? "");
    const { stdout, error } = spawnSync("ogr2ogr", ["-f", "CSV", "/vsistdout/", name], {
      cwd: folder,
      encoding: "utf8",
    });
    const rows = error
      ? (JSON.parse(String(bytes)) as { features: { id: string; properties: Record<string, unknown> }[] }).features.map(
          ({ properties }) => properties,
        )
      : (parse(stdout, { columns: true }) as Record<string, unknown>[]);
    return new Map(rows.map((row) => [String(row.id), [row.bird_taxonID || null, Number(row.height)]]));
  } finally {
    await rm(folder, { recursive: true });
  }
}
