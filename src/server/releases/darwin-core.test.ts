import { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { expect, it } from "vitest";
import { readZip } from "../../../test/read-zip.ts";
import type { TaxonTerm } from "../../protocol/columns.ts";
import type { DatasetColumn } from "../datasets/dataset-columns.ts";
import { darwinCore } from "./darwin-core.ts";
import { describeRelease } from "./described-release.ts";
import type { ReleasedRow, ReleaseSource } from "./release-source.ts";

const row = {
  id: "0190a1b2-7c3d-4e5f-8a6b-000000000001",
  day: "2026-05-04",
  measured_at: null,
  latitude: null,
  longitude: null,
  uncertainty_meters: null,
  credit: "Ana\tSilva",
  protocol_version: 3,
} as ReleasedRow;

const taxonColumn = (name: string, term: TaxonTerm, each: readonly string[]): DatasetColumn<ReleasedRow> => ({
  name,
  isOfField: true,
  ofTaxa: { term, each: () => each },
  cell: () => each.join("; ") || null,
  describe: () => ({ key: "species", kind: "text", label: name, term: `http://rs.tdwg.org/dwc/terms/${term}` }),
});

const counted: DatasetColumn<ReleasedRow> = {
  name: "seen",
  isOfField: true,
  cell: () => 3,
  describe: () => ({
    key: "seen",
    kind: "integer",
    label: "Seen",
    term: "http://rs.tdwg.org/dwc/terms/individualCount",
  }),
};

async function writeArchive(...taxa: { id: string; name: string }[]) {
  const release = describeRelease(
    { quest_id: 7, number: 2, licence: "CC0-1.0", notes: "<b>\u0001\ufffe", authors: [{ name: "A & B" }], doi: null },
    {
      quest_name: "Birds",
      quest_description: null,
      organization: { id: 1, organization_name: "Ecology" },
      positions: "hidden",
      accepted: 1,
      volunteers: 1,
      photos: 0,
      missing_photos: 0,
      first_day: "2026-05-04",
      last_day: "2026-05-04",
      box: null,
      photo_licence: null,
      contributors: [],
    },
    new Date("2026-11-27T00:00:00Z"),
    "https://cairn.example/base",
  );
  const columns = [
    counted,
    taxonColumn(
      "species_taxonID",
      "taxonID",
      taxa.map(({ id }) => id),
    ),
    taxonColumn(
      "species_name",
      "scientificName",
      taxa.map(({ name }) => name),
    ),
    taxonColumn(
      "species_rank",
      "taxonRank",
      taxa.map(() => "species"),
    ),
  ];
  const read = async function* () {
    yield [row];
  };
  const photo = { id: "5", point_id: row.id, key: null, file: "photos/5.jpg", archive: "a.zip" };
  const readPhotos = async function* () {
    yield [{ ...photo, sha256: "", bytes: 1, credit: null }];
  };
  const source: ReleaseSource = {
    release,
    versions: [],
    points: { group: undefined, columns, read },
    groups: [],
    readPhotos,
    calibrations: [],
  };
  const bytes: Buffer[] = [];
  for await (const chunk of darwinCore.write(source)) bytes.push(Buffer.from(chunk as Uint8Array));
  return readZip(Buffer.concat(bytes));
}

it("has chosen species as occurrences, and says that positions are withheld", async () => {
  const archive = await writeArchive({ id: "gbif:9513", name: "Strix aluco" });
  const lines = (name: string) => String(archive[name]).trimEnd().split("\n");
  expect(lines("occurrence.txt")).toEqual([
    "eventID\toccurrenceID\tbasisOfRecord\toccurrenceStatus\ttaxonID\tscientificName\ttaxonRank\trecordedBy",
    `${row.id}\t${row.id}:species\tHumanObservation\tpresent\tgbif:9513\tStrix aluco\tspecies\tAna Silva`,
  ]);
  expect(lines("extendedmeasurementorfact.txt").slice(1)).toEqual([
    `${row.id}\t${row.id}:seen\tSeen\thttp://rs.tdwg.org/dwc/terms/individualCount\t3`,
  ]);
  expect(lines("event.txt")[1]?.split("\t").slice(1, 9)).toEqual([
    ...["2026-05-04", "", "", "", "", "Positions and times of day are withheld."],
    ...["https://cairn.example/base/api/quests/7/protocols/3", "Ana Silva"],
  ]);
  const eml = await text(Readable.from([archive["eml.xml"]]));
  expect(eml).toContain("<surName>A &amp; B</surName>");
  expect(eml).toContain("<para>&lt;b&gt;  </para>");
  expect(eml).not.toContain("boundingCoordinates");
  // GBIF's profile of EML asks for it.
  expect(eml).toMatch(/^<eml:eml [^>]*scope="system"/m);
});

it("has an occurrence for each of several species, and none where none was chosen", async () => {
  const rowsOf = (archive: Record<string, Buffer>) => String(archive["occurrence.txt"]).trimEnd().split("\n").slice(1);
  const both = rowsOf(await writeArchive({ id: "gbif:1", name: "Aus bus; agg." }, { id: "gbif:2", name: "Bus" }));
  expect(both.map((each) => each.split("\t").slice(1, 6))).toEqual([
    [`${row.id}:species`, "HumanObservation", "present", "gbif:1", "Aus bus; agg."],
    [`${row.id}:species:2`, "HumanObservation", "present", "gbif:2", "Bus"],
  ]);
  expect(rowsOf(await writeArchive())).toEqual([]);
});

it("gives photos no licence but their own, and addresses that last", async () => {
  const [, photo] = String((await writeArchive())["multimedia.txt"]).split("\n");
  expect(photo?.split("\t")).toEqual([
    ...[row.id, "StillImage", "image/jpeg"],
    `https://cairn.example/base/api/quests/7/results/points/${row.id}/photos/5`,
    ...["https://cairn.example/base/quests/7/releases/2", "", "Ecology", ""],
  ]);
});
