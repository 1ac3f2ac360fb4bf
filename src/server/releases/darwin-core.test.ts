import { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { expect, it } from "vitest";
import { readZip } from "../../../test/read-zip.ts";
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
} as ReleasedRow;

const column = (name: string, term: string, value: string | null): DatasetColumn<ReleasedRow> => ({
  name,
  isOfField: true,
  cell: () => value,
  describe: () => ({ key: "species", kind: "text", label: name, term: `http://rs.tdwg.org/dwc/terms/${term}` }),
});

async function writeArchive(taxon: string | null) {
  const release = describeRelease(
    { quest_id: 7, number: 2, licence: "CC0-1.0", notes: "<b>\u0001", authors: [{ name: "A & B" }], doi: null },
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
    column("species_taxonID", "taxonID", taxon),
    column("species_name", "scientificName", taxon && "Strix aluco"),
    column("species_rank", "taxonRank", taxon && "species"),
  ];
  const read = async function* () {
    yield [row];
  };
  const none = async function* () {};
  const source: ReleaseSource = {
    release,
    versions: [],
    points: { group: undefined, columns, read },
    groups: [],
    readPhotos: none,
  };
  const bytes: Buffer[] = [];
  for await (const chunk of darwinCore.write(source)) bytes.push(Buffer.from(chunk as Uint8Array));
  return readZip(Buffer.concat(bytes));
}

it("has chosen species as occurrences, and says that positions are withheld", async () => {
  const archive = await writeArchive("gbif:9513");
  const lines = (name: string) => String(archive[name]).trimEnd().split("\n");
  expect(lines("occurrence.txt")).toEqual([
    "eventID\toccurrenceID\tbasisOfRecord\toccurrenceStatus\ttaxonID\tscientificName\ttaxonRank\trecordedBy",
    `${row.id}\t${row.id}:species\tHumanObservation\tpresent\tgbif:9513\tStrix aluco\tspecies\tAna Silva`,
  ]);
  expect(lines("extendedmeasurementorfact.txt")).toHaveLength(1);
  expect(lines("event.txt")[1]).toContain("\t2026-05-04\t\t\t\t\tPositions and times of day are withheld.\tAna Silva");
  const eml = await text(Readable.from([archive["eml.xml"]]));
  expect(eml).toContain("<surName>A &amp; B</surName>");
  expect(eml).toContain("<para>&lt;b&gt; </para>");
  expect(eml).not.toContain("boundingCoordinates");
});

it("has no occurrence where no species was chosen", async () => {
  expect(
    String((await writeArchive(null))["occurrence.txt"])
      .trimEnd()
      .split("\n"),
  ).toHaveLength(1);
});
