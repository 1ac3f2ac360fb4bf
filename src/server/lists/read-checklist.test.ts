import { describe, expect, it } from "vitest";
import { packWorkbook as packZip } from "../../../test/make-workbook.ts";
import { readList } from "./read-list.ts";

const core = ({ attributes = 'fieldsTerminatedBy="\\t" fieldsEnclosedBy="" ignoreHeaderLines="1"' } = {}) => `
  <core encoding="UTF-8" ${attributes} rowType="http://rs.tdwg.org/dwc/terms/Taxon">
    <files><location>Taxon.tsv</location></files>
    <id index="0" />
    <field index="0" term="http://rs.tdwg.org/dwc/terms/taxonID"/>
    <field index="1" term="http://rs.tdwg.org/dwc/terms/acceptedNameUsageID"/>
    <field index="2" term="http://rs.tdwg.org/dwc/terms/scientificName"/>
    <field index="3" term="http://rs.tdwg.org/dwc/terms/taxonRank"/>
    <field index="4" term="http://rs.tdwg.org/dwc/terms/family"/>
  </core>`;
const names = `
  <extension fieldsTerminatedBy="\\t" fieldsEnclosedBy="" ignoreHeaderLines="1" rowType="http://rs.gbif.org/terms/1.0/VernacularName">
    <files><location>VernacularName.tsv</location></files>
    <coreid index="0" />
    <field index="1" term="http://rs.tdwg.org/dwc/terms/vernacularName"/>
    <field index="2" term="http://purl.org/dc/terms/language"/>
  </extension>`;
const meta = (tables: string) => `<archive xmlns="http://rs.tdwg.org/dwc/text/" metadata="eml.xml">${tables}</archive>`;

const taxa = [
  "taxonID\tacceptedNameUsageID\tscientificName\ttaxonRank\tfamily",
  '1\t\tQuercus robur L.\tspecies\tFagaceae "s.l."',
  "2\t1\tQuercus pedunculata Ehrh.\tspecies\tFagaceae",
  "3\t3\tSalix alba L.\tspecies\t",
  "4\t99\tNo such accepted name\tspecies\t",
  "1\t\tTwice\tspecies\t",
  "\t\tWithout an id\tspecies\t",
].join("\n");
const commonNames = [
  "id\tname\tlanguage",
  "1\tEnglish oak\teng",
  "1\tCommon oak\ten",
  "1\tStieleiche\tde",
  "3\tOld name\t",
].join("\n");

describe("a checklist", () => {
  it.each([
    ["a million fields", core().replace("</core>", `${"<field/>".repeat(1_000_000)}</core>`), taxa, "list_unreadable"],
    ["eight million entities", core() + "&amp;".repeat(8_000_000), taxa, "list_unreadable"],
    [
      "a delimiter of many signs",
      core({ attributes: `fieldsTerminatedBy="${"a".repeat(50_000)}b"` }),
      "a".repeat(90_000),
      "list_unreadable",
    ],
    ["a million and one rows below its headings", core(), "a\n".repeat(1_000_002), "list_too_large"],
  ])("is refused with %s", async (_what, tables, rows, code) => {
    const archive = await packZip({ "meta.xml": meta(tables), "Taxon.tsv": rows });
    await expect(readList(archive)).rejects.toMatchObject({ name: "DomainError", code });
  });

  it.each(["-5", "1e3", "9".repeat(400)])(
    "is read from its first line if it has %s lines of headings",
    async (lines) => {
      const tables = core({ attributes: `fieldsTerminatedBy="\\t" fieldsEnclosedBy="" ignoreHeaderLines="${lines}"` });
      const archive = await packZip({ "meta.xml": meta(tables), "Taxon.tsv": "1\t\tQuercus robur\tspecies\t" });
      expect((await readList(archive)).items).toHaveLength(1);
    },
  );

  it("becomes a list: accepted names with their taxon, common names by language, synonyms and families", async () => {
    const archive = await packZip({
      "meta.xml": meta(core() + names),
      "Taxon.tsv": taxa,
      "VernacularName.tsv": commonNames,
    });
    expect(await readList(archive)).toEqual({
      attributes: ["family"],
      items: [
        {
          code: "1",
          label: { en: "English oak", de: "Stieleiche" },
          synonyms: ["Common oak", "Quercus pedunculata Ehrh."],
          taxon: { id: "1", scientific_name: "Quercus robur L.", rank: "species" },
          attributes: { family: 'Fagaceae "s.l."' },
        },
        {
          code: "3",
          label: "Old name",
          taxon: { id: "3", scientific_name: "Salix alba L.", rank: "species" },
        },
      ],
    });
  });

  it("may have no common names, quoted cells and commas", async () => {
    const archive = await packZip({
      "meta.xml": meta(core({ attributes: `fieldsTerminatedBy="," fieldsEnclosedBy='"' ignoreHeaderLines="0"` })),
      "Taxon.tsv": '7,,"Abies alba, Mill.",species,Pinaceae\n',
    });
    expect((await readList(archive)).items).toEqual([
      {
        code: "7",
        label: "Abies alba, Mill.",
        taxon: { id: "7", scientific_name: "Abies alba, Mill.", rank: "species" },
        attributes: { family: "Pinaceae" },
      },
    ]);
  });

  it.each([
    ["another ZIP", { "a.txt": "a" }, "list_unreadable"],
    [
      "occurrences",
      { "meta.xml": meta(core().replace('Taxon"', 'Occurrence"')), "Taxon.tsv": taxa },
      "list_unreadable",
    ],
    ["a table that is missing", { "meta.xml": meta(core()) }, "list_unreadable"],
    ["XML that doesn't end", { "meta.xml": "<archive>" }, "list_unreadable"],
    ["a document type", { "meta.xml": '<!DOCTYPE a [<!ENTITY b "c">]><archive/>' }, "list_unreadable"],
    ["no accepted names", { "meta.xml": meta(core()), "Taxon.tsv": "header\n2\t1\tA\t\t\n" }, "list_invalid"],
    ["too many names", { "meta.xml": meta(core()), "Taxon.tsv": manyTaxa(50_001) }, "list_too_large"],
  ])("is refused if it is %s", async (_what, parts, code) => {
    await expect(readList(await packZip(parts))).rejects.toMatchObject({ code });
  });

  it("is refused if it is cut off", async () => {
    const archive = await packZip({ "meta.xml": meta(core()), "Taxon.tsv": taxa });
    await expect(readList(archive.subarray(0, archive.length - 40))).rejects.toMatchObject({ code: "list_unreadable" });
  });
});

function manyTaxa(count: number): string {
  return `header\n${Array.from({ length: count }, (_each, index) => `${index}\t\tName ${index}\tspecies\t`).join("\n")}`;
}
